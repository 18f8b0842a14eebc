import type { Component } from '#modules/catalogue/index.ts'
import type { RangeEnd } from '#modules/learning/leases/lease.sql.ts'
import { breakSeconds } from '#modules/learning/progress/outline.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A range of credited time; `ended_because` is null for old ranges that did not record it. */
export type SeatRange = {
  from_at: Date
  to_at: Date
  seconds: number
  lesson: string
  ended_because: RangeEnd | 'running' | null
}

export type SeatSums = { ranges: number; seconds: number; idle: number }

/** The time of a part of the course: from the ledger, and for a break from its start. */
export type LessonTime = {
  lesson: string
  is_break: boolean
  /** Whether its program counts it as instruction, apart from the questions inside it. */
  counted: boolean
  /** The part of it that its program does not count as instruction. */
  left_out_seconds: number
  first_opened_at: Date
  completed_at: Date | null
  seconds: number
  /** Whether staff moved the student past it. */
  advanced: boolean
}

type OpenedLesson = Omit<LessonTime, 'lesson' | 'is_break' | 'counted' | 'left_out_seconds'> & {
  component_id: number
  break_ms: number
}
type Row = Omit<SeatRange, 'lesson'> & { seat_range_id: number; component_id: number }
type Names = ReadonlyMap<number, string>

/** Limits the size of a file; no real course has more ranges. */
export const maxRanges = 50_000
const batchSize = 500

/** The ledger of a course in order, batch by batch, ending with the time being earned right now. */
export async function* readRanges(
  ctx: Ctx,
  student_course_id: number,
  names: Names,
): AsyncGenerator<readonly SeatRange[]> {
  const seatRange = ({ from_at, to_at, seconds, component_id, ended_because }: Row): SeatRange => ({
    from_at,
    to_at,
    seconds,
    lesson: names.get(component_id) ?? '',
    ended_because,
  })
  let after: Row | undefined
  for (let offset = 0; offset < maxRanges; offset += batchSize) {
    const rows: Row[] = await listRanges(ctx, student_course_id, after)
    after = rows.at(-1)
    yield rows.map(seatRange)
    if (rows.length < batchSize) break
  }
  const runningRow = await findRunning(ctx, student_course_id)
  if (runningRow) yield [seatRange(runningRow)]
}

const listRanges = ({ exports: sql }: Ctx, student_course_id: number, after: Row | undefined) => sql<Row>`
  select seat_range_id, component_id, from_at, to_at, ended_because,
         extract(epoch from to_at - from_at)::float8 as seconds
  from learning.seat_range
  where student_course_id = ${student_course_id}
    and (${after === undefined} or (from_at, seat_range_id) > (${after?.from_at ?? null}, ${after?.seat_range_id ?? null}))
  order by from_at, seat_range_id
  limit ${batchSize}`

async function findRunning({ sql }: Ctx, student_course_id: number): Promise<Row | null> {
  const [row] = await sql<Row>`
    select 0 as seat_range_id, component_id, from_at, beat_at as to_at, 'running' as ended_because,
           extract(epoch from beat_at - from_at)::float8 as seconds
    from learning.seat_lease
    where student_course_id = ${student_course_id} and ended_at is null and beat_at > from_at`
  return row ?? null
}

/** The number of ranges, their seconds in total, and how many ended because the student was inactive. */
export async function sumSeatTime({ sql }: Ctx, student_course_id: number): Promise<SeatSums> {
  const [sums] = await sql<SeatSums>`
    select count(*)::int as ranges, coalesce(sum(extract(epoch from to_at - from_at)), 0)::float8 as seconds,
           count(*) filter (where ended_because = 'idle')::int as idle
    from (
      select from_at, to_at, ended_because from learning.seat_range where student_course_id = ${student_course_id}
      union all
      select from_at, beat_at, null from learning.seat_lease
      where student_course_id = ${student_course_id} and ended_at is null and beat_at > from_at) ranges`
  return sums!
}

/** The opened parts of the course, in outline order. */
export async function listLessonTimes(
  { sql }: Ctx,
  student_course_id: number,
  components: readonly Component[],
  leftOut: (component: Component, seconds: number) => number,
): Promise<LessonTime[]> {
  const rows = await sql<OpenedLesson>`
    select component_id, first_opened_at, completed_at, advanced_ind as advanced, spent_ms / 1000.0::float8 as seconds,
           coalesce(1000 * extract(epoch from coalesce(completed_at, platform.now()) - break_started_at), 0)::float8
             as break_ms
    from learning.v_student_progress where student_course_id = ${student_course_id}`
  const byComponent = new Map(rows.map((row) => [row.component_id, row]))
  return components.flatMap((component) => {
    const row = byComponent.get(component.component_id)
    if (!row) return []
    const { first_opened_at, completed_at, advanced, break_ms } = row
    const is_break = component.type === 'Break'
    const seconds = component.type === 'Break' ? breakSeconds(component, break_ms) : row.seconds
    const left_out_seconds = leftOut(component, seconds)
    const isCounted = leftOut(component, Number.MAX_SAFE_INTEGER) < Number.MAX_SAFE_INTEGER
    return {
      lesson: component.name,
      is_break,
      counted: isCounted,
      left_out_seconds,
      first_opened_at,
      completed_at,
      advanced,
      seconds,
    }
  })
}
