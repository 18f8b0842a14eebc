import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'

export type QueueCounts = { waiting: number; late: number; rejected: number; accepted: number }

/** The latest reports of the caller's organizations, counted by agency. */
export async function countQueues({ sql, organization }: Ctx): Promise<ReadonlyMap<string, QueueCounts>> {
  const rows = await sql<QueueCounts & { agency: string }>`
    select agency,
           count(*) filter (where state in ('due', 'sending', 'retry'))::int as waiting,
           count(*) filter (where state in ('due', 'sending', 'retry') and due_at < platform.now())::int as late,
           count(*) filter (where state = 'rejected')::int as rejected,
           count(*) filter (where state = 'accepted')::int as accepted
    from learning.v_completion_report
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

/** The last answers of an agency to reports of the caller's organizations. */
export const listLastAnswers = ({ sql, organization }: Ctx, agency: Agency) => sql<LastAnswer>`
  select a.at, r.student_course_id, a.outcome, a.code, a.receipt
  from learning.completion_report_answer a
  join learning.completion_report r using (completion_report_id)
  where r.agency = ${agency} and r.organization_id = any(${sql.array(organization.scope)})
    and r.updated_at > platform.now() - interval '30 days'
  order by a.completion_report_answer_id desc
  limit 20`
