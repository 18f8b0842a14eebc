import type { KeyObject } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { type Part, verifyArchive, writeArchive } from './archive-file.ts'
import { noHash } from './canonical.ts'
import { noRecordings, noteRecording, type Recordings, recordedValues, recordingOf } from './recordings.ts'
import { faultOf, findStart, type Head, type Link, linksOf, type VerifyOptions } from './verify.ts'

/** A stored archive: its part of the chain, its file, and whether its rows were removed. */
export type Archive = Part & { file_name: string; sha256: string; removed: boolean }

type Month = { chain: number; month: string; from: number; to: number }

/**
 * The months of every chain that were sealed before a day and are not archived yet. The newest seal of a chain is never
 * archived, because the next seal continues it.
 */
export const listMonths = (sql: Sql, before: string): Promise<readonly Month[]> => sql<Month>`
  with ends as (
    select organization_id, max(position) as newest from platform.audit_seal group by 1),
  open_months as (
    select s.organization_id as chain, to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM') as month,
           min(s.position) as "from", max(s.position) as "to"
    from platform.audit_seal s join ends e on e.organization_id = s.organization_id and s.position < e.newest
    where s.sealed_at < ${`${before.slice(0, 7)}-01T00:00:00Z`}::timestamptz
      and not exists (select from platform.audit_archive a
                      where a.chain = s.organization_id and s.position between a.from_position and a.to_position)
    group by 1, 2)
  select * from open_months order by chain, "from"`

/** The archives recorded in the audit log. */
export const listArchives = (sql: Sql): Promise<readonly Archive[]> => sql<Archive>`
  select chain, from_position as "from", to_position as "to", encode(previous_hash, 'hex') as previous_hash,
         encode(hash, 'hex') as hash, file_name, sha256, removed_at is not null as removed
  from platform.audit_archive order by chain, from_position`

/** Writes a month to a file, follows the chain through it, and stores the record of it. The rows stay. */
export async function archiveMonth(
  ctx: Ctx,
  { chain, month, from, to }: Month,
  folder: string,
  keys: ReadonlyMap<string, KeyObject>,
): Promise<Archive> {
  const file_name = `audit/${chain}/${month}-${from}-${to}.jsonl.gz`
  const ends: { hash?: string } = {}
  await writeArchive(folder, file_name, { chain, from, to }, linksUpTo(linksOf(ctx.sql, chain, from - 1), to, ends))
  const part = { chain, from, to, previous_hash: await endBefore(ctx.sql, chain, from), hash: ends.hash ?? '' }
  const sha256 = await verifyArchive(folder, file_name, part, keys)
  const archive = { ...part, file_name, sha256, removed: false }
  await ctx.tx((inner) => storeArchive(inner, archive))
  return archive
}

/** The hash that the seal at a position continues, whether it is a row or the end of the last removed archive. */
async function endBefore(sql: Sql, chain: number, from: number): Promise<string> {
  const start = await findStart(sql, chain)
  if (start.position === from - 1) return start.hash
  const [row] = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from platform.audit_seal where organization_id = ${chain} and position = ${from - 1}`
  return row?.hash ?? ''
}

/** The links up to a position; records the hash of the last one. */
async function* linksUpTo(links: AsyncIterable<Link>, to: number, ends: { hash?: string }) {
  for await (const link of links) {
    if (link.position > to) return
    ends.hash = link.hash
    yield link
  }
}

const writtenEvent = (archive: Archive) => ({
  action: 'audit.archive',
  subject: `chain:${archive.chain}`,
  after: recordedValues(archive, archive.file_name),
})
const removedEvent = (archive: Archive) => ({ ...writtenEvent(archive), action: 'audit.archive_removed' })

/** The record of an archive is an event of the server's own chain, too, so it can't appear or change unnoticed. */
async function storeArchive({ sql, audit }: Ctx, archive: Archive): Promise<void> {
  const { chain, from, to, previous_hash, hash, file_name, sha256 } = archive
  await sql`
    insert into platform.audit_archive (chain, from_position, to_position, previous_hash, hash, file_name, sha256)
    values (${chain}, ${from}, ${to}, decode(${previous_hash}, 'hex'), decode(${hash}, 'hex'), ${file_name}, ${sha256})`
  await audit(writtenEvent(archive))
}

/**
 * Removes the rows of an archive, after its file was verified, in one transaction: the verifier then begins after it.
 * Archives are removed from the beginning of a chain only. Returns the number of events.
 */
export async function removeArchived(
  ctx: Ctx,
  archive: Archive,
  folder: string,
  keys: ReadonlyMap<string, KeyObject>,
): Promise<number> {
  const { chain, from, to, sha256, file_name } = archive
  const recordings = noRecordings()
  const note = (link: Link) => noteRecording(recordings, link.canonical)
  if ((await verifyArchive(folder, file_name, archive, keys, chain === 0 ? note : undefined)) !== sha256)
    throw new Error(`${file_name} is not the file that was recorded`)
  return ctx.tx(async (inner) => {
    const { sql, audit } = inner
    const start = await findStart(sql, chain)
    if (start.position !== from - 1) throw new Error(`${file_name} does not begin where the chain's rows begin`)
    await sql`
      update platform.audit_archive set removed_at = platform.now() where chain = ${chain} and from_position = ${from}`
    const events = await sql`
      delete from platform.audit_event where audit_event_id in (
        select audit_event_id from platform.audit_seal
        where organization_id = ${chain} and position between ${from} and ${to})`
    await sql`delete from platform.audit_seal where organization_id = ${chain} and position between ${from} and ${to}`
    await audit(removedEvent(archive))
    await rerecordArchives(inner, recordings)
    return events.count
  })
}

/**
 * Records the archives of removed events of the server's own chain again, so that its rows alone prove where each chain
 * begins. A chain begins after its last removed archive.
 */
async function rerecordArchives({ sql, audit }: Ctx, recordings: Recordings): Promise<void> {
  const archives = await listArchives(sql)
  for (const archive of archives) {
    const replaced = archives.some(
      (other) => other.removed && other.chain === archive.chain && other.from > archive.from,
    )
    if (replaced) continue
    if (recordings.written.has(recordingOf(archive))) await audit(writtenEvent(archive))
    if (recordings.removed.has(recordingOf(archive))) await audit(removedEvent(archive))
  }
}

/** A verified file; `why` is its fault, and `heads` are the given heads that it contains. */
type Verified = { archive: Archive; why: string | null; heads: readonly Head[] }

/**
 * Verifies every file of the archives, that they follow each other, and that each is recorded in the audit log: the
 * server's own chain, which records them, is read once, from its files and its rows.
 */
export async function* verifyArchives(verifying: VerifyOptions, folder: string): AsyncGenerator<Verified> {
  const { sql, keys } = verifying
  const archives = await listArchives(sql)
  const recordings = noRecordings()
  const ofServer: Verified[] = []
  for (const [index, archive] of archives.entries())
    if (archive.chain === 0)
      ofServer.push(await verifyFile(verifying, folder, [archive, archives[index - 1]], recordings))
  let end: Pick<Link, 'position' | 'hash'> = await findStart(sql, 0)
  for await (const link of linksOf(sql, 0, end.position)) {
    if (faultOf(link, end, 0, keys)) break
    noteRecording(recordings, link.canonical)
    end = link
  }
  for (const verified of ofServer)
    yield { ...verified, why: verified.why ?? faultOfRecording(verified.archive, recordings) }
  for (const [index, archive] of archives.entries()) {
    if (archive.chain === 0) continue
    const verified = await verifyFile(verifying, folder, [archive, archives[index - 1]])
    yield { ...verified, why: verified.why ?? faultOfRecording(archive, recordings) }
  }
}

function faultOfRecording(archive: Archive, { written, removed }: Recordings): string | null {
  if (!written.has(recordingOf(archive))) return 'no event of the audit log records it'
  return archive.removed && !removed.has(recordingOf(archive)) ? 'no event records that its rows were removed' : null
}

async function verifyFile(
  { keys, heads = [] }: VerifyOptions,
  folder: string,
  [archive, before]: [Archive, Archive | undefined],
  recordings?: Recordings,
): Promise<Verified> {
  const end = before?.chain === archive.chain ? before : { to: 0, hash: noHash }
  if (archive.from !== end.to + 1 || archive.previous_hash !== end.hash)
    return { archive, why: 'it does not follow the archive before it', heads: [] }
  const ownHeads = heads.filter(({ organization_id }) => organization_id === archive.chain)
  const reachedHeads: Head[] = []
  try {
    const sha256 = await verifyArchive(folder, archive.file_name, archive, keys, ({ position, hash, canonical }) => {
      if (recordings) noteRecording(recordings, canonical)
      reachedHeads.push(...ownHeads.filter((head) => head.position === position && head.hash === hash))
    })
    if (sha256 !== archive.sha256) return { archive, why: 'it is not the file that was recorded', heads: [] }
  } catch (error) {
    return { archive, why: error instanceof Error ? error.message : String(error), heads: [] }
  }
  return { archive, why: null, heads: reachedHeads }
}
