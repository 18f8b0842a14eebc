import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { chooseUser, findBinaries, isReachable, placeOutside, type RunAs } from './binaries.ts'

export type StartOptions = {
  /** Where the server keeps everything: cluster, log, port and password. */
  readonly folder: string
  /** false: nothing is synced to disk, for tests; a crash may then cost the whole cluster. */
  readonly durable: boolean
  /** Made if it is not there yet. Default 'waypost'. */
  readonly database?: string
}

/** A running server; `started` is false when it was running already. `stop` ends it for everybody. */
export type Postgres = { readonly url: string; readonly started: boolean; stop(): Promise<void> }

type Place = {
  readonly folder: string
  readonly cluster: string
  readonly log: string
  readonly bin: string
  readonly runAs: RunAs
}

const user = 'waypost'
const passwordFile = 'waypost.password'

/** Starts the packaged PostgreSQL in a folder on 127.0.0.1, or finds it running there; it outlives this process. */
export async function startPostgres({ folder, durable, database = 'waypost' }: StartOptions): Promise<Postgres> {
  const place = await findPlace(resolve(folder))
  let port = await runningPort(place)
  const started = port === undefined
  if (port === undefined) {
    await initialise(place, durable)
    port = await start(place)
  }
  const password = (await readFile(join(place.cluster, passwordFile), 'utf8')).trim()
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  await createDatabase(url, database)
  return { url, started, stop: () => stopPlace(place) }
}

/** Stops the server of a folder, if one runs there. */
export async function stopPostgres(folder: string): Promise<boolean> {
  const place = await findPlace(resolve(folder))
  if ((await runningPort(place)) === undefined) return false
  await stopPlace(place)
  return true
}

/** Stops the server of a folder, if one runs there, and deletes all that it keeps, wherever that is. */
export async function removePostgres(folder: string): Promise<void> {
  await stopPostgres(folder)
  await rm((await findPlace(resolve(folder))).folder, { recursive: true, force: true })
}

async function findPlace(asked: string): Promise<Place> {
  let runAs = await chooseUser(join(asked, 'cluster'))
  // Root's own folders are closed to the user the server runs as; then the files live beside, not in there.
  const folder = runAs && !(await isReachable(join(asked, '..'), runAs.uid)) ? placeOutside(asked, 'data') : asked
  if (folder !== asked) runAs = await chooseUser(join(folder, 'cluster'))
  await mkdir(folder, { recursive: true })
  if (runAs) await chown(folder, runAs.uid, runAs.gid)
  await chmod(folder, 0o700)
  const bin = join(await findBinaries(runAs), 'bin')
  return { folder, cluster: join(folder, 'cluster'), log: join(folder, 'postgres.log'), bin, runAs }
}

// postmaster.pid: process id, folder, start time, port, socket folder, address, shared memory, state.
async function runningPort(place: Place): Promise<number | undefined> {
  const lines = (await readFile(join(place.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !port || !isAlive(pid)) return undefined
  for (let tries = 0; tries < 100; tries++) {
    if (await answers(port)) return port
    if (!isAlive(pid)) return undefined
    await new Promise((done) => setTimeout(done, 50))
  }
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function answers(port: number): Promise<boolean> {
  const sql = postgres({ host: '127.0.0.1', port, user, database: 'postgres', max: 1, connect_timeout: 2, ssl: false })
  try {
    await sql`select 1`
    return true
  } catch (error) {
    // Refused for want of a password is an answer of a server that is up.
    return (error as { code?: string }).code?.startsWith('28') ?? false
  } finally {
    await sql.end({ timeout: 0 })
  }
}

async function initialise(place: Place, durable: boolean) {
  if (await readFile(join(place.cluster, 'PG_VERSION')).catch(() => undefined)) return
  const draft = `${place.cluster}.${randomBytes(6).toString('hex')}`
  const secret = `${draft}.password`
  const password = randomBytes(24).toString('base64url')
  await writeFile(secret, password, { mode: 0o600 })
  if (place.runAs) await chown(secret, place.runAs.uid, place.runAs.gid)
  const settings = Object.entries(serverSettings(durable)).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const flags = ['--pgdata', draft, '--username', user, '--pwfile', secret, '--auth', 'scram-sha-256']
  const locale = ['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C']
  await execute(place, 'initdb', [...flags, ...locale, ...(durable ? [] : ['--no-sync']), ...settings])
  await rename(secret, join(draft, passwordFile))
  // Two starters may get here at once: the first rename wins, and its password with it.
  await rename(draft, place.cluster).catch(() => rm(draft, { recursive: true }))
}

function serverSettings(durable: boolean): Record<string, string> {
  const always = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The password has 192 random bits; stretching it would only make each connection slower.
    scram_iterations: '1',
    logging_collector: 'off',
    max_wal_size: '512MB',
  }
  const fleeting = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' }
  return durable ? always : { ...always, ...fleeting, max_wal_senders: '0', autovacuum_naptime: '1h' }
}

async function start(place: Place): Promise<number> {
  for (let tries = 0; ; tries++) {
    const port = await freePort(place, tries === 0)
    const flags = ['start', '-D', place.cluster, '-l', place.log, '-w', '-t', '30', '-o', `-p ${port}`]
    try {
      await execute(place, 'pg_ctl', flags)
      await writeFile(join(place.folder, 'port'), String(port))
      return port
    } catch (error) {
      // Somebody else may have started it meanwhile, or taken the port.
      const running = await runningPort(place)
      if (running !== undefined) return running
      if (tries >= 2) throw error
    }
  }
}

async function freePort(place: Place, remembered: boolean): Promise<number> {
  const before = Number(await readFile(join(place.folder, 'port'), 'utf8').catch(() => 0))
  const port = remembered && before > 0 ? await tryPort(before).catch(() => 0) : 0
  return port || tryPort(0)
}

function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = server.address() as { port: number }
      server.close(() => resolve(found))
    })
  })
}

async function stopPlace(place: Place) {
  await execute(place, 'pg_ctl', ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', '30'])
}

function execute(place: Place, program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // pg_ctl's server must not inherit a pipe, or nobody reading it would ever see its end.
    const output = program === 'pg_ctl' ? 'ignore' : 'pipe'
    const options = { ...place.runAs, cwd: place.runAs ? '/' : place.folder, env: { ...process.env, LC_ALL: 'C' } }
    const child = spawn(join(place.bin, program), args, { ...options, stdio: ['ignore', 'ignore', output] })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    child.once('error', reject)
    child.once('close', async (code) => {
      if (code === 0) return resolve()
      const log = said || (await readFile(place.log, 'utf8').catch(() => '')).slice(-1_000)
      reject(new Error(`${program} ended with ${code}: ${log}`))
    })
  })
}

async function createDatabase(url: string, name: string) {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  const sql = postgres(admin.href, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    const found = await sql`select from pg_database where datname = ${name}`
    // 42P04, 23505: another starter was first.
    if (found.length === 0) await sql`create database ${sql(name)}`.catch(unlessThere)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function unlessThere(error: { code?: string }) {
  if (error.code !== '42P04' && error.code !== '23505') throw error
}
