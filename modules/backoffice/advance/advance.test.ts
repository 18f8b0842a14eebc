import { beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { permissionKeys } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts, studentActor } from '#tests/fixtures/learning/course.ts'
import { bellsOf } from '#tests/support/bells.ts'
import {
  fetchAdvanceChapters,
  fetchAdvanceComponents,
  fetchAdvanceCourses,
  fetchAdvanceSections,
} from './advance-choices.ts'
import { advanceKey } from './advance-right.ts'
import { advance } from './advance-student.ts'
import { decideAdvance, fetchWaitingAdvances } from './decide-advance.ts'

const { db, app } = await testDatabase()
const course = await courseFixture({ db, app })
let student_id: number
let student_course_id: number
let ana: Ctx
let ben: Ctx
beforeEach(async () => {
  student_id = await course.person()
  student_course_id = await course.enrolled(student_id)
  ana = await someone()
  ben = await someone()
  await regulated(false)
})

/** An Admin with every permission, in the database as well as in the context. */
async function someone(without?: string, organization_id = 1): Promise<Ctx> {
  const user_id = await course.person(organization_id, 1)
  const permissions = new Set(permissionKeys.filter((key) => key !== without))
  return course.ctx({ ...studentActor(user_id, organization_id), role: 'Admin', permissions }, organization_id)
}

async function regulated(yes: boolean) {
  await db.read`delete from catalogue.course_state`
  if (yes) await db.read`insert into catalogue.course_state (course_version_id, lk_state_id) values (1, 10)`
  clearVersionCache()
}

const inputWith = (changes: object = {}) => ({
  student_course_id,
  component_id: parts.film,
  complete_ind: 0 as unknown as boolean,
  final_ind: 0 as unknown as boolean,
  reason: 'Took these lessons at school',
  ...changes,
})
const ask = async (ctx = ana) => (await advance.run(ctx, inputWith())).advance_request_id!
const code = (errorCode: string) => ({ kind: { code: errorCode } })
const advances = () => db.read`
  select component_id, advanced, reason, advanced_by, approved_by from learning.course_advance
  where student_course_id = ${student_course_id}`
const userOf = (ctx: Ctx) => (ctx.actor.kind === 'user' ? ctx.actor.user_id : 0)
const bells = async (ctx: Ctx) => (await bellsOf(db, userOf(ctx))).map(({ text }) => text)

test('each of the four steps lists the choices of the next one', async () => {
  const { courses } = await fetchAdvanceCourses.run(ana, { student_id })
  expect(courses).toMatchObject([{ student_course_id, course_name: 'Safe Driving', open_ind: true }])
  const { chapters, second_person_ind } = await fetchAdvanceChapters.run(ana, { student_course_id })
  expect(second_person_ind).toBe(false)
  expect(chapters).toMatchObject([
    { name: 'Chapter 1', components: 5, completed: 0, final_ind: false },
    { components: 1, final_ind: true },
  ])
  const { chapter_id } = chapters[0]!
  const { sections } = await fetchAdvanceSections.run(ana, { student_course_id, chapter_id })
  expect(sections).toMatchObject([{ name: 'Section 1', chapter_id, components: 5 }])
  const { section_id } = sections[0]!
  const { components } = await fetchAdvanceComponents.run(ana, { student_course_id, chapter_id, section_id })
  expect(components.map(({ component_id }) => component_id)).toEqual([11, 12, 13, 14, 15])
  const exam = await fetchAdvanceSections.run(ana, { student_course_id, chapter_id: chapters[1]!.chapter_id })
  const last = { chapter_id: chapters[1]!.chapter_id, section_id: exam.sections[0]!.section_id }
  const { components: finals } = await fetchAdvanceComponents.run(ana, { student_course_id, ...last })
  expect(finals).toMatchObject([{ component_id: parts.exam, final_ind: true }])
})

test('T-47: staff advance a student with a reason, and no seat time is credited', async () => {
  expect(await advance.run(ana, inputWith())).toMatchObject({
    component_id: parts.film,
    advanced: 3,
    advance_request_id: null,
    message: 'The student was moved ahead to “Part 14”.',
  })
  expect(await advances()).toMatchObject([{ advanced_by: userOf(ana), approved_by: null, advanced: 3 }])
  const [time] = await db.read<{ ms: number }>`
    select coalesce(sum(credited_ms), 0)::int as ms from learning.student_progress
    where student_course_id = ${student_course_id}`
  expect(time).toEqual({ ms: 0 })
  for (const reason of ['', '   ', 'x'.repeat(501)])
    await expect(advance.run(ana, inputWith({ reason }))).rejects.toMatchObject({ kind: { status: 400 } })
  await expect(advance.run(ana, inputWith())).rejects.toMatchObject(code('NOTHING_TO_ADVANCE'))
})

test('T-47: the final exam is never skipped', async () => {
  const exam = { component_id: parts.exam, final_ind: true }
  await expect(advance.run(ana, inputWith({ ...exam, complete_ind: true }))).rejects.toMatchObject(
    code('EXAM_NOT_ADVANCED'),
  )
  expect(await advance.run(ana, inputWith(exam))).toMatchObject({ component_id: parts.exam, advanced: 5 })
})

test('T-47: advancing needs its own permission, within the organization, and never applies to oneself', async () => {
  const staff = await someone(advanceKey)
  await expect(advance.run(course.student(student_id), inputWith())).rejects.toMatchObject(code('FORBIDDEN'))
  const gates = [advance, fetchAdvanceCourses, fetchAdvanceChapters, fetchWaitingAdvances, decideAdvance]
  for (const { may } of gates) expect([may.gate(staff.actor), may.gate(ana.actor)]).toEqual([false, true])
  const otherOrganizationCtx = await someone(undefined, 2)
  await expect(advance.run(otherOrganizationCtx, inputWith())).rejects.toMatchObject(code('NOT_FOUND'))
  await expect(fetchAdvanceCourses.run(otherOrganizationCtx, { student_id })).rejects.toMatchObject(code('NOT_FOUND'))
  await expect(fetchAdvanceChapters.run(otherOrganizationCtx, { student_course_id })).rejects.toMatchObject(
    code('NOT_FOUND'),
  )
  await db.read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    values (1, ${userOf(ana)}, ${student_id})`
  await expect(advance.run(ana, inputWith())).rejects.toMatchObject(code('OWN_COURSE'))
})

test('T-47: a regulated course needs a second person, who is notified and approves', async () => {
  await regulated(true)
  const response = await advance.run(ana, inputWith())
  expect(response).toMatchObject({ component_id: null, advanced: 0 })
  const advance_request_id = response.advance_request_id!
  expect(await advances()).toEqual([])
  expect((await bells(ben))[0]).toMatch(/^Advancing .* in “Safe Driving” needs your approval\.$/)
  expect(await bells(ana)).toEqual([])
  const listWaiting = async (ctx: Ctx) => (await fetchWaitingAdvances.run(ctx, { student_id })).requests
  expect(await listWaiting(ana)).toMatchObject([{ can: { decide: false, withdraw: true } }])
  expect(await listWaiting(ben)).toMatchObject([
    { advance_request_id, student_id, component_name: 'Part 14', can: { decide: true, withdraw: false } },
  ])
  const ownDecision = decideAdvance.run(ana, { advance_request_id, decision: 'approved' })
  await expect(ownDecision).rejects.toMatchObject(code('ADVANCE_NEEDS_ANOTHER'))
  await decideAdvance.run(ben, { advance_request_id, decision: 'approved' })
  expect(await advances()).toMatchObject([{ advanced_by: userOf(ana), approved_by: userOf(ben), advanced: 3 }])
  expect((await bells(ana))[0]).toContain('was approved')
  const lateDecision = decideAdvance.run(ben, { advance_request_id, decision: 'approved' })
  await expect(lateDecision).rejects.toMatchObject(code('ADVANCE_OVER'))
  expect(await listWaiting(ben)).toEqual([])
})

const link = (user_id: number, related_user_id: number) => db.read`
  insert into identity.linked_account (organization_id, user_id, related_user_id)
  values (1, ${user_id}, ${related_user_id})`
test.each<[string, (other: Ctx) => Promise<unknown>, boolean]>([
  ['another person', async () => {}, true],
  ['an account linked to the requester', (other) => link(userOf(ana), userOf(other)), false],
  ['an account to which the requester is linked', (other) => link(userOf(other), userOf(ana)), false],
  ['an account linked to the student', (other) => link(student_id, userOf(other)), false],
  ['an account to which the student is linked', (other) => link(userOf(other), student_id), false],
])('T-47: a request notifies, and may be decided by, %s', async (_who, prepare, may) => {
  await regulated(true)
  // Only the first twenty holders of the permission are notified.
  await db.read`
    update identity.person set deleted_at = platform.now() where lk_user_role_id = 1 and user_id < ${userOf(ana)}`
  const other = await someone()
  await prepare(other)
  const advance_request_id = await ask()
  expect(await bells(other)).toHaveLength(may ? 1 : 0)
  expect(await bells(ben)).toHaveLength(1)
  const { requests } = await fetchWaitingAdvances.run(other, { student_id })
  expect(requests.map(({ can }) => can.decide)).toEqual([may])
  const decision = decideAdvance.run(other, { advance_request_id, decision: 'approved' }).then(
    () => true,
    () => false,
  )
  expect(await decision).toBe(may)
  expect(await advances()).toHaveLength(may ? 1 : 0)
})

test('T-47: a request is validated on creation, and each course has at most one pending', async () => {
  await regulated(true)
  await expect(advance.run(ana, inputWith({ component_id: 999 }))).rejects.toMatchObject(code('NOT_FOUND'))
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => advance.run(ana, inputWith())))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of all)
    if (result.status === 'rejected') expect(result.reason).toMatchObject(code('ADVANCE_WAITING'))
})

test('one of six simultaneous approvals advances the student', async () => {
  await regulated(true)
  const advance_request_id = await ask()
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, () => decideAdvance.run(ben, { advance_request_id, decision: 'approved' })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await advances()).toHaveLength(1)
})

test('a declined or withdrawn request allows a new one', async () => {
  await regulated(true)
  const first = await ask()
  const withdrawal = decideAdvance.run(ben, { advance_request_id: first, decision: 'withdrawn' })
  await expect(withdrawal).rejects.toMatchObject(code('ADVANCE_NOT_YOURS'))
  await decideAdvance.run(ben, { advance_request_id: first, decision: 'declined', note: 'No proof yet.' })
  expect((await bells(ana))[0]).toContain('was declined')
  const second = await ask()
  await decideAdvance.run(ana, { advance_request_id: second, decision: 'withdrawn' })
  expect(await advances()).toEqual([])
  const events = await db.read`
    select action, after->>'note' as note from platform.audit_event
    where subject = ${`student_course_id:${student_course_id}`} and action ~ 'advance' order by audit_event_id`
  expect(events).toEqual([
    { action: 'course.ask-advance', note: null },
    { action: 'course.decline-advance', note: 'No proof yet.' },
    { action: 'course.ask-advance', note: null },
    { action: 'course.withdraw-advance', note: null },
  ])
})

test('a request is invisible to other organizations, and is not carried out once its author lost the permission', async () => {
  await regulated(true)
  const advance_request_id = await ask()
  const otherOrganizationCtx = await someone(undefined, 2)
  expect((await fetchWaitingAdvances.run(otherOrganizationCtx, {})).requests).toEqual([])
  const outsideDecision = decideAdvance.run(otherOrganizationCtx, { advance_request_id, decision: 'approved' })
  await expect(outsideDecision).rejects.toMatchObject(code('NOT_FOUND'))
  await db.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${userOf(ana)}, 1, ${advanceKey}, false)`
  const decision = decideAdvance.run(ben, { advance_request_id, decision: 'approved' })
  await expect(decision).rejects.toMatchObject(code('ADVANCE_ASKER_GONE'))
  expect(await advances()).toEqual([])
  await decideAdvance.run(ben, { advance_request_id, decision: 'declined' })
})

test('a request expires after seven days and allows a new one', async () => {
  await regulated(true)
  const advance_request_id = await ask()
  await course.move(7 * 86_400 + 1)
  expect((await fetchWaitingAdvances.run(ben, {})).requests).toEqual([])
  const lateDecision = decideAdvance.run(ben, { advance_request_id, decision: 'approved' })
  await expect(lateDecision).rejects.toMatchObject(code('ADVANCE_OVER'))
  expect(await ask()).not.toBe(advance_request_id)
})
