import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'
import { canonicalSql, instantSql, noHash, sealHash, sealVersion } from './canonical.ts'
import { type AuditKey, auditKey } from './key.ts'

const batchSize = 1_000
// An arbitrary fixed number. Combined with an organization's id, it identifies the lock on that organization's chain.
const lockClass = 7_230_915

type Sealing = Pick<Ctx, 'sql' | 'tx' | 'use' | 'log'>
type End = { position: number; hash: string }
type UnsealedEvent = { audit_event_id: number; canonical: string | null }
type Seal = { position: number; audit_event_id: number; previous_hash: string; hash: string }

/**
 * Seals every waiting event, organization by organization, in transactions of a thousand, and returns how many. Safe to
 * run concurrently and to be killed: events leave the waiting list and get their seal together.
 */
export async function sealEvents(ctx: Sealing, signal?: AbortSignal): Promise<number> {
  const key = auditKey(ctx.use(secretPort))
  const waitingRows = await ctx.sql<{ organization_id: number }>`
    select distinct organization_id from platform.audit_unsealed order by organization_id`
  let sealedCount = 0
  for (const { organization_id } of waitingRows) sealedCount += await sealChain(ctx, organization_id, key, signal)
  return sealedCount
}

async function sealChain(ctx: Sealing, organization_id: number, key: AuditKey, signal?: AbortSignal): Promise<number> {
  let sealedCount = 0
  let end: End | null = null
  for (let more = true; more && !signal?.aborted; ) {
    const batch = await ctx.tx((inner) => sealBatch(inner, organization_id, key))
    sealedCount += batch.taken
    end = batch.end ?? end
    more = batch.taken === batchSize
  }
  // A copy of this log line outside the database reveals a truncated chain.
  if (end) ctx.log.info('audit.sealed', { chain: organization_id, position: end.position, hash: end.hash })
  return sealedCount
}

async function sealBatch(ctx: Sealing, organization_id: number, { key, key_id }: AuditKey) {
  const isLocked = await lockChain(ctx, organization_id)
  const events = isLocked ? await takeWaiting(ctx, organization_id) : []
  if (events.length === 0) return { taken: 0, end: null }
  const [last] = await ctx.sql<End & { sealed_at: string }>`
    select coalesce(s.position, 0) as position, coalesce(encode(s.hash, 'hex'), ${noHash}) as hash,
           ${instantSql(ctx.sql, ctx.sql`platform.now()`)} as sealed_at
    from (values (1)) one left join lateral (
      select position, hash from platform.audit_seal where organization_id = ${organization_id}
      order by position desc limit 1) s on true`
  const { sealed_at } = last!
  const seals = chain(last!, events, (event, position, previous_hash) =>
    sealHash(key, { organization_id, position, sealed_at }, event, previous_hash),
  )
  for (const { audit_event_id, canonical } of events)
    if (canonical === null) ctx.log.error('audit.event_missing', new Error('gone before its seal'), { audit_event_id })
  await insertSeals(ctx, { organization_id, key_id, sealed_at }, seals)
  return { taken: events.length, end: seals.at(-1) ?? null }
}

/** Only one sealer works on a chain at a time; a second one skips it. */
async function lockChain({ sql }: Sealing, organization_id: number): Promise<boolean> {
  const [row] = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${lockClass}::int, ${organization_id}::int) as mine`
  return row?.mine ?? false
}

/** Takes the oldest events off the waiting list. Events of transactions still open follow in a later round. */
async function takeWaiting({ sql }: Sealing, organization_id: number): Promise<UnsealedEvent[]> {
  return sql<UnsealedEvent>`
    with taken as (
      delete from platform.audit_unsealed
      where organization_id = ${organization_id} and audit_event_id in (
        select audit_event_id from platform.audit_unsealed where organization_id = ${organization_id}
        order by audit_event_id limit ${batchSize})
      returning audit_event_id)
    select taken.audit_event_id, case when e.audit_event_id is not null then ${canonicalSql(sql)} end as canonical
    from taken
    left join platform.audit_event e
      on e.audit_event_id = taken.audit_event_id and coalesce(e.organization_id, 0) = ${organization_id}
    where not exists (select from platform.audit_seal s where s.audit_event_id = taken.audit_event_id)
    order by taken.audit_event_id`
}

function chain(
  { position, hash }: End,
  events: readonly UnsealedEvent[],
  hashOf: (canonical: string, position: number, previous_hash: string) => string,
): Seal[] {
  const seals: Seal[] = []
  for (const { audit_event_id, canonical } of events) {
    if (canonical === null) continue
    const before = seals.at(-1) ?? { position, hash }
    const next = before.position + 1
    const previous_hash = before.hash
    seals.push({ position: next, audit_event_id, previous_hash, hash: hashOf(canonical, next, previous_hash) })
  }
  return seals
}

type SealBase = { organization_id: number; key_id: string; sealed_at: string }

async function insertSeals({ sql }: Sealing, common: SealBase, seals: readonly Seal[]): Promise<void> {
  const list = (name: keyof Seal) => sql.array(seals.map((seal) => seal[name]))
  await sql`
    insert into platform.audit_seal (organization_id, version, key_id, sealed_at, position, audit_event_id, previous_hash, hash)
    select ${common.organization_id}::int, ${sealVersion}::smallint, ${common.key_id}, ${common.sealed_at}::timestamptz,
           s.position, s.audit_event_id, decode(s.previous_hash, 'hex'), decode(s.hash, 'hex')
    from unnest(${list('position')}::bigint[], ${list('audit_event_id')}::bigint[],
                ${list('previous_hash')}::text[], ${list('hash')}::text[])
         as s (position, audit_event_id, previous_hash, hash)`
}
