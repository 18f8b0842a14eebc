import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/**
 * Deletes what processes that were killed left in a folder of temporary files: what has not changed for a day. The answer
 * may be called with every use; it looks once an hour.
 */
export function openSweep(folder: string, isTemporary = (_name: string) => true): () => Promise<void> {
  let swept = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() < swept + HOUR_MS) return
    swept = performance.now()
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter(isTemporary)) {
      const found = await stat(join(folder, name)).catch(() => undefined)
      if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

const workFolder = join(tmpdir(), 'waypost-work')

/** Deletes the folders of work whose process was killed. */
export const sweepWork = openSweep(workFolder)

/** Gives the work an empty folder on this machine's disk, and deletes it when the work ends. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await sweepWork()
  await mkdir(workFolder, { recursive: true })
  const folder = await mkdtemp(join(workFolder, 'work-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
