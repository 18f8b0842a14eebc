import type { KeyObject } from 'node:crypto'
import type { Sql } from '#platform/db/sql.ts'
import { canonicalSql, instantSql, noHash, sealHash, sealVersion } from './canonical.ts'
import { noRecordings, noteRecording, type Recordings, recordingOf } from './recordings.ts'

/** The possible faults of an audit row. */
export type Fault =
  | 'event changed'
  | 'event missing'
  | 'seal changed'
  | 'seal missing'
  | 'event never sealed'
  | 'key unknown'
  | 'end cut off'
  | 'beginning not proven'
  | 'head not proven'

/** The first row of a broken chain; `position` is null for an event without a seal. */
export type BrokenRow = { fault: Fault; position: number | null; audit_event_id: number | null }

export type Head = { organization_id: number; position: number; hash: string }
/** `archived` is the position up to which the rows were removed after they were archived (archive.ts). */
export type ChainReport = {
  organization_id: number
  sealed: number
  archived: number
  head: Head | null
  broken: BrokenRow | null
}
export type UnsealedEvents = { events: number; since: Date | null }

export type Link = {
  position: number
  audit_event_id: number
  version: number
  key_id: string
  previous_hash: string
  hash: string
  sealed_at: string
  canonical: string | null
}

export type VerifyOptions = {
  sql: Sql
  keys: ReadonlyMap<string, KeyObject>
  /**
   * Chain ends recorded outside the database: a chain that does not contain its recorded end was truncated or rebuilt.
   */
  heads?: readonly Head[]
  /** The heads within archives (verifyArchives), for removed parts. */
  inArchives?: readonly Head[]
}

/**
 * Verifies the chains one after the other, from the first seal to the last, and yields each result. The server's own
 * chain is the first: it proves where the others begin.
 */
export async function* verifyAuditLog(verifying: VerifyOptions): AsyncGenerator<ChainReport> {
  const { sql, heads = [] } = verifying
  const strays = await listNeverSealed(sql)
  const chains = await sql<{ organization_id: number }>`
    select organization_id from platform.audit_seal union select chain from platform.audit_archive`
  const all = [...chains.map(({ organization_id }) => organization_id), ...strays.keys()]
  const chainIds = heads.map(({ organization_id }) => organization_id)
  const recordings = noRecordings()
  for (const organization_id of [...new Set([...all, ...chainIds])].sort((a, b) => a - b)) {
    const report = await verifyChain(verifying, organization_id, recordings)
    const stray = strays.get(organization_id)
    const chainBreak = stray ? { fault: 'event never sealed' as const, position: null, audit_event_id: stray } : null
    yield { ...report, broken: report.broken ?? chainBreak }
  }
}

/** How many events wait for their seal, and since when. Those of test organizations are not sealed. */
export async function countWaiting(sql: Sql): Promise<UnsealedEvents> {
  const [row] = await sql<UnsealedEvents>`
    select count(*)::int as events, min(e.at) as since
    from platform.audit_unsealed u left join platform.audit_event e using (audit_event_id)
    where u.organization_id >= 0`
  return row!
}

async function verifyChain(
  { sql, keys, heads = [], inArchives = [] }: VerifyOptions,
  organization_id: number,
  recordings: Recordings,
): Promise<ChainReport> {
  const hashes = new Map(
    heads.filter((head) => head.organization_id === organization_id).map((h) => [h.position, h.hash]),
  )
  const start = await findStart(sql, organization_id)
  let end = { position: start.position, hash: start.hash }
  const report = (broken: BrokenRow | null): ChainReport => ({
    organization_id,
    sealed: end.position,
    archived: start.position,
    head: end.position > 0 ? { organization_id, ...end } : null,
    broken,
  })
  for await (const link of linksOf(sql, organization_id, start.position)) {
    const fault = faultOf(link, end, organization_id, keys)
    if (fault === 'seal missing') return report({ fault, position: end.position + 1, audit_event_id: null })
    if (fault) return report(await explain(sql, organization_id, link, fault))
    const hash = hashes.get(link.position)
    if (hash !== undefined && hash !== link.hash) return report({ ...link, fault: 'seal changed' })
    end = { position: link.position, hash: link.hash }
    if (organization_id === 0) noteRecording(recordings, link.canonical)
  }
  if (start.position > 0 && !isProven(start, organization_id, recordings))
    return report({ fault: 'beginning not proven', position: start.position, audit_event_id: null })
  const proven = new Set([...inArchives, { ...start, organization_id }].map(nameOfHead))
  const truncated = heads.find(
    (h) => h.organization_id === organization_id && h.position <= start.position && !proven.has(nameOfHead(h)),
  )
  if (truncated) return report({ fault: 'head not proven', position: truncated.position, audit_event_id: null })
  const nextPosition = Math.min(...[...hashes.keys()].filter((position) => position > end.position))
  return report(
    Number.isFinite(nextPosition) ? { fault: 'end cut off', position: end.position + 1, audit_event_id: null } : null,
  )
}

const nameOfHead = ({ organization_id, position, hash }: Head): string => `${organization_id}:${position}:${hash}`

/** Whether the server's own chain records the archive before the start, and that its rows were removed. */
function isProven(
  { from, position, hash, sha256 }: ChainStart,
  chain: number,
  { written, removed }: Recordings,
): boolean {
  const recording = recordingOf({ chain, from, to: position, hash, sha256 })
  return written.has(recording) && removed.has(recording)
}

type ChainStart = { from: number; position: number; hash: string; sha256: string }

/** Start of a chain's rows: after the last archive whose rows were removed. The row alone proves nothing. */
export async function findStart(sql: Sql, organization_id: number): Promise<ChainStart> {
  const [chainStart] = await sql<ChainStart>`
    select from_position as "from", to_position as position, encode(hash, 'hex') as hash, sha256
    from platform.audit_archive
    where chain = ${organization_id} and removed_at is not null order by to_position desc limit 1`
  return chainStart ?? { from: 0, position: 0, hash: noHash, sha256: '' }
}

/** Whether a link continues the chain after `before`; null if it does. */
export function faultOf(
  link: Link,
  before: { position: number; hash: string },
  organization_id: number,
  keys: VerifyOptions['keys'],
): Fault | null {
  if (link.position !== before.position + 1) return 'seal missing'
  if (link.previous_hash !== before.hash || link.version !== sealVersion) return 'seal changed'
  const key = keys.get(link.key_id)
  if (!key) return 'key unknown'
  if (link.canonical === null) return 'event missing'
  const hash = sealHash(key, { ...link, organization_id }, link.canonical, before.hash)
  return hash === link.hash ? null : 'event changed'
}

/** Finds out which row is at fault. If the next seal still builds on a wrong hash, the event was changed. */
async function explain(sql: Sql, organization_id: number, link: Link, fault: Fault): Promise<BrokenRow> {
  const { position, audit_event_id } = link
  if (fault !== 'event changed') return { fault, position, audit_event_id }
  const [next] = await sql<{ previous_hash: string }>`
    select encode(previous_hash, 'hex') as previous_hash from platform.audit_seal
    where organization_id = ${organization_id} and position = ${position + 1}`
  const resealed = next !== undefined && next.previous_hash !== link.hash
  return { fault: resealed ? 'seal changed' : fault, position, audit_event_id }
}

const pageSize = 1_000

/** Reads the seals of a chain with their events after a position, page by page. */
export async function* linksOf(sql: Sql, organization_id: number, start: number): AsyncGenerator<Link> {
  for (let after: number | null = start; after !== null; ) {
    const page: Link[] = await sql<Link>`
      select s.position, s.audit_event_id, s.version, s.key_id, encode(s.previous_hash, 'hex') as previous_hash,
             encode(s.hash, 'hex') as hash, ${instantSql(sql, sql`s.sealed_at`)} as sealed_at,
             case when e.audit_event_id is not null then ${canonicalSql(sql)} end as canonical
      from platform.audit_seal s left join platform.audit_event e using (audit_event_id)
      where s.organization_id = ${organization_id} and s.position > ${after}
      order by s.position limit ${pageSize}`
    yield* page
    after = page.length === pageSize ? page.at(-1)!.position : null
  }
}

/** The first event of each organization that is neither sealed nor waiting. */
async function listNeverSealed(sql: Sql): Promise<Map<number, number>> {
  const rows = await sql<{ organization_id: number; audit_event_id: number }>`
    select coalesce(e.organization_id, 0) as organization_id, min(e.audit_event_id) as audit_event_id
    from platform.audit_event e
    left join platform.audit_seal s using (audit_event_id)
    left join platform.audit_unsealed u using (audit_event_id)
    where s.audit_event_id is null and u.audit_event_id is null
    group by 1`
  return new Map(rows.map(({ organization_id, audit_event_id }) => [organization_id, audit_event_id]))
}
