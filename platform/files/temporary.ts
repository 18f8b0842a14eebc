import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/**
 * Deletes leftovers of killed processes from a folder of temporary files: those unchanged for a day. The returned
 * function can be called on every use; it looks once an hour.
 */
export function openSweep(folder: string, isTemporary = (_name: string) => true): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() < sweptAt + hourMs) return
    sweptAt = performance.now()
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter(isTemporary)) {
      const stats = await stat(join(folder, name)).catch(() => undefined)
      if (stats && stats.mtimeMs < Date.now() - dayMs) await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

/**
 * A folder of temporary files that only this user's processes share: a command run by root must not make the folder that
 * the server needs, and other users of the machine must not read it.
 */
export const ownTemporaryFolder = (name: string): string =>
  join(tmpdir(), `waypost-${name}-${process.getuid?.() ?? 'own'}`)

const workFolder = ownTemporaryFolder('work')

/** Deletes the folders of killed processes. */
export const sweepWork = openSweep(workFolder)

/** Runs the work with an empty local folder and deletes it afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await sweepWork()
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(workFolder, 'work-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
