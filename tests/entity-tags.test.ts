import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openTestApp } from './support/app.ts'
import { addClient } from './support/client.ts'

const app = await openTestApp()
const [single, other] = [await addClient(app), await addClient(app)]
const otherClient = await addClient(app, { code: 'GCT' })
const host = 'localhost:3000'

async function read(key: string, path: string, headers: Record<string, string> = {}, at = host) {
  const response = await app.app.request(`http://${at}/api${path}`, {
    headers: { host: at, authorization: `Bearer ${key}`, ...headers },
  })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const list = '/student/fetch?limit=5'

it('a client that already has the response gets 304 without a body, until the list changes', async () => {
  const first = await read(single.key, list)
  const etag = first.headers.get('etag')!
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  for (const sent of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
    const secondResponse = await read(single.key, list, { 'if-none-match': sent })
    expect([secondResponse.status, secondResponse.bytes.length, secondResponse.headers.get('etag')], sent).toEqual([
      304,
      0,
      etag,
    ])
  }
  await app.database.read`
    update identity.person set first_name = 'Changed' where user_id = ${await app.userId('student@example.com')}`
  const changedResponse = await read(single.key, list, { 'if-none-match': etag })
  expect(changedResponse.status).toBe(200)
  expect(changedResponse.headers.get('etag')).not.toBe(etag)
  expect((await read(single.key, `${list}&search=nobody`, { 'if-none-match': etag })).status).toBe(200)
})

it('the tag of one client never equals that of another client, tenant or language, even for the same response', async () => {
  const states = '/lookup/states'
  const etag = (await read(single.key, states)).headers.get('etag')!
  expect((await read(single.key, states, { 'if-none-match': etag })).status).toBe(304)
  const result = [
    await read(other.key, states, { 'if-none-match': etag }),
    await read(otherClient.key, states, { 'if-none-match': etag }, `gct.${host}`),
    await read(single.key, states, { 'if-none-match': etag, 'accept-language': 'es-ES' }),
  ]
  expect(result.map(({ status }) => status)).toEqual([200, 200, 200])
})

it('refuses a revoked client and one without the permission, with and without the tag', async () => {
  const client = await addClient(app)
  const etag = (await read(client.key, list)).headers.get('etag')!
  await app.database.read`
    update identity.client set permissions = '{MANAGE_COURSES:READ}' where client_id = ${client.client_id}`
  expect((await read(client.key, list, { 'if-none-match': etag })).status).toBe(403)
  await app.database.read`
    update identity.client set ended_at = platform.now(), ended_by = created_by where client_id = ${client.client_id}`
  expect((await read(client.key, list, { 'if-none-match': etag })).status).toBe(401)
})

it('lists are compressed for programs that accept it', async () => {
  const path = '/lookup/fetchAll'
  const plain = await read(single.key, path)
  const packed = await read(single.key, path, { 'accept-encoding': 'gzip' })
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes)
  expect(packed.bytes.length * 2).toBeLessThan(plain.bytes.length)
  expect(packed.headers.get('vary')?.toLowerCase()).toContain('authorization')
})

it('people, changes and refusals get no tag', async () => {
  const admin = await app.as(await app.userId('admin@example.com'))
  const page = await admin.get(list)
  expect([page.headers.get('etag'), page.headers.get('cache-control')]).toEqual([null, 'no-store'])
  expect((await read(single.key, '/getPerson/none')).headers.get('etag')).toBeNull()
  expect((await read(single.key, '/student/detail/fetch?student_id=999999')).headers.get('etag')).toBeNull()
})
