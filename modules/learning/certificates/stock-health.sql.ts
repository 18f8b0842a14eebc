import type { Sql } from '#platform/db/sql.ts'

/** An agency's remaining numbers across all organizations, and the certificates that wait for one. */
export type StockHealth = { agency: string; left: number; waiting: number }

/** `sql` must have access to every tenant. */
export const listStockHealth = async (sql: Sql): Promise<StockHealth[]> => sql<StockHealth>`
  select agency,
    (select count(*)::int from learning.certificate_stock_number n where n.agency = s.agency and n.taken_at is null and n.voided_at is null) as left,
    (select count(*)::int from learning.certificate_wait w where w.agency = s.agency and not w.for_answer_ind) as waiting
  from (select agency from learning.certificate_stock union select agency from learning.certificate_wait where not for_answer_ind) s
  order by agency`
