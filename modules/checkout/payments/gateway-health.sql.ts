import type { Sql } from '#platform/db/sql.ts'

/** A gateway's health, by the newest payment attempts. */
export type GatewayHealth = {
  provider: string
  /** Its last definite response. */
  answered_at: Date | null
  /** Its last failure, with the error. */
  failed_at: Date | null
  failed_reason: string | null
  /** Attempts without a known result, and since when. */
  unknown: number
  unknown_since: Date | null
}

const maxExamined = 2_000

/** `sql` must see every tenant. */
export const listGatewayHealth = async (sql: Sql): Promise<GatewayHealth[]> => sql<GatewayHealth>`
  with newest as (select * from checkout.payment_attempt order by payment_attempt_id desc limit ${maxExamined})
  select provider,
    max(settled_at) filter (where state in ('approved', 'declined', 'held', 'surplus')) as answered_at,
    max(coalesce(settled_at, called_at)) filter (where state = 'failed') as failed_at,
    (array_agg(nullif(reason_text, '') order by payment_attempt_id desc) filter (where state = 'failed'))[1]
      as failed_reason,
    (count(*) filter (where state = 'unknown'))::int as unknown,
    min(called_at) filter (where state = 'unknown') as unknown_since
  from newest group by provider order by provider`
