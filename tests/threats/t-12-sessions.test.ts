import { expect, test } from 'vitest'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import { refreshToken } from '#modules/identity/sessions/refresh-token.ts'
import { openTestApp } from '#tests/support/app.ts'
import { openOwner, ownerPassword } from '#tests/support/owner.ts'

const app = await openTestApp()
const admin = await app.userId('admin@example.com')

/** Ten operations of several modules that a signed-in person may call. */
const sample = [
  ['GET', '/user/getCurrentUser'],
  ['GET', '/user/getAboutYou'],
  ['GET', '/user/sessions'],
  ['GET', '/user/linkedUsers/fetch'],
  ['POST', '/user/refreshToken'],
  ['POST', '/user/viewAs/exit'],
  ['POST', '/user/sessions/end-others'],
  ['POST', '/user/changePassword'],
  ['POST', '/student/navigateToDashboard'],
  ['GET', '/student/fetch'],
] as const

async function statuses(token: string): Promise<number[]> {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answers = sample.map(async ([method, path]) => {
    const body = method === 'POST' ? '{}' : undefined
    return (await app.app.request(`http://localhost:3000/api${path}`, { method, headers, body })).status
  })
  return Promise.all(answers)
}
const allEnded = sample.map(() => 401)

const person = async (lk_user_role_id: number) => {
  const owner = await openOwner(app)
  await app.database
    .read`update identity.person set lk_user_role_id = ${lk_user_role_id} where user_id = ${owner.user_id}`
  return owner
}
const signInAdmin = () => app.as(admin)

const triggers: Record<string, (user_id: number, token: string) => Promise<unknown>> = {
  'sign-out': async (_user, token) => post(token, '/user/logout'),
  'a change of the password on another device': async (user_id) =>
    post((await app.actorOf(user_id)).token, '/user/changePassword', {
      oldPassword: ownerPassword,
      newPassword: 'Merge-Left-Then-47!',
      confirmPassword: 'Merge-Left-Then-47!',
    }),
  'signing out the other devices': async (user_id) =>
    post((await app.actorOf(user_id)).token, '/user/sessions/end-others'),
  'being disabled': async (user_id) => (await signInAdmin()).put('/user/deactivate', { user_id }),
  'a change of rights': async (user_id) =>
    (await signInAdmin()).put(`/permission?user_id=${user_id}`, [{ permission_id: 1, enabled: true }]),
}

async function post(token: string, path: string, body: object = {}) {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await app.app.request(`http://localhost:3000/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test.each(Object.keys(triggers))('T-12: a token is refused after %s, within one request', async (reason) => {
  const { user_id } = await person(2)
  const { token } = await app.actorOf(user_id)
  expect(await statuses(token)).not.toContain(401)
  const { token: fresh } = await app.actorOf(user_id)
  await triggers[reason]!(user_id, fresh)
  expect(await statuses(fresh)).toEqual(allEnded)
})

test('T-12: a revoked role applies with the next request, in the same session', async () => {
  const { user_id } = await person(1)
  const { token } = await app.actorOf(user_id)
  const isAdmitted = async () => (await get(token, '/student/fetch')).status
  expect(await isAdmitted()).toBe(200)
  await app.database.read`update identity.person set lk_user_role_id = 3 where user_id = ${user_id}`
  expect(await isAdmitted()).toBe(403)
  const { body } = await get(token, '/user/getCurrentUser')
  expect(body.user).toMatchObject({ role: 'Student' })
})

test('T-12: a permission revoked in the table applies with the next request', async () => {
  const { user_id } = await person(2)
  const { token } = await app.actorOf(user_id)
  expect((await get(token, '/student/fetch')).status).toBe(200)
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${user_id}, 1, 'MANAGE_STUDENTS:READ', false)`
  expect((await get(token, '/student/fetch')).status).toBe(403)
})

async function get(token: string, path: string) {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}` }
  const response = await app.app.request(`http://localhost:3000/api${path}`, { headers })
  return { status: response.status, body: await response.json() }
}

test('T-12: a reference planted before sign-in is invalid after it', async () => {
  const { email } = await openOwner(app)
  const planted = (await app.actorOf((await openOwner(app)).user_id)).token
  const browser = app.visitor()
  await browser.post('/user/login', { loginid: email, password: ownerPassword })
  const response = await app.app.request('http://localhost:3000/api/user/login', {
    method: 'POST',
    headers: {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      cookie: `waypost=${planted}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ loginid: email, password: ownerPassword }),
  })
  expect(response.status).toBe(200)
  expect(await statuses(planted)).toEqual(allEnded)
})

test('T-12: a refreshed token takes over; the previous one is accepted for 30 more seconds', async () => {
  const { user_id } = await person(3)
  const { token } = await app.actorOf(user_id)
  const body = (await post(token, '/user/refreshToken')).body
  expect((await get(body.token, '/user/getCurrentUser')).body.user.user_id).toBe(user_id)
  expect((await get(token, '/user/getCurrentUser')).status).toBe(200)
})

test('T-12: a copy used later ends the session for both, and is audited', async () => {
  const { user_id } = await person(3)
  const { token } = await app.actorOf(user_id)
  const body = (await post(token, '/user/refreshToken')).body.token
  await app.moveClock(31_000)
  expect((await get(body, '/user/getCurrentUser')).status).toBe(200)
  expect((await get(token, '/user/getCurrentUser')).status).toBe(401)
  expect((await get(body, '/user/getCurrentUser')).status).toBe(401)
  const rows = await app.database.read`
    select from platform.audit_event where action = 'session.copied' and subject_user_id = ${user_id}`
  expect(rows).toHaveLength(1)
})

test('T-12: one of eight simultaneous refreshes succeeds, and the session is not extended', async () => {
  const { user_id } = await person(3)
  const actor = await app.actorOf(user_id)
  const before = await limitsOf(actor.token)
  const ctx = await app.ctx(actor)
  const tries = Array.from({ length: 8 }, () => refreshToken.run(ctx, {}).catch((error) => error.kind?.code))
  const answers = await Promise.all(tries)
  const [won] = answers.filter((answer) => typeof answer === 'object')
  expect(answers.filter((answer) => answer === 'CONFLICT')).toHaveLength(7)
  expect(await limitsOf(won.token)).toEqual(before)
})

async function limitsOf(token: string) {
  const [row] = await app.database.read`
    select session_id, expires_at, idle_seconds, proved_at, method from identity.session
    where reference_hash = ${hashReference(token)}`
  return row
}
