import { afterAll, beforeEach, expect, test } from 'vitest'
import { startS3Simulator } from '#simulators/s3/simulator.ts'
import { noSignal } from '#tests/fixtures/learning/completion.ts'
import { openBucket } from './s3.ts'

const server = await startS3Simulator()
afterAll(() => server.close())
beforeEach(() => server.objects.clear())

const place = { ...server.settings, prefix: 'in/' }
const bucket = openBucket(place)
const file = { name: 'va-00001.csv', bytes: Buffer.from('a,b\r\n') }

test('a file becomes an object of the bucket; the receipt has its ETag', async () => {
  expect(await bucket.deliver(file, noSignal)).toMatch(/^s3:\/\/waypost-test\/in\/va-00001\.csv "[0-9a-f]{32}"$/)
  expect(server.objects.get('in/va-00001.csv')?.body).toEqual(file.bytes)
})

test('the same file sent twice is one delivery; a different file of the same name is refused', async () => {
  await bucket.deliver(file, noSignal)
  expect(await bucket.deliver(file, noSignal)).toContain('in/va-00001.csv')
  await expect(bucket.deliver({ ...file, bytes: Buffer.from('x') }, noSignal)).rejects.toMatchObject({ code: 'EXISTS' })
  expect(server.objects.get('in/va-00001.csv')?.body).toEqual(file.bytes)
  expect(await bucket.find({ ...file, name: 'none.csv' }, noSignal)).toBeNull()
})

test('a longer object is a different file, and is not read beyond our length', async () => {
  server.objects.set('in/va-00001.csv', { body: Buffer.alloc(64_000_000, 'x'), content_type: 'text/csv' })
  await expect(bucket.deliver(file, noSignal)).rejects.toMatchObject({ code: 'EXISTS' })
  expect(await bucket.find(file, noSignal)).toBeNull()
  server.failNext({ status: 503, code: 'x'.repeat(20_000) })
  await expect(bucket.deliver(file, noSignal)).rejects.toMatchObject({ code: 'NO_CONNECTION', message: '503' })
})

test.each([
  [403, 'AccessDenied', 'SIGN_IN'],
  [400, 'InvalidRequest', 'REFUSED'],
  [503, 'SlowDown', 'NO_CONNECTION'],
])('an answer %i %s is the fault %3$s', async (status, code, fault) => {
  server.failNext({ status, code })
  await expect(bucket.deliver(file, noSignal)).rejects.toMatchObject({ code: fault, message: `${status} ${code}` })
})

test('a wrong secret is refused; an unreachable store is retried; a lost response leaves the outcome unclear', async () => {
  const deliveryWay = openBucket({ ...place, secret_access_key: 'wrong' })
  await expect(deliveryWay.test(noSignal)).rejects.toMatchObject({ code: 'SIGN_IN' })
  expect(await bucket.test(noSignal)).toBe('waypost-test')
  const closed = await startS3Simulator()
  await closed.close()
  const away = openBucket({ ...place, endpoint: closed.settings.endpoint })
  await expect(away.deliver(file, noSignal)).rejects.toMatchObject({ code: 'NO_CONNECTION' })
  await expect(bucket.deliver(file, AbortSignal.abort())).rejects.toMatchObject({ code: 'UNCLEAR' })
})
