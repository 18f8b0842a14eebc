import type { TestApp } from '../../../tests/support/app.ts'
import { listComponents, type Question } from '../../catalogue/index.ts'
import { enrol } from '../enrolment/enrol.ts'
import { rightAnswer } from './grading.ts'
import { isWritten } from './question-types.shared.ts'
import { questionsOf } from './questions.ts'

let people = 0
/** Another student, of the default organization or of another one. */
export async function addStudent({ database }: TestApp, organization_id = 1): Promise<number> {
  people += 1
  const email = `quiz-student-${people}@example.com`
  const person = { organization_id, lk_user_role_id: 3, loginid: email, email, first_name: 'Quinn', last_name: 'Quiz' }
  const [row] = await database.read<{ user_id: number }>`
    insert into identity.person ${database.read(person)} returning user_id`
  return row!.user_id
}

/** A course of a student that is being taken; everything before `component_id` is complete. */
export async function takeCourse(app: TestApp, user_id: number, course_version_id: number, component_id: number) {
  const { read } = app.database
  const [person] = await read<{ organization_id: number }>`
    select organization_id from identity.person where user_id = ${user_id}`
  const [sold] = await read<{ course_website_id: number }>`
    select course_website_id from catalogue.v_course_website where course_version_id = ${course_version_id} limit 1`
  const { organization_id } = person!
  const ctx = await app.ctx()
  const bought = {
    lk_shipping_type_id: null,
    audio_ind: false,
    order_item_id: Math.floor(Math.random() * 1e9),
    paid: true,
  }
  const { student_course_id } = await ctx.tx((inner) =>
    enrol(inner, { user_id, organization_id, course_version_id, ...sold!, ...bought }),
  )
  await read`
    update learning.student_course
    set lk_student_course_status_id = 4, registered_at = platform.now(), agreed_at = platform.now(), started_at = platform.now()
    where student_course_id = ${student_course_id}`
  const components = await listComponents(ctx, course_version_id)
  const target = components.find((component) => component.component_id === component_id)!
  for (const component of components.filter(({ position }) => position < target.position)) {
    await read`
      insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
      values (${student_course_id}, ${organization_id}, ${component.component_id}, platform.now())`
  }
  return { studentCourseId: student_course_id, componentId: component_id }
}

/** The drawn questions of the latest attempt with their right answers, in order. */
export async function drawnOf(
  app: TestApp,
  place: { studentCourseId: number; componentId: number },
): Promise<Question[]> {
  const { read } = app.database
  const rows = await read<{ question_id: number; course_version_id: number }>`
    select a.question_id, sc.course_version_id
    from learning.quiz_answer a
    join learning.quiz_attempt t using (quiz_attempt_id)
    join learning.student_course sc using (student_course_id)
    where t.student_course_id = ${place.studentCourseId} and t.component_id = ${place.componentId}
      and t.attempt_number = (select max(attempt_number) from learning.quiz_attempt o
                              where o.student_course_id = t.student_course_id and o.component_id = t.component_id)
    order by a.position`
  return questionsOf(
    await app.ctx(),
    rows[0]!.course_version_id,
    rows.map((row) => row.question_id),
  )
}

/** An answer that is right; for a written question one that keeps to its limits. */
export function goodAnswer(question: Question): unknown {
  const { wordMinMax } = question.configuration.settings
  return isWritten(question.lk_question_type_id)
    ? 'word '.repeat(Math.max(1, wordMinMax.min)).trim()
    : rightAnswer(question)
}

/** An answer that keeps to the rules and is wrong; null where a person decides. */
export function badAnswer(question: Question): unknown {
  const right = rightAnswer(question)
  const { options } = question.configuration
  const wrong = options.filter((option) => !option.correct).map((option) => option.id)
  if (question.lk_question_type_id === 6) return wrong.slice(0, 1)
  if (question.lk_question_type_id === 3) return (right as number[]).toReversed()
  if (question.lk_question_type_id !== 20) return isWritten(question.lk_question_type_id) ? null : wrong[0]
  const matches = options.map((option) => option.match)
  return Object.fromEntries(options.map((option, index) => [option.id, matches[(index + 1) % matches.length]]))
}
