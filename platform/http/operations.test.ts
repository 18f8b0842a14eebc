import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { silentLog } from '#platform/log.ts'
import type { Manifest } from '#platform/module.ts'
import { binary, operation } from '#platform/operation.ts'
import { anyone, signedIn } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import type { HttpEnv } from './http-env.ts'
import { addOperations } from './operations.ts'

const kilobytes = (count: number) => JSON.stringify({ text: 'a'.repeat(count * 1024 - 11) })

/** A site with two calls that take a text, and the state of their bodies. */
function textSite({ admit = () => {} }: { admit?: () => void } = {}) {
  const ran: number[] = []
  const takeText = (call: 'POST /for/anyone' | 'POST /for/people', may: typeof anyone | typeof signedIn) =>
    operation({
      call,
      summary: 'Takes a text',
      may,
      takes: z.object({ text: z.string() }),
      gives: z.object({}),
      run: async (_, { text }) => {
        ran.push(text.length)
        return {}
      },
    })
  const user = { kind: 'user', user_id: 1, viewed_by: null, permissions: new Set() }
  const actors = { anonymous: { kind: 'anonymous' }, user }
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    const actor = actors[c.req.header('as') === 'user' ? 'user' : 'anonymous']
    const ctx = { actor, locale: 'en-us', log: silentLog, admit, tx: (work: (inner: unknown) => unknown) => work(ctx) }
    c.set('ctx', ctx as unknown as Ctx)
    await next()
  })
  app.onError((error, c) => c.json({ code: error.message }, 413))
  const operations = [takeText('POST /for/anyone', anyone), takeText('POST /for/people', signedIn)]
  addOperations(app, [{ name: 'thing', operations } as unknown as Manifest])
  const headers = { 'content-type': 'application/json', as: 'user', 'sec-fetch-site': 'same-origin' }
  return {
    ran,
    app,
    send: async (path: string, body: BodyInit) => {
      const request = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
      if (typeof body === 'string') request.headers = { ...headers, 'content-length': String(body.length) }
      return (await app.request(`/api${path}`, request)).status
    },
  }
}

it('accepts 64 kB from a visitor and 1 MB from a signed-in person, and not a byte more', async () => {
  const { send } = textSite()
  expect([await send('/for/anyone', kilobytes(64)), await send('/for/anyone', `${kilobytes(64)} `)]).toEqual([200, 413])
  expect([await send('/for/people', kilobytes(1024)), await send('/for/people', `${kilobytes(1024)} `)]).toEqual([
    200, 413,
  ])
})

it('refuses a body without a length as soon as it is too long', async () => {
  const { send, ran } = textSite()
  expect(await send('/for/anyone', new Blob([kilobytes(64)]).stream())).toBe(200)
  expect(await send('/for/anyone', new Blob([`${kilobytes(64)} `]).stream())).toBe(413)
  expect(ran).toHaveLength(1)
})

it('T-62: checks the rate once, before reading the body', async () => {
  let calls = 0
  const { send, ran } = textSite({
    admit() {
      calls += 1
      if (calls > 1) throw errors.tooMany(1)
    },
  })
  let read = 0
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read += 1
          controller.enqueue(new TextEncoder().encode('{}'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  expect(await send('/for/anyone', kilobytes(1))).toBe(200)
  expect(await send('/for/anyone', body())).toBe(429)
  expect([calls, read, ran.length]).toEqual([2, 0, 1])
})

it('names up to ten unknown fields', async () => {
  const { app } = textSite()
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]))
  const headers = { 'content-type': 'application/json', as: 'user', 'sec-fetch-site': 'same-origin' }
  const response = await app.request('/api/for/people', { method: 'POST', body: JSON.stringify(fields), headers })
  const text = await response.text()
  expect([response.status, text.includes('k9, …'), text.length < 1_000]).toEqual([400, true, true])
})

it('returns the headers of a file for HEAD, and closes the file', async () => {
  let closed = false
  const download = operation({
    call: 'GET /thing/download',
    summary: 'A file',
    may: anyone,
    takes: z.object({}),
    gives: binary('text/plain'),
    run: async () => ({
      name: 'thing.txt',
      type: 'text/plain',
      body: new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new TextEncoder().encode('a')),
        cancel() {
          closed = true
        },
      }),
    }),
  })
  const ctx = { actor: { kind: 'anonymous' }, locale: 'en-us', admit: async () => {} } as unknown as Ctx
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('ctx', ctx)
    await next()
  })
  addOperations(app, [{ name: 'thing', operations: [download] } as unknown as Manifest])
  const response = await app.request('/api/thing/download', { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type'), response.body]).toEqual([200, 'text/plain', null])
  expect(response.headers.get('content-disposition')).toContain('thing.txt')
  expect(closed).toBe(true)
})
