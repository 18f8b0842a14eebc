import type { Ctx } from '#platform/ctx.ts'

/** One component that the student has opened; times in milliseconds, including the running lease. */
export type Progress = {
  student_progress_id: number
  component_id: number
  spent_ms: number
  completed_ind: boolean
  advanced_ind: boolean
  /** Time since a break started, up to its length; null for other components. */
  break_ms: number | null
}

// platform.now() costs more than reading the row, so it is only evaluated for breaks.
const columns = (sql: Ctx['sql']) => sql`
  student_progress_id, component_id, completed_at is not null as completed_ind, advanced_ind,
  case when break_started_at is not null
       then floor(1000 * extract(epoch from coalesce(completed_at, platform.now()) - break_started_at))::float8 end as break_ms`

/**
 * Every opened component of the course. Takes one course, because PostgreSQL would plan a query for a list each time.
 */
export async function listProgress({ sql }: Ctx, student_course_id: number): Promise<Progress[]> {
  return sql<Progress>`
    select ${columns(sql)}, spent_ms::float8 as spent_ms
    from learning.v_student_progress where student_course_id = ${student_course_id}`
}

/** Every opened component without the running lease, for callers that hold the lease and add it with `withRunning`. */
export async function listCredited({ sql }: Ctx, student_course_id: number): Promise<Progress[]> {
  return sql<Progress>`
    select ${columns(sql)}, credited_ms::float8 as spent_ms
    from learning.student_progress where student_course_id = ${student_course_id}`
}

/** The credited time plus the time that the student's lease has earned since. */
export const withRunning = (credited: readonly Progress[], lease: RunningLease | null): readonly Progress[] =>
  credited.map((row) =>
    row.student_progress_id === lease?.student_progress_id
      ? { ...row, spent_ms: row.spent_ms + lease.running_ms }
      : row,
  )

type RunningLease = { student_progress_id: number; running_ms: number }

type ProgressIn = Progress & { student_course_id: number }

/** The progress of several courses. */
export async function listProgressOf({ sql }: Ctx, student_course_ids: readonly number[]): Promise<ProgressIn[]> {
  return sql<ProgressIn>`
    select student_course_id, ${columns(sql)}, spent_ms::float8 as spent_ms
    from learning.v_student_progress where student_course_id = any(${sql.array(student_course_ids)}::int[])`
}

type OpenedComponent = { student_course_id: number; organization_id: number; component_id: number; is_break: boolean }

/** The progress row of a component, created when it is first opened; a break starts then, once. */
export async function openProgress(ctx: Ctx, target: OpenedComponent): Promise<Progress> {
  const { sql } = ctx
  const { student_course_id, organization_id, component_id, is_break } = target
  const startedAt = is_break ? sql`platform.now()` : sql`null::timestamptz`
  const [row] = await sql<Progress>`
    insert into learning.student_progress as p (student_course_id, organization_id, component_id, break_started_at)
    values (${student_course_id}, ${organization_id}, ${component_id}, ${startedAt})
    on conflict (student_course_id, component_id) do update
    set break_started_at = coalesce(p.break_started_at, excluded.break_started_at)
    returning ${columns(sql)}, credited_ms::float8 as spent_ms`
  return row!
}

/** Marks a component as complete. The caller must check that nothing is missing. */
export async function completeProgress(ctx: Ctx, student_course_id: number, component_id: number): Promise<void> {
  await ctx.sql`
    update learning.student_progress set completed_at = coalesce(completed_at, platform.now())
    where student_course_id = ${student_course_id} and component_id = ${component_id}`
}

/** Marks a component as incomplete again, unless staff moved the student past it. */
export async function reopenProgress(ctx: Ctx, student_course_id: number, component_id: number): Promise<void> {
  await ctx.sql`
    update learning.student_progress set completed_at = null
    where student_course_id = ${student_course_id} and component_id = ${component_id}`
}

/** Records the student's current component, for resuming the course. */
export async function updateCurrentComponent(ctx: Ctx, student_course_id: number, component_id: number): Promise<void> {
  await ctx.sql`
    update learning.student_course set current_component_id = ${component_id}, updated_at = platform.now()
    where student_course_id = ${student_course_id} and current_component_id is distinct from ${component_id}`
}

/** Whole seconds credited to the course in the ledger, including the running lease; breaks are not instruction. */
export async function selectTotalTime(ctx: Ctx, student_course_id: number): Promise<number> {
  const [total] = await ctx.sql<{ spent_ms: number }>`
    select coalesce(sum(spent_ms), 0)::float8 as spent_ms
    from learning.v_student_progress where student_course_id = ${student_course_id}`
  return Math.floor(total!.spent_ms / 1000)
}
