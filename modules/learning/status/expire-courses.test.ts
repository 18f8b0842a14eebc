import { beforeAll, expect, test } from 'vitest'
import { isTaking, status } from '#modules/learning/student-course/course-status.shared.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { expireCourses } from './expire-courses.ts'

const { db, app } = await testDatabase()
const { signal } = new AbortController()
let course: Awaited<ReturnType<typeof courseFixture>>
let user_id: number

beforeAll(async () => {
  course = await courseFixture({ db, app })
  user_id = await course.person()
})

async function overdue(courseStatus: number, days = 1): Promise<number> {
  const student_course_id = await course.enrolled(user_id, courseStatus)
  await db.read`
    update learning.student_course set expires_at = platform.now() - ${days}::int * interval '1 day'
    where student_course_id = ${student_course_id}`
  return student_course_id
}
const sweep = () => expireCourses(course.ctx({ kind: 'system', name: 'test' }), signal)
const statusOf = async (student_course_id: number) =>
  (
    await db.read<{ id: number }>`
      select lk_student_course_status_id as id from learning.student_course where student_course_id = ${student_course_id}`
  )[0]!.id

test('a course in progress expires when its time is over; one that is waiting, unpaid or finished does not', async () => {
  for (const statusId of Object.values(status)) {
    const student_course_id = await overdue(statusId)
    await sweep()
    expect(await statusOf(student_course_id)).toBe(isTaking(statusId) ? status.expired : statusId)
  }
})

test('a course with time left continues, and a second run changes nothing', async () => {
  const earlyCourse = await overdue(status.inProgress, -1)
  const course_id = await overdue(status.inProgress)
  await sweep()
  await sweep()
  expect(await statusOf(earlyCourse)).toBe(status.inProgress)
  const changes = await db.read`
    select to_status_id from learning.student_course_status_change where student_course_id = ${course_id}`
  expect(changes).toEqual([{ to_status_id: status.expired }])
})

test('a course extended after it was found overdue continues', async () => {
  const student_course_id = await overdue(status.inProgress)
  let swept: Promise<void> | undefined
  await db.tx(async (sql) => {
    await sql`select from learning.student_course where student_course_id = ${student_course_id} for update`
    swept = sweep()
    // The sweep has found the course and waits for this transaction.
    const lockWaits = () =>
      db.read`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(lockWaits, { timeout: 10_000 }).not.toHaveLength(0)
    await sql`
      update learning.student_course set expires_at = platform.now() + interval '1 day'
      where student_course_id = ${student_course_id}`
  })
  await swept
  expect(await statusOf(student_course_id)).toBe(status.inProgress)
})
