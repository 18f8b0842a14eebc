import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startRegistration } from '#modules/learning/registration/start-registration.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { countStudentsByVersion, fetchNotBegun } from './fetch-not-begun.ts'
import { moveStudents } from './move-students.ts'

const { db, app } = await testDatabase()
/** Whether the students agreed to the disclaimer when they bought. */
let agreedAtPurchase = false
const { purchaseAgreement } = await import('#modules/learning/proofs/agreement.sql.ts')
const agreement = { typed: 'I Agree', text_hash: 'x', agreed_at: new Date(0), address: null, user_agent: null }
const course = await courseFixture(
  { db, app },
  {
    registration: { enabled: true },
    ports: [[purchaseAgreement, async () => (agreedAtPurchase ? agreement : null)]] as never,
  },
)
const [first, second] = [1, 2]

beforeAll(async () => {
  await db.tx(async (sql) => {
    await sql`
      insert into catalogue.course_version (course_version_id, course_id, version_number, name, course_registration_options,
        published_at)
      values (2, 1, 2, 'Safe Driving', '{"enabled": true}', platform.now()), (3, 1, 0, 'Draft', '{}', null)`
    await sql`insert into catalogue.component (course_version_id, component_id, position, section_id, name,
        lk_component_type_id, final_ind, required_seconds, data)
      select 2, component_id, position, null, name, lk_component_type_id, final_ind, required_seconds, data
      from catalogue.component where course_version_id = 1 and final_ind`
    await sql`insert into catalogue.course (course_id, organization_id, slug) values (2, 2, 'theirs')`
    await sql`
      insert into catalogue.course_version (course_version_id, course_id, version_number, name, published_at)
      values (4, 2, 1, 'Theirs', platform.now())`
    await sql`update catalogue.course set published_version_id = 4 where course_id = 2`
  })
})
beforeEach(() => {
  agreedAtPurchase = false
})

const keys = ['MANAGE_COURSES:UPDATE', 'MANAGE_STUDENTS:UPDATE']
function staff(permissions = keys, organization_id = 1): Ctx {
  const actor = course.student(9_001, organization_id).actor
  return course.ctx({ ...actor, role: 'Admin', permissions: new Set(permissions) } as typeof actor, organization_id)
}
const move = (student_course_ids: number[], course_version_id = second, callerCtx = staff(), course_id = 1) =>
  moveStudents.run(callerCtx, { course_id, course_version_id, student_course_ids })
const versionOf = async (student_course_id: number) => {
  const [row] = await db.read<{ course_version_id: number }>`
    select course_version_id from learning.student_course where student_course_id = ${student_course_id}`
  return row!.course_version_id
}
/** A student who has paid and done nothing. */
async function buyCourse(): Promise<{ user_id: number; student_course_id: number }> {
  const user_id = await course.person()
  const student_course_id = await course.enrolled(user_id, status.paidNotRegistered)
  await db.read`
    update learning.student_course set registered_at = null, agreed_at = null
    where student_course_id = ${student_course_id}`
  return { user_id, student_course_id }
}
const refusal = (code: string) => ({ kind: { code } })

test('students without progress move to another published version and back, with both in the history', async () => {
  const { student_course_id } = await buyCourse()
  const listedStudents = async (course_version_id: number) => {
    const { students } = await fetchNotBegun.run(staff(), { course_id: 1, course_version_id })
    return students.some((student) => student.student_course_id === student_course_id)
  }
  const countsOf = async () => {
    const counts = await countStudentsByVersion(staff(), [first, second])
    return [first, second].map((version) => counts.get(version)?.not_begun ?? 0)
  }
  expect(await listedStudents(first)).toBe(true)
  expect(await countsOf()).toEqual([1, 0])
  expect(await move([student_course_id])).toMatchObject({
    moved: 1,
    message: 'Students moved to version 2: 1.',
  })
  expect(await versionOf(student_course_id)).toBe(second)
  expect([await listedStudents(first), await listedStudents(second)]).toEqual([false, true])
  expect(await countsOf()).toEqual([0, 1])
  const events = await db.read<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from platform.audit_event
    where subject in (${`student_course_id:${student_course_id}`}, 'course_id:1') order by audit_event_id`
  expect(events).toEqual([
    {
      action: 'course.moved-to-version',
      before: { course_version_id: first, version_number: 1 },
      after: { course_version_id: second, version_number: 2 },
    },
    {
      action: 'course.move-students',
      before: null,
      after: { course_version_id: second, version_number: 2, students: 1 },
    },
  ])
  expect(await move([student_course_id])).toMatchObject({ moved: 0 })
  expect(await move([student_course_id], first)).toMatchObject({ moved: 1 })
})

test.each([
  ['was started', { started_at: new Date() }],
  ['is registered', { registered_at: new Date() }],
  ['was agreed to', { agreed_at: new Date() }],
  ['is in progress', { lk_student_course_status_id: status.inProgress }],
  ['was refunded', { lk_student_course_status_id: status.refunded }],
])('a course that %s does not move, and neither do the others', async (_what, change) => {
  const [begunCourse, waitingCourse] = [await buyCourse(), await buyCourse()]
  await db.read`
    update learning.student_course set ${db.read(change)} where student_course_id = ${begunCourse.student_course_id}`
  await expect(move([waitingCourse.student_course_id, begunCourse.student_course_id])).rejects.toMatchObject(
    refusal('STUDENT_HAS_BEGUN'),
  )
  expect(await versionOf(waitingCourse.student_course_id)).toBe(first)
  expect(await versionOf(begunCourse.student_course_id)).toBe(first)
})

test('a registration started at the same moment is never begun in one version and moved to another', async () => {
  for (let round = 0; round < 12; round++) {
    const { user_id, student_course_id } = await buyCourse()
    const [began, moved] = await Promise.allSettled([
      startRegistration.run(course.student(user_id), { studentCourseId: student_course_id }),
      move([student_course_id]),
    ])
    expect(began.status).toBe('fulfilled')
    expect(await versionOf(student_course_id)).toBe(moved.status === 'fulfilled' ? second : first)
    if (moved.status === 'rejected') expect(moved.reason).toMatchObject(refusal('STUDENT_HAS_BEGUN'))
    await expect(move([student_course_id], moved.status === 'fulfilled' ? first : second)).rejects.toMatchObject(
      refusal('STUDENT_HAS_BEGUN'),
    )
  }
})

test('two simultaneous moves leave each student in one version, with both in the history', async () => {
  const ids = [(await buyCourse()).student_course_id, (await buyCourse()).student_course_id]
  const results = await Promise.all([move(ids), move([...ids].reverse())])
  expect(results.map(({ moved }) => moved).toSorted()).toEqual([0, 2])
})

test('purchased narration and an agreement to another disclaimer prevent a move', async () => {
  const { student_course_id } = await buyCourse()
  await db.read`update learning.student_course set audio_ind = true where student_course_id = ${student_course_id}`
  await expect(move([student_course_id])).rejects.toMatchObject(refusal('NARRATION_MISSING'))
  await db.read`update learning.student_course set audio_ind = false where student_course_id = ${student_course_id}`
  agreedAtPurchase = true
  expect(await move([student_course_id])).toMatchObject({ moved: 1 })
  await db.tx(async (sql) => {
    await sql`alter table catalogue.course_version disable trigger user`
    await sql`
      insert into catalogue.course_version (course_version_id, course_id, organization_id, version_number, name, disclaimer,
        published_at)
      values (5, 1, 1, 3, 'Safe Driving', 'At your own risk.', platform.now())`
    await sql`alter table catalogue.course_version enable trigger user`
  })
  await expect(move([student_course_id], 5)).rejects.toMatchObject(refusal('DISCLAIMER_AGREED'))
  agreedAtPurchase = false
  expect(await move([student_course_id], 5)).toMatchObject({ moved: 1 })
})

test('returns 404 for drafts, versions of other courses, and foreign students and courses', async () => {
  const { student_course_id } = await buyCourse()
  const notFound = { kind: { status: 404 } }
  await expect(move([student_course_id], 3)).rejects.toMatchObject(notFound)
  await expect(move([student_course_id], 4)).rejects.toMatchObject(notFound)
  await expect(move([student_course_id], second, staff(keys, 2))).rejects.toMatchObject(notFound)
  await expect(move([student_course_id], 4, staff(keys, 2), 2)).rejects.toMatchObject(notFound)
  await expect(move([student_course_id, 999_999])).rejects.toMatchObject(notFound)
  const list = { course_id: 1, course_version_id: first }
  await expect(fetchNotBegun.run(staff(keys, 2), list)).rejects.toMatchObject(notFound)
  expect(await versionOf(student_course_id)).toBe(first)
})

test('requires both permissions: courses alone or students alone return 403', async () => {
  const { student_course_id } = await buyCourse()
  for (const key of keys)
    await expect(move([student_course_id], second, staff([key]))).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(move([], second)).rejects.toMatchObject({ kind: { status: 400 } })
})
