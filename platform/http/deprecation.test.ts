import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { silentLog } from '#platform/log.ts'
import type { Manifest } from '#platform/module.ts'
import { binary, operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { securityHeaders } from './headers.ts'
import type { HttpEnv } from './http-env.ts'
import { addOperations, openapiDocument } from './operations.ts'

const deprecated = { since: '2026-11-27', sunset: '2027-05-31', instead: 'GET /new' }
const common = { summary: 'Returns a thing', may: anyone, takes: z.object({ name: z.string() }) }
const operations = [
  operation({ ...common, call: 'GET /old', deprecated, gives: z.object({}), run: async () => ({}) }),
  operation({
    ...common,
    call: 'GET /file',
    deprecated: { since: '2026-11-27', instead: 'GET /new' },
    gives: binary('text/plain'),
    run: async () => ({ body: new Uint8Array(1), name: 'a.txt', type: 'text/plain' }),
  }),
  operation({ ...common, call: 'GET /new', gives: z.object({}), run: async () => ({}) }),
]
const manifests = [{ name: 'thing', operations } as unknown as Manifest]

const app = new Hono<HttpEnv>()
app.use(async (c, next) => {
  c.set('requestId', 'one')
  c.set('ctx', { actor: { kind: 'anonymous' }, locale: 'en-us', log: silentLog, admit: () => {} } as unknown as Ctx)
  await next()
})
app.use(securityHeaders({ https: false }))
addOperations(app, manifests)
const headersOf = async (path: string) => (await app.request(`/api${path}`)).headers

it('responses and refusals of a deprecated call name the day, the last day and the page', async () => {
  for (const path of ['/old?name=a', '/old']) {
    const headers = await headersOf(path)
    expect(headers.get('deprecation'), path).toBe('@1795737600')
    expect(headers.get('sunset'), path).toBe('Mon, 31 May 2027 00:00:00 GMT')
    expect(headers.get('link'), path).toContain('rel="deprecation"')
  }
})

it('a deprecated file without a last day has no Sunset, and other calls have none of the headers', async () => {
  const file = await headersOf('/file?name=a')
  expect([file.has('deprecation'), file.has('sunset')]).toEqual([true, false])
  const current = await headersOf('/new?name=a')
  expect([current.has('deprecation'), current.has('link')]).toEqual([false, false])
})

it('the document marks deprecated calls', () => {
  const { paths } = openapiDocument(manifests)
  expect(paths?.['/old']?.get).toMatchObject({ deprecated: true, 'x-deprecation': deprecated })
  expect(paths?.['/new']?.get).not.toHaveProperty('deprecated')
})
