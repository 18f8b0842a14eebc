import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { failureOf } from './failure.ts'
import { readForm } from './form-body.ts'

const app = new Hono()
app.onError((error, c) => {
  const { status, body } = failureOf(error, 'en-us', silentLog)
  return c.json(body, status as 413)
})
app.post('/', async (c) => {
  const entries = await readForm(c)
  const texts = entries.map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `${value.name} ${value.size}`,
  ])
  return c.json(texts)
})
const send = async (body: BodyInit, type?: string) => {
  const response = await app.request('/', { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) })
  return { status: response.status, body: (await response.json()) as unknown }
}
const urlencoded = 'application/x-www-form-urlencoded'
const fields = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&')
const parts = (count: number) =>
  `${Array.from({ length: count }, (_, index) => `--xx\r\ncontent-disposition: form-data; name="a${index}"\r\n\r\n1\r\n`).join('')}--xx--\r\n`

it('reads an urlencoded form in order, including repeated names', async () => {
  const { body } = await send('b=%C3%A9&a=1+2&b=', urlencoded)
  expect(body).toEqual([
    ['b', 'é'],
    ['a', '1 2'],
    ['b', ''],
  ])
})

it('reads a multipart form with its file', async () => {
  const form = new FormData()
  form.append('name', 'Ana')
  form.append('picture', new File(['12345'], 'ana.png'))
  expect((await send(form)).body).toEqual([
    ['name', 'Ana'],
    ['picture', 'ana.png 5'],
  ])
})

it.each([
  ['urlencoded', urlencoded, fields],
  ['multipart', 'multipart/form-data; boundary=xx', parts],
])('T-62: refuses an %s form with more than 1,000 fields before reading one', async (_, type, make) => {
  const most = await send(make(type === urlencoded ? 1_001 : 999), type)
  expect([most.status, (most.body as unknown[]).length]).toEqual([200, type === urlencoded ? 1_001 : 999])
  expect((await send(make(1_002), type)).status).toBe(413)
  expect((await send(make(100_000), type)).status).toBe(413)
})

it('refuses a body that is not a form, and a truncated form', async () => {
  for (const [body, type] of [
    ['{}', 'application/json'],
    ['a', 'multipart/form-data'],
    ['--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\n1', 'multipart/form-data; boundary=xx'],
  ] as const)
    expect((await send(body, type)).status).toBe(415)
})
