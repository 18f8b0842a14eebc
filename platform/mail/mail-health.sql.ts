import type { Sql } from '#platform/db/sql.ts'
import { hasQueue } from '#platform/queue/jobs-state.sql.ts'

/** The state of email delivery: the last success, and emails being retried. */
export type MailHealth = {
  sent_at: Date | null
  sent_hour: number
  /** Email jobs being retried, since when, and the latest error. */
  retrying: number
  failed_at: Date | null
  failed_reason: string | null
}

/** `sql` must see every tenant. */
export async function selectMailHealth(sql: Sql): Promise<MailHealth> {
  const [row] = await sql<Pick<MailHealth, 'sent_at' | 'sent_hour'>>`
    select (select at from platform.outgoing_email order by outgoing_email_id desc limit 1) as sent_at,
      (select count(*)::int from platform.outgoing_email where at > platform.now() - interval '1 hour') as sent_hour`
  if (!(await hasQueue(sql))) return { ...row!, retrying: 0, failed_at: null, failed_reason: null }
  const [failedRow] = await sql<Pick<MailHealth, 'retrying' | 'failed_at' | 'failed_reason'>>`
    select count(*)::int as retrying, max(started_on) as failed_at,
      left((array_agg(coalesce(output->>'message', output->'value'->>'message', '') order by started_on desc))[1], 500)
        as failed_reason
    from queue.job where state = 'retry' and name like '%.send-%'`
  return { ...row!, ...failedRow! }
}

/** Emails that wait in the queue, and the age of the oldest one. */
export async function selectOwedEmails(sql: Sql): Promise<{ owed: number; oldest_seconds: number }> {
  if (!(await hasQueue(sql))) return { owed: 0, oldest_seconds: 0 }
  const [row] = await sql<{ owed: number; oldest_seconds: number }>`
    select count(*)::int as owed,
      greatest(0, coalesce(extract(epoch from queue.job_now() - min(created_on)), 0))::float8 as oldest_seconds
    from queue.job where state in ('created', 'retry') and name like '%.send-%' and start_after <= queue.job_now()`
  return row!
}
