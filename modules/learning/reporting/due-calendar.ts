import { programName } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { addDays, startOfDay, todayOf } from '#platform/zone.ts'
import { type Agency, agencyName } from './agencies/index.ts'
import { type DueCertificate, listCertificatesDue } from './certificates-due.ts'

const Due = z.object({
  agency: z.string(),
  agency_name: z.string(),
  /** The reports that the agency has not accepted, with the deadline on this day. */
  open: z.int(),
  /** The number of open reports that were refused and wait for a correction. */
  rejected: z.int(),
})

const DueCertificates = z.object({
  program_id: z.string(),
  program_name: z.string(),
  /** The certificates still to be issued or mailed whose last day is this day. */
  open: z.int(),
})

export const fetchDueCalendar = operation({
  call: 'GET /report/calendar',
  added: true,
  summary: 'The deadlines of certificates and of reports that agencies have not accepted, by day of a month',
  may: staff('MANAGE_STUDENTS:READ'),
  takes: z.object({
    /** YYYY-MM; by default the month of the next deadline, or the current month if there is none. */
    month: z
      .string()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
      .optional(),
  }),
  gives: z.object({
    month: z.string(),
    today: z.string(),
    /** The day of the next deadline from today on, of any month; null if there is none. */
    next: z.string().nullable(),
    /** Reports whose deadline has passed, of any month. */
    late: z.int(),
    /** Certificates of the last half year whose deadline has passed. */
    late_certificates: z.int(),
    days: z.array(z.object({ day: z.string(), due: z.array(Due), certificates: z.array(DueCertificates) })),
  }),
  async run(ctx, input) {
    const certificates = await listCertificatesDue(ctx)
    const next = await findNextDay(ctx, certificates)
    const month = input.month ?? (next ?? todayOf(ctx)).slice(0, 7)
    const first = `${month}-01`
    const rows = await listDue(ctx, first, `${addDays(first, 31).slice(0, 7)}-01`)
    const byDay = Map.groupBy(rows, ({ day }) => day)
    const dueCertificates = countByDay(certificates.filter(({ day }) => day.startsWith(month)))
    const days = [...new Set([...byDay.keys(), ...dueCertificates.map(({ day }) => day)])].toSorted()
    return {
      month,
      today: todayOf(ctx),
      next,
      late: await countLate(ctx),
      late_certificates: certificates.filter(({ due_at }) => due_at < ctx.now).length,
      days: days.map((day) => ({
        day,
        due: (byDay.get(day) ?? []).map(({ agency, open, rejected }) => ({
          agency,
          agency_name: agencyName({ agency, state_code: '' }, ctx.locale),
          open,
          rejected,
        })),
        certificates: dueCertificates
          .filter((due) => due.day === day)
          .map(({ program_id, open }) => ({ program_id, program_name: programName(program_id, ctx.locale), open })),
      })),
    }
  },
})

/** The number of certificates due, by day and program. */
export function countByDay(certificates: readonly DueCertificate[]) {
  const groups = Map.groupBy(certificates, ({ day, program_id }) => `${day} ${program_id}`)
  return [...groups.values()].map((group) => {
    const { day, program_id } = group[0]!
    return { day, program_id, open: group.length }
  })
}

/** The last day for a report: a deadline at midnight belongs to the day before it. */
const dueDaySql = (sql: Sql, time_zone: string) =>
  sql`((due_at - interval '1 millisecond') at time zone ${time_zone})::date::text`

type DueRow = { day: string; agency: Agency; open: number; rejected: number }

/** The open deadlines of reports in a range of days (YYYY-MM-DD, end exclusive), by day and agency. */
export function listDue({ sql, organization }: Ctx, first: string, next: string) {
  const { time_zone, scope } = organization
  return sql<DueRow>`
    select ${dueDaySql(sql, time_zone)} as day, agency, count(*)::int as open,
           count(*) filter (where state = 'rejected')::int as rejected
    from learning.v_completion_report
    where organization_id = any(${sql.array(scope)}) and state <> 'accepted' and state <> 'replaced'
      and due_at > ${startOfDay(time_zone, first)} and due_at <= ${startOfDay(time_zone, next)}
    group by 1, agency
    order by 1, agency
    limit 5000`
}

/** The day of the next deadline from today on, or null. */
async function findNextDay(ctx: Ctx, certificates: readonly DueCertificate[]): Promise<string | null> {
  const { sql, organization } = ctx
  const { time_zone, scope } = organization
  const today = todayOf(ctx)
  const [report] = await sql<{ day: string }>`
    select ${dueDaySql(sql, time_zone)} as day
    from learning.v_completion_report
    where organization_id = any(${sql.array(scope)}) and state <> 'accepted' and state <> 'replaced'
      and due_at > ${startOfDay(time_zone, today)}
    order by due_at
    limit 1`
  const days = [...certificates.map(({ day }) => day), ...(report ? [report.day] : [])].filter((day) => day >= today)
  return days.toSorted()[0] ?? null
}

async function countLate({ sql, organization }: Ctx): Promise<number> {
  const [row] = await sql<{ late: number }>`
    select count(*)::int as late from learning.v_completion_report
    where organization_id = any(${sql.array(organization.scope)}) and state <> 'accepted' and state <> 'replaced'
      and due_at < platform.now()`
  return row!.late
}
