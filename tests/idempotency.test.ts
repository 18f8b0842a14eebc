import { expect, test } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { deleteOldResponses, maxStored, respondOnce, storedResponses } from '#platform/http/idempotency.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { rotateSecret } from '#platform/rotate-secret.ts'
import { openSealer } from '#platform/seal.ts'
import { openTestApp } from './support/app.ts'
import { addClient } from './support/client.ts'
import { byBearer } from './support/outsiders.ts'

const app = await openTestApp()
const item = await addClient(app)
let people = 0

type Sent = { idempotency?: string | null; key?: string; method?: string; path?: string; site?: string }
async function send(
  body: object,
  { idempotency = null, key = item.key, method = 'POST', path = '/user/student/', site = '' }: Sent,
) {
  const headers = new Headers({
    host: `${site}localhost:3000`,
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
  })
  if (idempotency !== null) headers.set('idempotency-key', idempotency)
  const url = `http://localhost:3000/api${path}`
  const response = await app.app.request(url, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  return {
    status: response.status,
    text,
    body: JSON.parse(text),
    replayed: response.headers.get('idempotency-replayed'),
  }
}
const driver = (email = `driver${++people}@fleet.example`) => ({
  profile: { first_name: 'Dina', last_name: 'Driver', email },
})
const countOf = async (email: string) => {
  const [row] = await app.database.read<{ n: number }>`
    select count(*)::int as n from identity.person where email = ${email}`
  return row!.n
}

test('a repeated request gets the same response, and takes effect once', async () => {
  const form = driver()
  const first = await send(form, { idempotency: 'a' })
  const { profile } = form
  // The order of the fields makes no difference.
  const { email, ...names } = profile
  const secondResponse = await send({ profile: { email, ...names } }, { idempotency: 'a' })
  expect([first.status, first.replayed, secondResponse.status, secondResponse.replayed]).toEqual([
    200,
    null,
    200,
    'true',
  ])
  expect(secondResponse.text).toBe(first.text)
  expect(await countOf(email)).toBe(1)
})

test('one of fifty simultaneous calls takes effect, and the others get its response or wait', async () => {
  const form = driver()
  const result = await Promise.all(Array.from({ length: 50 }, () => send(form, { idempotency: 'fifty' })))
  const [doneResponses, runningResponses] = [200, 409].map((status) =>
    result.filter((answer) => answer.status === status),
  )
  expect(doneResponses!.length + runningResponses!.length).toBe(50)
  expect(new Set(doneResponses!.map(({ text }) => text)).size).toBe(1)
  expect(doneResponses!.filter(({ replayed }) => replayed === null)).toHaveLength(1)
  expect(runningResponses!.filter(({ body }) => body.code !== 'IDEMPOTENCY_KEY_RUNNING')).toEqual([])
  expect(await countOf(form.profile.email)).toBe(1)
  expect((await send(form, { idempotency: 'fifty' })).text).toBe(doneResponses![0]!.text)
})

test('refuses the same key with another content, call or site', async () => {
  await send(driver(), { idempotency: 'b' })
  for (const other of [
    await send(driver(), { idempotency: 'b' }),
    await send({ course_website_id: 1, count: 1 }, { idempotency: 'b', path: '/authorizationKeys/createKeys' }),
  ])
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('the same request on another site of the client is a different request', async () => {
  const { key } = await addClient(app, { code: 'LSD' })
  const [form, others] = [driver(), driver()]
  const above = await send(form, { idempotency: 'site', key, site: 'lsd.' })
  const below = await send(form, { idempotency: 'site', key, site: 'lst.' })
  expect([above.status, below.status, below.body.code]).toEqual([200, 422, 'IDEMPOTENCY_KEY_REUSED'])
  expect((await send(others, { idempotency: 'other', key, site: 'lst.' })).status).toBe(200)
})

test('the same key of another client is a different key', async () => {
  const other = await addClient(app)
  const [mine, theirs] = [driver(), driver()]
  const first = await send(mine, { idempotency: 'c' })
  const second = await send(theirs, { idempotency: 'c', key: other.key })
  expect(second.body.data.user_id).not.toBe(first.body.data.user_id)
  expect(second.replayed).toBeNull()
})

test('a refused request is not stored: it may be sent again, also with another content', async () => {
  const invalidInput = await send({ profile: {} }, { idempotency: 'd' })
  expect(invalidInput.status).toBe(400)
  expect((await send(driver(), { idempotency: 'd' })).status).toBe(200)
})

test('a killed request is taken over after its time, and the former process can no longer write', async () => {
  const { read } = app.database
  const form = driver()
  await send(form, { idempotency: 'e' })
  // As if the process had been killed before its commit.
  await read`delete from identity.phone where user_id in (select user_id from identity.person where email = ${form.profile.email})`
  await read`update identity.person set email = email || '.gone', loginid = loginid || '.gone' where email = ${form.profile.email}`
  await read`update platform.idempotent_request set answer = null where client_id = ${item.client_id} and attempt = 1
             and started_at = (select max(started_at) from platform.idempotent_request where client_id = ${item.client_id})`
  expect((await send(form, { idempotency: 'e' })).body.code).toBe('IDEMPOTENCY_KEY_RUNNING')
  await read`update platform.idempotent_request set started_at = started_at - interval '3 minutes' where answer is null`
  // Another request can't take it over.
  const other = await send(driver(), { idempotency: 'e' })
  expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  const retried = await send(form, { idempotency: 'e' })
  expect([retried.status, retried.replayed]).toEqual([200, null])
  const [row] = await read<{ attempt: number }>`
    select max(attempt)::int as attempt from platform.idempotent_request where client_id = ${item.client_id}`
  expect(row!.attempt).toBe(2)
  expect((await send(form, { idempotency: 'e' })).text).toBe(retried.text)
})

test('a process whose request was taken over while it ran stores no response, and its change is undone', async () => {
  const { client_id, organization_id } = item
  const ctx = await app.ctx({ kind: 'client', client_id, organization_id } as Ctx['actor'])
  const slowOperation = {
    call: 'POST /slow',
    async runAdmitted(inner: Ctx) {
      await inner.sql`update identity.organization set name = 'Written too late' where organization_id = ${organization_id}`
      await app.database.read`
        update platform.idempotent_request set attempt = attempt + 1 where client_id = ${client_id} and answer is null`
      return {}
    },
  } as unknown as AnyOperation
  await expect(respondOnce(ctx, slowOperation, {}, 'slow')).rejects.toThrow('IDEMPOTENCY_KEY_RUNNING')
  const rows = await app.database.read<{ name: string }>`
    select name from identity.organization where organization_id = ${organization_id}`
  expect(rows.map(({ name }) => name)).not.toContain('Written too late')
  const open = await app.database.read`
    delete from platform.idempotent_request where client_id = ${client_id} and answer is null returning attempt`
  expect(open).toEqual([{ attempt: 2 }])
})

test('a response is stored for 24 hours', async () => {
  const form = driver()
  await send(form, { idempotency: 'f' })
  await app.database.read`update platform.idempotent_request set started_at = started_at - interval '25 hours'`
  expect((await send(form, { idempotency: 'f' })).status, 'a new request, whose login id is taken').toBe(409)
  await deleteOldResponses({ sql: app.database.read })
  const [row] = await app.database.read<{ n: number }>`select count(*)::int as n from platform.idempotent_request`
  expect(row!.n).toBe(0)
})

test('an unreadable key is refused, and without a key each request takes effect', async () => {
  expect((await send(driver(), { idempotency: 'x'.repeat(256) })).status).toBe(400)
  expect((await send(driver(), { idempotency: 'a b' })).status).toBe(400)
  const form = driver()
  expect([(await send(form, {})).status, (await send(form, {})).status]).toEqual([200, 409])
})

test('a client that has reached its limit of stored requests repeats old ones and starts no new one', async () => {
  const { read } = app.database
  const full = await addClient(app)
  const form = driver()
  const first = await send(form, { idempotency: 'first', key: full.key })
  await read`
    insert into platform.idempotent_request (client_id, organization_id, key_hash, request_hash, started_at)
    select ${full.client_id}, ${full.organization_id}, n::text, '', platform.now()
    from generate_series(2, ${maxStored.requests}::int) n`
  const response = await send(driver(), { idempotency: 'more', key: full.key })
  expect([response.status, response.body.code]).toEqual([429, 'TOO_MANY'])
  expect(response.body.retry_after).toBeGreaterThan(23 * 3600)
  expect((await send(form, { idempotency: 'first', key: full.key })).text).toBe(first.text)
  expect((await send(driver(), { idempotency: 'more' })).status, 'another client').toBe(200)
  await read`delete from platform.idempotent_request where client_id = ${full.client_id} and key_hash = '2'`
  expect((await send(driver(), { idempotency: 'more', key: full.key })).status).toBe(200)
})

test('a client whose stored responses are too large starts no new request', async () => {
  const full = await addClient(app)
  await app.database.read`
    insert into platform.idempotent_request (client_id, organization_id, key_hash, request_hash, started_at, answer)
    values (${full.client_id}, ${full.organization_id}, 'large', '', platform.now(),
            convert_to(repeat('x', ${maxStored.bytes}::int), 'UTF8'))`
  const response = await send(driver(), { idempotency: 'more', key: full.key })
  expect([response.status, response.body.code]).toEqual([429, 'TOO_MANY'])
  await app.database.read`delete from platform.idempotent_request where client_id = ${full.client_id}`
})

// Runs last, because afterward the app can't open what it sealed.
test('a response is stored sealed for its client and key, and is resealed when the secret changes', async () => {
  const { read } = app.database
  await read`delete from platform.idempotent_request`
  const keys = { course_website_id: await offered(), count: 2 }
  const { text, body } = await send(keys, { idempotency: 'codes', path: '/authorizationKeys/createKeys' })
  const select = async () => {
    const [row] = await read<{ client_id: number; key_hash: string; answer: Buffer }>`
      select client_id, key_hash, answer from platform.idempotent_request`
    return row!
  }
  const { answer } = await select()
  expect(body.codes).toHaveLength(2)
  for (const code of body.codes) expect(answer.includes(code)).toBe(false)
  const present = 'the secret that comes after it as long enough'
  const former = 'test-secret-test-secret-test-secret'
  const rotated = await rotateSecret(read, openSealer([present, former]), [former], [])
  expect(rotated.remaining).toEqual([])
  const { client_id, key_hash, answer: resealed } = await select()
  const sealer = openSealer([present])
  expect(sealer.open(resealed, storedResponses.binding({ client_id, key_hash })).toString()).toBe(text)
  expect(() => sealer.open(resealed, storedResponses.binding({ client_id, key_hash: 'other' }))).toThrow()
})

async function offered(): Promise<number> {
  const { offers } = (await byBearer(app, item.key).get('/authorizationKeys/choices')).body
  return offers[0].course_website_id
}
