import { beforeAll, expect, test } from 'vitest'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.userId('admin@example.com')
const ownHost = 'localhost:3000'

/** SUB is below the default organization, and so is SHU, which is closed; GCT is a separate one. */
beforeAll(async () => {
  const [row] = await read<{ organization_id: number; code: string }>`
    select organization_id, code from identity.organization where default_ind`
  for (const [code, status] of [
    ['SUB', 1],
    ['SHU', 2],
  ] as const) {
    const [organization] = await read<{ organization_id: number }>`
      insert into identity.organization (code, name, parent_organization_id, lk_organization_status_id)
      values (${code}, ${`Organization ${code}`}, ${row!.organization_id}, ${status}) returning organization_id`
    await read`
      insert into identity.organization_closure (ancestor_id, descendant_id, depth)
      values (${organization!.organization_id}, ${organization!.organization_id}, 0), (${row!.organization_id}, ${organization!.organization_id}, 1)`
  }
})

async function handOver(client: Client): Promise<URL> {
  const response = await client.visit('/switch-organization', { org_code: 'SUB' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

/** A browser that follows a link to another host. */
async function arrive(url: URL, from: string, form = false) {
  const headers: Record<string, string> = { host: url.host, 'sec-fetch-site': from }
  if (form) headers.origin = url.origin
  return app.app.request(url.href, {
    method: form ? 'POST' : 'GET',
    headers,
    ...(form && { body: new URLSearchParams({ code: url.searchParams.get('code') ?? '' }) }),
  })
}
const tokenIn = (response: Response) => /waypost=([\w-]{43})/.exec(response.headers.getSetCookie().join())?.[1]
const userBehind = async (token: string | undefined, host: string) => {
  const headers = { host, cookie: `waypost=${token}` }
  const response = await app.app.request(`http://${host}/api/user/getCurrentUser`, { headers })
  return response.status === 200 ? (await response.json()).user.user_id : null
}

test('T-21: staff continue at the site of an organization below theirs, and stay signed in here', async () => {
  const client = await app.as(admin)
  expect((await client.visit('/manage/students')).text).toContain('/switch-organization')
  expect((await client.visit('/switch-organization')).text).toContain('Organization SUB')
  const url = await handOver(client)
  expect([url.host, url.pathname]).toEqual(['sub.localhost:3000', '/hand-over'])
  const arrived = await arrive(url, 'same-site')
  expect([arrived.status, arrived.headers.get('location')]).toEqual([303, '/manage'])
  expect(await userBehind(tokenIn(arrived), url.host)).toBe(admin)
  expect((await client.get('/user/getCurrentUser')).status).toBe(200)
})

test('T-21: the code works once, for 30 seconds, at its own site', async () => {
  const client = await app.as(admin)
  const once = await handOver(client)
  const arrivals = await Promise.all(Array.from({ length: 20 }, () => arrive(once, 'same-site')))
  expect(arrivals.filter(tokenIn)).toHaveLength(1)
  const otherSiteUrl = new URL((await handOver(client)).href.replace('sub.', 'gct.'))
  expect((await arrive(otherSiteUrl, 'same-site')).headers.get('location')).toBe('/login')
  const lateUrl = await handOver(client)
  await app.moveClock(31_000)
  expect(tokenIn(await arrive(lateUrl, 'same-site'))).toBeUndefined()
  for (const code of ['', 'x', 'y'.repeat(43)]) {
    expect(tokenIn(await arrive(new URL(`http://sub.${ownHost}/hand-over?code=${code}`), 'same-site'))).toBeUndefined()
  }
})

test("T-21: a stranger's link signs people in only with their consent: it names the account first", async () => {
  const url = await handOver(await app.as(admin))
  for (const from of ['cross-site', 'none']) {
    const response = await arrive(url, from)
    expect([response.status, tokenIn(response)]).toEqual([200, undefined])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).toContain('Continue as Ada Admin')
  }
  const wentResponse = await arrive(url, 'same-origin', true)
  expect(await userBehind(tokenIn(wentResponse), url.host)).toBe(admin)
})

test('T-21: a code is void once its person was signed out everywhere', async () => {
  const client = await app.as(admin)
  const url = await handOver(client)
  await read`update identity.session set ended_at = now() where user_id = ${admin}`
  expect(tokenIn(await arrive(url, 'same-site'))).toBeUndefined()
})

test('T-21: a foreign, closed or unknown organization returns 404; a student cannot switch', async () => {
  const client = await app.as(admin)
  for (const org_code of ['GCT', 'SHU', 'XXX']) {
    expect((await client.post('/user/switchorganization', { org_code })).status).toBe(404)
  }
  expect((await client.post('/user/switchorganization', { org_code: 'no code' })).status).toBe(400)
  const student = await app.as(await app.userId('student@example.com'))
  expect((await student.post('/user/switchorganization', { org_code: 'GCT' })).status).toBe(404)
  expect((await student.visit('/switch-organization')).status).toBe(302)
  expect((await app.visitor().post('/user/switchorganization', { org_code: 'SUB' })).status).toBe(401)
})

test('T-21: a program gets its own token, which expires no later than the requesting one', async () => {
  const client = await app.as(admin)
  const { body } = await client.post('/user/switchorganization', { org_code: 'sub' })
  expect(body.data).toEqual({ user_id: admin })
  expect(await userBehind(body.token, `sub.${ownHost}`)).toBe(admin)
  const [before, after] = [await limitsOf(client.cookies().split('=')[1]!), await limitsOf(body.token)]
  expect(after).toEqual(before)
})

async function limitsOf(token: string) {
  const [row] = await read`
    select expires_at, idle_seconds, proved_at, method from identity.session
    where reference_hash = ${hashReference(token)}`
  return row
}
