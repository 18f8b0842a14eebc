import { isDeepStrictEqual } from 'node:util'
import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { findStaffByLogins, requesterContext } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds, ofVisited, type PermissionKey, scoped, staff, userOf } from '#platform/permissions.ts'
import { count, flag, id, optionalText, z } from '#platform/schema.ts'
import { localize, localText, type PlainKey, textsIn } from '#platform/texts.ts'
import { isZone, zoneOf } from '#platform/zone.ts'
import { formats } from './cells.ts'
import { reportReader } from './fetch-reports.ts'
import { filterFields, filterWords, mayRead, readFilters, storedOf } from './filters.ts'
import type { Report } from './report.ts'
import { findReport } from './reports.ts'
import { requireReport } from './run-report.ts'
import {
  insertSchedule,
  listSchedules,
  lockSchedule,
  lockSchedules,
  markDeleted,
  maxSchedules,
  type Schedule,
  type ScheduleFields,
  updatePaused,
  updateSchedule,
} from './schedule.sql.ts'
import { nextTime, repeats, type ScheduleTimes } from './schedule-time.ts'
import { scheduleTexts as words } from './schedules.texts.ts'

const maxRecipients = 20

const ScheduleResponse = z.object({
  report_schedule_id: z.int(),
  report: z.string(),
  label: z.string(),
  filters: z.array(z.object({ label: z.string(), value: z.string() })),
  query: z.record(z.string(), z.string()),
  format: z.string(),
  repeats: z.enum(repeats),
  week_day: z.int().nullable(),
  month_day: z.int().nullable(),
  at_time: z.string(),
  time_zone: z.string(),
  next_at: z.iso.datetime(),
  paused: z.boolean(),
  recipients: z.array(z.object({ user_id: z.int(), name: z.string(), loginid: z.string() })),
})
export type ShownSchedule = z.output<typeof ScheduleResponse>

export const fetchSchedules = operation({
  call: 'GET /report/schedules',
  summary: 'The scheduled reports of the visited organization with their recipients and next times',
  added: true,
  may: reportReader,
  takes: z.object({}),
  gives: z.object({ schedules: z.array(ScheduleResponse) }),
  async run(ctx) {
    // A caller who may not read the report may not change its schedule.
    const schedules = (await listSchedules(ctx)).filter(({ report }) => {
      const definition = findReport(report)
      return definition !== null && mayRead(ctx, definition)
    })
    const people = await peopleOf(
      ctx,
      schedules.flatMap(({ recipients }) => recipients),
    )
    return { schedules: schedules.map((schedule) => scheduleResponse(ctx, schedule, people)) }
  },
})

type Person = { user_id: number; name: string | null; loginid: string | null }

async function peopleOf({ sql, organization }: Ctx, user_ids: readonly number[]): Promise<Map<number, Person>> {
  const rows = await sql<Person>`
    select id.user_id, coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''),
           identity.staff_name(id.user_id, ${organization.organization_id})) as name, p.loginid
    from unnest(${sql.array([...new Set(user_ids)])}::int[]) id (user_id)
    left join identity.v_person p on p.user_id = id.user_id`
  return new Map(rows.map((row) => [row.user_id, row]))
}

function scheduleResponse(ctx: Ctx, schedule: Schedule, people: ReadonlyMap<number, Person>): ShownSchedule {
  const { report: name, filters, recipients, next_at, paused_at, ...rest } = schedule
  const report = findReport(name)!
  return {
    ...rest,
    report: name,
    label: localize(ctx.locale, report.label),
    filters: filterWords(ctx.locale, report, filters).map(([label, value]) => ({ label, value })),
    query: filters as Record<string, string>,
    next_at: next_at.toISOString(),
    paused: paused_at !== null,
    recipients: recipients.map((user_id) => {
      const person = people.get(user_id)
      return {
        user_id,
        name: person?.name ?? localText(ctx.locale, words, 'unknownPerson'),
        loginid: person?.loginid ?? '',
      }
    }),
  }
}

/** Staff with a reports permission who may read the schedule's report. */
const schedulePolicy = (key: PermissionKey) =>
  scoped<{ report_schedule_id: number }>(
    ofVisited(staff(['MANAGE_REPORTS:READ', key], 'every')),
    'and the READ keys of what its report shows',
    async (ctx, { report_schedule_id }) => requireSchedule(ctx, report_schedule_id),
  )

/**
 * Throws notFound for a schedule of another organization, and forbidden for one whose report the caller may not read.
 */
async function requireSchedule(ctx: Ctx, report_schedule_id: number | null | undefined): Promise<void> {
  if (!report_schedule_id) return
  const { report } = await lockSchedule(ctx, report_schedule_id)
  requireReport(ctx, report)
}

/** Changing one requires UPDATE, creating one CREATE. */
const savePolicy = scoped<{ report_schedule_id?: number | null | undefined }>(
  ofVisited(staff(['MANAGE_REPORTS:CREATE', 'MANAGE_REPORTS:UPDATE'])),
  'for a new schedule or an existing one, and the READ keys of what its report shows',
  async (ctx, input) => {
    if (!holds(ctx.actor, input.report_schedule_id ? 'MANAGE_REPORTS:UPDATE' : 'MANAGE_REPORTS:CREATE'))
      throw errors.forbidden()
    await requireSchedule(ctx, input.report_schedule_id)
  },
)

export const saveSchedule = operation({
  call: 'POST /report/schedule/save',
  summary: 'Schedules a report for recipients, or changes a schedule',
  added: true,
  may: savePolicy,
  takes: z.object({
    report_schedule_id: id().nullish(),
    report: z.string().max(60),
    format: z.enum(formats).default('xlsx'),
    ...filterFields,
    repeats: z.enum(repeats),
    week_day: count(1, 7).nullish(),
    month_day: count(1, 31).nullish(),
    at_time: z.string().max(5),
    time_zone: optionalText(60),
    /** Emails or login ids of staff, separated by commas. */
    recipients: z.string().max(4_000),
  }),
  gives: z.object({ error: z.literal(false), report_schedule_id: z.int(), next_at: z.iso.datetime() }),
  fails: [errors.notFound, errors.forbidden, backofficeErrors.tooManySchedules],
  async run(ctx, { report_schedule_id, format, recipients, ...input }) {
    const report = requireReport(ctx, input.report)
    const filters = storedOf(report, input)
    readFilters(ctx, report, filters)
    const times = readTimes(ctx, input)
    const user_ids = await readRecipients(ctx, report, recipients)
    const fields = {
      ...times,
      report: report.name,
      filters,
      format,
      recipients: user_ids,
      next_at: nextTime(times, ctx.now),
    }
    const after = auditedFields(fields)
    if (report_schedule_id) {
      const before = await lockSchedule(ctx, report_schedule_id)
      await updateSchedule(ctx, report_schedule_id, fields)
      await audit(ctx, { action: 'reportSchedule.update' }, report_schedule_id, auditedFields(before), after)
      return savedResponse(ctx, report_schedule_id, fields)
    }
    await lockSchedules(ctx)
    const others = await listSchedules(ctx)
    // The same form sent twice is one schedule.
    const duplicate = others.find((other) => other.paused_at === null && isSame(other, fields))
    if (duplicate) return savedResponse(ctx, duplicate.report_schedule_id, duplicate)
    if (others.length >= maxSchedules) throw backofficeErrors.tooManySchedules({ most: maxSchedules })
    const addedId = await insertSchedule(ctx, userOf(ctx).user_id, fields)
    await audit(ctx, { action: 'reportSchedule.create' }, addedId, null, after)
    return savedResponse(ctx, addedId, fields)
  },
})

const savedResponse = ({ locale }: Ctx, report_schedule_id: number, { next_at }: ScheduleFields) => ({
  error: false as const,
  report_schedule_id,
  next_at: next_at.toISOString(),
  message: localText(locale, words, 'saved'),
})

const auditedFields = (fields: ScheduleFields): Record<string, unknown> => {
  const { report, filters, format, recipients, repeats, week_day, month_day, at_time, time_zone } = fields
  return { report, filters, format, recipients, repeats, week_day, month_day, at_time, time_zone }
}

const isSame = (a: ScheduleFields, b: ScheduleFields): boolean => isDeepStrictEqual(auditedFields(a), auditedFields(b))

type Changes = Record<string, unknown> | null
const audit = (ctx: Ctx, entry: { action: string }, report_schedule_id: number, before: Changes, after: Changes) =>
  ctx.audit({ ...entry, subject: `report_schedule_id:${report_schedule_id}`, before, after })

type TimeInput = Omit<ScheduleTimes, 'week_day' | 'month_day'> & {
  week_day?: number | null | undefined
  month_day?: number | null | undefined
}

function readTimes(ctx: Ctx, { repeats, week_day, month_day, at_time, time_zone }: TimeInput): ScheduleTimes {
  const refuse = (path: string, key: PlainKey<typeof words>) =>
    errors.invalid({}, {}, [{ path, message: localText(ctx.locale, words, key) }])
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at_time)) throw refuse('at_time', 'badTime')
  const zone = time_zone || zoneOf(ctx)
  if (!isZone(zone)) throw refuse('time_zone', 'badZone')
  if (repeats === 'weekly' && !week_day) throw refuse('week_day', 'needsWeekDay')
  if (repeats === 'monthly' && !month_day) throw refuse('month_day', 'needsMonthDay')
  return {
    repeats,
    week_day: repeats === 'weekly' ? week_day! : null,
    month_day: repeats === 'monthly' ? month_day! : null,
    at_time,
    time_zone: zone,
  }
}

/** The named staff, each of whom may currently read the report. Throws `invalid` with the first who may not. */
async function readRecipients(ctx: Ctx, report: Report, text: string): Promise<number[]> {
  const t = textsIn(ctx.locale, words)
  const refuse = (message: string) => errors.invalid({}, {}, [{ path: 'recipients', message }])
  const logins = [...new Set(text.split(/[,;\s]+/).map((name) => name.toLowerCase()))].filter(Boolean)
  if (logins.length === 0) throw refuse(t('noRecipient'))
  if (logins.length > maxRecipients) throw refuse(t('tooManyRecipients'))
  const byLogin = await findStaffByLogins(ctx, logins)
  const user_ids: number[] = []
  for (const name of logins) {
    const user_id = byLogin.get(name)
    if (user_id === undefined) throw refuse(t('unknownRecipient', { name }))
    const recipient = await requesterContext(ctx, user_id, ctx.organization.organization_id)
    if (!recipient || !mayRead(recipient, report)) throw refuse(t('recipientLacks', { name }))
    user_ids.push(user_id)
  }
  return [...new Set(user_ids)]
}

export const pauseSchedule = operation({
  call: 'POST /report/schedule/pause',
  summary: 'Pauses a scheduled report, or lets it run again from its next time on',
  added: true,
  may: schedulePolicy('MANAGE_REPORTS:UPDATE'),
  takes: z.object({ report_schedule_id: id(), paused: flag() }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound, errors.forbidden],
  async run(ctx, { report_schedule_id, paused }) {
    const schedule = await lockSchedule(ctx, report_schedule_id)
    const wasPaused = schedule.paused_at !== null
    if (wasPaused !== paused) {
      await updatePaused(ctx, report_schedule_id, paused, nextTime(schedule, ctx.now))
      await audit(ctx, { action: 'reportSchedule.pause' }, report_schedule_id, { paused: wasPaused }, { paused })
    }
    return { error: false as const, message: localText(ctx.locale, words, paused ? 'isPaused' : 'isResumed') }
  },
})

export const deleteSchedule = operation({
  call: 'DELETE /report/schedule/{report_schedule_id}',
  summary: 'Deletes a scheduled report; its files stay as long as any',
  added: true,
  may: schedulePolicy('MANAGE_REPORTS:DELETE'),
  takes: z.object({ report_schedule_id: id() }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound, errors.forbidden],
  async run(ctx, { report_schedule_id }) {
    const schedule = await lockSchedule(ctx, report_schedule_id)
    await markDeleted(ctx, report_schedule_id)
    await audit(ctx, { action: 'reportSchedule.delete' }, report_schedule_id, auditedFields(schedule), null)
    return { error: false as const, message: localText(ctx.locale, words, 'removed') }
  },
})
