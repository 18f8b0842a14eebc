import { expect, test } from 'vitest'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { readCookie, readLocaleCookie, sessionCookie } from './cookies.ts'
import { forgetOldRows } from './forget-old-rows.sql.ts'
import { endCopiedSession, replaceReference } from './past-reference.sql.ts'
import { hashReference } from './reference.ts'
import { refreshToken } from './refresh-token.ts'
import { touchSession } from './resolve-session.sql.ts'
import { endSession, endSessionsOf, type SignInMethod, startSession } from './session.sql.ts'

const site = await openTestSite()
const minute = 60_000
const hour = 60 * minute

async function lastUseEvery(step: number, until: number, token: string): Promise<number> {
  let elapsed = 0
  while (elapsed < until) {
    elapsed += step
    site.clock.offset_ms += step
    if (!(await site.whois(token))) return elapsed
  }
  return elapsed
}

test('signs out a student after 30 idle minutes', async () => {
  const { token } = await site.signIn(await site.addPerson())
  site.clock.offset_ms += 29 * minute
  expect(await site.whois(token)).not.toBeNull()
  site.clock.offset_ms += 29 * minute
  expect(await site.whois(token)).not.toBeNull()
  site.clock.offset_ms += 31 * minute
  expect(await site.whois(token)).toBeNull()
})

test('signs out staff after 60 idle minutes', async () => {
  const { token } = await site.signIn(await site.addPerson({ role: 'Instructor' }))
  site.clock.offset_ms += 59 * minute
  expect(await site.whois(token)).not.toBeNull()
  site.clock.offset_ms += 61 * minute
  expect(await site.whois(token)).toBeNull()
})

test('signs everyone out after 12 hours, however active', async () => {
  const { token } = await site.signIn(await site.addPerson())
  expect(await lastUseEvery(20 * minute, 13 * hour, token)).toBe(12 * hour)
})

test("'remember me' keeps a student signed in for 30 days, but never staff", async () => {
  const student = await site.signIn(await site.addPerson(), { remember_me: true })
  const staff = await site.signIn(await site.addPerson({ role: 'Admin' }), { remember_me: true })
  site.clock.offset_ms += 13 * hour
  expect(await site.whois(staff.token)).toBeNull()
  site.clock.offset_ms += 29 * 24 * hour
  expect(await site.whois(student.token)).not.toBeNull()
  site.clock.offset_ms += 24 * hour
  expect(await site.whois(student.token)).toBeNull()
})

test("a renewed reference becomes a persistent cookie only with 'remember me'", async () => {
  for (const role of ['Student', 'Admin'] as const) {
    const { ctx } = await site.signIn(await site.addPerson({ role }), { remember_me: true })
    expect((await refreshToken.run(ctx, {})).isRememberMe, role).toBe(role === 'Student')
  }
})

test('watching a course keeps the session alive', async () => {
  const { token, ctx } = await site.signIn(await site.addPerson())
  const session_id = ctx.actor.kind === 'user' ? ctx.actor.session_id : 0
  site.clock.offset_ms += 29 * minute
  await touchSession(site.database.read, { session_id, now: site.clock.now() })
  site.clock.offset_ms += 29 * minute
  expect(await site.whois(token)).not.toBeNull()
})

test("a session's last use is updated at most once a minute", async () => {
  const { token } = await site.signIn(await site.addPerson())
  const lastSeenAt = async () => {
    await site.whois(token)
    const [row] = await site.database.read<{ seen_at: Date }>`
      select seen_at from identity.session order by session_id desc limit 1`
    return row!.seen_at.getTime()
  }
  const first = await lastSeenAt()
  site.clock.offset_ms += minute / 2
  expect(await lastSeenAt()).toBe(first)
  site.clock.offset_ms += minute
  expect(await lastSeenAt()).toBeGreaterThan(first)
})

test('a disabled, deleted or ended session is refused at the next request', async () => {
  const ends = [
    (user_id: number) =>
      site.database.read`update identity.person set lk_user_status_id = 2 where user_id = ${user_id}`,
    (user_id: number) =>
      site.database.read`update identity.person set deleted_at = platform.now() where user_id = ${user_id}`,
    async (user_id: number) => endSessionsOf(await site.visit(), user_id),
  ]
  for (const end of ends) {
    const person = await site.addPerson()
    const { token } = await site.signIn(person)
    await end(person.user_id)
    expect(await site.whois(token)).toBeNull()
  }
})

test('changed permissions take effect with the next request', async () => {
  const person = await site.addPerson({ role: 'Instructor' })
  const { token } = await site.signIn(person)
  expect((await site.whois(token))?.actor.permissions.has('MANAGE_COURSES:READ')).toBe(true)
  const row = { user_id: person.user_id, organization_id: 1, key: 'MANAGE_COURSES:READ', granted: false }
  await site.database.read`insert into identity.permission ${site.database.read(row)}`
  expect((await site.whois(token))?.actor.permissions.has('MANAGE_COURSES:READ')).toBe(false)
})

test('a student has no permissions, even if one was granted', async () => {
  const person = await site.addPerson()
  const row = { user_id: person.user_id, organization_id: 1, key: 'MANAGE_ADMIN:UPDATE', granted: true }
  await site.database.read`insert into identity.permission ${site.database.read(row)}`
  const { token } = await site.signIn(person)
  expect((await site.whois(token))?.actor.permissions.size).toBe(0)
})

test('a session is valid on the sites of its own organization and its sub-organizations, and on no other', async () => {
  const admin = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const below = await site.signIn(await site.addPerson({ code: 'BBB', role: 'Admin' }))
  expect(await site.whois(admin.token, 'BBB')).not.toBeNull()
  expect(await site.whois(admin.token, 'CCC')).toBeNull()
  expect(await site.whois(below.token, 'AAA')).toBeNull()
})

test('ends one session without the others', async () => {
  const person = await site.addPerson()
  const [first, two] = [await site.signIn(person), await site.signIn(person)]
  await endSession(first.ctx, first.ctx.actor.kind === 'user' ? first.ctx.actor.session_id : 0)
  expect(await site.whois(first.token)).toBeNull()
  expect(await site.whois(two.token)).not.toBeNull()
})

test("ending a person's sessions also ends their sign-ins that wait for a second step, and no one else's", async () => {
  const [person, other] = [await site.addPerson(), await site.addPerson()]
  for (const { user_id } of [person, other])
    await site.database.read`
      insert into identity.sign_in_step (handle_hash, user_id, organization_id, kind, method, expires_at)
      values (sha256(${`step-${user_id}`}::bytea), ${user_id}, 1, 'code', 'password', platform.now() + interval '10 minutes')`
  await endSessionsOf((await site.signIn(person)).ctx, person.user_id)
  const steps = await site.database.read`
    select user_id, used_at is not null as used from identity.sign_in_step
    where user_id in (${person.user_id}, ${other.user_id}) order by user_id`
  expect(steps).toEqual([
    { user_id: person.user_id, used: true },
    { user_id: other.user_id, used: false },
  ])
})

test("a session from a client's link ends with the client, and at its usual time if the client lasts longer", async () => {
  const person = await site.addPerson()
  const { ctx } = await site.signIn(person)
  const endWith = async (hours: number) => {
    const ends_at = new Date(ctx.now.getTime() + hours * hour)
    const [client] = await site.database.read<{ client_id: number }>`
      insert into identity.client (organization_id, name, purpose, contact_email, permissions, ends_at, created_by)
      values (1, ${`Client ${hours}`}, 'Sign-in', 'client@example.com', '{}', ${ends_at}, ${person.user_id}) returning client_id`
    const { expires_at } = await startSession(ctx, person.user_id, { method: 'client', client_id: client!.client_id })
    return (expires_at.getTime() - ctx.now.getTime()) / hour
  }
  expect([await endWith(1), await endWith(13)]).toEqual([1, 12])
})

test('the reference itself is not stored', async () => {
  const { token } = await site.signIn(await site.addPerson())
  const rows = await site.database.read<{ row: string }>`select to_jsonb(s)::text as row from identity.session s`
  expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await site.whois('not a reference')).toBeNull()
})

test('the cookie is bound to the host over https and is read by its name', () => {
  const token = 'a'.repeat(43)
  const line = sessionCookie('https://ssd.example.com', token)
  expect(line).toBe(`__Host-waypost=${token}; Path=/; HttpOnly; SameSite=Lax; Secure`)
  expect(sessionCookie('http://localhost', token)).toBe(`waypost=${token}; Path=/; HttpOnly; SameSite=Lax`)
  expect(sessionCookie('http://localhost', null)).toContain('Max-Age=0')
  expect(readCookie('https://ssd.example.com', `a=1; __Host-waypost=${token}`)).toBe(token)
  // Over https, a cookie that a sibling site could have set is ignored.
  expect(readCookie('https://ssd.example.com', `waypost=${token}`)).toBeNull()
  expect(readLocaleCookie('x=1; locale=es-es')).toBe('es-es')
})

test('deletes sessions that are no longer needed, but no live one', async () => {
  const person = await site.addPerson()
  const [endedSession, living] = [await site.signIn(person), await site.signIn(person, { remember_me: true })]
  await endSession(endedSession.ctx, endedSession.ctx.actor.kind === 'user' ? endedSession.ctx.actor.session_id : 0)
  const count = async () => {
    const rows = await site.database.read`select from identity.session where user_id = ${person.user_id}`
    return rows.length
  }
  site.clock.offset_ms += 29 * 24 * hour
  await forgetOldRows(await site.visit())
  expect([await count(), await site.whois(living.token)]).toEqual([
    2,
    expect.objectContaining({ email: person.loginid }),
  ])
  site.clock.offset_ms += 62 * 24 * hour
  await forgetOldRows(await site.visit())
  expect(await count()).toBe(1)
})

test('keeps the former references of a live session, which reveal copies, until it has ended or expired', async () => {
  const sessionOf = async (remember_me: boolean) => {
    const session = await site.signIn(await site.addPerson(), { remember_me })
    await refreshToken.run(session.ctx, {})
    return session
  }
  const [living, endedSession, expired] = [await sessionOf(true), await sessionOf(true), await sessionOf(false)]
  await endSession(endedSession.ctx, endedSession.ctx.actor.kind === 'user' ? endedSession.ctx.actor.session_id : 0)
  const formerSession = async ({ token }: { token: string }) => {
    const rows = await site.database.read`
      select from identity.past_reference where reference_hash = ${hashReference(token)}`
    return rows.length
  }
  site.clock.offset_ms += minute
  await forgetOldRows(await site.visit())
  expect([await formerSession(living), await formerSession(endedSession), await formerSession(expired)]).toEqual([
    1, 0, 1,
  ])
  site.clock.offset_ms += 2 * 24 * hour
  await forgetOldRows(await site.visit())
  expect([await formerSession(living), await formerSession(expired)]).toEqual([1, 0])
  expect(await endCopiedSession(await site.visit(), living.token)).toBe(true)
  await forgetOldRows(await site.visit())
  expect(await formerSession(living)).toBe(0)
})

test('simultaneous requests each get their own session, never an ended or another one', async () => {
  const signedIn = async (code?: string) => {
    const person = await site.addPerson({ ...(code && { code }) })
    return { ...person, ...(await site.signIn(person)) }
  }
  const ownSessions = await Promise.all(Array.from({ length: 12 }, () => signedIn()))
  const [endedSession, below, foreignSession] = [await signedIn(), await signedIn('BBB'), await signedIn('CCC')]
  await endSession(endedSession.ctx, endedSession.ctx.actor.kind === 'user' ? endedSession.ctx.actor.session_id : 0)
  const strangers = [endedSession.token, below.token, foreignSession.token, 'A'.repeat(43), 'no reference']
  const tokens = ownSessions.flatMap(({ token }, n) => [token, strangers[n % strangers.length]!])
  const sessions = await Promise.all(tokens.map((token) => site.whois(token)))
  const expected = ownSessions.flatMap(({ user_id }) => [user_id, undefined])
  expect(sessions.map((session) => session?.actor.user_id)).toEqual(expected)
})

test('requests at the same moment on other sites: each session is valid at its organization and its sub-organizations', async () => {
  const [above, below, sibling] = await Promise.all(
    ['AAA', 'BBB', 'CCC'].map(async (code) => site.signIn(await site.addPerson({ code }))),
  )
  const isValid = async (token: string) =>
    (await Promise.all(['AAA', 'BBB', 'CCC'].map((code) => site.whois(token, code)))).map((session) => session !== null)
  const rounds = Array.from({ length: 4 }, () =>
    Promise.all([above!, below!, sibling!].map(({ token }) => isValid(token))),
  )
  for (const round of await Promise.all(rounds))
    expect(round).toEqual([
      [true, true, false],
      [false, true, false],
      [false, false, true],
    ])
})

test('a session ends with its organization, and does not return when the organization opens again', async () => {
  const person = await site.addPerson({ code: 'CCC' })
  const { token } = await site.signIn(person)
  const setStatus = (status: number) => site.database.read`
    update identity.organization set lk_organization_status_id = ${status} where code = 'CCC'`
  expect(await site.whois(token, 'CCC')).not.toBeNull()
  await setStatus(2)
  try {
    expect(await site.whois(token, 'CCC')).toBeNull()
  } finally {
    await setStatus(1)
  }
  expect(await site.whois(token, 'CCC')).toBeNull()
})

const proofs: Record<SignInMethod, boolean> = {
  password: true,
  totp: true,
  recovery: true,
  passkey: true,
  google: true,
  facebook: true,
  storefront: true,
  link: true,
  'view-as': true,
  switch: false,
  client: false,
  organization: false,
}
test.each(Object.entries(proofs))(
  'a session begun by %s counts as a proof of the account: %s',
  async (method, isProof) => {
    const person = await site.addPerson()
    const visitor = await site.visit({ code: person.code })
    const { session_id } = await visitor.tx((ctx) =>
      startSession(ctx, person.user_id, { method: method as SignInMethod }),
    )
    const [row] = await site.database.read<{ method: string; is_proof: boolean }>`
    select method, proved_at is not null as is_proof from identity.session where session_id = ${session_id}`
    expect(row).toEqual({ method, is_proof: isProof })
  },
)

test.each([
  [30 * minute - 1, true],
  [30 * minute, false],
])("a student's session that was idle for %i ms gets a new reference: %s", async (idle, isRenewed) => {
  const person = await site.addPerson()
  const visitor = await site.visit({ code: person.code })
  const { session_id } = await visitor.tx((ctx) => startSession(ctx, person.user_id))
  site.clock.offset_ms += idle
  const later = await site.visit({ code: person.code })
  const renewed = await later.tx((ctx) =>
    replaceReference({ ...ctx, now: new Date(visitor.now.getTime() + idle) }, session_id),
  )
  expect(renewed !== null).toBe(isRenewed)
})
