import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { responseChecker } from './support/answers.ts'
import { openTestApp } from './support/app.ts'
import { arbitraryOf, inputSchema } from './support/arbitrary.ts'
import { callOperation } from './support/call.ts'
import { recordWrites } from './support/writes.ts'

const app = await openTestApp()
const clients = [
  app.visitor(),
  await app.as(await app.userId('student@example.com')),
  await app.as(await app.userId('instructor@example.com')),
  await app.as(await app.userId('admin@example.com')),
]
const recorded = await recordWrites(app)
const complaintOf = responseChecker(manifests)
/** Ending one's own session would make every later case a visitor's. */
const ending = new Set(['/user/logout', '/user/changePassword', '/user/setPassword'])
const operations = manifests
  .flatMap((manifest) => manifest.operations)
  .filter(({ path }) => !ending.has(path))
  .map((operation) => [operation.call, operation] as const)

describe('the server returns a valid response to any input', () => {
  it.each(operations)('%s', async (_call, operation) => {
    await fc.assert(
      fc.asyncProperty(arbitraryOf(inputSchema(operation)), fc.constantFrom(...clients), async (input, client) => {
        const fields = input !== null && typeof input === 'object' && !Array.isArray(input) ? input : { stray: input }
        const last = await recorded.last()
        const response = await callOperation(client, operation, fields as Record<string, unknown>)
        const { status, body } = response
        expect(status, `${operation.call} ${JSON.stringify(input).slice(0, 300)}`).toBeLessThan(500)
        if (status >= 400)
          expect(body).toMatchObject({ error: true, code: expect.any(String), message: expect.any(String) })
        expect(complaintOf(operation, response), `${operation.call} ${JSON.stringify(input).slice(0, 300)}`).toBeNull()
        if (status < 400) return
        expect(await recorded.tablesSince(last), 'a refused call changes nothing').toEqual([])
      }),
      { numRuns: 30, endOnFailure: true },
    )
  })
})

it('every excluded call exists', () => {
  const paths = new Set(manifests.flatMap((manifest) => manifest.operations).map(({ path }) => path))
  expect([...ending].filter((path) => !paths.has(path))).toEqual([])
})

describe('refuses a body that is not a JSON object', () => {
  const posting = operations.filter(([, { method, body, file }]) => method !== 'GET' && !body && !file)
  it.each(posting)('%s', async (_call, operation) => {
    const admin = clients[3]!
    const path = `/api${operation.path.replaceAll(/\{\w+\}/g, '1')}`
    for (const body of ['{', '[1]', '"text"', 'null']) {
      const response = await app.app.request(`http://localhost:3000${path}`, {
        method: operation.method,
        headers: {
          host: 'localhost:3000',
          origin: 'http://localhost:3000',
          'content-type': 'application/json',
          cookie: admin.cookies(),
        },
        body,
      })
      expect([400, 401, 403]).toContain(response.status)
    }
  })
})
