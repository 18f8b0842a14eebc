import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { syncFolder } from '#platform/files/sync-folder.ts'
import type { BackupStore } from './backup-store.ts'
import { explainFull } from './refused.ts'

const partSuffix = '.part'

/** Backups in a folder. It must be on another disk than the database, or it protects nothing. */
export function openDiskStore(root: string): BackupStore {
  return {
    place: root,
    async put(name, bytes) {
      const path = join(root, name)
      const part = `${path}.${randomUUID()}${partSuffix}`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeSynced(part, bytes)
        await rename(part, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(part, { force: true })
        throw explainFull(error, root)
      }
    },
    get: (name) => readFile(join(root, name)).catch(nullIfAbsent),
    async list(prefix) {
      const folder = join(root, dirname(`${prefix}x`))
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfAbsent)
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith(partSuffix))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix))
        .sort()
    },
    remove: (name) => rm(join(root, name), { force: true }),
  }
}

async function writeSynced(path: string, bytes: Buffer) {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullIfAbsent(error: { code?: string }): null {
  if (error.code === 'ENOENT') return null
  throw error
}
