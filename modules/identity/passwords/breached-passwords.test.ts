import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { serveLocal } from '#platform/http/serve-local.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { breachedPasswords, openBreachedPasswords } from './breached-passwords.ts'
import { requireGoodPassword } from './password.schema.ts'

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const breached = 'Correct-Horse-42!'
const padding = 'Right-Of-Way-2026!'
const calls: { path: string; padding: string | undefined }[] = []
let status = 200

// The range service in its own format: CRLF lines of the hash's remainder and its count; padding has the count 0.
const app = new Hono().get('/range/:prefix', (c) => {
  calls.push({ path: c.req.path, padding: c.req.header('add-padding') })
  const rangeLines = [`${hashOf(breached)}:37`, `${hashOf(padding)}:0`, `${'A'.repeat(40)}:2`]
  const lines = rangeLines.filter((line) => line.startsWith(c.req.param('prefix'))).map((line) => line.slice(5))
  return c.text([`${'0'.repeat(35)}:4`, ...lines].join('\r\n'), status as 200)
})
const { url, close } = await serveLocal(app)
afterAll(close)
const isBreached = openBreachedPasswords({ url: `${url}/`, log: silentLog })
const site = await openTestSite(fillPorts([breachedPasswords, isBreached]))

test('a breached password is found by the first five characters of its hash, the only data sent', async () => {
  calls.length = 0
  expect(await isBreached(breached)).toBe(true)
  expect(calls).toEqual([{ path: `/range/${hashOf(breached).slice(0, 5)}`, padding: 'true' }])
})

test('padding rows and unknown passwords are not breached', async () => {
  expect(await isBreached(padding)).toBe(false)
  expect(await isBreached('Left-Of-Way-2026!')).toBe(false)
})

test('a breached password is refused at its field with its own message', async () => {
  await expect(requireGoodPassword(await site.visit(), breached, [], 'newPassword')).rejects.toMatchObject({
    kind: { code: 'WEAK_PASSWORD' },
    issues: [{ path: 'newPassword', message: expect.stringContaining('data breach') }],
  })
  await expect(requireGoodPassword(await site.visit(), padding, [])).resolves.toBeUndefined()
})

test('a failing or unreachable service does not prevent choosing a password', async () => {
  status = 503
  expect(await isBreached(breached)).toBe(false)
  status = 200
  const awayBreachedPasswords = openBreachedPasswords({ url: 'http://127.0.0.1:1', log: silentLog })
  expect(await awayBreachedPasswords(breached)).toBe(false)
})
