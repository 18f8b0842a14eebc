import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { hasPeople } from '#modules/identity/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { SqlError } from '#platform/db/errors.ts'
import { failureOf } from '#platform/http/failure.ts'
import { unlimited } from '#platform/http/rate.ts'
import { openLog } from '#platform/log.ts'
import { binary, operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { openTestApp } from '#tests/support/app.ts'
import { type AppOptions, createApp } from './app.ts'

const { services, database: owner } = await openTestApp()
const lines: Record<string, unknown>[] = []
const log = openLog((line) => lines.push(line))
const site = { baseUrl: new URL('http://localhost:3000'), trustProxy: false }
const open = (options: Partial<AppOptions> = {}) =>
  createApp({
    services: { ...services, log },
    site,
    manifests: [],
    pages: [],
    rates: unlimited,
    ready: () => true,
    ...options,
  })
const request = (app: ReturnType<typeof open>, path: string, method = 'GET') =>
  app.request(`http://localhost:3000${path}`, { method, headers: { host: 'localhost:3000' } })
const textOf = async (app: ReturnType<typeof open>) => {
  const response = await request(app, '/readyz')
  return [response.status, await response.text()]
}

test('a draining process is not ready, continues serving, and closes its connections', async () => {
  let ready = true
  const app = open({ ready: () => ready })
  expect(await textOf(app)).toEqual([200, 'ready'])
  expect((await request(app, '/robots.txt')).headers.get('connection')).toBeNull()
  ready = false
  expect(await textOf(app)).toEqual([503, 'shutting down'])
  expect((await request(app, '/healthz')).status).toBe(200)
  const served = await request(app, '/robots.txt')
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
})

test('a process with missing migrations is not ready; a newer database is accepted', async () => {
  const applied = await services.database.read<{ number: number }>`select number from platform.migration`
  const numbers = applied.map(({ number }) => number)
  expect(await textOf(open({ migrations: numbers }))).toEqual([200, 'ready'])
  expect(await textOf(open({ migrations: numbers.slice(1) }))).toEqual([200, 'ready'])
  expect(await textOf(open({ migrations: [...numbers, 9998, 9999] }))).toEqual([503, '2 migrations are missing'])
})

test('a process that becomes unready and ready again logs one line each time: its requests go elsewhere', async () => {
  const requiredMigrations = [9999]
  const app = open({ migrations: requiredMigrations })
  lines.length = 0
  const states = () => lines.filter(({ event }) => String(event).startsWith('process.'))
  for (const _ of [1, 2]) expect((await textOf(app))[0]).toBe(503)
  expect(states()).toMatchObject([{ level: 'warn', event: 'process.unready', reason: '1 migrations are missing' }])
  requiredMigrations.length = 0
  for (const _ of [1, 2]) expect(await textOf(app)).toEqual([200, 'ready'])
  expect(states()).toHaveLength(2)
  expect(states()[1]).toMatchObject({ level: 'info', event: 'process.ready' })
})

test('health checks are not logged, and everything else is', async () => {
  const app = open()
  lines.length = 0
  for (const path of ['/healthz', '/readyz', '/robots.txt']) {
    expect((await request(app, path)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
  expect(lines.map(({ event, path, organization }) => [event, path, organization])).toEqual([
    ['request', '/robots.txt', 1],
  ])
})

test('T-56: no log line contains a secret from an address', async () => {
  const app = open()
  lines.length = 0
  const token = `12-${randomBytes(32).toString('base64url')}`
  const paths = [
    `/support/visitor/${token}`,
    `/checkout/no-reminders/${randomUUID()}/one-click`,
    '/api/course/fetchStudentCourseByStudentCourseId',
    '/course/details/1001',
  ]
  for (const path of paths) await request(app, path)
  expect(lines.map(({ path }) => path)).toEqual([
    '/support/visitor/…',
    '/checkout/no-reminders/…/one-click',
    '/api/course/fetchStudentCourseByStudentCourseId',
    '/course/details/1001',
  ])
  expect(JSON.stringify(lines)).not.toContain(token)
})

test('a recently full disk is reported for half a minute', async () => {
  // In the past, so that nothing remains when the clock is reset.
  const start = performance.now() - 60_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start)
  try {
    const app = open()
    const query = services.database.read`do $$ begin raise exception using errcode = '53100'; end $$`
    await expect(query).rejects.toMatchObject({ code: '53100' })
    expect(await textOf(app)).toEqual([503, 'the disk of the database is full'])
    clock.mockReturnValue(start + 30_000)
    expect(await textOf(app)).toEqual([200, 'ready'])
  } finally {
    clock.mockRestore()
  }
})

test.each([
  ['53100', 'database.disk_full'],
  ['25006', 'database.read_only'],
])('SQLSTATE %s is not a fault of the program: 503, and the event %s', (code, event) => {
  lines.length = 0
  const error = new SqlError({ code, message: 'cannot write', severity: 'ERROR' }, 'insert')
  expect(failureOf(error, 'en-us', log)).toMatchObject({ status: 503, body: { code: 'BUSY' } })
  expect(lines).toMatchObject([
    { level: 'warn', event: 'request.fault', sqlstate: code },
    { level: 'error', event },
  ])
})

test('a request that takes too long gets a response, and its writes are rolled back', async () => {
  let outcome: Promise<unknown> = Promise.resolve()
  const slow = operation({
    call: 'POST /trial/slow',
    summary: 'Takes three seconds',
    may: anyone,
    takes: z.object({}),
    gives: z.object({}),
    added: true as const,
    transaction: { own: 'the test looks at how it ends' },
    async run(ctx) {
      outcome = ctx.tx(async ({ sql }) => {
        await sql`insert into platform.rate_limit values ('slow', 1, now())`
        await sql`select pg_sleep(3)`
      })
      await outcome
      return {}
    },
  })
  const app = open({ manifests: [{ name: 'trial', operations: [slow] }] as never, deadlines: { usual: 0.2, file: 5 } })
  lines.length = 0
  const response = await request(app, '/api/trial/slow', 'POST')
  expect([response.status, (await response.json()).code]).toEqual([503, 'BUSY'])
  const faults = lines.filter(({ event }) => event === 'request.fault')
  expect(faults).toMatchObject([{ level: 'warn', cause: 'too late', route: 'POST /api/trial/slow', organization: 1 }])
  expect(faults[0]!.ms).toBeGreaterThanOrEqual(200)
  await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
  expect(await services.database.read`select from platform.rate_limit where key = 'slow'`).toEqual([])
})

test('a file has the longer timeout, even if its address names a record', async () => {
  const file = (call: 'GET /trial/file/{name}' | 'GET /trial/text/{name}') => ({
    call,
    summary: 'Takes a second',
    may: anyone,
    takes: z.object({ name: z.string() }),
    added: true as const,
    transaction: { own: 'the test looks at how long it may take' },
  })
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1_000))
  const slow = [
    operation({
      ...file('GET /trial/file/{name}'),
      gives: binary('text/plain'),
      async run() {
        await wait()
        return { body: new TextEncoder().encode('done'), name: 'a.txt', type: 'text/plain' }
      },
    }),
    operation({
      ...file('GET /trial/text/{name}'),
      gives: z.object({}),
      async run() {
        await wait()
        return {}
      },
    }),
  ]
  const app = open({ manifests: [{ name: 'trial', operations: slow }] as never, deadlines: { usual: 0.2, file: 60 } })
  expect((await request(app, '/api/trial/file/sales', 'GET')).status).toBe(200)
  expect((await request(app, '/api/trial/text/sales', 'GET')).status).toBe(503)
})

test('each refusal caused by us is one warning with cause, route, request, organization and duration', async () => {
  const trial = (name: string, run: (ctx: Ctx) => Promise<unknown>) =>
    operation({
      call: `POST /trial/${name}/{id}`,
      summary: 'Fails',
      may: anyone,
      takes: z.object({ id: z.string() }),
      gives: z.object({}),
      added: true as const,
      transaction: { own: 'the test looks at how it ends' },
      run: async (ctx) => {
        await run(ctx)
        return {}
      },
    })
  const operations = [
    trial('locked', async (ctx) => {
      const done = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const first = services.database.tx(async (sql) => {
        await sql`select pg_advisory_xact_lock(17)`
        locked.resolve()
        await done.promise
      })
      await locked.promise
      try {
        await ctx.tx(async ({ sql }) => {
          await sql`set local lock_timeout = '50ms'`
          await sql`select pg_advisory_xact_lock(17)`
        })
      } finally {
        done.resolve()
        await first
      }
    }),
    trial('slow', ({ tx }) =>
      tx(async ({ sql }) => {
        await sql`set local statement_timeout = '50ms'`
        await sql`select pg_sleep(5)`
      }),
    ),
    trial('lost', ({ tx }) =>
      tx(async ({ sql }) => {
        const [row] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
        await owner.read`select pg_terminate_backend(${row!.pid})`
        await sql`select pg_sleep(5)`
      }),
    ),
  ]
  const app = open({ manifests: [{ name: 'trial', operations }] as never })
  lines.length = 0
  const answers = []
  for (const name of ['locked', 'slow', 'lost']) answers.push(await request(app, `/api/trial/${name}/17`, 'POST'))
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  const faults = lines.filter(({ event }) => event === 'request.fault')
  expect(faults).toMatchObject([
    { cause: 'lock timeout', sqlstate: '55P03', route: 'POST /api/trial/locked/:id' },
    { cause: 'statement timeout', sqlstate: '57014', route: 'POST /api/trial/slow/:id' },
    { cause: expect.stringMatching(/connection lost|database stopped/), route: 'POST /api/trial/lost/:id' },
  ])
  for (const [index, fault] of faults.entries())
    expect(fault).toMatchObject({
      level: 'warn',
      organization: 1,
      request: answers[index]!.headers.get('x-request-id'),
      ms: expect.any(Number),
    })
})

test('logs a 503 without an error, too', async () => {
  const app = open({ assets: (inner) => inner.get('/trial/away', (c) => c.text('', 503)) })
  lines.length = 0
  await request(app, '/trial/away')
  expect(lines.filter(({ event }) => event === 'request.fault')).toMatchObject([
    { level: 'warn', cause: 'unavailable', route: 'GET /trial/away' },
  ])
})

test('a database with migrations but no people is not ready, with the reason; with people it is', async () => {
  const applied = await services.database.read<{ number: number }>`select number from platform.migration`
  const migrations = applied.map(({ number }) => number)
  let people = false
  let looksCount = 0
  const app = open({
    migrations,
    hasPeople: async () => {
      looksCount += 1
      return people
    },
  })
  expect(await textOf(app)).toEqual([503, expect.stringMatching(/^the database has no people: it is an empty copy/)])
  people = true
  expect(await textOf(app)).toEqual([200, 'ready'])
  await textOf(app)
  expect(looksCount).toBe(2)
  expect(await textOf(open({ migrations, hasPeople }))).toEqual([200, 'ready'])
})
