import { verificationPath } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { markEnded } from '#modules/learning/leases/acquire-lease.ts'
import { creditOf, maxCredit, rangeEndOf } from '#modules/learning/leases/credit.ts'
import { insertRange, type Lease, lockLease } from '#modules/learning/leases/lease.sql.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { batchBy } from '#platform/batch.ts'
import type { Ctx } from '#platform/ctx.ts'
import { alignRows, batchRows } from '#platform/db/batch-rows.ts'
import type { Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { userOf } from '#platform/permissions.ts'

export type Beat = {
  user_id: number
  /** In a course with checks, only the session that opened a lease earns time with it. */
  session_id: number
  student_progress_id: number
  /** Absent for clients that know only the contract's fields: any live lease on this component counts for them. */
  lease_id: string | null
  sequence: number | null
  /** The time since the student's last interaction, according to the client. */
  interacted_ms_ago: number
  claimed_seconds: number | null
}

type Credit = { spent_ms: number; required_ms: number }
/**
 * The component's earned and required time, in milliseconds; `inactive`: the idle limit has passed and the lease is
 * over.
 */
export type BeatResult = Credit & {
  inactive: boolean
  /** The page to open, if an identity check is due. */
  due?: string
}

/**
 * Credits one beat. Nearly every beat is one statement that changes one row; a gap, the idle limit, a repeated beat and
 * a lost lease take the slow path. Throws 404 for another student's progress and 409 if the student is active
 * elsewhere.
 */
export async function creditBeat(ctx: Ctx, beat: Beat): Promise<BeatResult> {
  const credit = await updateLease(ctx, beat)
  if (!credit) return ctx.tx((inner) => creditSlowly(inner, beat))
  return { spent_ms: credit.spent_ms, required_ms: credit.required_ms, inactive: false }
}

/**
 * Credits the time up to a click on the page, if the student's lease is live on this component; returns the component's
 * milliseconds, or null if nothing was credited.
 */
export async function creditPresence(ctx: Ctx, student_progress_id: number): Promise<number | null> {
  const { user_id, session_id } = userOf(ctx)
  const click = { lease_id: null, sequence: null, interacted_ms_ago: 0, claimed_seconds: null }
  const credit = await updateLease(ctx, { user_id, session_id, student_progress_id, ...click })
  return credit?.spent_ms ?? null
}

/** Concurrent heartbeats share a statement; a click's beat runs in the transaction of its operation. */
const updateLease = (ctx: Ctx, beat: Beat): Promise<Credit | null> =>
  ctx.transacting
    ? updateLeases(ctx.sql, [beat], 'click').then(([credit]) => credit ?? null)
    : updateBatched(ctx.sql, beat)

const updateBatched = batchBy((sql: Sql, beats: readonly Beat[]) => updateLeases(sql, beats, 'beats'))

const beatTypes = {
  user_id: 'int',
  session_id: 'bigint',
  student_progress_id: 'int',
  lease_id: 'uuid',
  sequence: 'int',
  interacted_ms_ago: 'int',
  claimed_seconds: 'int',
} as const

/**
 * Applies the rule of `creditOf` in the common case: in time, in order, not idle. Returns null in all others. Only
 * one of a student's concurrent beats is credited here. A lease that is already locked takes the slow path, so that no
 * beat waits for another student's lock.
 */
async function updateLeases(sql: Sql, beats: readonly Beat[], kind: 'click' | 'beats'): Promise<(Credit | null)[]> {
  // A power cut may lose a beat's last moments; the next beat credits them again. Inside an operation's transaction (a
  // click on `next`) the commit is as durable as the operation.
  const asyncCommit = kind === 'click' ? sql`` : sql`, set_config('synchronous_commit', 'off', true)`
  const credits = await sql<Credit & { request_number: number }>`
    with t as materialized (select date_trunc('milliseconds', platform.now()) as now${asyncCommit}),
    locked as materialized (
      select l.user_id, a.request_number, a.sequence, a.claimed_seconds, n.now,
             greatest(l.interacted_at, n.now - a.interacted_ms_ago * interval '1 millisecond') as interacted_at
      from t
      cross join ${batchRows(sql, beats, beatTypes)}
      join learning.seat_lease l on l.user_id = a.user_id and l.student_progress_id = a.student_progress_id
      cross join lateral (select t.now + l.ahead as now) n
      where l.ended_at is null
        and (a.lease_id is null or l.lease_id = a.lease_id)
        and (a.sequence is null or l.sequence < a.sequence)
        and n.now - l.beat_at between interval '-20 seconds' and interval '20 seconds'
        and (l.session_id is null or l.session_id = a.session_id)
        and (l.check_ms is null or l.base_ms + 1000 * extract(epoch from n.now - l.from_at) < l.check_ms)
        and (l.idle_limit is null
             or n.now - greatest(l.interacted_at, n.now - a.interacted_ms_ago * interval '1 millisecond') <= l.idle_limit)
      for no key update of l ${kind === 'click' ? sql`` : sql`skip locked`})
    update learning.seat_lease l
    set beat_at = greatest(l.beat_at, k.now), sequence = coalesce(k.sequence, l.sequence),
        interacted_at = k.interacted_at, claimed_seconds = coalesce(k.claimed_seconds, l.claimed_seconds)
    from locked k
    where l.user_id = k.user_id
    returning k.request_number::int, (l.base_ms + 1000 * extract(epoch from l.beat_at - l.from_at))::float8 as spent_ms,
              l.required_ms::float8 as required_ms`
  return alignRows(beats, credits)
}

async function creditSlowly(ctx: Ctx, beat: Beat): Promise<BeatResult> {
  await requireOwnProgress(ctx, beat)
  const lease = await lockLease(ctx, beat.user_id)
  if (!lease || !isLeaseOf(lease, beat)) throw learningErrors.activeElsewhere()
  const credit = { spent_ms: spentOf(lease), required_ms: lease.required_ms, inactive: false }
  if (lease.ended_because === 'idle') return { ...credit, inactive: true }
  // If the course was stopped or an identity check is due, its page explains it.
  if (lease.ended_because === 'status' || lease.ended_because === 'check')
    throw learningErrors.activeElsewhere(
      {},
      { redirect: pathTo('/course/:studentCourseId', { studentCourseId: lease.student_course_id }) },
    )
  if (lease.ended_because) throw learningErrors.activeElsewhere()
  if (beat.sequence !== null && beat.sequence <= lease.sequence) return credit
  if (lease.beat_ms - lease.clock_ms - lease.ahead_ms > maxCredit) {
    await continueAheadOfClock(ctx, lease, beat)
    return credit
  }
  const dueCheck = await endForCheck(ctx, lease, beat)
  if (dueCheck) return { ...dueCheck, required_ms: lease.required_ms, inactive: false }
  return { ...credit, ...(await creditLate(ctx, lease, beat)) }
}

/**
 * Ends the lease of a course whose identity check is due, or whose time for today is used up, and credits the time
 * earned until then. Returns the page to open; null if neither applies. Only courses with checks or a daily maximum need it.
 */
async function endForCheck(ctx: Ctx, lease: Lease, beat: Beat): Promise<{ spent_ms: number; due: string } | null> {
  if (lease.session_id === null && lease.check_ms === null) return null
  const { credited_to, idle } = creditOf(lease, beat.interacted_ms_ago)
  if (idle) return null
  const max = lease.check_ms === null ? Number.POSITIVE_INFINITY : lease.check_ms - lease.base_ms
  const isOver = credited_to - lease.from_ms >= max
  const path = await verificationPath(ctx, await selectStudentCourse(ctx, lease.student_course_id))
  if (!isOver && !path) return null
  // A finished pause earned nothing, and neither does time beyond the check.
  const addedMs = await insertRange(ctx, lease, 'check', isOver ? lease.from_ms + max : lease.beat_ms)
  await markEnded(ctx, lease.user_id, 'check')
  return {
    spent_ms: lease.base_ms + addedMs,
    due: path ?? afterLimit(lease),
  }
}

/**
 * The page to open. Without a session no check can be due, so the daily maximum has been reached; the course page
 * explains it.
 */
const afterLimit = ({ session_id, student_course_id: studentCourseId }: Lease): string =>
  session_id === null
    ? pathTo('/course/:studentCourseId', { studentCourseId })
    : pathTo('/course/:studentCourseId/security/verify', { studentCourseId })

/**
 * Handles a database clock that was set back before the last beat. The time since that beat is unknown and not
 * credited; the lease continues from there, ahead of the clock.
 */
async function continueAheadOfClock(ctx: Ctx, lease: Lease, beat: Beat): Promise<void> {
  const ahead_ms = lease.beat_ms - lease.clock_ms
  ctx.log.warn('seat.clock_back', { student_course_id: lease.student_course_id, ms: ahead_ms })
  await ctx.sql`
    update learning.seat_lease
    set ahead = ${ahead_ms}::float8 * interval '1 millisecond', sequence = coalesce(${beat.sequence}::int, sequence),
        interacted_at = ${new Date(lease.beat_ms - beat.interacted_ms_ago)}
    where user_id = ${lease.user_id}`
}

async function creditLate(ctx: Ctx, lease: Lease, beat: Beat): Promise<{ spent_ms: number; inactive: boolean }> {
  const { credited_to, idle } = creditOf(lease, beat.interacted_ms_ago)
  const addedMs = await insertRange(ctx, lease, rangeEndOf(lease, idle ? 'idle' : 'continued'), credited_to)
  // Nothing may be credited twice: the lease continues (or ends) after the range already in the ledger.
  const after_ms = Math.max(lease.clock_ms, credited_to)
  await ctx.sql`
    update learning.seat_lease
    set from_at = ${new Date(after_ms)}, beat_at = ${new Date(after_ms)}, base_ms = base_ms + ${addedMs},
        sequence = coalesce(${beat.sequence}::int, sequence),
        ahead = ${after_ms - lease.clock_ms}::float8 * interval '1 millisecond',
        interacted_at = greatest(least(interacted_at, ${new Date(after_ms)}), ${new Date(after_ms - beat.interacted_ms_ago)}),
        claimed_seconds = coalesce(${beat.claimed_seconds}::int, claimed_seconds)
    where user_id = ${lease.user_id}`
  if (idle) await markEnded(ctx, lease.user_id, 'idle')
  return { spent_ms: lease.base_ms + addedMs, inactive: idle }
}

const isLeaseOf = (lease: Lease, beat: Beat) =>
  lease.student_progress_id === beat.student_progress_id &&
  (beat.lease_id === null || lease.lease_id === beat.lease_id) &&
  (lease.session_id === null || lease.session_id === beat.session_id)

const spentOf = (lease: Lease) => lease.base_ms + lease.beat_ms - lease.from_ms

async function requireOwnProgress(ctx: Ctx, { user_id, student_progress_id }: Beat): Promise<void> {
  const [row] = await ctx.sql`
    select 1 from learning.student_progress p join learning.student_course sc using (student_course_id)
    where p.student_progress_id = ${student_progress_id} and sc.user_id = ${user_id}`
  if (!row) throw errors.notFound()
}
