import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunAs } from './binaries.ts'

/** The paths of a packaged server, and the user who runs it. */
export type ServerPaths = {
  readonly folder: string
  readonly cluster: string
  readonly log: string
  readonly bin: string
  readonly runAs: RunAs
}

export const user = 'waypost'
export const passwordFile = 'waypost.password'

/** Creates the cluster if there is none. */
export async function initializeCluster(place: ServerPaths, durable: boolean) {
  if (await readFile(join(place.cluster, 'PG_VERSION')).catch(() => undefined)) return
  const draft = `${place.cluster}.${randomBytes(6).toString('hex')}`
  const passwordPath = `${draft}.password`
  const password = randomBytes(24).toString('base64url')
  await writeFile(passwordPath, password, { mode: 0o600 })
  if (place.runAs) await chown(passwordPath, place.runAs.uid, place.runAs.gid)
  const settings = Object.entries(serverSettings(durable)).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const flags = ['--pgdata', draft, '--username', user, '--pwfile', passwordPath, '--auth', 'scram-sha-256']
  const locale = ['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C']
  await execute(place, 'initdb', [...flags, ...locale, ...(durable ? [] : ['--no-sync']), ...settings])
  await rename(passwordPath, join(draft, passwordFile))
  // Two starters may get here at the same time: the first rename wins, with its password.
  await rename(draft, place.cluster).catch(() => rm(draft, { recursive: true }))
}

function serverSettings(durable: boolean): Record<string, string> {
  const commonSettings = {
    listen_addresses: '127.0.0.1',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The password has 192 random bits; more iterations would only slow down each connection.
    scram_iterations: '1',
    logging_collector: 'off',
    max_wal_size: '512MB',
  }
  const testSettings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum_naptime: '1h',
    // Tests count the rows of a hundred small tables thousands of times: starting workers takes longer than counting.
    max_parallel_workers_per_gather: '0',
  }
  return durable ? commonSettings : { ...commonSettings, ...testSettings }
}

/** Runs one of PostgreSQL's programs; rejects with its output. */
export function execute(place: ServerPaths, program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // The server that pg_ctl starts must not inherit a pipe: its reader would never see the end.
    const output = program === 'pg_ctl' ? 'ignore' : 'pipe'
    const options = { ...place.runAs, cwd: place.runAs ? '/' : place.folder, env: { ...process.env, LC_ALL: 'C' } }
    const child = spawn(join(place.bin, program), args, { ...options, stdio: ['ignore', 'ignore', output] })
    let text = ''
    child.stderr?.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('close', async (code) => {
      if (code === 0) return resolve()
      const log = text || (await readFile(place.log, 'utf8').catch(() => '')).slice(-1_000)
      reject(new Error(`${program} exited with code ${code}: ${log}`))
    })
  })
}
