// node bench/bench.ts [--short] [--no-build] [--class] [--only PART,PART]: a class of students and ratios against bare
// references, written to bench/results.md; --class measures the class alone, --only those parts, and both write nothing.
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import postgres from 'postgres'
import { type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { releaseOnSignal } from '#platform/db/embedded.ts'
import { startCentrifugo } from '#platform/testing/centrifugo.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { root, run } from '#scripts/run.ts'
import { serverFlags } from '#scripts/server-flags.ts'
import { type Running, rssOf, start } from '#scripts/site.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { cartRows, checkoutRows } from './checkout.ts'
import { classRows, classSizes } from './class/class.ts'
import { startCounting } from './class/statements.ts'
import { kilobytes, type PageSize, pageSizes, sizeRows } from './client-scripts.ts'
import { databaseRows } from './database.bench.ts'
import { exportRows, gridRows } from './grid.ts'
import { sessionRows, signInRows } from './identity.ts'
import { addWords, languageRows } from './languages.ts'
import { listRows } from './lists.ts'
import { memoryRows, startRows } from './memory.ts'
import { outlineRows } from './outline.ts'
import { receiptRows } from './receipts.ts'
import { figure, type Row, renderReport } from './report.ts'
import { rowSecurityRows } from './row-security.ts'
import { analyzeFilled, seed } from './seed.ts'
import { seedLists } from './seed-lists.ts'
import { languageSizes, ratioSizes, type Seeded, type Sizes } from './seeded.ts'
import { socketRows } from './sockets.ts'
import { answerRows, type Bench, beatRows, lessonRows, searchRows } from './throughput.ts'
import { uploadRows } from './upload.ts'

const short = process.argv.includes('--short')
const classOnly = process.argv.includes('--class')
/** The parts to measure; all by default. */
const selectedParts = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]?.split(',')
  : undefined
const pace = short ? { rounds: 3, seconds: 1, connections: 16 } : { rounds: 7, seconds: 3, connections: 16 }
const folder = resolve(root, '.data/bench')
const script = resolve(root, 'dist/server/main.js')

/** A production server's configuration. Nothing is sent to the services in it. */
const production = {
  NODE_ENV: 'production',
  // The demo was loaded by a development server.
  INSTALLATION: 'development',
  SECRET: 'bench-secret-that-guards-nothing-at-all',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'bench@waypost.test',
  AUTHORIZE_NET_URL: 'http://127.0.0.1:1/',
  AUTHORIZE_NET_LOGIN: 'bench',
  AUTHORIZE_NET_KEY: 'bench',
  CAPTCHA: 'off',
  AUTHORIZE_NET_CLIENT_KEY: 'bench',
  // Without a proxy in front, a server need not drain before it ends.
  DRAIN_SECONDS: '0',
  // The load simulates many visitors, because each address has its own rate limit.
  TRUST_PROXY: '1',
}

async function openSubject(url: string, more: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<Running> {
  const port = await freePort()
  const env = { ...production, ...placeOf(url), DATA_DIR: folder, BASE_URL: 'http://localhost', ...more }
  return start({ script, flags: serverFlags, args, env, port })
}

const openReference = (url: string) =>
  start({
    script: resolve(root, 'bench/reference.ts'),
    flags: serverFlags,
    env: { NODE_ENV: 'production', ...placeOf(url) },
  })

const placeOf = (url: string) => ({ DATABASE_URL: url, DATABASE_SOCKET: postgresServer.socket })

/** An empty database on the bench's server; drops the one of an earlier run. */
async function emptyDatabase(server: string, name: string): Promise<string> {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql`drop database if exists ${sql(name)} with (force)`
  await sql`create database ${sql(name)}`
  await sql.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function copyDatabase(server: string, from: string, to: string): Promise<string> {
  const sql = postgres(server, { max: 1, onnotice: () => {} })
  await sql`drop database if exists ${sql(to)} with (force)`
  await sql`create database ${sql(to)} template ${sql(from)}`
  await sql.end()
  const url = new URL(server)
  url.pathname = `/${to}`
  return url.href
}

const rows: Row[] = []
const failed: string[] = []
let sizes: PageSize[] = []

/** One part of the bench. Parts that can't be measured are listed in the report and fail the run. */
async function part(name: string, measure: () => Promise<Row[]>): Promise<void> {
  if (selectedParts && !selectedParts.includes(name)) return
  process.stdout.write(`${name} ... `)
  try {
    const measured = await measure()
    rows.push(...measured)
    console.log(measured.map(({ measured }) => measured).join(', '))
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 300)
    console.log(reason)
    failed.push(name)
    rows.push({ label: name, measured: 'not measured', goal: '', met: false, note: reason.replaceAll('|', '/') })
  }
}

async function on<T>(server: Running, operation: (server: Running) => Promise<T>): Promise<T> {
  try {
    return await operation(server)
  } finally {
    await server.stop()
  }
}

async function databasePart(server: string): Promise<Row[]> {
  const measured = await databaseRows(await emptyDatabase(server, 'bench_pool'), short ? 2 : 6)
  return measured.map(({ name, value, unit, note }) => figure(`pool: ${name}`, `${value} ${unit}`, note))
}

/** A database with the demo and the rows of `fill`. */
async function openFilled<T>(url: string, fill: (db: Database) => Promise<T>): Promise<{ db: Database; seeded: T }> {
  // Outside production, a first start loads the demo.
  await (await openSubject(url, { NODE_ENV: 'development' }, ['--prepare'])).stop()
  const transactions = { ...defaultOptions.transactions, statementTimeoutMs: 300_000 }
  const db = openDatabase({ ...defaultOptions, transactions, name: 'bench', url, waitTimeoutMs: 60_000 })
  const seeded = await fill(db)
  await analyzeFilled(db)
  return { db, seeded }
}

const openSeeded = (url: string, sizes: Sizes): Promise<{ db: Database; seeded: Seeded }> =>
  openFilled(url, (db) => seed(db, sizes))

async function measureClass(url: string): Promise<void> {
  const { db, seeded } = await openSeeded(url, classSizes)
  await part('class', () =>
    classRows({ db, seeded, open: (gateway) => openSubject(url, gateway), seconds: short ? 15 : 40 }),
  )
  await db.close()
}

/** Measures the hub, and a real Centrifugo if CENTRIFUGO_BIN is its binary. */
async function measureSockets(url: string, bench: (subject: Running) => Bench): Promise<void> {
  const hub = { by: 'the hub', rss: () => 0 }
  await on(await openSubject(url), (subject) => part('sockets', () => socketRows(bench(subject), hub)))
  const binary = process.env.CENTRIFUGO_BIN
  if (!binary) return console.log('sockets at Centrifugo: not measured, CENTRIFUGO_BIN names no binary')
  const key = 'bench-key-that-guards-nothing-at-all'
  const centrifugo = await startCentrifugo(binary, { databaseUrl: url, key })
  try {
    const subject = await openSubject(url, { CENTRIFUGO_URL: centrifugo.url, REALTIME_KEY: key })
    const beside = { by: 'Centrifugo', rss: () => rssOf(centrifugo.pid) }
    await on(subject, () => part('sockets', () => socketRows(bench(subject), beside)))
  } finally {
    await centrifugo.kill()
  }
}

async function measureRatios(server: string, url: string): Promise<void> {
  const { db, seeded } = await openSeeded(url, ratioSizes)
  await part('start', () => startRows(() => openSubject(url)))
  const reference = await openReference(url)
  const bench = (subject: Running): Bench => ({ db, url, seeded, reference, subject, pace })
  await on(await openSubject(url), async (subject) => {
    await part('catalogue page', () => searchRows(bench(subject)))
    await part('lesson page', () => lessonRows(bench(subject)))
    await part('cart', () => cartRows(bench(subject)))
    await part('heartbeat', () => beatRows(bench(subject)))
    await part('quiz answer', () => answerRows(bench(subject)))
    await part('session', () => sessionRows(bench(subject)))
    await part('sign-in', () => signInRows(bench(subject)))
    await part('students grid', () => gridRows(bench(subject)))
    await part('outline', () => outlineRows(bench(subject)))
    await part('client JavaScript', async () => {
      sizes = await pageSizes(subject, seeded)
      return sizeRows(sizes)
    })
  })
  // Card payments need a server with a gateway, so the reference waits. Both use one gateway, so no transaction id
  // occurs twice.
  const gateway = await startAuthorizeNetSimulator()
  const fullBench: Bench = { db, url, seeded, reference, subject: reference, pace }
  await part('receipts', () => receiptRows(fullBench, gateway, (settings) => openSubject(url, settings)))
  await part('checkout', () => checkoutRows(fullBench, gateway, (settings) => openSubject(url, settings)))
  await gateway.close()
  await measureSockets(url, bench)
  await reference.stop()
  await on(await openSubject(url), (subject) => part('export', () => exportRows(subject, seeded)))
  await on(await openSubject(url), (subject) => part('upload', () => uploadRows(subject, seeded)))
  await on(await openSubject(url), (subject) => part('memory', () => memoryRows(bench(subject), short ? 10 : 60)))
  await part('database', () => databasePart(server))
  await part('row level security', () => rowSecurityRows({ url, seeded, pace }))
  await db.close()
}

/** Two copies of one database; the second also has staff's languages and texts. */
async function measureLanguages(server: string): Promise<void> {
  if (selectedParts && !selectedParts.includes('languages')) return
  const url = await emptyDatabase(server, 'bench_plain')
  const { db, seeded } = await openSeeded(url, languageSizes)
  await db.close()
  const copy = await copyDatabase(server, 'bench_plain', 'bench_words')
  const words = openDatabase({ ...defaultOptions, name: 'bench', url: copy })
  await addWords(words)
  await words.close()
  await on(await openSubject(url), async (plain) => {
    await on(await openSubject(copy), (reworded) =>
      part('languages', () => languageRows({ plain, reworded, seeded, pace })),
    )
  })
}

/** Runs in its own database: no other part needs this many rows. */
async function measureLists(url: string): Promise<void> {
  const { db, seeded: school } = await openFilled(url, (db) => seedLists(db, 200_000))
  await db.close()
  // As in a database that has been in use: its visibility map is up to date.
  const sql = postgres(url, { max: 1 })
  await sql`vacuum`
  await sql.end()
  const reference = await openReference(url)
  await on(await openSubject(url), (subject) =>
    part('lists', () => listRows({ reference, subject, school, each: short ? 60 : 200 })),
  )
  await reference.stop()
}

function sizeTable(): string {
  if (sizes.length === 0) return ''
  const lines = sizes.map(
    ({ name, path, islands, bytes }) => `| ${name} | ${maskIds(path)} | ${islands} | ${kilobytes(bytes)} |`,
  )
  return `\n## Client JavaScript by page\n\n| page | where it was found | islands | gzipped |\n|---|---|---|---|\n${lines.join('\n')}\n`
}

const maskIds = (path: string) => path.replaceAll(/\/\d+/g, '/…')

if (!process.argv.includes('--no-build')) {
  const { code } = await run('node', ['scripts/build.ts'])
  if (code !== 0) process.exit(code)
}
mkdirSync(folder, { recursive: true })
releaseOnSignal()
const postgresServer = await startCounting({ folder: resolve(folder, 'pg'), durable: true, database: 'bench' })
try {
  if (!selectedParts || classOnly) await measureClass(await emptyDatabase(postgresServer.url, 'bench_class'))
  if (!classOnly) await measureLanguages(postgresServer.url)
  if (!classOnly && (!selectedParts || selectedParts.includes('lists')))
    await measureLists(await emptyDatabase(postgresServer.url, 'bench_lists'))
  const others = selectedParts?.filter((name) => name !== 'languages' && name !== 'lists')
  if (!classOnly && others?.length !== 0)
    await measureRatios(postgresServer.url, await emptyDatabase(postgresServer.url, 'bench_site'))
} finally {
  await postgresServer.release()
}
const report = renderReport(rows, { short, day: new Date().toISOString().slice(0, 10) }) + sizeTable()
if (!classOnly && !selectedParts) writeFileSync(resolve(root, 'bench/results.md'), report)
console.log(`\n${report}`)
process.exitCode = failed.length > 0 ? 1 : 0
