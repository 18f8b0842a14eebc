import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { awaitProgram, openProgram, runProgram } from '#platform/db/programs.ts'
import { walFile } from './archive.ts'
import { type Backups, isSystemId, openCluster } from './cluster.ts'
import { identifySystem } from './whole-database.ts'

const compress = promisify(gzip)
const retryMs = 1_000

/** The server keeps WAL for this slot until it was received, even while no one receives. */
const slotName = 'waypost_backup'

export type WalOptions = {
  readonly backups: Backups
  readonly replicationUrl: string
  readonly programs: string | undefined
  /** Holds segments until they are stored; each cluster has its own folder. */
  readonly spool: string
  readonly signal: AbortSignal
  /** Called with the error when storing fails for a new reason, and with null when it works again. */
  readonly onTrouble: (sentence: string | null) => void
}

/**
 * Receives the WAL until the signal: pg_receivewal writes it into the spool to the byte, and each segment goes to the
 * store once it is full. While the store fails, segments wait in the spool.
 */
export async function receiveWal(options: WalOptions): Promise<void> {
  const { replicationUrl: url, programs, signal } = options
  const spool = join(options.spool, await identifySystem(url))
  await mkdir(spool, { recursive: true, mode: 0o700 })
  await runProgram('pg_receivewal', ['--create-slot', '--if-not-exists', `--slot=${slotName}`, '--no-password'], {
    url,
    programs,
  })
  const args = [`--directory=${spool}`, `--slot=${slotName}`, '--no-password', '--verbose']
  const child = openProgram('pg_receivewal', args, { url, programs })
  child.stdout!.resume()
  const exit = awaitProgram(child, 'pg_receivewal')
  const controller = new AbortController()
  exit.then(
    () => controller.abort(),
    () => controller.abort(),
  )
  const stop = AbortSignal.any([signal, controller.signal])
  let trouble: string | null = null
  while (!stop.aborted) {
    const sentence = await storeFull(options).then(
      () => null,
      (error: Error) => error.message,
    )
    if (sentence !== trouble) options.onTrouble(sentence)
    trouble = sentence
    await sleep(retryMs, undefined, { signal: stop }).catch(() => {})
  }
  child.kill('SIGINT')
  await exit
  await storeFull(options)
}

/** Includes segments that a previous cluster of this machine left in the spool. */
async function storeFull({ backups, spool }: WalOptions): Promise<void> {
  for (const id of (await readdir(spool)).filter(isSystemId))
    await storeSegments(openCluster(backups, id), join(spool, id))
}

/** Stores the full segments of a folder, oldest first, and removes them there. */
async function storeSegments({ store, vault }: Backups, folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/.test(name))
  for (const file of names.sort()) {
    const name = walFile(file, new Date())
    await store.put(name, vault.seal(nameOfWal(name), await compress(await readFile(join(folder, file)), { level: 1 })))
    await rm(join(folder, file))
  }
}

/** The time in a name is not sealed: a segment that is sent twice is the same one. */
export const nameOfWal = (name: string): string => name.replace(/\.\w+Z$/, '')
