import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { rememberingRouter } from './remembering-router.ts'

const app = new Hono({ router: rememberingRouter() })
app.get('/course/details', (c) => c.text('fixed'))
app.get('/course/:id', (c) => c.text(`course ${c.req.param('id')}`))
app.post('/course/:id', (c) => c.text('changed'))
const ask = async (path: string, method = 'GET') => (await app.request(path, { method })).text()

it('finds the same the second time: each address its own parameters, each method its own route', async () => {
  for (const _ of ['searched', 'remembered']) {
    expect(await ask('/course/details')).toBe('fixed')
    expect(await ask('/course/1')).toBe('course 1')
    expect(await ask('/course/2')).toBe('course 2')
    expect(await ask('/course/2', 'POST')).toBe('changed')
    expect((await app.request('/nowhere')).status).toBe(404)
  }
})

it('goes on finding after more addresses than it remembers', async () => {
  for (let id = 0; id < 1_200; id++) expect(await ask(`/course/${id}`)).toBe(`course ${id}`)
  expect(await ask('/course/1')).toBe('course 1')
})
