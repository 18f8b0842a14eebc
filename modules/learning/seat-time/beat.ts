import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { learningErrors } from '../errors.ts'
import { creditOf } from './credit.ts'
import { insertRange, type Lease, lockLease } from './lease.sql.ts'
import { markEnded } from './take-lease.ts'

export type Beat = {
  user_id: number
  student_progress_id: number
  /** Absent for clients that know only the contract's fields: whatever lease is live on this component. */
  lease_id: string | null
  sequence: number | null
  /** How long ago the student last did something, by the client's account. */
  interacted_ms_ago: number
  claimed_seconds: number | null
}

/** What the component has and needs, in milliseconds; `inactive`: the idle limit has passed and the lease is over. */
export type Earned = { spent_ms: number; required_ms: number; inactive: boolean }

/**
 * Credits one beat. Nearly every beat is one statement that changes one row; a gap, the idle limit, a repeated beat
 * and a lost lease take the longer way. Throws 404 for another's progress and 409 when the student is active elsewhere.
 */
export async function creditBeat(ctx: Ctx, beat: Beat): Promise<Earned> {
  const [earned] = await updateLease(ctx, beat)
  return earned ? { ...earned, inactive: false } : ctx.tx((inner) => creditSlowly(inner, beat))
}

/**
 * Credits up to now what a click on the page proves, if the student's lease is live on this component; gives the
 * milliseconds that the component then has, or null where nothing was credited.
 */
export async function creditPresence(ctx: Ctx, user_id: number, student_progress_id: number): Promise<number | null> {
  const click = { lease_id: null, sequence: null, interacted_ms_ago: 0, claimed_seconds: null }
  const [earned] = await updateLease(ctx, { user_id, student_progress_id, ...click })
  return earned?.spent_ms ?? null
}

/** The rule of `creditOf` for the common case: in time, in order, not idle. */
function updateLease({ sql, transacting }: Ctx, beat: Beat) {
  // A power cut may take back a beat's last moments; the next beat credits them again. Inside a deed's transaction
  // (a click on `next`) the commit stays as safe as the deed.
  const lightly = transacting ? sql`` : sql`, set_config('synchronous_commit', 'off', true)`
  const interacted = sql`greatest(l.interacted_at, t.now - ${beat.interacted_ms_ago}::int * interval '1 millisecond')`
  return sql<{ spent_ms: number; required_ms: number }>`
    with t as materialized (select date_trunc('milliseconds', platform.now()) as now${lightly})
    update learning.seat_lease l
    set beat_at = greatest(l.beat_at, t.now), sequence = coalesce(${beat.sequence}::int, l.sequence),
        interacted_at = ${interacted}, claimed_seconds = coalesce(${beat.claimed_seconds}::int, l.claimed_seconds)
    from t
    where l.user_id = ${beat.user_id} and l.student_progress_id = ${beat.student_progress_id}
      and l.ended_at is null
      and (${beat.lease_id}::uuid is null or l.lease_id = ${beat.lease_id}::uuid)
      and (${beat.sequence}::int is null or l.sequence < ${beat.sequence}::int)
      and t.now - l.beat_at <= interval '20 seconds'
      and (l.idle_limit is null or t.now - ${interacted} <= l.idle_limit)
    returning (l.base_ms + 1000 * extract(epoch from l.beat_at - l.from_at))::float8 as spent_ms,
              l.required_ms::float8 as required_ms`
}

async function creditSlowly(ctx: Ctx, beat: Beat): Promise<Earned> {
  await requireOwnProgress(ctx, beat)
  const lease = await lockLease(ctx, beat.user_id)
  if (!lease || !isHeldBy(lease, beat)) throw learningErrors.activeElsewhere()
  const earned = { spent_ms: spentOf(lease), required_ms: lease.required_ms, inactive: false }
  if (lease.ended_because === 'idle') return { ...earned, inactive: true }
  if (lease.ended_because) throw learningErrors.activeElsewhere()
  if (beat.sequence !== null && beat.sequence <= lease.sequence) return earned
  return { ...earned, ...(await creditLate(ctx, lease, beat)) }
}

async function creditLate(ctx: Ctx, lease: Lease, beat: Beat): Promise<{ spent_ms: number; inactive: boolean }> {
  const { credited_to, idle } = creditOf(lease, beat.interacted_ms_ago)
  const added = await insertRange(ctx, lease, credited_to)
  // Nothing may be credited twice: the lease goes on (or ends) after the range that is in the ledger now.
  await ctx.sql`
    update learning.seat_lease
    set from_at = ${new Date(lease.now_ms)}, beat_at = ${new Date(lease.now_ms)}, base_ms = base_ms + ${added},
        sequence = coalesce(${beat.sequence}::int, sequence),
        interacted_at = greatest(interacted_at, ${new Date(lease.now_ms - beat.interacted_ms_ago)}),
        claimed_seconds = coalesce(${beat.claimed_seconds}::int, claimed_seconds)
    where user_id = ${lease.user_id}`
  if (idle) await markEnded(ctx, lease.user_id, 'idle')
  return { spent_ms: lease.base_ms + added, inactive: idle }
}

const isHeldBy = (lease: Lease, beat: Beat) =>
  lease.student_progress_id === beat.student_progress_id && (beat.lease_id === null || lease.lease_id === beat.lease_id)

const spentOf = (lease: Lease) => lease.base_ms + lease.beat_ms - lease.from_ms

async function requireOwnProgress(ctx: Ctx, { user_id, student_progress_id }: Beat): Promise<void> {
  const [own] = await ctx.sql`
    select 1 from learning.student_progress p join learning.student_course sc using (student_course_id)
    where p.student_progress_id = ${student_progress_id} and sc.user_id = ${user_id}`
  if (!own) throw errors.notFound()
}
