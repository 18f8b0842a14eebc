import { expect, test, vi } from 'vitest'

const seen: string[] = []
vi.mock('../../platform/db/sql.ts', async (original) => {
  const real = (await original()) as any
  return {
    ...real,
    makeSql: (run: any, sp: any) =>
      real.makeSql((c: any) => {
        seen.push(c.text.replace(/\s+/g, ' ').slice(0, 90))
        return run(c)
      }, sp),
  }
})

import { openTestApp } from '../../tests/support/app.ts'
import { addStudent, drawnOf, goodAnswer, takeCourse } from './quiz/quiz.fixture.ts'

const app = await openTestApp()
const { read } = app.database
test('count', async () => {
  await read`update catalogue.course_version set course_registration_options = course_registration_options || '{"enabled": false, "confirmRegistration": false}'`
  const student = await addStudent(app)
  const client = await app.as(student)
  const place = await takeCourse(app, student, 4, 4006)
  const of = async (name: string, run: () => Promise<any>, list = true) => {
    seen.length = 0
    const a = await run()
    console.log(`## ${name}: ${seen.length} (${a.status})${list ? `\n${seen.join('\n')}` : ''}`)
    return a
  }
  const [{ c1, c2 }] =
    (await read<any>`select min(component_id) c1, min(component_id) + 1 c2 from catalogue.component where course_version_id = 4 and lk_component_type_id = 1`) as any
  await of('bare /courses/search', () => client.visit('/courses/search'), false)
  await of('content first', () => client.visit(`/course/${place.studentCourseId}/${c1}`), false)
  await of('content again', () => client.visit(`/course/${place.studentCourseId}/${c1}`))
  await of('content other', () => client.visit(`/course/${place.studentCourseId}/${c2}`))
  const [p] = await read<any>`select student_progress_id from learning.seat_lease where user_id = ${student}`
  await of('beat', () =>
    client.post('/course/updateStudentProgressTime', {
      student_progress_id: p!.student_progress_id,
      interacted_ms_ago: 0,
    }),
  )
  await of('next', () => client.post('/course/next', { studentCourseId: place.studentCourseId, componentId: c2 }))
  await of('quiz intro', () => client.visit(`/course/${place.studentCourseId}/quiz/4006/intro`))
  const s = await of('quiz start', () => client.post('/quiz/start', place), false)
  await of(
    'quiz question page first',
    () => client.visit(`/course/${place.studentCourseId}/quiz/4006/${s.body.question_id}`),
    false,
  )
  await of('quiz question page', () => client.visit(`/course/${place.studentCourseId}/quiz/4006/${s.body.question_id}`))
  const [q] = await drawnOf(app, place)
  await of('answer', () =>
    client.post('/quiz/answer', { ...place, questionId: q!.question_id, answer: goodAnswer(q!) }),
  )
  await of(
    'submit',
    () => client.post('/quiz/answer/submit', { ...place, questionId: q!.question_id, answer: goodAnswer(q!) }),
    false,
  )
  await of('dashboard 1 course', () => client.visit('/dashboard'), false)
  await takeCourse(app, student, 4, 4006)
  await takeCourse(app, student, 4, 4006)
  await takeCourse(app, student, 4, 4006)
  await of('dashboard 4 courses', () => client.visit('/dashboard'))
  await of('details', () => client.visit('/courses/details/1'), false)
  expect(1).toBe(1)
})
