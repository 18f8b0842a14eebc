import { expect, test } from 'vitest'
import { permissionIdOf } from '#modules/identity/entry.ts'
import { setUserStatus } from '#modules/identity/index.ts'
import { savePermissions } from '#modules/identity/permission-management/save-permissions.ts'
import { exitViewAs } from '#modules/identity/view-as/exit-view-as.ts'
import { returnFromView } from '#modules/identity/view-as/leave-view.sql.ts'
import { viewAs } from '#modules/identity/view-as/view-as.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()
const minute = 60_000

type Someone = Parameters<typeof site.addPerson>[0] & { keys?: readonly string[] }
async function person({ keys = [], ...someone }: Someone = {}) {
  const addedPerson = await site.addPerson(someone)
  for (const key of keys) await grant(addedPerson.user_id, key)
  return addedPerson
}
const grant = (user_id: number, key: string, granted = true) => site.database.read`
  insert into identity.permission (user_id, organization_id, key, granted)
  select user_id, organization_id, ${key}, ${granted} from identity.person where user_id = ${user_id}
  on conflict (user_id, key) do update set granted = excluded.granted`
const codeOf = (operation: Promise<unknown>) =>
  operation.then(
    () => 'yes',
    (error) => error.kind?.code ?? String(error),
  )

const key = 'CAN_VIEW_AS:READ'
const staff = {
  admin: await person({ role: 'Admin' }),
  'admin without the key': await person({ role: 'Admin' }),
  'instructor with the key': await person({ role: 'Instructor', keys: [key] }),
  'instructor who may also remove instructors': await person({
    role: 'Instructor',
    keys: [key, 'MANAGE_INSTRUCTORS:DELETE', 'MANAGE_SUPPORT:READ'],
  }),
  'instructor without the key': await person({ role: 'Instructor' }),
  'support with the key': await person({ role: 'Support', keys: [key] }),
  student: await person(),
  'admin of the organization below': await person({ role: 'Admin', code: 'BBB' }),
  'admin of another organization': await person({ role: 'Admin', code: 'CCC' }),
}
await grant(staff['admin without the key'].user_id, key, false)
const target = {
  student: await person(),
  'student below': await person({ code: 'BBB' }),
  'student elsewhere': await person({ code: 'CCC' }),
  'disabled student': await person({ status: 2 }),
  instructor: await person({ role: 'Instructor' }),
  'instructor with more rights': await person({ role: 'Instructor', keys: ['MANAGE_PAYMENTS:UPDATE'] }),
  support: await person({ role: 'Support' }),
  admin: await person({ role: 'Admin' }),
}
type Target = keyof typeof target | 'themselves'
const everybody = [...(Object.keys(target) as Target[]), 'themselves'] as const

/** The people whom each may view; `no`: refused. Anyone else doesn't exist for them. */
const table: Record<keyof typeof staff, { yes: Target[]; no?: Target[]; always?: string }> = {
  admin: {
    yes: ['student', 'student below', 'instructor', 'instructor with more rights', 'support', 'admin'],
    no: ['disabled student', 'themselves'],
  },
  'admin without the key': { yes: [], always: 'FORBIDDEN' },
  'instructor with the key': {
    yes: ['student', 'student below', 'support'],
    no: ['disabled student', 'instructor', 'instructor with more rights', 'admin', 'themselves'],
  },
  'instructor who may also remove instructors': {
    yes: ['student', 'student below', 'instructor', 'support'],
    no: ['disabled student', 'instructor with more rights', 'admin', 'themselves'],
  },
  'instructor without the key': { yes: [], always: 'FORBIDDEN' },
  'support with the key': {
    yes: ['student', 'student below', 'support'],
    no: ['disabled student', 'instructor', 'instructor with more rights', 'admin', 'themselves'],
  },
  student: { yes: [], always: 'FORBIDDEN' },
  'admin of the organization below': { yes: ['student below'], no: ['themselves'] },
  'admin of another organization': { yes: ['student elsewhere'], no: ['themselves'] },
}

test.each(Object.keys(staff) as (keyof typeof staff)[])('T-16: permitted viewers: %s', async (who) => {
  const { yes, no = [], always } = table[who]
  for (const targetId of everybody) {
    const { ctx } = await site.signIn(staff[who])
    const userId = targetId === 'themselves' ? staff[who].user_id : target[targetId].user_id
    const expected = always ?? (yes.includes(targetId) ? 'yes' : no.includes(targetId) ? 'CANNOT_VIEW_AS' : 'NOT_FOUND')
    expect([targetId, await codeOf(viewAs.run(ctx, { userId }))]).toEqual([targetId, expected])
  }
})

test('T-16: a visitor is redirected to sign in, and an unknown person returns 404', async () => {
  expect(await codeOf(viewAs.run(await site.visit(), { userId: target.student.user_id }))).toBe('UNAUTHENTICATED')
  const { ctx } = await site.signIn(staff.admin)
  expect(await codeOf(viewAs.run(ctx, { userId: 999_999 }))).toBe('NOT_FOUND')
})

/** An Admin who views as a student: their own session and token, the view's token and context. */
async function view({ last_route = '/manage/students?limit=25', of: studentId = target.student } = {}) {
  const admin = await person({ role: 'Admin' })
  const session = await site.signIn(admin)
  const result = await viewAs.run(session.ctx, { userId: studentId.user_id, reason: 'a call', last_route })
  const signedIn = await site.whois(result.token)
  if (!signedIn) throw new Error('the view is not valid')
  return { admin, own: session, answer: result, seen: signedIn, ctx: await site.visit({ actor: signedIn.actor }) }
}

test("T-16: a view shows the student, with the student's permissions, and names the viewer", async () => {
  const { admin, seen, answer } = await view()
  expect(seen.actor).toMatchObject({ user_id: target.student.user_id, role: 'Student', viewed_by: admin.user_id })
  expect(seen.actor.permissions.size).toBe(0)
  expect(answer.data).toMatchObject({ previousUserId: admin.user_id, user: { user_id: target.student.user_id } })
})

test('T-16: refuses a view within a view', async () => {
  const { ctx } = await view({ of: target.admin })
  expect(await codeOf(viewAs.run(ctx, { userId: target.student.user_id }))).toBe('ALREADY_VIEWING')
})

test('T-16: the session must have been proved in the last 15 minutes', async () => {
  const { ctx } = await site.signIn(staff.admin)
  site.clock.offset_ms += 16 * minute
  const laterCtx = await site.visit({ actor: ctx.actor })
  expect(await codeOf(viewAs.run(laterCtx, { userId: target.student.user_id }))).toBe('PROOF_NEEDED')
})

test('T-16: a view ends after half an hour, however active, and the staff member returns to their own session', async () => {
  const { admin, own, answer } = await view()
  for (let n = 0; n < 29; n++) {
    site.clock.offset_ms += minute
    expect(await site.whois(answer.token)).not.toBeNull()
  }
  site.clock.offset_ms += 61_000
  expect(await site.whois(answer.token)).toBeNull()
  const wayBack = await returnFromView(await site.visit(), answer.token)
  expect(wayBack?.last_route).toBe('/manage/students?limit=25')
  expect((await site.whois(wayBack!.token))?.actor).toMatchObject({ user_id: admin.user_id, viewed_by: null })
  expect(await returnFromView(await site.visit(), answer.token), 'a second time').toBeNull()
  site.clock.offset_ms += 31_000
  expect(await site.whois(own.token), 'the token of before').toBeNull()
})

test('T-16: a view never outlives the session it is based on', async () => {
  const admin = await person({ role: 'Admin' })
  const { ctx, token } = await site.signIn(admin)
  const almost = new Date(site.clock.now().getTime() + 10 * minute)
  await site.database.read`update identity.session set expires_at = ${almost} where session_id = ${sessionOf(ctx)}`
  const result = await viewAs.run(ctx, { userId: target.student.user_id })
  expect(result.expires_at).toBe(almost.toISOString())
  site.clock.offset_ms += 11 * minute
  expect([await site.whois(token), await site.whois(result.token)]).toEqual([null, null])
  expect(await returnFromView(await site.visit(), result.token)).toBeNull()
})

const sessionOf = ({ actor }: Ctx) => (actor.kind === 'user' ? actor.session_id : 0)

test("T-16: exit returns to the viewer's own account, whatever id the request names, with a new token, once", async () => {
  const { admin, own, answer, ctx } = await view()
  const response = await exitViewAs.run(ctx, { userId: target.admin.user_id })
  expect(response).toMatchObject({ user: { user_id: admin.user_id }, last_route: '/manage/students?limit=25' })
  expect(response.token).not.toBe(own.token)
  expect((await site.whois(response.token))?.actor.user_id).toBe(admin.user_id)
  expect(await site.whois(answer.token)).toBeNull()
  expect(await returnFromView(await site.visit(), answer.token)).toBeNull()
  expect(await codeOf(exitViewAs.run(ctx, {}))).toBe('UNAUTHENTICATED')
  const { ctx: visitorCtx } = await site.signIn(admin)
  expect(await codeOf(exitViewAs.run(visitorCtx, { userId: target.admin.user_id }))).toBe('NOT_VIEWING')
})

const twenty = (operation: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, () => codeOf(operation())))
const live = ({ user_id }: { user_id: number }) =>
  site.database.read`select from identity.session where user_id = ${user_id} and ended_at is null`

test('T-16: one of twenty simultaneous exits restores the session', async () => {
  const { ctx, admin } = await view()
  expect((await twenty(() => exitViewAs.run(ctx, {}))).filter((code) => code === 'yes')).toHaveLength(1)
  expect(await live(admin)).toHaveLength(1)
})

test('T-16: one of twenty views started by a session at the same time stays', async () => {
  const { ctx } = await site.signIn(await person({ role: 'Admin' }))
  const viewed = await person()
  expect(await twenty(() => viewAs.run(ctx, { userId: viewed.user_id }))).toContain('yes')
  expect(await live(viewed)).toHaveLength(1)
})

const ends: Record<string, (viewed: Awaited<ReturnType<typeof view>>, other: Ctx) => Promise<unknown>> = {
  'the staff member is disabled': ({ admin }, other) => setUserStatus(other, admin.user_id, 2),
  'the staff member loses the key': ({ admin }, other) =>
    savePermissions.run(other, {
      user_id: admin.user_id,
      permissions: [{ permission_id: permissionIdOf('CAN_VIEW_AS:READ'), enabled: false }],
    }),
  'the staff member becomes a student': ({ admin }) =>
    site.database.read`update identity.person set lk_user_role_id = 3 where user_id = ${admin.user_id}`,
  'the key is taken in the table': ({ admin }) => grant(admin.user_id, key, false),
  "the staff member's session ends": ({ own }) =>
    site.database.read`update identity.session set ended_at = now() where session_id = ${sessionOf(own.ctx)}`,
  'the person is disabled': ({ seen }, other) => setUserStatus(other, seen.actor.user_id, 2),
}
test.each(Object.keys(ends))('T-16: a view ends within one request when %s', async (reason) => {
  const viewed = await view({ of: await person() })
  const other = await site.signIn(staff.admin)
  expect(await site.whois(viewed.answer.token)).not.toBeNull()
  await ends[reason]!(viewed, other.ctx)
  expect(await site.whois(viewed.answer.token)).toBeNull()
})

test('T-16: a view ends when the person gets more permissions than the staff member has', async () => {
  const instructor = await person({ role: 'Instructor', keys: [key] })
  const support = await person({ role: 'Support' })
  const { ctx } = await site.signIn(instructor)
  const { token } = await viewAs.run(ctx, { userId: support.user_id })
  await grant(support.user_id, 'MANAGE_PAYMENTS:UPDATE')
  expect(await site.whois(token)).toBeNull()
  const wayBack = await returnFromView(await site.visit(), token)
  expect((await site.whois(wayBack!.token))?.actor.user_id).toBe(instructor.user_id)
})

test('T-16: a second view ends the first, which cannot be resumed', async () => {
  const { own, answer } = await view()
  const second = await viewAs.run(own.ctx, { userId: target.support.user_id })
  expect(await site.whois(answer.token)).toBeNull()
  expect(await returnFromView(await site.visit(), answer.token)).toBeNull()
  expect((await site.whois(second.token))?.actor.user_id).toBe(target.support.user_id)
})

test('T-16: the return address is a path of this site, whatever was requested', async () => {
  for (const last_route of ['//evil.example', 'https://evil.example/x', '/\\evil.example', 'javascript:alert(1)']) {
    const { ctx } = await view({ last_route })
    expect((await exitViewAs.run(ctx, {})).last_route).toBe('/dashboard')
  }
})

test('T-16: reason and both people are recorded', async () => {
  const { admin, answer } = await view({ of: await person() })
  const [row] = await site.database.read<Record<string, unknown>>`
    select actor_user_id, subject_user_id, after from platform.audit_event
    where action = 'view_as.start' and subject_user_id = ${answer.user.user_id}`
  expect(row).toEqual({
    actor_user_id: admin.user_id,
    subject_user_id: answer.user.user_id,
    after: { reason: 'a call' },
  })
})
