import { randomUUID } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { rangeEndOf } from './credit.ts'
import { insertLastRange, insertRange, type Lease, type LeaseEnd, lockLease } from './lease.sql.ts'

/** The place where time is earned from now on. */
export type Seat = {
  user_id: number
  organization_id: number
  student_course_id: number
  component_id: number
  student_progress_id: number
  required_seconds: number
  /** The course's idle limit, or null for a course without one. */
  idle_minutes: number | null
  /**
   * In a course with checks: seat time until the next one (null if time triggers none), and the session that may earn
   * it.
   */
  check?: { left_ms: number | null; session_id: number | null }
}

/**
 * Gives the student a new lease on a component and ends any earlier one, in any tab, device or course. The time between
 * the old lease's last beat and now is not credited. Needs a transaction; later reads in it still show the old lease
 * running, because ledger and lease change with COMMIT. `held` is the student's lease, if any, already locked by the
 * caller.
 */
export async function acquireLease(ctx: Ctx, seat: Seat, lease?: Lease | null): Promise<{ lease_id: string }> {
  const before = lease === undefined ? await lockLease(ctx, seat.user_id) : lease
  if (before && before.ended_because === null) await insertLastRange(ctx, before, rangeEndOf(before, 'moved'))
  const lease_id = randomUUID()
  const left_ms = seat.check?.left_ms == null ? null : Math.max(0, Math.floor(seat.check.left_ms))
  const { sql } = ctx
  // If a power cut undoes an opening, reloading the page repeats it: so its commit need not wait for the disk.
  await sql.last(sql`
    with t as materialized (
      select date_trunc('milliseconds', platform.now()) as now, set_config('synchronous_commit', 'off', true))
    insert into learning.seat_lease as l
      (user_id, organization_id, lease_id, student_course_id, component_id, student_progress_id, from_at, beat_at,
       base_ms, required_ms, interacted_at, idle_limit, check_ms, session_id)
    select ${seat.user_id}, ${seat.organization_id}, ${lease_id}, ${seat.student_course_id}, ${seat.component_id},
           p.student_progress_id, t.now, t.now, p.credited_ms, ${seat.required_seconds * 1000}::bigint, t.now,
           ${seat.idle_minutes}::int * interval '1 minute',
           p.credited_ms + ${left_ms}::bigint, ${seat.check?.session_id ?? null}::bigint
    from learning.student_progress p, t
    where p.student_progress_id = ${seat.student_progress_id}
    on conflict (user_id) do update set
      organization_id = excluded.organization_id, lease_id = excluded.lease_id,
      student_course_id = excluded.student_course_id, component_id = excluded.component_id,
      student_progress_id = excluded.student_progress_id, base_ms = excluded.base_ms,
      required_ms = excluded.required_ms, idle_limit = excluded.idle_limit, sequence = 0,
      check_ms = excluded.check_ms, session_id = excluded.session_id, claimed_seconds = null,
      ended_at = null, ended_because = null, interacted_at = greatest(excluded.from_at, l.beat_at),
      -- Should the machine's clock be set back, the new range still begins after the old one.
      from_at = greatest(excluded.from_at, l.beat_at), beat_at = greatest(excluded.from_at, l.beat_at),
      ahead = greatest(l.beat_at - excluded.from_at, interval '0')`)
  return { lease_id }
}

/** Ends the student's live lease, if any, and writes its credited time to the ledger. Needs a transaction. */
export async function endLease(ctx: Ctx, user_id: number, because: LeaseEnd): Promise<void> {
  const lease = await lockLease(ctx, user_id)
  if (!lease || lease.ended_because !== null) return
  await insertRange(ctx, lease, rangeEndOf(lease, because))
  await markEnded(ctx, user_id, because)
}

/** Ends the lease if it is on this course, which can no longer be taken. */
export async function endLeaseOfCourse(
  ctx: Ctx,
  course: { user_id: number; student_course_id: number },
  because: LeaseEnd = 'status',
): Promise<void> {
  const lease = await lockLease(ctx, course.user_id)
  if (lease?.student_course_id === course.student_course_id) await endLease(ctx, course.user_id, because)
}

/** Marks a lease as ended once its time is in the ledger. */
export async function markEnded(ctx: Ctx, user_id: number, because: LeaseEnd): Promise<void> {
  await ctx.sql`
    update learning.seat_lease
    set from_at = beat_at, ended_at = platform.now(), ended_because = ${because}
    where user_id = ${user_id}`
}
