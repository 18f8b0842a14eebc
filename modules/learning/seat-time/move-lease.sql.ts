import { askedBy } from '../../../platform/db/asked.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { gatherBy } from '../../../platform/gather.ts'
import type { Seat } from './take-lease.ts'

/** A lease as it was read beside a course, without any lock. */
export type LeaseSeen = { lease_id: string; from_at: string }

/** The same student's next seat; `seen` and `course_xmin` are what it was decided on. */
export type Move = Omit<Seat, 'organization_id'> & {
  lease_id: string
  seen: LeaseSeen
  course_xmin: string
  credited_ms: number
}

/**
 * Gives the student a new lease as `takeLease` does, outside a transaction and together with others who open a lesson at
 * the same moment. False, and nothing is changed, where the course or the lease is no longer what was read, or where
 * somebody holds one of them: then `takeLease` decides under its locks.
 */
export const moveLease: (sql: Sql, move: Move) => Promise<boolean> = gatherBy(moveLeases)

async function moveLeases(sql: Sql, moves: readonly Move[]): Promise<boolean[]> {
  // Two openings of one student must not end the same lease twice: the second goes the longer way.
  const students = new Set<number>()
  const alone = moves.map(({ user_id }) => !students.has(user_id) && Boolean(students.add(user_id)))
  const moved = new Set(
    await updateLeases(
      sql,
      moves.filter((_, index) => alone[index]),
    ),
  )
  return moves.map(({ lease_id }) => moved.has(lease_id))
}

const moveTypes = {
  user_id: 'int',
  lease_id: 'uuid',
  student_course_id: 'int',
  course_xmin: 'text',
  component_id: 'int',
  student_progress_id: 'int',
  credited_ms: 'bigint',
  required_seconds: 'int',
  idle_minutes: 'int',
  seen_id: 'uuid',
  seen_from: 'timestamptz',
} as const

/**
 * One statement for all of it: what the old leases have earned goes into the ledger, and each lease goes on elsewhere.
 * While a lease begins where it was seen to begin, nothing of it has come into the ledger, so `credited_ms` still holds.
 */
async function updateLeases(sql: Sql, moves: readonly Move[]): Promise<string[]> {
  const asks = moves.map(({ seen, ...move }) => ({ ...move, seen_id: seen.lease_id, seen_from: seen.from_at }))
  const rows = await sql<{ lease_id: string }>`
    with t as materialized (
      select date_trunc('milliseconds', platform.now()) as now, set_config('synchronous_commit', 'off', true)),
    held as materialized (
      select a.lease_id as next_id, a.student_course_id as next_course, a.component_id as next_component,
             a.student_progress_id as next_progress, sc.organization_id as next_organization, a.credited_ms,
             a.required_seconds, a.idle_minutes, l.user_id, l.organization_id, l.student_course_id, l.component_id,
             l.student_progress_id, l.lease_id, l.from_at, l.beat_at, l.sequence, l.claimed_seconds,
             case when l.ended_at is null then floor(1000 * extract(epoch from l.beat_at - l.from_at))::bigint
                  else 0 end as earned_ms
      from ${askedBy(sql, asks, moveTypes)}
      join learning.student_course sc
        on sc.student_course_id = a.student_course_id and sc.xmin::text = a.course_xmin
      join learning.seat_lease l on l.user_id = a.user_id and l.lease_id = a.seen_id and l.from_at = a.seen_from
      for no key update of sc, l skip locked),
    ranges as (
      insert into learning.seat_range
        (organization_id, user_id, student_course_id, student_progress_id, component_id, lease_id, from_at, to_at, beats,
         claimed_seconds)
      select organization_id, user_id, student_course_id, student_progress_id, component_id, lease_id, from_at, beat_at,
             sequence, claimed_seconds
      from held where earned_ms > 0),
    credited as (
      update learning.student_progress p set credited_ms = p.credited_ms + h.earned_ms
      from held h where h.earned_ms > 0 and p.student_progress_id = h.student_progress_id)
    update learning.seat_lease l
    set organization_id = h.next_organization, lease_id = h.next_id, student_course_id = h.next_course,
        component_id = h.next_component, student_progress_id = h.next_progress,
        base_ms = h.credited_ms + case when h.next_progress = h.student_progress_id then h.earned_ms else 0 end,
        required_ms = h.required_seconds * 1000::bigint, idle_limit = h.idle_minutes * interval '1 minute', sequence = 0,
        claimed_seconds = null, ended_at = null, ended_because = null, interacted_at = t.now,
        from_at = greatest(t.now, h.beat_at), beat_at = greatest(t.now, h.beat_at)
    from held h, t
    where l.user_id = h.user_id
    returning l.lease_id`
  return rows.map(({ lease_id }) => lease_id)
}
