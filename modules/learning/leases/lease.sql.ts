import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'

/** The reason why a lease no longer earns time. */
export type LeaseEnd = 'moved' | 'idle' | 'status' | 'left' | 'check'
/**
 * The reason why a range of credited time ended. `silent`: the page sent nothing for longer than a beat may credit.
 * `continued`: the next range starts where it ends.
 */
export type RangeEnd = LeaseEnd | 'silent' | 'continued'

/** A student's lease; instants are milliseconds since 1970 by the database's clock, `ahead_ms` ahead of it. */
export type Lease = {
  user_id: number
  organization_id: number
  lease_id: string
  student_course_id: number
  component_id: number
  student_progress_id: number
  from_ms: number
  beat_ms: number
  /** The lease's time, never before the last beat, and the database clock's time. */
  now_ms: number
  clock_ms: number
  /** Positive if the database's clock was set back during the lease. */
  ahead_ms: number
  sequence: number
  base_ms: number
  required_ms: number
  interacted_ms: number
  idle_limit_ms: number | null
  claimed_seconds: number | null
  /**
   * In a course with checks: the time that the component may earn until the next one is due, and the session that may
   * earn it.
   */
  check_ms: number | null
  session_id: number | null
  ended_because: LeaseEnd | null
}

/** A student's lease, locked until the transaction ends; null if there never was one. */
export async function lockLease(ctx: Ctx, user_id: number): Promise<Lease | null> {
  const { sql } = ctx
  // `now_ms` is not before the last beat: after a wait for the lock, time must not run backwards.
  const [lease] = await sql<Lease>`
    select user_id, organization_id, lease_id, student_course_id, component_id, student_progress_id, sequence,
           base_ms::float8 as base_ms, required_ms::float8 as required_ms, claimed_seconds, ended_because,
           check_ms::float8 as check_ms, session_id::float8 as session_id,
           ${milliseconds(sql, sql`from_at`)} as from_ms, ${milliseconds(sql, sql`beat_at`)} as beat_ms,
           greatest(${milliseconds(sql, sql`platform.now() + ahead`)}, ${milliseconds(sql, sql`beat_at`)}) as now_ms,
           ${milliseconds(sql, sql`platform.now()`)} as clock_ms, ${milliseconds(sql, sql`ahead`)} as ahead_ms,
           ${milliseconds(sql, sql`interacted_at`)} as interacted_ms,
           ${milliseconds(sql, sql`idle_limit`)} as idle_limit_ms
    from learning.seat_lease where user_id = ${user_id}
    for update`
  return lease ?? null
}

/** Whole milliseconds of an instant or an interval. */
const milliseconds = (sql: Ctx['sql'], expression: Fragment) => sql`
  floor(1000 * extract(epoch from ${expression}))::float8`

/**
 * Writes the time that the lease has credited since `from_ms` to the ledger, up to `to_ms`, and returns the
 * milliseconds. The caller must hold the lease's lock and move or end the lease in the same transaction.
 */
export async function insertRange(
  ctx: Ctx,
  lease: Lease,
  ended_because: RangeEnd,
  to_ms = lease.beat_ms,
): Promise<number> {
  const credited = to_ms - lease.from_ms
  if (credited > 0) await rangeOf(ctx, lease, { ended_because, to_ms })
  return Math.max(0, credited)
}

/**
 * The same up to the last beat. The statement is sent with COMMIT, for callers that also change the lease with COMMIT.
 */
export async function insertLastRange(ctx: Ctx, lease: Lease, ended_because: RangeEnd): Promise<void> {
  const to_ms = lease.beat_ms
  if (to_ms > lease.from_ms) await ctx.sql.last(rangeOf(ctx, lease, { ended_because, to_ms }))
}

function rangeOf({ sql }: Ctx, lease: Lease, { ended_because, to_ms }: { ended_because: RangeEnd; to_ms: number }) {
  const range = {
    organization_id: lease.organization_id,
    user_id: lease.user_id,
    student_course_id: lease.student_course_id,
    student_progress_id: lease.student_progress_id,
    component_id: lease.component_id,
    lease_id: lease.lease_id,
    from_at: new Date(lease.from_ms),
    to_at: new Date(to_ms),
    beats: lease.sequence,
    claimed_seconds: lease.claimed_seconds,
    ended_because,
  }
  return sql`
    with kept as (insert into learning.seat_range ${sql(range)})
    update learning.student_progress set credited_ms = credited_ms + ${to_ms - lease.from_ms}
    where student_progress_id = ${lease.student_progress_id}`
}

type LiveLease = { student_progress_id: number; idle_seconds: number | null }

/** The component where a student currently earns time in this course; null if none. */
export async function findLiveLease(
  { sql }: Ctx,
  user_id: number,
  student_course_id: number,
): Promise<LiveLease | null> {
  const [lease] = await sql<LiveLease>`
    select student_progress_id, extract(epoch from idle_limit)::float8 as idle_seconds from learning.seat_lease
    where user_id = ${user_id} and student_course_id = ${student_course_id} and ended_at is null`
  return lease ?? null
}

/** The course of an existing progress row. */
export async function courseOfProgress({ sql }: Ctx, student_progress_id: number): Promise<number> {
  const [row] = await sql<{ student_course_id: number }>`
    select student_course_id from learning.student_progress where student_progress_id = ${student_progress_id}`
  return row!.student_course_id
}
