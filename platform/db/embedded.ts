import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { chooseUser, findBinaries, isReachable, tempPathFor } from './binaries.ts'
import { execute, initializeCluster, passwordFile, type ServerPaths, user } from './cluster.ts'
import { acquireLease, type Lease } from './lease.ts'

export type StartOptions = {
  /** Contains all files of the server: cluster, log, port and password. */
  readonly folder: string
  /** false: nothing is synced to disk, for tests; a crash may then lose the whole cluster. */
  readonly durable: boolean
  /** Created if missing. Default 'waypost'. */
  readonly database?: string
}

/**
 * A running server, reachable over TCP at `url`, and over a Unix socket in `socket` if the system has them. `started`
 * is false if it was already running.
 */
export type RunningServer = { readonly url: string; readonly socket?: string; readonly started: boolean }

/** A server in use by this process. `release` ends the use; the last user stops the server and gets `true`. */
export type Postgres = RunningServer & { release(): Promise<boolean> }

/** The leases of this process, by folder: starting twice still counts as one user. */
const leases = new Map<string, Lease>()

/**
 * Starts the packaged PostgreSQL in a folder on 127.0.0.1, or adopts the running one, and uses it until `release`. If
 * the process ends without releasing it, the server keeps running and the next process adopts it.
 */
export async function startPostgres(options: StartOptions): Promise<Postgres> {
  const folder = resolve(options.folder)
  for (let tries = 0; ; tries++) {
    try {
      const server = await findPostgres(options)
      const lease = await acquireLease(server.url)
      const before = leases.get(folder)
      leases.set(folder, lease)
      // This lease may belong to a server that has died; nothing is stopped while the new lease is held.
      await before?.end(async () => {}).catch(() => {})
      return { ...server, release: () => releaseFolder(folder) }
    } catch (error) {
      // The last user was just stopping it.
      if (tries >= 5) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries))
    }
  }
}

async function releaseFolder(folder: string): Promise<boolean> {
  const lease = leases.get(folder)
  leases.delete(folder)
  return lease ? lease.end(async () => void (await stopPostgres(folder))) : false
}

/** Ends this process's use of every server that it started or adopted. */
export async function releasePostgres(): Promise<void> {
  await Promise.all([...leases.keys()].map(releaseFolder))
}

/** Starts or finds the server without using it: it runs until its last user or `stopPostgres` stops it. */
export async function findPostgres({ folder, durable, database = 'waypost' }: StartOptions): Promise<RunningServer> {
  const place = await findPlace(resolve(folder))
  let port = await runningPort(place)
  const started = port === undefined
  if (port === undefined) {
    await initializeCluster(place, durable)
    port = await start(place)
  }
  const password = (await readFile(join(place.cluster, passwordFile), 'utf8')).trim()
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  await createDatabase(url, database)
  const socket = await runningSocket(place)
  return { url, started, ...(socket && { socket }) }
}

/** For programs ended by a signal: stops servers that no one else uses. */
export function releaseOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void releasePostgres().finally(() => process.exit(130)))
}

/** Stops a folder's server, if one is running. */
export async function stopPostgres(folder: string): Promise<boolean> {
  const place = await findPlace(resolve(folder))
  if ((await runningPort(place)) === undefined) return false
  await stopPlace(place)
  return true
}

/** Stops a folder's server, if one is running, and deletes all its files, wherever they are. */
export async function removePostgres(folder: string): Promise<void> {
  await stopPostgres(folder)
  await rm((await findPlace(resolve(folder))).folder, { recursive: true, force: true })
}

async function findPlace(preferred: string): Promise<ServerPaths> {
  let runAs = await chooseUser(join(preferred, 'cluster'))
  // The server's user can't enter root's private folders; the files are then placed elsewhere.
  const folder =
    runAs && !(await isReachable(join(preferred, '..'), runAs.uid)) ? tempPathFor(preferred, 'data') : preferred
  if (folder !== preferred) runAs = await chooseUser(join(folder, 'cluster'))
  await mkdir(folder, { recursive: true })
  if (runAs) await chown(folder, runAs.uid, runAs.gid)
  await chmod(folder, 0o700)
  const bin = join(await findBinaries(runAs), 'bin')
  return { folder, cluster: join(folder, 'cluster'), log: join(folder, 'postgres.log'), bin, runAs }
}

// postmaster.pid: process id, folder, start time, port, socket folder, address, shared memory, state.
const readPidFile = async ({ cluster }: ServerPaths): Promise<string[]> =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')

/** Undefined for a server that was started without a socket. */
const runningSocket = async (place: ServerPaths): Promise<string | undefined> =>
  (await readPidFile(place))[4] || undefined

async function runningPort(place: ServerPaths): Promise<number | undefined> {
  const lines = await readPidFile(place)
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !port || !isAlive(pid)) return undefined
  for (let tries = 0; tries < 100; tries++) {
    if (await isResponding(port)) return port
    if (!isAlive(pid)) return undefined
    await new Promise((resolve) => setTimeout(resolve, 50))
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

async function isResponding(port: number): Promise<boolean> {
  const sql = postgres({ host: '127.0.0.1', port, user, database: 'postgres', max: 1, connect_timeout: 2, ssl: false })
  try {
    await sql`select 1`
    return true
  } catch (error) {
    // A refused password proves that the server is up.
    return (error as { code?: string }).code?.startsWith('28') ?? false
  } finally {
    await sql.end({ timeout: 0 })
  }
}

async function start(place: ServerPaths): Promise<number> {
  for (let tries = 0; ; tries++) {
    const port = await freePort(place, tries === 0)
    const options = `-p ${port} -c unix_socket_directories='${socketFolder(place)}'`
    const flags = ['start', '-D', place.cluster, '-l', place.log, '-w', '-t', '30', '-o', options]
    try {
      await execute(place, 'pg_ctl', flags)
      await writeFile(join(place.folder, 'port'), String(port))
      return port
    } catch (error) {
      // Another process may have started it in the meantime, or taken the port.
      const port = await runningPort(place)
      if (port !== undefined) return port
      if (tries >= 2) throw error
    }
  }
}

// A socket address holds about a hundred bytes, including the name that the server appends.
const maxFolderLength = 80

/**
 * The folder of the server's socket: its own, if the system supports sockets and the path is not too long or unusual.
 */
const socketFolder = ({ folder }: ServerPaths): string =>
  process.platform !== 'win32' && folder.length <= maxFolderLength && /^[\w./-]+$/.test(folder) ? folder : ''

async function freePort(place: ServerPaths, remembered: boolean): Promise<number> {
  const before = Number(await readFile(join(place.folder, 'port'), 'utf8').catch(() => 0))
  const port = remembered && before > 0 ? await tryPort(before).catch(() => 0) : 0
  return port || tryPort(0)
}

function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { port: freePort } = server.address() as { port: number }
      server.close(() => resolve(freePort))
    })
  })
}

async function stopPlace(place: ServerPaths) {
  await execute(place, 'pg_ctl', ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', '30'])
}

async function createDatabase(url: string, name: string) {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  const sql = postgres(admin.href, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    const rows = await sql`select from pg_database where datname = ${name}`
    // 42P04, 23505: another starter was first.
    if (rows.length === 0) await sql`create database ${sql(name)}`.catch(ignoreExisting)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function ignoreExisting(error: { code?: string }) {
  if (error.code !== '42P04' && error.code !== '23505') throw error
}
