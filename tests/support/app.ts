import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll } from 'vitest'
import { jobs } from '#jobs/index.ts'
import { openQueuedCtx } from '#jobs/worker.ts'
import { turnChecksOff } from '#migrations/demo/identity-checks.ts'
import { loadDemo } from '#migrations/demo/load.ts'
import { openClientUse } from '#modules/identity/clients/client-use.ts'
import { resolveOrganization, resolveSession } from '#modules/identity/entry.ts'
import { openDomains } from '#modules/identity/organizations/domain-directory.ts'
import { forgetOrganizations } from '#modules/identity/organizations/organization.sql.ts'
import { startSession } from '#modules/identity/sessions/session.sql.ts'
import { openWebhookTransport } from '#modules/identity/webhooks/transport.ts'
import { openAgencies } from '#modules/learning/reporting/open-agencies.ts'
import { manifests } from '#modules/manifests.ts'
import { openRestProvider, openTwilio } from '#modules/security/entry.ts'
import type { ProductText } from '#modules/settings/index.ts'
import type { Actor } from '#platform/actor.ts'
import { movableClock } from '#platform/clock.ts'
import type { Ctx, Organization } from '#platform/ctx.ts'
import type { Database, DatabaseOptions } from '#platform/db/database.ts'
import { openFiles } from '#platform/files/files.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { unlimited } from '#platform/http/rate.ts'
import { silentLog } from '#platform/log.ts'
import { captureMail } from '#platform/mail/mail.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'
import { installQueue } from '#platform/queue/install.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { type DueReport, runDue } from '#platform/queue/run-due.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { startAgencySimulator } from '#simulators/agencies/simulator.ts'
import { startExamSimulator } from '#simulators/exams/simulator.ts'
import { startPhoneSimulator } from '#simulators/phones/simulator.ts'
import { createApp } from '#web/app.ts'
import { pages } from '#web/pages.ts'
import { fillAllPorts } from '#web/services.ts'
import { fillTestPorts } from '#web/test-services.ts'
import { requireDeclaredCode } from './declared-codes.ts'
import { openTestGateway, openTestWallet } from './gateway.ts'

let texts: ProductText[] | undefined
/** The product's texts, as listed by its build. */
export const listProductTexts = async (): Promise<ProductText[]> => {
  texts ??= (await import('#platform/checks/product-texts.ts')).productTexts(process.cwd())
  return texts
}

/** The lowest cost of argon2: tests hash many passwords and protect none. */
const cheapPasswords = { memoryCost: 8, timeCost: 1, parallelism: 1 }

// biome-ignore lint/suspicious/noExplicitAny: tests read responses freely; a missing field fails the expectation
type Anything = any

export type Call = { status: number; body: Anything; headers: Headers; text: string; bytes: Uint8Array }
export type Client = {
  get(path: string): Promise<Call>
  post(path: string, body?: unknown): Promise<Call>
  put(path: string, body?: unknown): Promise<Call>
  delete(path: string, body?: unknown): Promise<Call>
  /** A call whose body is a file. */
  upload(method: string, path: string, file: Uint8Array, type?: string): Promise<Call>
  /** A page or form of the site: GET, or POST of an urlencoded form. Keeps cookies and doesn't follow redirects. */
  visit(path: string, form?: Record<string, string>): Promise<Call>
  /** The Cookie header of the next request. */
  cookies(): string
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>

/**
 * `checks`: the demo's courses have identity checks, as for a visitor. Without it, a test can take them without
 * interruption.
 */
type TestAppOptions = { demo?: boolean; checks?: boolean; jobs?: boolean; database?: Partial<DatabaseOptions> }

/** The entire product on this test file's database, driven through HTTP without a socket. */
export async function openTestApp(options: TestAppOptions = {}) {
  const { db, app: served, url } = await testDatabase(options.database)
  const database: Database = {
    ...db,
    // A test changes organizations without the product, which would keep its sites as they were for some seconds.
    tx: (operation, txOptions) => db.tx(operation, txOptions).finally(forgetOrganizations),
  }
  const folder = await mkdtemp(join(tmpdir(), 'waypost-test-'))
  // A request whose answer no test waited for may still be writing.
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const clock = movableClock()
  const mail = captureMail()
  const facts: { fact: string; data: Anything }[] = []
  const files = openFiles({ folder: join(folder, 'files') })
  const gateway = await openTestGateway()
  const paypal = await openTestWallet()
  const agency = await startAgencySimulator()
  afterAll(agency.close)
  const exams = await startExamSimulator({ clock })
  afterAll(exams.close)
  const phones = await startPhoneSimulator({ clock })
  afterAll(phones.close)
  const queue = openQueue({ url, log: silentLog })
  if (options.jobs) await installQueue(url, jobs)
  const sender = queue.factSender(jobs)
  const baseUrl = new URL('http://localhost:3000')
  const domains = openDomains(served.read)
  const use = openClientUse(served.read.within('all'), () => {})
  const services: Services = {
    database: served,
    clock,
    log: silentLog,
    facts: {
      async send(sql, fact, data, test_organization_id) {
        facts.push({ fact, data })
        if (options.jobs) await sender.send(sql, fact, data, test_organization_id)
      },
    },
    ports: fillAllPorts(
      {
        files,
        mailer: mail,
        gateway: gateway.gateway,
        vault: gateway.vault,
        wallet: paypal.wallet,
        agencies: openAgencies({ url: agency.url }),
        agencyServices: {
          addressOf: ({ name }) => `${agency.url}/${name}`,
          neutralWithoutAccount: true,
          folder: null,
          deliveryHosts: [],
        },
        productTexts: listProductTexts,
        exams: openRestProvider(exams.config),
        phones: openTwilio(phones.config),
        clientUse: use,
        webhooks: openWebhookTransport({ local: true }),
      },
      { secret: 'test-secret-test-secret-test-secret', baseUrl, domains },
    ),
    testPorts: fillTestPorts(jobs),
  }
  if (options.demo !== false)
    await database.tx(async (sql) => {
      await loadDemo({ sql, files, cost: cheapPasswords })
      if (!options.checks) await turnChecksOff(sql)
    })
  const app = createApp({
    services,
    site: { baseUrl, trustProxy: false },
    manifests,
    pages,
    rates: unlimited,
    ready: () => true,
  })

  const organizationOf = async (code: string | null): Promise<Organization> =>
    (await resolveOrganization(database.read, code)) ?? Promise.reject(new Error(`no organization ${code}`))

  /** A context as `actor` (a visitor by default) on the organization's site (the default one for null). */
  async function ctx(actor: Actor = { kind: 'anonymous' }, code: string | null = null): Promise<Ctx> {
    return openCtx(services, {
      actor,
      organization: await organizationOf(code),
      locale: 'en-us',
      request: { id: 'test', address: '127.0.0.1', agent: 'test', origin: baseUrl.origin },
    })
  }

  /** The signed-in actor of a user ID, with its own session. */
  async function actorOf(user_id: number, code: string | null = null): Promise<Actor & { token: string }> {
    const visitor = await ctx({ kind: 'anonymous' }, code)
    const { token } = await visitor.tx((inner) => startSession(inner, user_id))
    const session = await resolveSession(visitor, token)
    if (!session) throw new Error(`user ${user_id} has no session on the site of ${code}`)
    return { ...session.actor, token }
  }

  return {
    app,
    database,
    url,
    services,
    clock,
    mail,
    facts,
    files,
    gateway,
    paypal,
    agency,
    exams,
    phones,
    folder,
    ctx,
    actorOf,
    /** A browser without a session on the organization's site. */
    visitor: (code: string | null = null) => openClient(app, hostOf(code)),
    /** A browser signed in as the user. */
    async as(user_id: number, code: string | null = null) {
      const { token } = await actorOf(user_id, code)
      return openClient(app, hostOf(code), `waypost=${token}`)
    },
    /** The user ID of a demo sign-in: student@example.com and so on. */
    async userId(loginid: string): Promise<number> {
      const [row] = await database.read<{
        user_id: number
      }>`select user_id from identity.person where loginid = ${loginid}`
      if (!row) throw new Error(`no user ${loginid}`)
      return row.user_id
    },
    /** Moves the clocks of the application and the database together. */
    async moveClock(milliseconds: number) {
      clock.offset_ms += milliseconds
      await database.read`update platform.clock set "offset" = ${`${clock.offset_ms} milliseconds`}::interval`
    },
    /** Runs every job that is due (`ahead`: also delayed ones). The file must have opened the app with jobs. */
    runJobs(ahead = false): Promise<DueReport> {
      return runDue(queue, jobs, (job, data) => openQueuedCtx(services, job, data), { ahead })
    },
  }
}

const hostOf = (code: string | null) => (code ? `${code.toLowerCase()}.localhost:3000` : 'localhost:3000')

function openClient(app: Hono<HttpEnv>, host: string, cookie = ''): Client {
  const jar = new Map(cookie ? [cookie.split('=') as [string, string]] : [])
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send(method: string, path: string, body?: BodyInit, type?: string, mode?: string): Promise<Call> {
    const headers = new Headers({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })
    if (jar.size > 0) headers.set('cookie', cookies())
    if (type) headers.set('content-type', type)
    if (mode) headers.set('sec-fetch-mode', mode)
    const response = await app.request(`http://${host}${path}`, { method, headers, body })
    for (const line of response.headers.getSetCookie()) storeCookie(jar, line)
    const reply = await readCall(response)
    if (path.startsWith('/api/')) requireDeclaredCode(method, path, reply)
    return reply
  }
  const call = (method: string) => (path: string, body?: unknown) =>
    send(
      method,
      `/api${path}`,
      body === undefined ? undefined : JSON.stringify(body),
      body === undefined ? undefined : 'application/json',
    )

  return {
    get: call('GET'),
    post: (path, body = {}) => call('POST')(path, body),
    put: (path, body = {}) => call('PUT')(path, body),
    delete: call('DELETE'),
    upload: (method, path, file, type = 'application/octet-stream') =>
      send(method, `/api${path}`, file as BodyInit, type),
    visit: (path, form) =>
      form
        ? send('POST', path, new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded')
        : send('GET', path, undefined, undefined, 'navigate'),
    cookies,
  }
}

/** Reads a response to its end. Parses JSON, and unescapes apostrophes in a page's text. */
export async function readCall(response: Response): Promise<Call> {
  const { status, headers } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = headers.get('content-type')?.includes('application/json')
  const sent = Buffer.from(bytes).toString('utf8')
  const text = isJson ? sent : sent.replaceAll('&#x27;', "'")
  return { status, headers, text, bytes, body: isJson ? JSON.parse(text) : text }
}

function storeCookie(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const index = pair.indexOf('=')
  const name = pair.slice(0, index).trim()
  const value = pair.slice(index + 1)
  const ended = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
  if (ended || value === '') jar.delete(name)
  else jar.set(name, value)
}
