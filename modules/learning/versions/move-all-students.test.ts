import { beforeAll, beforeEach, expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { fetchNotBegun, maxMoved } from './fetch-not-begun.ts'
import { carryOutMove, moveAllStudents } from './move-all-students.ts'

const { db, app } = await testDatabase()
const course = await courseFixture({ db, app })
const [first, second] = [1, 2]
const input = { course_id: 1, course_version_id: second, from_course_version_id: first }
const system = course.ctx({ kind: 'system', name: 'test' })
let user_id = 0

beforeAll(async () => {
  await db.tx(async (sql) => {
    await sql`
      insert into catalogue.course_version (course_version_id, course_id, version_number, name, published_at)
      values (2, 1, 2, 'Safe Driving', platform.now()), (3, 1, 0, 'Draft', null)`
    await sql`insert into catalogue.course (course_id, organization_id, slug) values (2, 2, 'theirs')`
    await sql`
      insert into catalogue.course_version (course_version_id, course_id, version_number, name, published_at)
      values (4, 2, 1, 'Theirs', platform.now())`
  })
})
beforeEach(async () => {
  user_id = await course.person(1, 1)
  await db.read`update learning.student_course set lk_student_course_status_id = ${status.refunded}`
})

const keys = ['MANAGE_COURSES:UPDATE', 'MANAGE_STUDENTS:UPDATE']
function staff(permissions = keys, organization_id = 1): Ctx {
  const { actor } = course.student(user_id, organization_id)
  return course.ctx({ ...actor, role: 'Admin', permissions: new Set(permissions) } as typeof actor, organization_id)
}
/** Adds students who have paid and done nothing. */
async function buyers(count: number): Promise<number[]> {
  const courseIds: number[] = []
  for (let n = 0; n < count; n++) courseIds.push(await course.enrolled(await course.person(), status.paidNotRegistered))
  await db.read`
    update learning.student_course set registered_at = null, agreed_at = null
    where student_course_id = any(${db.read.array(courseIds)})`
  return courseIds
}
const countIn = async (version: number) => {
  const [row] = await db.read<{ count: number }>`
    select count(*)::int as count from learning.student_course
    where course_version_id = ${version} and lk_student_course_status_id = ${status.paidNotRegistered}`
  return row!.count
}
const taskOf = async (task_id: number) => {
  const [row] = await db.read<{
    state: string
    rows_done: number
    rows_total: number
    summary_en: string | null
    summary_params: object
  }>`
    select state, rows_done, rows_total, summary_en, summary_params from identity.task where task_id = ${task_id}`
  return row!
}
const eventsOf = async (action: string) => {
  const [row] = await db.read<{ count: number }>`
    select count(*)::int as count from platform.audit_event where action = ${action}`
  return row!.count
}

test('more students than one page are listed by pages, and moved by one task, each with a history entry', async () => {
  const ids = await buyers(maxMoved + 5)
  await db.read`update learning.student_course set audio_ind = true where student_course_id = ${ids[7]!}`
  const list = (after_id: number | null) =>
    fetchNotBegun.run(staff(), { course_id: 1, course_version_id: first, after_id })
  const page = await list(null)
  expect([page.students.length, page.count]).toEqual([maxMoved, ids.length])
  const nextPage = await list(page.after_id)
  expect([nextPage.students.length, nextPage.count, nextPage.after_id]).toEqual([5, ids.length, null])
  const listedIds = [...page.students, ...nextPage.students].map(({ student_course_id }) => student_course_id)
  expect(listedIds).toEqual(ids.toReversed())

  const { task_id, message } = await moveAllStudents.run(staff(), input)
  expect(message).toContain("We're moving the students.")
  // A second request finds the task of the first, and sends no second fact.
  const factsBefore = course.facts.length
  expect((await moveAllStudents.run(staff(), input)).task_id).toBe(task_id)
  expect(course.facts.length).toBe(factsBefore)
  expect(await countIn(second)).toBe(0)

  // A worker dies in its second transaction: the first one's students are moved and counted, none of the second's.
  const last = ids.at(-1)!
  await db.read.text(
    `alter table learning.student_course add constraint killed
     check (student_course_id <> ${last} or course_version_id <> ${second}) not valid`,
  )
  await expect(carryOutMove(system, task_id)).rejects.toThrow()
  expect([await countIn(second), await eventsOf('course.moved-to-version')]).toEqual([maxMoved - 1, maxMoved - 1])
  expect(await taskOf(task_id)).toMatchObject({ state: 'running', rows_done: maxMoved - 1, rows_total: ids.length })
  await db.read.text('alter table learning.student_course drop constraint killed')

  // The next worker continues, and skips the student with narration, which the version lacks.
  await carryOutMove(system, task_id)
  expect([await countIn(second), await countIn(first)]).toEqual([ids.length - 1, 1])
  expect(await eventsOf('course.moved-to-version')).toBe(ids.length - 1)
  expect(await taskOf(task_id)).toMatchObject({
    state: 'done',
    summary_params: { moved: ids.length - 1, kept: 1 },
  })
  await carryOutMove(system, task_id)
  expect(await eventsOf('course.move-students')).toBe(2)
})

test('students who start before the move stay, as do all if the requester loses the permission', async () => {
  const [begun, waitingCount] = (await buyers(2)) as [number, number]
  const { task_id } = await moveAllStudents.run(staff(), input)
  await db.read`update learning.student_course set started_at = platform.now() where student_course_id = ${begun}`
  await carryOutMove(system, task_id)
  const versions = await db.read`
    select student_course_id, course_version_id from learning.student_course
    where student_course_id in (${begun}, ${waitingCount}) order by 1`
  expect(versions).toEqual([
    { student_course_id: begun, course_version_id: first },
    { student_course_id: waitingCount, course_version_id: second },
  ])

  await buyers(2)
  const result = await moveAllStudents.run(staff(), input)
  await db.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${user_id}, 1, 'MANAGE_STUDENTS:UPDATE', false)`
  const before = await countIn(second)
  await carryOutMove(system, result.task_id)
  expect(await taskOf(result.task_id)).toMatchObject({
    state: 'failed',
    summary_en: expect.stringContaining('you no longer have permission to move its students'),
  })
  expect(await countIn(second)).toBe(before)
})

test('a permission lost during the move stops it after the current batch', async () => {
  await db.read`delete from identity.permission where user_id = ${user_id}`
  await buyers(maxMoved + 1)
  const before = [await countIn(first), await countIn(second)]
  const { task_id } = await moveAllStudents.run(staff(), input)
  await db.read.text(`create function learning.lose_right() returns trigger language plpgsql as $$ begin
      insert into identity.permission (user_id, organization_id, key, granted)
      values (${user_id}, 1, 'MANAGE_STUDENTS:UPDATE', false) on conflict do nothing;
      return null;
    end $$`)
  await db.read.text(
    'create trigger lose_right after update on learning.student_course execute function learning.lose_right()',
  )
  await carryOutMove(system, task_id)
  await db.read.text('drop trigger lose_right on learning.student_course')
  await db.read.text('drop function learning.lose_right()')
  const movedCount = (await countIn(second)) - before[1]!
  expect(movedCount).toBeGreaterThan(0)
  expect(await countIn(first)).toBe(before[0]! - movedCount)
  expect(await countIn(first)).toBeGreaterThan(0)
  expect(await taskOf(task_id)).toMatchObject({ state: 'failed', rows_done: movedCount })
  await db.read`delete from identity.permission where user_id = ${user_id}`
})

test('returns 404 for drafts, versions of other courses and the same version, and 403 without both permissions', async () => {
  const notFound = { kind: { status: 404 } }
  for (const invalidInput of [
    { ...input, course_version_id: 3 },
    { ...input, from_course_version_id: 3 },
    { ...input, from_course_version_id: 4 },
    { ...input, from_course_version_id: second },
    { course_id: 2, course_version_id: 4, from_course_version_id: 4 },
  ])
    await expect(moveAllStudents.run(staff(), invalidInput)).rejects.toMatchObject(notFound)
  await expect(moveAllStudents.run(staff(keys, 2), input)).rejects.toMatchObject(notFound)
  for (const key of keys)
    await expect(moveAllStudents.run(staff([key]), input)).rejects.toMatchObject({ kind: { status: 403 } })
})
