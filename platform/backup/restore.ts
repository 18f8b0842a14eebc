import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import type postgres from 'postgres'
import { chooseUser, type RunAs } from '#platform/db/binaries.ts'
import { awaitProgram, requireProgram, runProgram } from '#platform/db/programs.ts'
import { type Base, chooseBase, listWal, partFile, type Stored, walAfter } from './archive.ts'
import type { Backups, Cluster } from './cluster.ts'
import { nameOfWal } from './receive-wal.ts'
import { recover } from './recover.ts'
import { BackupRefused, explainFull } from './refused.ts'

const expand = promisify(gunzip)
const clockMarginMs = 10 * 60_000

export type RestoreOptions = {
  readonly cluster: Cluster
  /** The folder of the new cluster: missing or empty. */
  readonly into: string
  /** Defaults to the end of the archive. */
  readonly at: Date | null
  readonly programs: string | undefined
  /** Runs on the restored database before its server is stopped. */
  readonly inspect: (sql: postgres.Sql) => Promise<void>
}

export type RestoreResult = { base: Base; reached: string; segments: number }

/**
 * Makes a cluster from the newest backup before a moment and the WAL up to it. A private server, which only this
 * process can reach, replays the WAL, marks the copy as restored (quarantine) and is stopped again.
 */
export async function restoreCluster(options: RestoreOptions): Promise<RestoreResult> {
  const { cluster, into, at, programs } = options
  const { store, bases } = cluster
  const base = chooseBase(bases, at, store.place)
  const run = walAfter(base, bases, await listWal(store), at)
  if (run.gap && at === null)
    throw new BackupRefused(
      `the WAL has a gap before ${run.gap}: the last moment that can be restored is about ${run.until.toISOString()}`,
    )
  // Near the end, the WAL itself decides: its times come from another clock than those of the archive.
  if (at && at.getTime() > run.until.getTime() + clockMarginMs)
    throw new BackupRefused(
      `${run.gap ? `the WAL has a gap before ${run.gap}: it` : 'the archive'} ends at ${run.until.toISOString()}, before ${at.toISOString()}`,
    )
  const major = Number.parseInt(base.server_version, 10)
  for (const name of ['postgres', 'pg_verifybackup']) await requireProgram(name, major, programs, 'server')
  await requireEmpty(into)
  const runAs = await chooseUser(into)
  // Next to the cluster, because both need the space of its disk.
  const workFolder = await mkdtemp(`${into}.restore-`)
  const control = await mkdtemp(join(tmpdir(), 'waypost-recovery-'))
  try {
    await mkdir(into, { recursive: true, mode: 0o700 })
    for (const folder of [into, workFolder, control]) await changeOwner(folder, runAs)
    await unpackBase(cluster, into, base, runAs)
    await runProgram('pg_verifybackup', ['--quiet', '--exit-on-error', into], { programs, runAs })
    for (const segment of run.files) await fetchWal(cluster, segment, workFolder, runAs)
    const server = { folder: into, wal: workFolder, control, programs, runAs, at, base, gap: run.gap }
    const reached = await recover(server, options.inspect)
    return { base, reached, segments: run.files.length }
  } catch (error) {
    // An incomplete cluster must not look complete.
    await empty(into)
    throw explainFull(error, into)
  } finally {
    await rm(workFolder, { recursive: true, force: true })
    await rm(control, { recursive: true, force: true })
  }
}

async function requireEmpty(into: string): Promise<void> {
  const entries = await readdir(into).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (entries.length > 0) throw new BackupRefused(`${into} is not empty: name a new folder`)
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    await rm(join(folder, name), { recursive: true, force: true })
}

async function changeOwner(path: string, runAs: RunAs): Promise<void> {
  await chmod(path, 0o700)
  if (runAs) await chown(path, runAs.uid, runAs.gid)
}

async function unpackBase({ store, vault }: Backups, into: string, base: Base, runAs: RunAs): Promise<void> {
  const child = spawn('tar', ['--extract', '--file=-', '--preserve-permissions', `--directory=${into}`], {
    ...runAs,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  const exit = awaitProgram(child, 'tar')
  exit.catch(() => {})
  const parts = async function* () {
    for (let part = 0; part < base.parts; part++) {
      const name = partFile(base.id, part)
      const ciphertext = await store.get(name)
      if (!ciphertext) throw new BackupRefused(`${name} is missing in ${store.place}`)
      yield vault.open(name, ciphertext)
    }
  }
  try {
    await pipeline(Readable.from(parts()), createGunzip(), child.stdin!)
  } catch (error) {
    // tar may close at the end of the archive, before the last bytes, or earlier, and then it says why.
    if (!/^(EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(Reflect.get(error as Error, 'code')))) {
      child.kill()
      throw error
    }
  }
  await exit.catch((error: Error) => {
    throw /No space left/.test(error.message) ? new BackupRefused(`the disk of ${into} is full`) : error
  })
}

async function fetchWal({ store, vault }: Backups, { name, file }: Stored, folder: string, runAs: RunAs) {
  const ciphertext = await store.get(name)
  if (!ciphertext) throw new BackupRefused(`${name} is missing in ${store.place}`)
  const path = join(folder, file)
  await writeFile(path, await expand(vault.open(nameOfWal(name), ciphertext)), { mode: 0o600 })
  if (runAs) await chown(path, runAs.uid, runAs.gid)
}
