import { expect, test } from 'vitest'
import { manifests } from '../modules/manifests.ts'
import { openRateLimiter } from '../platform/http/rate.ts'
import { openTestApp } from '../tests/support/app.ts'
import { createApp } from './app.ts'

const app = await openTestApp()
const limited = createApp({
  services: app.services,
  site: { baseUrl: new URL('http://localhost:3000'), trustProxy: false },
  manifests,
  pages: [],
  rates: openRateLimiter(() => 0),
  ready: () => true,
})
const exported = async (token: string) => {
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}` }
  const { status } = await limited.request('http://localhost:3000/api/student/export?export=xlsx', { headers })
  return status
}

test('another session is no way around the limits of a person', async () => {
  const admin = await app.userId('admin@example.com')
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push(await exported((await app.actorOf(admin)).token))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const colleague = await app.actorOf(await app.userId('instructor@example.com'))
  expect(await exported(colleague.token)).not.toBe(429)
})
