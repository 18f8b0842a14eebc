import type { BackupStore } from './backup-store.ts'
import { BackupRefused } from './refused.ts'
import type { Vault } from './vault.ts'

/** A complete base backup: the whole cluster at an instant between its two times. */
export type Base = {
  readonly id: string
  readonly started_at: string
  readonly ended_at: string
  readonly start_lsn: string
  readonly end_lsn: string
  readonly segment_bytes: number
  /** The cluster's identifier; its backups have their own folder (cluster.ts). */
  readonly system_id: string
  readonly server_version: string
  readonly product_version: string
  readonly installation: string | null
  /** The database of the product and its login, for the restore. */
  readonly database: string
  readonly login: string
  readonly parts: number
  readonly bytes: number
}

/** A stored segment of the WAL, or the history of a timeline. */
export type Stored = { readonly name: string; readonly file: string; readonly stored_at: Date }

export const baseFile = (id: string) => `base/${id}/base.json`
export const partFile = (id: string, part: number) => `base/${id}/${String(part).padStart(6, '0')}`
export const filesFile = (id: string) => `base/${id}/files`

/** 20261127T160501123Z */
export const stampOf = (instant: Date): string => instant.toISOString().replaceAll(/[-:.]/g, '')

function readStamp(stamp: string): Date {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(stamp) ?? []
  const [year, month, day, hour, minute, second, ms] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/** The time is part of the name, so that copies of the archive keep it. */
export const walFile = (file: string, storedAt: Date) => `wal/${file}.${stampOf(storedAt)}`

/** The complete base backups, oldest first. */
export async function listBases(store: BackupStore, vault: Vault): Promise<Base[]> {
  const names = (await store.list('base/')).filter((name) => name.endsWith('/base.json'))
  const bases: Base[] = []
  for (const name of names) bases.push(JSON.parse(vault.open(name, (await store.get(name))!).toString('utf8')))
  return bases.sort((base, other) => base.started_at.localeCompare(other.started_at))
}

/** The archived WAL by file name. A file that was sent twice is listed with its first upload. */
export async function listWal(store: BackupStore): Promise<Stored[]> {
  const byFile = new Map<string, Stored>()
  for (const name of await store.list('wal/')) {
    const [, file, stamp] = /^wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)\.(\w+Z)$/.exec(name) ?? []
    if (file && stamp && !byFile.has(file)) byFile.set(file, { name, file, stored_at: readStamp(stamp) })
  }
  return [...byFile.values()].sort((a, b) => a.file.localeCompare(b.file))
}

/** The place of an LSN (0/3000028) in the WAL, counted in segments from its beginning. */
export function segmentAt(lsn: string, segment_bytes: number): number {
  const [high = '', low = ''] = lsn.split('/')
  return Math.floor((Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)) / segment_bytes)
}

/** The same for the name of a segment; its first eight digits are the timeline. */
export function segmentNumber(file: string, segment_bytes: number): number {
  return Number.parseInt(file.slice(8, 16), 16) * (2 ** 32 / segment_bytes) + Number.parseInt(file.slice(16), 16)
}

export const isSegment = (file: string): boolean => file.length === 24

/** The newest backup that had ended at that time; the newest of all without a time. */
export function chooseBase(bases: readonly Base[], instant: Date | null, place: string): Base {
  if (bases.length === 0) throw new BackupRefused(`there is no backup in ${place}`)
  const base = bases.findLast(({ ended_at }) => instant === null || new Date(ended_at) <= instant)
  if (!base)
    throw new BackupRefused(`${instant?.toISOString()} is before the end of the first backup, ${bases[0]!.ended_at}`)
  return base
}

/** The WAL that a restore reads: its files, and the last instant that they certainly contain. */
export type WalRun = { readonly files: readonly Stored[]; readonly until: Date; readonly gap: string | null }

/** The WAL from a backup on without a gap. It ends with the first backup that began after the requested time. */
export function walAfter(base: Base, bases: readonly Base[], wal: readonly Stored[], instant: Date | null): WalRun {
  const { segment_bytes } = base
  const from = segmentAt(base.start_lsn, segment_bytes)
  const next = instant && bases.find(({ started_at }) => new Date(started_at) > instant)
  const last = next ? segmentAt(next.end_lsn, segment_bytes) : Number.POSITIVE_INFINITY
  const numbered = wal
    .filter(({ file }) => isSegment(file))
    .map((segment) => ({ ...segment, n: segmentNumber(segment.file, segment_bytes) }))
  const requiredSegments = numbered.filter(({ n }) => n >= from && n <= last)
  // The backup itself holds the WAL of its own time.
  let end = segmentAt(base.end_lsn, segment_bytes)
  let until = new Date(base.ended_at)
  const highest = Math.max(end, ...requiredSegments.map(({ n }) => n))
  const byNumber = Map.groupBy(requiredSegments, ({ n }) => n)
  for (; end < highest && byNumber.has(end + 1); end++) {
    const storedTimes = byNumber.get(end + 1)!.map(({ stored_at }) => stored_at.getTime())
    until = new Date(Math.max(until.getTime(), ...storedTimes))
  }
  const segments = byNumber.get(segmentAt(base.end_lsn, segment_bytes)) ?? []
  until = new Date(Math.max(until.getTime(), ...segments.map(({ stored_at }) => stored_at.getTime())))
  const files = [...wal.filter(({ file }) => !isSegment(file)), ...requiredSegments.filter(({ n }) => n <= end)]
  return { files, until, gap: end < highest ? requiredSegments.find(({ n }) => n > end)!.file : null }
}
