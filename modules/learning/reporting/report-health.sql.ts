import type { Sql } from '#platform/db/sql.ts'

/** Counts of one agency's reports: `owed` are not accepted yet, `rejected` have no correction yet. */
export type ReportHealth = { agency: string; owed: number; late: number; rejected: number }

/** `sql` must have access to every tenant. */
export const listReportHealth = (sql: Sql): Promise<ReportHealth[]> => sql<ReportHealth>`
  select agency,
    (count(*) filter (where state <> 'rejected'))::int as owed,
    (count(*) filter (where state <> 'rejected' and due_at < platform.now()))::int as late,
    (count(*) filter (where state = 'rejected'))::int as rejected
  from learning.v_completion_report
  where state in ('due', 'sending', 'retry', 'waiting', 'watched', 'rejected')
  group by agency order by agency`
