import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { Ctx } from '../ctx.ts'
import type { Manifest } from '../module.ts'
import { binary, operation } from '../operation.ts'
import { anyone } from '../permissions.ts'
import { z } from '../schema.ts'
import type { HttpEnv } from './http-env.ts'
import { addOperations } from './operations.ts'

it('answers the headers of a file alone where no more is asked for, and closes the file', async () => {
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
  const answer = await app.request('/api/thing/download', { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([200, 'text/plain', null])
  expect(answer.headers.get('content-disposition')).toContain('thing.txt')
  expect(closed).toBe(true)
})
