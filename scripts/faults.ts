// npx -c 'node scripts/faults.ts': breaks a running product on purpose, one fault after the other, while visitors and
// staff use it, and checks that each fault leaves the log event or the message that names it. Writes bench/faults.md;
// ends with 1 if one is missing.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { findPostgres, removePostgres, stopPostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { buildIfStale } from './built.ts'
import { type LoggedServer, startLogged, untilReady } from './faults/logged-server.ts'
import { root, run } from './run.ts'
import { openLoad } from './upgrade/load.ts'
import { readers, type Sessions, signIn } from './upgrade/readers.ts'

await buildIfStale()
const folder = await openServerFolder()
const place = join(folder, 'pg')
let database = await findPostgres({ folder: place, durable: true })
const rows: string[][] = []

const settings = (port: number, changedEnv: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  BASE_URL: `http://localhost:${port}`,
  INSTALLATION: 'faults',
  SECRET: 'a secret of the faults that guards nothing at all',
  RATE_LIMITS: 'off',
  DATABASE_WAIT_SECONDS: '20',
  ...changedEnv,
})

async function onDatabase(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(database.url, {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { 'waypost.scope': '{(,)}' },
  })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** Locks a table for this many seconds. */
const lockTable = (table: string, seconds: number) =>
  onDatabase((sql) =>
    sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in access exclusive mode`)
      await sleep(seconds * 1000)
    }),
  )

function recordResult(fault: string, expected: string, detected: string | null, more = ''): void {
  console.log(`${detected ? 'ok    ' : 'MISSED'}  ${fault}: ${detected ?? `no ${expected}`}${more ? `; ${more}` : ''}`)
  rows.push([
    fault,
    (detected ?? `none: ${expected}`).replaceAll('|', ' or ').trim(),
    detected ? 'yes' : '**no**',
    more,
  ])
}

/** Breaks something under load, and waits for a server event since then. */
async function breakUnderLoad(
  fault: string,
  expected: RegExp,
  server: LoggedServer,
  sessions: Sessions,
  cause: () => Promise<void>,
) {
  const before = server.lines.length
  const load = openLoad(server.port, sessions)
  await sleep(1_000)
  await cause()
  await sleep(3_000)
  const { requests, failed } = await load.stop()
  const events = server.lines.slice(before).map(({ event, cause }) => (cause ? `${event}: ${cause}` : event))
  const expectedEvent = events.find((event) => expected.test(event)) ?? null
  const refusedCount = failed.filter((line) => / 50\d$/.test(line)).length
  const faultCount = events.filter((event) => event.startsWith('request.fault')).length
  // Each refusal has its own event.
  recordResult(
    fault,
    expected.source,
    faultCount >= refusedCount ? expectedEvent : null,
    `${requests} requests, ${refusedCount} refused, ${faultCount} events`,
  )
}

/** Starts a process that should refuse or explain itself. */
async function checkStart(fault: string, expected: RegExp, changedEnv: NodeJS.ProcessEnv): Promise<void> {
  const port = await freePort()
  const server = startLogged(port, settings(port, { DATABASE_WAIT_SECONDS: '0', ...changedEnv }))
  const answer = await Promise.race([untilReady(server), server.ended.then(({ output }) => output)]).catch(String)
  await sleep(500)
  const texts = [answer, ...server.lines.map(({ event, message = '' }) => `${event} ${message}`)]
  const text = texts.find((text) => expected.test(text))
  recordResult(fault, expected.source, text ? (expected.exec(text)?.[0] ?? text) : null)
  server.kill('SIGTERM')
  await server.ended
}

try {
  const port = await freePort()
  const server = startLogged(port, settings(port), ['--prepare'])
  await untilReady(server)
  const sessions = new Map<(typeof readers)[number], string>([['', '']])
  for (const reader of readers.filter((name) => name !== '')) sessions.set(reader, await signIn(port, reader))

  await breakUnderLoad(
    'a table is locked for four seconds',
    /^request\.fault: (lock timeout|statement timeout|busy)$/,
    server,
    sessions,
    () => lockTable('checkout.cart', 4),
  )
  await breakUnderLoad(
    'people can not be read for seven seconds',
    /^request\.fault: (statement timeout|busy)$/,
    server,
    sessions,
    () => lockTable('identity.person', 7),
  )
  await breakUnderLoad(
    'the database ends every connection',
    /^request\.fault: (connection lost|database stopped|commit unknown)$/,
    server,
    sessions,
    async () => {
      for (let times = 0; times < 8; times++) {
        await onDatabase(
          (sql) =>
            sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'waypost%' and pid <> pg_backend_pid()`,
        )
        await sleep(250)
      }
    },
  )
  await breakUnderLoad(
    'PostgreSQL stops and starts',
    /^request\.fault: (connection lost|database st(opped|arting)|busy|commit unknown)$/,
    server,
    sessions,
    async () => {
      await stopPostgres(place)
      await sleep(2_000)
      database = await findPostgres({ folder: place, durable: true })
      await untilReady(server)
    },
  )
  await breakUnderLoad(
    'the clock of the queue is a day ahead',
    /^queue\.clock_stepped$/,
    server,
    sessions,
    async () => {
      await onDatabase((sql) => sql`update queue.version set cron_on = now() + interval '1 day'`)
      await sleep(32_000)
    },
  )
  await breakUnderLoad('the database is restored under its processes', /^quarantine$/, server, sessions, () =>
    onDatabase((sql) => sql`update platform.installation set restored_at = now()`),
  )
  await onDatabase((sql) => sql`update platform.installation set restored_at = null`)
  await checkStart('a copy with another installation', /in quarantine: the database belongs to faults/, {
    INSTALLATION: 'copy',
  })
  await onDatabase(async (sql) => {
    const [seal] = await sql`select 1 from platform.audit_seal limit 1`
    if (!seal) await sleep(65_000)
  })
  await checkStart(
    'a wrong SECRET',
    /SECRET: the audit log of this database was last sealed with another secret \(key [0-9a-f]{16}\): set SECRET to it, or name it in FORMER_SECRETS/,
    { SECRET: 'another secret that sealed nothing here at all' },
  )
  await checkStart(
    'an address with several hosts',
    /DATABASE_URL: lists several hosts, which the queue cannot follow: use one that leads to the primary[^\n]*/,
    {
      DATABASE_URL: 'postgres://a:b@one,two/waypost',
    },
  )
  await checkStart(
    'a database that does not answer',
    /DATABASE_URL: can't use the database: connect ECONNREFUSED 127\.0\.0\.1:1/,
    {
      DATABASE_URL: 'postgres://a:b@127.0.0.1:1/waypost',
    },
  )
  server.kill('SIGKILL')
  await server.ended
  const restarted = startLogged(port, settings(port))
  await untilReady(restarted)
  // A process counts as gone after ninety seconds without a heartbeat.
  await sleep(95_000)
  const { code, output } = await run('node', ['dist/server/waypost.js', 'processes'], {
    env: settings(port),
    quiet: true,
  })
  const line = output.split('\n').find((row) => /^gone\b/.test(row) && row.split(/\s+/).includes(String(server.pid)))
  recordResult(
    'a process is killed',
    'line of waypost processes for its id, and exit code 1',
    code === 1 && line ? `gone ${server.pid}` : null,
  )
  restarted.kill('SIGTERM')
  await restarted.ended
  const day = new Date().toISOString().slice(0, 10)
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
  await writeFile(
    join(root, 'bench/faults.md'),
    `# Faults under load\n\nWritten by \`npx -c 'node scripts/faults.ts'\` on ${day}: one server with the demo, four people in a loop of pages and a change.\n\n| fault | event or sentence that it leaves | left | load |\n| --- | --- | --- | --- |\n${table}\n`,
  )
  process.exitCode = rows.every(([, , left]) => left === 'yes') ? 0 : 1
} finally {
  await removePostgres(place)
}
