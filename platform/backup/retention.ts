import { type Base, isSegment, listBases, listWal, segmentAt, segmentNumber, stampOf } from './archive.ts'
import type { BackupStore } from './backup-store.ts'
import type { Backups } from './cluster.ts'
import { keyOfCopy, readFileList } from './files.ts'
import { nameOfWal } from './receive-wal.ts'

const dayMs = 86_400_000
const unfinishedMs = 2 * dayMs

/**
 * Removes from the backups of one cluster what no moment of the last days needs: older backups but the newest of them,
 * the WAL before it, backups that never ended, and files that no remaining backup lists. Returns the number of removed
 * objects.
 */
export async function removeOld(backups: Backups, days: number, now: Date): Promise<number> {
  const { store, vault } = backups
  const bases = await listBases(store, vault)
  const from = now.getTime() - days * dayMs
  const oldest = bases.findLastIndex(({ ended_at }) => new Date(ended_at).getTime() <= from)
  const retained = oldest > 0 ? bases.slice(oldest) : bases
  if (retained.length === 0) return 0
  const removedNames = [
    ...(await oldBases(store, retained, now)),
    ...(await oldWal(store, retained[0]!)),
    ...(await oldFiles(backups, retained)),
  ]
  // base.json is removed first: a backup without it does not count.
  const isDescription = (name: string) => name.endsWith('/base.json')
  for (const name of [...removedNames.filter(isDescription), ...removedNames.filter((name) => !isDescription(name))])
    await store.remove(name)
  return removedNames.length
}

async function oldBases(store: BackupStore, bases: readonly Base[], now: Date): Promise<string[]> {
  const ids = new Set(bases.map(({ id }) => id))
  const names = await store.list('base/')
  const complete = new Set(names.filter((name) => name.endsWith('/base.json')).map(idOf))
  // A backup may be running now; its id is the time of its start.
  const cutoff = stampOf(new Date(now.getTime() - unfinishedMs))
  return names.filter((name) => !ids.has(idOf(name)) && (complete.has(idOf(name)) || idOf(name) < cutoff))
}

const idOf = (name: string) => name.split('/')[1] ?? ''

async function oldWal(store: BackupStore, { start_lsn, segment_bytes }: Base): Promise<string[]> {
  const first = segmentAt(start_lsn, segment_bytes)
  const wal = await listWal(store)
  const oldNames = new Set(
    wal.flatMap(({ file }) => (isSegment(file) && segmentNumber(file, segment_bytes) < first ? [file] : [])),
  )
  return (await store.list('wal/')).filter((name) => oldNames.has(nameOfWal(name).slice('wal/'.length)))
}

async function oldFiles(backups: Backups, bases: readonly Base[]): Promise<string[]> {
  const listedNames = new Set<string>()
  for (const { id } of bases) {
    const list = await readFileList(backups, id)
    // Without its list, the files that it needs are unknown.
    if (list === null) return []
    for (const key of list.keys) listedNames.add(key)
  }
  return (await backups.store.list('files/')).filter((name) => !listedNames.has(keyOfCopy(name)))
}
