import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { expireCourses } from '#modules/learning/status/expire-courses.ts'
import { isExtendable, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Actor } from '#platform/actor.ts'
import { stateIdOf } from '#platform/states.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, studentActor } from '#tests/fixtures/learning/course.ts'
import { courseExtension } from './course-extension.ts'
import { extendCourse } from './extend-course.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

const { db, app } = await testDatabase()
let course: Awaited<ReturnType<typeof courseFixture>>
let user_id: number
let staff_id: number
const day = 86_400_000

beforeAll(async () => {
  course = await courseFixture({ db, app })
  user_id = await course.person()
  staff_id = await course.person(1, 2)
})

function staff(keys = ['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'], organization_id = 1) {
  const actor = { ...studentActor(staff_id, organization_id), role: 'Instructor', permissions: new Set(keys) }
  return course.ctx(actor as Actor, organization_id)
}
const extension = (student_course_id: number, overrides: object = {}) => ({
  student_course_id,
  days: 10,
  reason: 'Was in the hospital.',
  request_id: randomUUID() as string,
  ...overrides,
})
const extend = (student_course_id: number, overrides: object = {}, ctx = staff()) =>
  extendCourse.run(ctx, extension(student_course_id, overrides))

async function addCourse(courseStatus: number = status.inProgress, days: number | null = 5): Promise<number> {
  const student_course_id = await course.enrolled(user_id, courseStatus)
  await db.read`
    update learning.student_course set expires_at = platform.now() + ${days}::int * interval '1 day'
    where student_course_id = ${student_course_id}`
  return student_course_id
}
const rowOf = async (student_course_id: number) =>
  (
    await db.read<{ at: number; expires_at: Date | null }>`
      select lk_student_course_status_id as at, expires_at from learning.student_course
      where student_course_id = ${student_course_id}`
  )[0]!
const events = (student_course_id: number) =>
  db.read<{ before: object; after: object; subject_user_id: number }>`
    select before, after, subject_user_id from platform.audit_event
    where action = 'course.extend' and subject = ${`student_course_id:${student_course_id}`}`

test('an extension adds days to the expiry date, is audited with both dates and the reason, and emails the student', async () => {
  const id = await addCourse()
  const { expires_at: before } = await rowOf(id)
  course.facts.length = 0
  const result = await extend(id)
  expect(Date.parse(result.expires_at) - before!.getTime()).toBe(10 * day)
  expect(await rowOf(id)).toEqual({ at: status.inProgress, expires_at: new Date(result.expires_at) })
  expect(await events(id)).toEqual([
    {
      subject_user_id: user_id,
      before: { expires_at: before!.toISOString(), lk_student_course_status_id: 4 },
      after: {
        expires_at: result.expires_at,
        lk_student_course_status_id: 4,
        days: 10,
        reason: 'Was in the hospital.',
      },
    },
  ])
  expect(course.facts).toEqual([
    { fact: 'learning.course_extended', data: { student_course_id: id, extended_to: result.expires_at } },
  ])
})

test('an expired course returns to its former status, with the days counted from now', async () => {
  const id = await addCourse(status.inProgress, -3)
  await course.ctx({ kind: 'system', name: 'test' }).tx((ctx) => changeStatus(ctx, id, status.expired, 'system'))
  const { expires_at } = await extend(id)
  expect((await rowOf(id)).at).toBe(status.inProgress)
  expect(Math.abs(Date.parse(expires_at) - (staff().now.getTime() + 10 * day))).toBeLessThan(60_000)
})

test('an overdue course not yet moved to Expired continues', async () => {
  const id = await addCourse(status.inProgress, -1)
  await extend(id)
  const { at, expires_at } = await rowOf(id)
  expect(at).toBe(status.inProgress)
  expect(expires_at!.getTime()).toBeGreaterThan(Date.now() + 9 * day)
})

test('a course that expires during its extension is open afterwards, in either order', async () => {
  const { signal } = new AbortController()
  for (let n = 0; n < 8; n += 1) {
    const id = await addCourse(status.inProgress, 0)
    const expire = () => expireCourses(course.ctx({ kind: 'system', name: 'test' }), signal)
    await Promise.all(n % 2 === 0 ? [expire(), extend(id)] : [extend(id), expire()])
    const { at, expires_at } = await rowOf(id)
    expect([at, expires_at!.getTime() > Date.now() + 9 * day]).toEqual([status.inProgress, true])
    await expire()
    expect((await rowOf(id)).at).toBe(status.inProgress)
  }
})

test('a disabled course keeps its status and gets the added days', async () => {
  const id = await addCourse(status.inProgress)
  await course.ctx({ kind: 'system', name: 'test' }).tx((ctx) => changeStatus(ctx, id, status.disabled, 'system'))
  await extend(id)
  expect((await rowOf(id)).at).toBe(status.disabled)
})

test('the same request adds the days once, even simultaneously, and none to another course', async () => {
  const id = await addCourse()
  const { expires_at: before } = await rowOf(id)
  const request = { request_id: randomUUID() }
  const results = await Promise.all(Array.from({ length: 5 }, () => extend(id, request)))
  expect(new Set(results.map(({ expires_at }) => expires_at)).size).toBe(1)
  expect((await rowOf(id)).expires_at!.getTime() - before!.getTime()).toBe(10 * day)
  expect(await events(id)).toHaveLength(1)
  const other = await addCourse()
  await expect(extend(other, request)).rejects.toMatchObject({ kind: { status: 409 } })
})

test('one of two extensions from the same state gets a conflict', async () => {
  const id = await addCourse()
  const expires_at = (await rowOf(id)).expires_at!.toISOString()
  const results = await Promise.allSettled([1, 2].map(() => extend(id, { expires_at })))
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await rowOf(id)).expires_at!.getTime() - Date.parse(expires_at)).toBe(10 * day)
})

test('refuses a course that is complete, failed, refunded or unpaid, and keeps its expiry date', async () => {
  const refusal = Object.values(status).filter((statusId) => !isExtendable(statusId))
  expect(refusal.sort((item, other) => item - other)).toEqual([2, 6, 7, 8, 16, 17, 18, 19, 20])
  for (const statusId of refusal) {
    const id = await addCourse(statusId)
    const before = await rowOf(id)
    await expect(extend(id), String(statusId)).rejects.toMatchObject({ kind: { code: 'NOT_EXTENDABLE' } })
    expect(await rowOf(id)).toEqual(before)
  }
})

test('refuses a course whose order was canceled', async () => {
  const id = await addCourse(status.notPaid)
  await course.ctx({ kind: 'system', name: 'test' }).tx((ctx) => changeStatus(ctx, id, status.disabled, 'payment'))
  await expect(extend(id)).rejects.toMatchObject({ kind: { code: 'NOT_EXTENDABLE' } })
  const { extendable } = await courseExtension.run(staff(), { student_course_id: id })
  expect(extendable).toBe(false)
})

test('refuses a course without an expiry date, and a date more than a year away', async () => {
  const courseWithoutEnd = await addCourse(status.inProgress, null)
  await expect(extend(courseWithoutEnd)).rejects.toMatchObject({ kind: { code: 'NO_END' } })
  const far = await addCourse(status.inProgress, 300)
  await expect(extend(far, { days: 90 })).rejects.toMatchObject({ kind: { code: 'EXTENDED_TOO_FAR' } })
  await extend(far, { days: 60 })
})

test('New York: refuses completion later than 30 days after the registration', async () => {
  await db.read`update identity.person set lk_state_id = ${stateIdOf('NY')!} where user_id = ${user_id}`
  const id = await addCourse(status.inProgress, 20)
  const { latest } = await courseExtension.run(staff(), { student_course_id: id })
  expect(latest).toMatchObject({ agency: 'Motor vehicle agency of New York' })
  await extend(id, { days: 9 })
  await expect(extend(id, { days: 9 })).rejects.toMatchObject({ kind: { code: 'AGENCY_DEADLINE' } })
  await db.read`update identity.person set lk_state_id = null where user_id = ${user_id}`
})

test('refuses staff without the permission, students and staff of other organizations', async () => {
  const id = await addCourse()
  const before = await rowOf(id)
  await expect(extend(id, {}, staff(['MANAGE_STUDENTS:READ']))).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(extend(id, {}, course.student(user_id))).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(extend(id, {}, staff(undefined, 2))).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(courseExtension.run(staff(undefined, 2), { student_course_id: id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
  expect(await rowOf(id)).toEqual(before)
})

test.each([{ days: 0 }, { days: 91 }, { days: 1.5 }, { reason: ' ' }, { request_id: 'x' }])(
  'refuses %o',
  async (invalidFields) => {
    const id = await addCourse()
    await expect(extend(id, invalidFields)).rejects.toMatchObject({ kind: { status: 400 } })
  },
)

test('staff see who added how many days, and why', async () => {
  const id = await addCourse()
  await extend(id)
  await extend(id, { days: 3, reason: 'Power cut.' })
  const { extendable, extensions, student_name } = await courseExtension.run(staff(), { student_course_id: id })
  const [person] = await db.read<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from identity.person where user_id = ${user_id}`
  expect(student_name).toBe(person!.name)
  expect(extendable).toBe(true)
  expect(extensions).toMatchObject([
    { days: 3, reason: 'Power cut.' },
    { days: 10, reason: 'Was in the hospital.' },
  ])
})

/** Whether the sweep warns of a course that was sold so many days ago and ends in so many days. */
async function isWarned(
  sold_days_ago: number,
  days_left: number,
  courseStatus: number = status.inProgress,
): Promise<boolean> {
  const id = await course.enrolled(user_id, courseStatus)
  await db.read`
    update learning.student_course
    set created_at = platform.now() - ${sold_days_ago} * interval '1 day',
        expires_at = platform.now() + ${days_left} * interval '1 day'
    where student_course_id = ${id}`
  const sweep = () => warnOfExpiry(course.ctx({ kind: 'system', name: 'test' }), new AbortController().signal)
  await Promise.all([sweep(), sweep()])
  await sweep()
  const warnings = course.facts.filter(({ fact, data }) => {
    const { student_course_id } = data as { student_course_id?: number }
    return fact === 'learning.expires_soon' && student_course_id === id
  })
  expect(warnings.length).toBeLessThan(2)
  return warnings.length === 1
}

test.each([
  ['7 days before the end of a long course', 30, 6.9, true],
  ['more than 7 days before', 30, 7.1, false],
  ['in the first half of a short course', 1, 4, false],
  ['shortly before half of its time', 2.4, 2.6, false],
  ['shortly after half of its time', 2.6, 2.4, true],
  ['before half of 14 days', 6.9, 7.1, false],
  ['after half of 14 days', 7.1, 6.9, true],
  ['after its end', 30, -0.1, false],
])('warns of the end of a course %s: sold %f days ago, %f days left: %s', async (_case, daysAgo, daysLeft, result) => {
  expect(await isWarned(daysAgo, daysLeft)).toBe(result)
})

test('warns of the end of a course only while its student must act', async () => {
  const { paidNotRegistered, inRegistration, paidRegistered, inSecuritySetup, inProgress, attemptedCompletion } = status
  const takingStatuses = new Set<number>([
    paidNotRegistered,
    inRegistration,
    paidRegistered,
    inSecuritySetup,
    inProgress,
    attemptedCompletion,
  ])
  for (const statusId of Object.values(status))
    expect([statusId, await isWarned(30, 3, statusId)]).toEqual([statusId, takingStatuses.has(statusId)])
})
