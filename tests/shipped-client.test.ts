import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeCourse } from './fixtures/learning/quiz.ts'
import { openTestApp } from './support/app.ts'
import { addClient } from './support/client.ts'
import { listen } from './support/listen.ts'
import { installPackedClient } from './support/packed-client.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'waypost-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const app = await openTestApp()
const site = await listen(app)
const { key, client_id } = await addClient(app)
const student = await app.userId('student@example.com')
await takeCourse(app, student, 1, 1011)
await app.database.read`
  insert into identity.person (organization_id, lk_user_role_id, loginid, email)
  select organization_id, 3, 'driver' || n || '@fleet.example', 'driver' || n || '@fleet.example'
  from identity.organization, generate_series(1, 4) n where default_ind`

beforeAll(() => installPackedClient(folder), 120_000)

/** Runs a program that imports the packed client, and returns what it prints as JSON. */
async function program(text: string, env: Record<string, string> = {}) {
  const file = join(folder, `program-${crypto.randomUUID()}.mjs`)
  writeFileSync(file, `import * as client from 'waypost-client'\n${text}`)
  const { stdout } = await run(process.execPath, [file], { env: { ...process.env, SITE: site, KEY: key, ...env } })
  return JSON.parse(stdout)
}
const open = 'const waypost = client.createWaypost({ site: process.env.SITE, key: process.env.KEY })\n'
const print = (value: string) => `console.log(JSON.stringify(${value}))\n`

describe('the packed client', () => {
  it('has types, no source, and less than 10 kB of script with its library', async () => {
    const packed = join(folder, 'node_modules/waypost-client')
    expect(JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'))).toMatchObject({ type: 'module' })
    const entry = join(folder, 'size.mjs')
    writeFileSync(entry, "export * from 'waypost-client'\n")
    const { rolldown } = await import('rolldown')
    const bundle = await rolldown({ input: entry, platform: 'browser' })
    const { output } = await bundle.generate({ minify: true })
    const [{ code }] = output
    expect(code).toContain('listStudents')
    expect(gzipSync(code).length).toBeLessThan(10_000)
  })

  it('is typed: the compiler refuses a wrong parameter, field and name', async () => {
    const validProgram = `
      import { clientCredentials, createWaypost, verifyWebhook, type WaypostEvent } from 'waypost-client'
      const waypost = createWaypost({ site: 'https://a.example', key: 'wp_live_x' })
      for await (const student of waypost.each('listStudents', { limit: 100 })) { const email: string = student.email; void email }
      const { data } = await waypost.createStudent({ profile: { first_name: 'A', last_name: 'B', email: 'a@b.example' } })
      const id: number = data.user_id
      const file: Blob = await waypost.downloadCertificate({ student_certificate_id: 1 })
      const { count }: { count: number } = await waypost.listOrganizations()
      const event = await verifyWebhook('', {} as Record<string, string | string[] | undefined>, 'whsec_x')
      const passed: WaypostEvent<'course.passed'> | undefined = event.type === 'course.passed' ? event : undefined
      const enrollment: number | undefined = passed?.data.student_course_id
      const { events } = await waypost.listEvents()
      for (const { type, data } of events) { if (type === 'course.progressed') { const percent: number = data.percent; void percent } }
      const site: string | undefined = Math.random() > 1 ? undefined : 'https://a.example'
      createWaypost({ site, key: clientCredentials({ site, clientId: site, key: site }) })
      export { id, file, count, enrollment }`
    const invalidLines = [
      ...['waypost.listStudents({ limits: 1 })', 'waypost.getPerson({})', "waypost.each('getPerson', {})"],
      ...["event.type === 'course.finished'", 'void event.data.no_such_field'],
    ]
    const compile = async (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', '--types', '']
      const modern = [
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--lib',
        'es2024,dom,dom.iterable,dom.asynciterable',
      ]
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      return run(process.execPath, [tsc, ...options, ...modern, join(folder, name)]).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      )
    }
    expect(await compile('good.mts', validProgram)).toBe('')
    for (const [index, line] of invalidLines.entries())
      expect(await compile(`bad${index}.mts`, `${validProgram.replace('export', `${line}\nexport`)}`), line).toMatch(
        /error TS/,
      )
  })

  it.each(['undefined', "''", "'school.example.com'"])('refuses a site that is no address: %s', async (value) => {
    const refusal = await program(`
      const read = async (open) => { try { await open() } catch (error) { return error.message } }
      const site = ${value}
      ${print(`[await read(() => client.createWaypost({ site })), await read(() => client.clientCredentials({ site })())]`)}`)
    expect(refusal).toEqual(Array(2).fill(expect.stringContaining('Pass `site`')))
  })

  it('lists every student over several pages, and reads a footprint as a file', async () => {
    const { emails, type } = await program(`${open}
      const emails = []
      for await (const student of waypost.each('listStudents', { limit: 2 })) emails.push(student.email)
      const [one] = (await waypost.listCoursesOfUser({ user_id: ${student} })).studentCourses
      const file = await waypost.downloadFootprint({ student_course_id: one.student_course_id, format: 'pdf' })
      ${print('{ emails, type: file.type }')}`)
    expect(new Set(emails).size).toBe(emails.length)
    expect(emails.length).toBeGreaterThanOrEqual(5)
    expect(type).toBe('application/pdf')
  })

  it('creates a student once, even if the response is lost and the call is repeated', async () => {
    const profile = { first_name: 'Dana', last_name: 'Rivera', email: 'dana.rivera@fleet.example' }
    const { first, again, tries } = await program(`
      let tries = 0
      const fetch = async (request) => {
        const response = await globalThis.fetch(request)
        if (request.method === 'POST' && ++tries === 1) { await response.text(); throw new TypeError('connection lost') }
        return response
      }
      const waypost = client.createWaypost({ site: process.env.SITE, key: process.env.KEY, fetch, sleep: async () => {} })
      const first = await waypost.createStudent({ profile: ${JSON.stringify(profile)} }, { idempotencyKey: 'driver-1' })
      const again = await waypost.createStudent({ profile: ${JSON.stringify(profile)} }, { idempotencyKey: 'driver-1' })
      ${print('{ first: first.data.user_id, again: again.data.user_id, tries }')}`)
    expect([again, tries]).toEqual([first, 3])
    const people = await app.database.read`select user_id from identity.person where email = ${profile.email}`
    expect(people).toEqual([{ user_id: first }])
  })

  it('throws a refusal with its code and fields', async () => {
    const refusal = await program(`${open}
      const error = await waypost.createStudent({ profile: { first_name: '', last_name: 'x', email: 'x' } }).catch((e) => e)
      const { name, status, code, issues, requestId } = error
      ${print('{ name, status, code, paths: issues.map(({ path }) => path), requestId }')}`)
    expect(refusal).toMatchObject({ name: 'WaypostError', status: 400, code: 'INVALID', requestId: expect.any(String) })
    expect(refusal.paths).toContain('profile.email')
  })

  it('calls with a token that it requests once and reuses', async () => {
    const { count, asked } = await program(
      `
      let asked = 0
      const fetch = (request) => { asked++; return globalThis.fetch(request) }
      const key = client.clientCredentials({ site: process.env.SITE, clientId: process.env.ID, key: process.env.KEY }, fetch)
      const waypost = client.createWaypost({ site: process.env.SITE, key })
      const answers = await Promise.all([waypost.listStudents(), waypost.listStudents(), waypost.listCourses()])
      ${print('{ count: answers.length, asked }')}`,
      { ID: String(client_id) },
    )
    expect([count, asked]).toEqual([3, 1])
  })
})

describe('tokens', () => {
  it('are requested again after a fault, and a refusal in HTML keeps its status', async () => {
    const outcome = await program(`
      const html = (status) => new Response('<h1>down</h1>', { status, headers: { 'content-type': 'text/html' } })
      const token = () => Response.json({ access_token: 't-1', token_type: 'Bearer', expires_in: 3600 })
      const story = async (...answers) => {
        const waits = []
        const sleep = async (seconds) => { waits.push(seconds) }
        const settings = { site: 'http://unused.example', clientId: 1, key: 'k', sleep }
        const source = client.clientCredentials(settings, async () => {
          const answer = answers.shift()
          if (answer === 'lost') throw new TypeError('connection lost')
          return answer
        })
        return [await source().catch((e) => [e.name, e.status]), waits]
      }
      const stories = [
        await story(html(503), 'lost', token()),
        await story(...Array.from({ length: 5 }, () => html(503))),
        await story(html(403)),
        await story(html(200)),
      ]
      ${print('stories')}`)
    expect(outcome).toEqual([
      ['t-1', [0.5, 1]],
      [
        ['WaypostError', 503],
        [0.5, 1, 2, 4],
      ],
      [['WaypostError', 403], []],
      [['WaypostError', 200], []],
    ])
  })

  it('are renewed once when the server refuses one', async () => {
    const story = (validProgram: string) =>
      program(`
      const sent = []
      let number = 0
      const fetch = async (request) => {
        if (request.url.endsWith('/oauth/token'))
          return Response.json({ access_token: 't-' + ++number, token_type: 'Bearer', expires_in: 3600 })
        sent.push([request.headers.get('authorization'), await request.text()])
        return Response.json({ ok: 1 }, { status: sent.at(-1)[0] === 'Bearer ${validProgram}' ? 200 : 401 })
      }
      const site = 'http://unused.example'
      const key = client.clientCredentials({ site, clientId: 1, key: 'k' }, fetch)
      const waypost = client.createWaypost({ site, key, fetch })
      const outcome = await waypost.createStudent({ profile: {} }).then((v) => v, (e) => ({ refused: e.status }))
      ${print('{ outcome, sent }')}`)
    const body = '{"profile":{}}'
    const requests = [
      ['Bearer t-1', body],
      ['Bearer t-2', body],
    ]
    expect(await story('t-2')).toEqual({ outcome: { ok: 1 }, sent: requests })
    expect(await story('none')).toEqual({ outcome: { refused: 401 }, sent: requests })
  })
})

describe('retries', () => {
  const story = (answers: string, options = '') => `
    const answers = ${answers}
    const waits = []
    const keys = []
    const fetch = async (request) => {
      keys.push(request.headers.get('idempotency-key'))
      const [status, headers = {}, body = {}] = answers.shift()
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
    }
    const sleep = async (seconds) => { waits.push(seconds) }
    const waypost = client.createWaypost({ site: 'http://unused.example', fetch, sleep ${options} })
    const outcome = await waypost.createStudent({ profile: {} }).then((v) => v, (e) => ({ refused: e.status }))
    ${print('{ outcome, waits, same: new Set(keys).size, keys: keys.length, left: answers.length }')}`

  it('wait as long as Retry-After requires, with the same key', async () => {
    const answers = `[[429, { 'retry-after': '7' }], [503, { 'retry-after': '2' }], [200, {}, { ok: 1 }]]`
    expect(await program(story(answers))).toEqual({ outcome: { ok: 1 }, waits: [7, 2], same: 1, keys: 3, left: 0 })
  })

  it('end after four attempts, for a wait that is too long, and for requests that would be refused again', async () => {
    const busy = await program(story('Array.from({ length: 9 }, () => [503])'))
    expect(busy).toMatchObject({ outcome: { refused: 503 }, keys: 5 })
    const long = await program(story(`[[429, { 'retry-after': '3600' }], [200]]`))
    expect(long).toMatchObject({ outcome: { refused: 429 }, waits: [], left: 1 })
    const wrong = await program(story('[[422], [200]]'))
    expect(wrong).toMatchObject({ outcome: { refused: 422 }, waits: [], left: 1 })
  })

  it('follow a request with the same key that is still running', async () => {
    const running = `[[409, {}, { code: 'IDEMPOTENCY_KEY_RUNNING' }], [200, {}, { ok: 1 }]]`
    expect(await program(story(running))).toMatchObject({ outcome: { ok: 1 }, waits: [0.5] })
    expect(await program(story(`[[409, {}, { code: 'CONFLICT' }], [200]]`))).toMatchObject({
      outcome: { refused: 409 },
    })
  })
})

describe('a webhook', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const other = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`
  const body = JSON.stringify({ type: 'course.passed', data: { student_course_id: 7 } })
  const timestamp = Math.floor(Date.parse('2026-11-27T12:00:00Z') / 1000)
  const sign = (key: string, text = body) =>
    `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
      .update(`msg_1.${timestamp}.${text}`)
      .digest('base64')}`
  const verify = (signature: string, { secrets = secret as string | string[], sent = body, seconds = 0 } = {}) =>
    program(`
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '${timestamp}', 'webhook-signature': ${JSON.stringify(signature)} }
      const now = new Date(${(timestamp + seconds) * 1000})
      const outcome = await client.verifyWebhook(${JSON.stringify(sent)}, new Headers(headers), ${JSON.stringify(secrets)}, { now })
        .catch((error) => error.name)
      ${print('outcome')}`)

  it('is accepted with either secret, among several signatures', async () => {
    expect(await verify(sign(secret))).toEqual(JSON.parse(body))
    expect(await verify(`v1,AAAA v2,x ${sign(other)}`, { secrets: [secret, other] })).toEqual(JSON.parse(body))
  })

  it('is refused with a wrong secret, another body, an old or future time, or no signature', async () => {
    for (const outcome of [
      await verify(sign(other)),
      await verify(sign(secret), { sent: `${body} ` }),
      await verify(sign(secret), { seconds: 301 }),
      await verify(sign(secret), { seconds: -301 }),
      await verify(''),
      await verify('v1,not base64!'),
    ])
      expect(outcome).toBe('WebhookError')
  })
})
