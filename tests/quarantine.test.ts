import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openHeldWorker, startJobs } from '#jobs/worker.ts'
import { openAuthorizeNet, openCardVault, openPaypal } from '#modules/checkout/entry.ts'
import { openShopify } from '#modules/identity/entry.ts'
import { openAgencies } from '#modules/learning/reporting/open-agencies.ts'
import { openRestProvider, openTwilio } from '#modules/security/entry.ts'
import { checkOutbound } from '#platform/checks/outbound.ts'
import { noOrganization } from '#platform/ctx.ts'
import { openFiles } from '#platform/files/files.ts'
import { claimInstallation, followInstallation, holdOf, selectInstallation, takeOver } from '#platform/installation.ts'
import { openLog, silentLog } from '#platform/log.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { startSmtpServer } from '#platform/mail/testing/smtp-server.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { type Hold, holdOutbound, outboundHold } from '#platform/outbound.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { simulatedCards } from '#simulators/authorize-net/config.ts'
import { simulatedExams } from '#simulators/exams/config.ts'
import { simulatedWallet } from '#simulators/paypal/config.ts'
import { simulatedPhones } from '#simulators/phones/config.ts'
import { startS3Simulator } from '#simulators/s3/simulator.ts'
import { simulatedShop } from '#simulators/storefront/config.ts'
import { until } from './fixtures/platform/queue.ts'
import { openTestApp } from './support/app.ts'

const app = await openTestApp({ jobs: true })
const folder = await mkdtemp(join(tmpdir(), 'waypost-quarantine-'))
const smtp = await startSmtpServer()
const s3 = await startS3Simulator()
let requests = 0
const outsideServer = createServer((_, response) => {
  requests += 1
  response.writeHead(500).end()
})
await new Promise<void>((listening) => outsideServer.listen(0, '127.0.0.1', listening))
const url = `http://127.0.0.1:${(outsideServer.address() as AddressInfo).port}`
afterAll(async () => {
  outsideServer.close()
  await smtp.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => holdOutbound(null))

const copy: Hold = { why: 'other', installation: 'waypost.example' }
const copySettings = { installation: 'copy.example', QUARANTINE: '0' } as const
const signal = AbortSignal.timeout(60_000)
const letter = { to: 'student@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', dedupe_key: 'q1' }
const record = { agency: 'florida', submission_id: 'q-1', answers: [] } as never
const exam = { id: 1, course_id: 1, name: 'Final' }
const student = { id: '7', name: 'Dana' }

/** One call of each adapter that the composition root opens. */
const adapters: Record<string, () => Promise<unknown>> = {
  'Authorize.Net': () => openAuthorizeNet(simulatedCards(url)).details('1'),
  'the vault of cards': () => openCardVault(simulatedCards(url)).listCards('1'),
  PayPal: () => openPaypal(simulatedWallet(url)).details('1'),
  'an agency over HTTP': () => Object.values(openAgencies({ url }))[0]!.submit(record, signal),
  Twilio: () =>
    openTwilio(simulatedPhones(url)).send(
      { channel: 'sms', to: '+14075550123', text: '1', locale: 'en-us', callback_url: url },
      signal,
    ),
  'the provider of exams': () =>
    openRestProvider(simulatedExams(url)).open(
      { reference: 'r', kind: 'proctored', exam, student, return_url: url },
      signal,
    ),
  'a shop': () => openShopify(simulatedShop('SSD', url)).findOrder('1001' as never),
}

test.each(Object.keys(adapters))('%s is not called in quarantine, and is called after it', async (name) => {
  requests = 0
  holdOutbound(copy)
  await adapters[name]!().catch(() => {})
  expect(requests).toBe(0)
  holdOutbound(null)
  await adapters[name]!().catch(() => {})
  expect(requests).toBeGreaterThan(0)
})

test('records a charge in quarantine as unsent, so that it stays in no unknown state', async () => {
  holdOutbound(copy)
  const answer = await openAuthorizeNet(simulatedCards(url)).details('1')
  expect(answer).toMatchObject({ answer: 'unknown', reason: { code: 'quarantine' } })
})

test('sends no email in quarantine, and stores no report where staff upload it', async () => {
  const mailer = openMailer({ smtpUrl: smtp.url, from: 'Waypost <no-reply@waypost.test>' })
  const florida = Object.values(openAgencies({ folder: join(folder, 'reports') }))[0]!
  holdOutbound(copy)
  await expect(mailer.send(letter)).rejects.toMatchObject({ kind: { code: 'QUARANTINE', status: 503 } })
  expect((await florida.submit(record, signal)).outcome).toBe('retry')
  expect([smtp.received.length, smtp.commands.length]).toEqual([0, 0])
  expect(await readdir(join(folder, 'reports')).catch(() => [])).toEqual([])
  holdOutbound(null)
  await mailer.send(letter)
  expect(smtp.received).toHaveLength(1)
})

test.each(['disk', 'bucket'])('deletes no file from the %s in quarantine', async (kind) => {
  const files = openFiles({ folder: join(folder, 'files'), ...(kind === 'bucket' && { s3: s3.settings }) })
  const { key } = await files.put({
    bytes: new TextEncoder().encode(kind),
    content_type: 'text/plain',
    limit_bytes: 99,
  })
  holdOutbound(copy)
  await files.remove(key)
  const { size, stream } = await files.open(key)
  await stream.cancel()
  expect(size).toBe(kind.length)
  holdOutbound(null)
  await files.remove(key)
  await expect(files.open(key)).rejects.toMatchObject({ kind: { status: 404 } })
})

test("the database's id, the setting and a restore decide", () => {
  const row = { installation: 'copy.example', taken_at: new Date(), restored_at: null }
  expect(holdOf(copySettings, row)).toBeNull()
  expect(holdOf(copySettings, null)).toEqual({ why: 'none' })
  expect(holdOf(copySettings, { ...row, installation: 'waypost.example' })).toEqual(copy)
  expect(holdOf(copySettings, { ...row, restored_at: new Date() })).toEqual({
    why: 'restored',
    installation: 'copy.example',
  })
  expect(holdOf({ ...copySettings, QUARANTINE: '1' }, row)).toEqual({ why: 'setting' })
})

test('the first installation keeps its database, and the product itself cannot change that', async () => {
  const { read } = app.database
  await Promise.all(['waypost.example', 'other.example'].map((id) => claimInstallation(read, id)))
  const first = await selectInstallation(read)
  await claimInstallation(read, 'third.example')
  expect(await selectInstallation(read)).toEqual(first)
  for (const change of ["update platform.installation set installation = 'x'", 'delete from platform.installation'])
    await expect(app.services.database.read.text(change)).rejects.toMatchObject({ code: '42501' })
})

test('a process and its worker follow the database without a restart', async () => {
  const { read } = app.database
  const operator = openCtx(
    { ...app.services, database: app.database },
    { actor: { kind: 'system', name: 'take-over' }, organization: noOrganization, locale: 'en-us' },
  )
  await takeOver(operator, 'waypost.example')
  const lines: Record<string, unknown>[] = []
  const queue = openQueue({ url: app.url, log: silentLog })
  const worker = openHeldWorker(() => startJobs(app.services, queue), silentLog)
  const end = await followInstallation(
    app.services.database,
    copySettings,
    openLog((line) => lines.push(line)),
    () => {
      void worker.follow()
    },
  )
  try {
    await worker.follow()
    expect(outboundHold()).toEqual(copy)
    expect(lines).toMatchObject([{ level: 'error', event: 'quarantine' }])
    expect(String(lines[0]!.message)).toContain('waypost.example')
    const workers = async () =>
      (
        await read`select from pg_stat_activity where application_name = 'waypost queue worker'
                  and datname = current_database()`
      ).length
    expect(await workers()).toBe(0)
    expect(await takeOver(operator, 'copy.example')).toBe('waypost.example')
    const events = await read`select after from platform.audit_event where action = 'system.take-over' order by at`
    expect(events.at(-1)).toEqual({ after: { installation: 'copy.example' } })
    const [row] = await read<{ resumed: boolean }>`select resumed_at is not null as resumed from platform.installation`
    expect(row).toEqual({ resumed: true })
    await until(async () => outboundHold() === null && (await workers()) > 0)
    expect(lines.at(-1)).toMatchObject({ level: 'warn', event: 'quarantine.ended' })
    await read`update platform.installation set restored_at = now()`
    await until(async () => outboundHold()?.why === 'restored' && (await workers()) === 0)
  } finally {
    end()
    await worker.stop()
  }
})

test('staff see it on every page in both languages, students do not, and health checks stay green', async () => {
  const admin = await app.as(await app.userId('admin@example.com'))
  const student = await app.as(await app.userId('student@example.com'))
  const balancer = async () => {
    const response = await app.app.request('http://localhost:3000/readyz')
    return [response.status, await response.text()] as const
  }
  expect((await admin.visit('/manage/students')).text).not.toContain('until an operator takes it over')
  const before = await balancer()
  expect(before).toEqual([200, 'ready'])
  holdOutbound(copy)
  for (const path of ['/manage/students', '/manage/settings/system'])
    expect((await admin.visit(path)).text).toContain("This is a copy of waypost.example's data.")
  await admin.visit('/language', { locale: 'es-es' })
  expect((await admin.visit('/manage/students')).text).toContain('Esta es una copia de los datos de waypost.example.')
  expect((await student.visit('/dashboard')).text).not.toContain('waypost.example')
  const [status, text] = await balancer()
  expect(status).toBe(200)
  expect(text).toMatch(
    /^ready, in quarantine: the database belongs to waypost\.example, waypost take-over --yes ends this/,
  )
})

test('the check finds an outgoing call without the guard', () => {
  const complaintsOf = (text: string, path = 'modules/checkout/new-gateway.ts') =>
    checkOutbound([{ path, text, imports: [] }]).filter((complaint) => complaint.startsWith(path))
  for (const text of [
    'await fetch(url)',
    'const { fetch: own = fetch, ...rest } = config',
    "import { createTransport } from 'nodemailer'",
    "import { AwsClient } from 'aws4fetch'",
    "import { request } from 'node:https'",
    "import { readFile, rm } from 'node:fs/promises'",
    "import WebSocket from 'ws'",
  ])
    expect([text, complaintsOf(text).length]).toEqual([text, 1])
  expect(complaintsOf("await outboundFetch('payment')(url)")).toEqual([])
  expect(complaintsOf('await fetch(url)', 'modules/checkout/cart.island.tsx')).toEqual([])
})
