import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { failureOf } from './failure.ts'
import { limitBody } from './limit-body.ts'

const app = new Hono()
app.use(limitBody(10))
app.onError((error, c) => {
  const { status, body } = failureOf(error, 'en-us', silentLog)
  return c.json(body, status as 413)
})
app.post('/', async (c) => c.text(`read ${(await c.req.text()).length}`))

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  app.request('/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
const streamOf = (text: string) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })

it('accepts a body within the limit', async () => {
  expect(await (await post('0123456789', { 'content-length': '10' })).text()).toBe('read 10')
})

it('refuses a body whose declared length is too long, without reading it', async () => {
  const response = await post('0123456789+', { 'content-length': '11' })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ error: true, code: 'TOO_LARGE' })
})

it('refuses a body that exceeds the limit while it is read', async () => {
  expect((await post(streamOf('0123456789+'))).status).toBe(413)
  expect(await (await post(streamOf('012'))).text()).toBe('read 3')
})
