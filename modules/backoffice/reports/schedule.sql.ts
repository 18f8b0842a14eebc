import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { Format } from './cells.ts'
import type { StoredFilters } from './filters.ts'
import type { ScheduleTimes } from './schedule-time.ts'

export type Schedule = ScheduleTimes & {
  report_schedule_id: number
  organization_id: number
  created_by: number
  recipients: number[]
  report: string
  filters: StoredFilters
  format: Format
  next_at: Date
  paused_at: Date | null
}

export type ScheduleFields = ScheduleTimes & Pick<Schedule, 'recipients' | 'report' | 'filters' | 'format' | 'next_at'>

const columns = (sql: Ctx['sql']) => sql`
  report_schedule_id, organization_id, created_by, recipients, report, filters, format, repeats, week_day, month_day,
  at_time, time_zone, next_at, paused_at`

/** The most schedules of one organization. */
export const maxSchedules = 200

export const listSchedules = ({ sql, organization }: Ctx): Promise<Schedule[]> => sql<Schedule>`
  select ${columns(sql)} from backoffice.report_schedule
  where organization_id = ${organization.organization_id} and organization_id = any(${sql.array(organization.scope)})
    and deleted_at is null
  order by report_schedule_id desc limit ${maxSchedules}`

/** A schedule of the visited organization, locked. Throws notFound. */
export async function lockSchedule({ sql, organization }: Ctx, report_schedule_id: number): Promise<Schedule> {
  const [row] = await sql<Schedule>`
    select ${columns(sql)} from backoffice.report_schedule
    where report_schedule_id = ${report_schedule_id} and organization_id = ${organization.organization_id}
      and organization_id = any(${sql.array(organization.scope)}) and deleted_at is null
    for update`
  if (!row) throw errors.notFound()
  return row
}

/** Serializes new schedules of an organization: their number is limited, and no two may be equal. */
export async function lockSchedules({ sql, organization }: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('backoffice.report_schedule'), ${organization.organization_id})`
}

export async function insertSchedule(ctx: Ctx, user_id: number, fields: ScheduleFields): Promise<number> {
  const { sql, organization } = ctx
  const [row] = await sql<{ report_schedule_id: number }>`
    insert into backoffice.report_schedule (organization_id, created_by, recipients, report, filters, format, repeats,
                                            week_day, month_day, at_time, time_zone, next_at)
    values (${organization.organization_id}, ${user_id}, ${sql.array(fields.recipients)}::int[], ${fields.report},
            ${sql.json(fields.filters)}, ${fields.format}, ${fields.repeats}, ${fields.week_day}, ${fields.month_day},
            ${fields.at_time}, ${fields.time_zone}, ${fields.next_at})
    returning report_schedule_id`
  return row!.report_schedule_id
}

export const updateSchedule = ({ sql }: Ctx, report_schedule_id: number, fields: ScheduleFields) => sql`
  update backoffice.report_schedule
  set recipients = ${sql.array(fields.recipients)}::int[], report = ${fields.report}, filters = ${sql.json(fields.filters)},
      format = ${fields.format}, repeats = ${fields.repeats}, week_day = ${fields.week_day},
      month_day = ${fields.month_day}, at_time = ${fields.at_time}, time_zone = ${fields.time_zone},
      next_at = ${fields.next_at}, updated_at = platform.now()
  where report_schedule_id = ${report_schedule_id}`

/** A paused schedule does not run; missed runs are not made up. */
export const updatePaused = ({ sql }: Ctx, report_schedule_id: number, paused: boolean, next_at: Date) => sql`
  update backoffice.report_schedule
  set paused_at = ${paused ? sql`platform.now()` : sql`null`}, next_at = ${next_at}, updated_at = platform.now()
  where report_schedule_id = ${report_schedule_id}`

export const markDeleted = ({ sql }: Ctx, report_schedule_id: number) => sql`
  update backoffice.report_schedule set deleted_at = platform.now(), updated_at = platform.now()
  where report_schedule_id = ${report_schedule_id}`

export const updateNext = ({ sql }: Ctx, report_schedule_id: number, next_at: Date) => sql`
  update backoffice.report_schedule set next_at = ${next_at} where report_schedule_id = ${report_schedule_id}`

/** A due schedule, locked; one locked by another worker is skipped. */
export async function lockDue({ sql }: Ctx): Promise<(Schedule & { now: Date }) | null> {
  const [row] = await sql<Schedule & { now: Date }>`
    select ${columns(sql)}, platform.now() as now from backoffice.report_schedule
    where paused_at is null and deleted_at is null and next_at <= platform.now()
    order by next_at limit 1 for update skip locked`
  return row ?? null
}
