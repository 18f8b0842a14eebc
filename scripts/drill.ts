// make drill: a complete restore from nothing. A server with the demo is backed up while people use it; its database is
// restored to a moment between two changes; the audit chain, the books, files and a page of the copy are tried. Needs
// PostgreSQL's own programs of the server's version (PG_PROGRAMS). Ends with 1 at the first step that fails.
import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { findPostgres, stopPostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { findPrograms } from '#platform/testing/programs.ts'
import { buildIfStale } from './built.ts'
import { ownPath, root } from './run.ts'
import { serverFlags } from './server-flags.ts'
import { start } from './site.ts'

const programs = await findPrograms()
if (!programs) {
  console.error("PostgreSQL 18's own programs are missing: name their folder in PG_PROGRAMS")
  process.exit(1)
}
await buildIfStale()
const folder = await openServerFolder()
const startedAt = performance.now()
const original = join(folder, 'original', 'pg')
const copy = join(folder, 'copy', 'pg')
const server = await findPostgres({ folder: original, durable: true })
const port = await freePort()
const settings: NodeJS.ProcessEnv = {
  DATABASE_URL: server.url,
  DATA_DIR: join(folder, 'data'),
  BACKUP_TO: join(folder, 'backups'),
  BACKUP_KEY: 'a key of the drill that guards nothing at all',
  BASE_URL: `http://localhost:${port}`,
  RATE_LIMITS: 'off',
  ...(programs.place && { PG_PROGRAMS: programs.place }),
}
const environment = { ...process.env, PATH: ownPath }

/** A command as an operator runs it. */
function waypost(args: string[], changedEnv: NodeJS.ProcessEnv = {}): string {
  const env = { ...environment, ...settings, ...changedEnv }
  const { status, stdout, stderr } = spawnSync('node', ['dist/server/waypost.js', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`waypost ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return stdout.trim()
}

function step(name: string, text = ''): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${String(seconds).padStart(4)} s  ${name}${text ? `: ${text.split('\n').join('; ')}` : ''}`)
}

async function onDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, fetch_types: false, connection: { 'waypost.scope': '{(,)}' } })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

const serve = (url: string, port: number, changedEnv: NodeJS.ProcessEnv = {}) =>
  start({
    script: join(root, 'dist/server/main.js'),
    flags: serverFlags,
    args: url === server.url ? ['--prepare'] : [],
    port: port,
    env: { ...settings, ...changedEnv, DATABASE_URL: url },
  })

/** A sign-in writes sessions and audit events, as each change of a person does. */
async function signIn(index: number): Promise<void> {
  const origin = `http://localhost:${index}`
  const body = JSON.stringify({ loginid: 'admin@example.com', password: 'Demo-Password-2026!' })
  const headers = { 'content-type': 'application/json', origin }
  const response = await fetch(`${origin}/api/user/login`, { method: 'POST', headers, body })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the sign-in answers ${response.status}`)
}

const countEvents = (url: string) =>
  onDatabase(
    url,
    async (sql) => (await sql<{ n: number }[]>`select count(*)::int as n from platform.audit_event`)[0]!.n,
  )

try {
  const site = await serve(server.url, port)
  step('a server with the demo serves')
  const receiver = spawn('node', ['dist/server/waypost.js', 'backup', '--wal'], {
    cwd: root,
    env: { ...environment, ...settings },
    stdio: 'inherit',
  })
  step('backup', waypost(['backup']))
  for (let times = 0; times < 5; times++) await signIn(port)
  waypost(['verify', '--seal'])
  await sleep(50)
  const moment = await onDatabase(
    server.url,
    async (sql) => (await sql<{ at: Date }[]>`select clock_timestamp() as at`)[0]!.at,
  )
  const events = await countEvents(server.url)
  await sleep(50)
  for (let times = 0; times < 5; times++) await signIn(port)
  const later = await countEvents(server.url)
  if (events === later) throw new Error('the sign-ins after the moment wrote no event')
  await site.stop()
  await onDatabase(server.url, (sql) => sql`select pg_switch_wal()`)
  await sleep(5_000)
  receiver.kill('SIGTERM')
  await stopPostgres(original)
  step('the original is gone', `${events} audit events at ${moment.toISOString()}, ${later} at its end`)
  await mkdir(copy, { recursive: true })
  // The copy gets its files from the backups into its own folder.
  const data = { DATA_DIR: join(folder, 'copy', 'data') }
  const into = ['--into', join(copy, 'cluster'), '--at', moment.toISOString(), '--files']
  step('restore', waypost(['restore', ...into], data))
  const restored = await findPostgres({ folder: copy, durable: true })
  const on = { ...data, DATABASE_URL: restored.url }
  const restoredEvents = await countEvents(restored.url)
  if (restoredEvents !== events) throw new Error(`the copy has ${restoredEvents} audit events instead of ${events}`)
  step('its audit events', `${restoredEvents}`)
  step('verify', waypost(['verify'], on))
  step('reconcile', waypost(['reconcile', '--books'], on))
  step('files', waypost(['files'], on))
  const freedPort = await freePort()
  const restoredServer = await serve(restored.url, freedPort, data)
  const page = await fetch(`http://localhost:${freedPort}/login`)
  const readiness = await (await fetch(`http://localhost:${freedPort}/readyz`)).text()
  if (!page.ok || !(await page.text()).includes('<form')) throw new Error(`the page answers ${page.status}`)
  if (!readiness.includes('quarantine')) throw new Error(`the copy is not in quarantine: ${readiness}`)
  step('a page opens', readiness.trim())
  await restoredServer.stop()
  step('take-over', waypost(['take-over', '--yes'], on))
  const [backup] = JSON.parse(waypost(['backup', '--list', '--json'])) as { cluster: string; files: number }[]
  const wal = await readdir(join(folder, 'backups', 'cluster', backup!.cluster, 'wal'))
  console.log(`\nthe drill passed; the archive has ${backup!.files} files of people and ${wal.length} of WAL`)
} finally {
  await stopPostgres(original)
  await stopPostgres(copy)
  await rm(folder, { recursive: true, force: true })
}
