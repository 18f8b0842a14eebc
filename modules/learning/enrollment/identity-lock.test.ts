import { expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { identityLock } from './identity-lock.ts'

const databases = await testDatabase()
const fixture = await courseFixture(databases)
const { read } = databases.db

/** A course in one of these states is not a purchase, so nothing depends on the student's name and date of birth. */
const unbought: readonly number[] = [status.notPaid, status.payNow, status.refunded]

test.each(Object.entries(status))(
  'a course in the state %s locks a date of birth if it is bought',
  async (_name, at) => {
    const user_id = await fixture.person()
    const student_course_id = await fixture.enrolled(user_id, at)
    await read`update learning.student_course set registered_at = null where student_course_id = ${student_course_id}`
    const lockOf = async (born: boolean) => (await identityLock(fixture.student(user_id), user_id, born))?.[0] ?? null
    const bought = expect.stringMatching(/^You bought a course/)
    expect([await lockOf(true), await lockOf(false)]).toEqual([unbought.includes(at) ? null : bought, null])
  },
)

test('a submitted registration locks it in every state, with or without a date of birth', async () => {
  for (const at of [...unbought, status.inProgress]) {
    const user_id = await fixture.person()
    await fixture.enrolled(user_id, at)
    const ctx = fixture.student(user_id)
    expect((await identityLock(ctx, user_id, false))?.[0]).toMatch(/^You submitted your course registration/)
  }
})
