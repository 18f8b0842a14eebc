import { expect, test } from 'vitest'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { readSchoolNumbers } from './school-numbers.ts'

const app = await openTestApp()
const { read } = app.database
const home = async () => (await app.visitor().visit('/')).text
const numbers = async (code: string) => readSchoolNumbers(await app.ctx({ kind: 'anonymous' }, code))

test('a school counts its own students who passed and its own reviews only', async () => {
  const before = await numbers('SSD')
  const other = await numbers('GCT')
  // The lengths of the courses alone are not shown.
  expect(await home()).not.toContain('minutes of lessons')
  const user_id = await addStudent(app)
  // Two passed courses of a student count once.
  for (const course_website_id of [1011, 1001]) {
    const { studentCourseId } = await takeCourse(app, user_id, 1, course_website_id)
    await read`update learning.student_course set passed_at = platform.now() where student_course_id = ${studentCourseId}`
  }
  const { studentCourseId: unfinished } = await takeCourse(app, await addStudent(app), 1, 1011)
  expect((await numbers('SSD')).passed).toBe(before.passed + 1)
  expect(before.rating).toBeNull()
  expect(await home()).toContain('minutes of lessons')
  const [course] = await read<{ organization_id: number; user_id: number; course_id: number }>`
    select s.organization_id, s.user_id, v.course_id from learning.student_course s
    join catalogue.course_version v using (course_version_id) where student_course_id = ${unfinished}`
  await read`
    insert into learning.course_review ${read({ student_course_id: unfinished, ...course!, stars: 4, comment: null })}`
  expect((await numbers('SSD')).rating).toEqual({ average: 4, count: 1 })
  expect(await numbers('GCT')).toEqual(other)
})
