import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

const requests: { path: string; authorization: string | undefined }[] = []
const pages: object[] = []
const server = createServer((request, response) => {
  requests.push({ path: request.url ?? '', authorization: request.headers.authorization })
  const page = pages.shift() ?? { message: 'The key is unknown.' }
  response.writeHead('events' in page ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(page))
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
afterAll(() => void server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function run(...args: string[]) {
  const [printed, warned]: [string[], string[]] = [[], []]
  const surroundings = { settings: { WAYPOST_KEY: 'wp_live_x' }, folder: '/tmp' }
  const code = await runCommand(['events', ...args], {
    ...surroundings,
    print: (line) => printed.push(line),
    warn: (line) => warned.push(line),
  })
  return { code, printed, warned }
}

test('prints each event on a line, page after page', async () => {
  pages.push({ events: [{ id: 'evt_1' }, { id: 'evt_2' }], next: 'evt_2', has_more: true })
  pages.push({ events: [{ id: 'evt_3' }], next: 'evt_3', has_more: false })
  const { code, printed } = await run(
    'listen',
    '--url',
    url,
    '--once',
    '--type',
    'course.passed',
    '--type',
    'check.failed',
  )
  expect([code, printed]).toEqual([0, ['{"id":"evt_1"}', '{"id":"evt_2"}', '{"id":"evt_3"}']])
  const types = 'type=course.passed&type=check.failed'
  expect(requests).toEqual([
    { path: `/api/events?${types}`, authorization: 'Bearer wp_live_x' },
    { path: `/api/events?${types}&after=evt_2`, authorization: 'Bearer wp_live_x' },
  ])
})

test("ends with the server's message, and explains wrong options", async () => {
  expect(await run('listen', '--url', url, '--once')).toEqual({
    code: 2,
    printed: [],
    warned: ['401: The key is unknown.'],
  })
  for (const [args, sentence] of [
    [[], 'say what to do'],
    [['listen', '--url', 'nowhere'], 'nowhere is not a valid URL'],
  ] as const)
    expect((await run(...args)).warned[0]).toContain(sentence)
})
