import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import { hasRequiredNumber } from '#modules/learning/reporting/claim-report.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { isLateUnsent, isUnsent } from '#modules/learning/reporting/report-states.ts'
import { stockPrograms } from '#modules/learning/reporting/stock-programs.ts'
import type { Ctx } from '#platform/ctx.ts'

export type QueueCounts = { waiting: number; late: number; rejected: number; accepted: number }

/** The latest reports of the caller's organizations, counted by agency. */
export async function countQueues({ sql, organization }: Ctx): Promise<ReadonlyMap<string, QueueCounts>> {
  const rows = await sql<QueueCounts & { agency: string }>`
    select agency,
           count(*) filter (where ${isUnsent(sql)})::int as waiting,
           count(*) filter (where ${isLateUnsent(sql)})::int as late,
           count(*) filter (where state = 'rejected')::int as rejected,
           count(*) filter (where state = 'accepted')::int as accepted
    from learning.v_completion_report r
    where organization_id = any(${sql.array(organization.scope)})
      and (state <> 'accepted' or accepted_at > platform.now() - interval '30 days')
    group by agency`
  return new Map(rows.map(({ agency, ...counts }) => [agency, counts]))
}

type LastAnswer = {
  at: Date
  student_course_id: number
  outcome: 'accepted' | 'duplicate' | 'rejected' | 'retry'
  code: string | null
  receipt: string | null
}

/** The latest responses of an agency to reports of the caller's organizations. */
export const listLastAnswers = ({ sql, organization }: Ctx, agency: Agency) => sql<LastAnswer>`
  select a.at, r.student_course_id, a.outcome, a.code, a.receipt
  from learning.completion_report_answer a
  join learning.completion_report r using (completion_report_id)
  where r.agency = ${agency} and r.organization_id = any(${sql.array(organization.scope)})
    and r.updated_at > platform.now() - interval '30 days'
  order by a.completion_report_answer_id desc
  limit 20`

/** A report that staff submit; the numbers in its record are sealed. */
export type WaitingReport = {
  completion_report_id: number
  student_course_id: number
  user_id: number
  organization_id: number
  due_at: Date
  record: CompletionRecord
}

/**
 * The reports that staff submit to an agency, earliest deadline first, without those that wait for their certificate
 * number. `holder_id` selects the reports of one account, `after` those that follow a report, and `until` those created
 * by then.
 */
export async function listByHand(
  ctx: Ctx,
  agency: Agency,
  method: 'worksheet' | 'file',
  {
    limit = 100,
    holder_id = null as number | null,
    completion_report_id = null as number | null,
    after = null as number | null,
    until = undefined as Date | undefined,
  } = {},
): Promise<WaitingReport[]> {
  const { sql, organization } = ctx
  const programs = await stockPrograms(ctx)
  return sql<WaitingReport>`
  select r.completion_report_id, r.student_course_id, c.user_id, r.organization_id, r.due_at, r.record
  from learning.completion_report r
  join learning.student_course c using (student_course_id)
  where r.agency = ${agency} and r.state in ('due', 'retry') and r.organization_id = any(${sql.array(organization.scope)})
    and ${hasRequiredNumber(sql, programs)}
    and r.completion_report_id = coalesce(${completion_report_id}, r.completion_report_id)
    and r.created_at <= coalesce(${until ?? null}::timestamptz, r.created_at)
    and (${after}::int is null or (r.due_at, r.completion_report_id) > (
      select b.due_at, b.completion_report_id from learning.completion_report b where b.completion_report_id = ${after}))
    and r.organization_id in (
      select v.organization_id from learning.v_agency_account v
      where v.agency = ${agency} and v.method = ${method} and v.holder_id = coalesce(${holder_id}, v.holder_id))
  order by r.due_at, r.completion_report_id
  limit ${limit}`
}

export async function findByHand(
  ctx: Ctx,
  agency: Agency,
  method: 'worksheet' | 'file',
  completion_report_id: number,
): Promise<WaitingReport | undefined> {
  const [report] = await listByHand(ctx, agency, method, { completion_report_id })
  return report
}
