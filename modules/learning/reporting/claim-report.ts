import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { resumedAt } from '#platform/installation.ts'
import { isSentAutomatically } from './accounts/hold.sql.ts'
import { type Agency, agencies, agencyEntry, assignsNumber, sellsNumbers } from './agencies/index.ts'
import type { CompletionRecord } from './record.ts'
import { openRecord } from './report.sql.ts'
import { stockPrograms } from './stock-programs.ts'

/** An attempt that this process owns; `attempt` is its fencing number. */
export type Claim = {
  completion_report_id: number
  organization_id: number
  student_course_id: number
  agency: Agency
  attempt: number
  record: CompletionRecord
}

/**
 * Claims a due report: the given one, or the agency's report with the earliest deadline. Null if none is due. The claim
 * lasts five minutes; then the report is due again, and a response to the earlier attempt no longer counts. A report
 * that an agency's own service may already have is not sent again until staff have checked (resolve-unanswered.ts).
 * Reports that staff submit (a worksheet, a file, a queue on hold) are claimed only with `by_hand`.
 */
export function claimReport(
  ctx: Ctx,
  target: { completion_report_id: number; by_hand?: true } | { agency: Agency },
): Promise<Claim | null> {
  return ctx.tx(async (inner) => {
    const { sql } = inner
    const programs = await stockPrograms(inner)
    const selection =
      'agency' in target ? sql`agency = ${target.agency}` : sql`completion_report_id = ${target.completion_report_id}`
    const automatic = 'by_hand' in target ? sql`true` : isSentAutomatically(sql, sql`r`)
    const [claim] = await sql<Claim>`
      update learning.completion_report
      set state = 'sending', attempt = attempt + 1, next_try_at = platform.now() + interval '5 minutes',
          updated_at = platform.now()
      where completion_report_id = (
        select completion_report_id from learning.completion_report r
        where ${selection} and state in ('due', 'sending', 'retry') and next_try_at <= platform.now()
          and not unanswered_ind and ${automatic} and ${hasRequiredNumber(sql, programs)} and not ${isInDoubt(sql)}
        order by due_at, completion_report_id
        limit 1 for update skip locked)
      returning completion_report_id, organization_id, student_course_id, agency, attempt, record`
    return claim ? { ...claim, record: openRecord(inner, claim.student_course_id, claim.record) } : null
  })
}

const numberSellers = agencies.filter((agency) => sellsNumbers(agency) && !assignsNumber(agency))

/**
 * Whether the report `r` has the certificate number that it needs. An agency that sells numbers requires one with the
 * report if the school has bought any, or if its program requires buying them. A certificate that was issued with
 * another number needs none. `programs`: stockPrograms.
 */
export const hasRequiredNumber = (sql: Sql, programs: readonly string[]): Fragment => sql`
    (r.agency <> all(${sql.array(numberSellers)}::text[]) or r.record ->> 'certificate_number' is not null
     or r.record ->> 'outcome' = 'failed'
     or not exists (
       select from learning.student_course c join catalogue.v_course_version v using (course_version_id)
       where c.student_course_id = r.student_course_id and v.certificate_template_id is not null
         and (exists (select from learning.certificate_stock_number n
                      where n.organization_id = r.organization_id and n.agency = r.agency)
              or exists (select from learning.certificate_wait w
                         where w.student_course_id = c.student_course_id and w.agency = r.agency
                           and not w.for_answer_ind)
              or v.program_id = any(${sql.array([...programs])}::text[])
                 and not exists (select from learning.student_certificate s
                                 where s.student_course_id = c.student_course_id))))`

/** Whether a report waits for its certificate number. */
export async function awaitsNumber(ctx: Pick<Ctx, 'sql' | 'now'>, completion_report_id: number): Promise<boolean> {
  const programs = await stockPrograms(ctx)
  const [row] = await ctx.sql`
    select 1 from learning.completion_report r
    where r.completion_report_id = ${completion_report_id} and not ${hasRequiredNumber(ctx.sql, programs)}`
  return row !== undefined
}

const serviceAgencies = agencies.filter((agency) => agencyEntry(agency).service !== undefined)

/**
 * Whether the report `r` may have been sent after the backup of a restored database, in a file or to a service that
 * may not recognize a repeated record. Reports of a stored file are `sending` and belong to it (deliver-files.ts).
 */
const isInDoubt = (sql: Sql): Fragment => sql`
  (r.updated_at < coalesce(${resumedAt(sql)}, '-infinity')
   and exists (select from learning.v_agency_account v
               where v.organization_id = r.organization_id and v.agency = r.agency
                 and (v.method = 'service' and r.agency = any(${sql.array(serviceAgencies)}::text[])
                      or v.method = 'file' and r.state <> 'sending')))`

/** Marks doubtful reports as unanswered, so that staff check the agency's portal (resolve-unanswered.ts). */
export async function markInDoubt({ sql, log }: Ctx): Promise<void> {
  const rows = await sql<{ completion_report_id: number; attempt: number }>`
    update learning.completion_report r
    set unanswered_ind = true, state = 'retry', updated_at = platform.now()
    where state in ('due', 'sending', 'retry') and not unanswered_ind and ${isInDoubt(sql)}
    returning completion_report_id, attempt`
  for (const row of rows) log.warn('report.unanswered', row)
}

/** Agencies with reports that are due. */
export async function listDueAgencies(ctx: Ctx): Promise<Agency[]> {
  const programs = await stockPrograms(ctx)
  const rows = await ctx.sql<{ agency: Agency }>`
    select distinct agency from learning.completion_report r
    where state in ('due', 'sending', 'retry') and next_try_at <= platform.now() and not unanswered_ind
      and ${isSentAutomatically(ctx.sql, ctx.sql`r`)} and ${hasRequiredNumber(ctx.sql, programs)} and not ${isInDoubt(ctx.sql)}`
  return rows.map(({ agency }) => agency)
}
