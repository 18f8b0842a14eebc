import type { Sql } from '#platform/db/sql.ts'

/** Each subject of a backlog has this many events. */
export const perSubject = 5

/** Rows of one statement: more take longer than a statement may. */
const partSize = 5_000

/** Adds events, in turns of their subjects, that all wait for an endpoint. Their `user_id` counts from 1. */
export async function addBacklog(read: Sql, webhook_endpoint_id: number, count: number): Promise<void> {
  for (let first = 1; first <= count; first += partSize)
    await read`
      with added as (
        insert into platform.event (organization_id, type, version, needs, subject, data, position)
        select w.organization_id, 'student.created', 1, 'MANAGE_STUDENTS:READ', 'user:' || n % ${count / perSubject}, jsonb_build_object('user_id', n),
               1000000 + n
        from identity.webhook_endpoint w, generate_series(${first}::int, ${Math.min(count, first + partSize - 1)}::int) as n
        where w.webhook_endpoint_id = ${webhook_endpoint_id}
        returning event_id, organization_id, subject, position)
      insert into identity.webhook_delivery (webhook_endpoint_id, organization_id, event_id, subject, position)
      select ${webhook_endpoint_id}, organization_id, event_id, subject, position from added`
  await read`analyze`
}

/** The numbers of the events in the order in which they arrived, by subject. */
export const bySubject = (numbers: readonly number[], count: number): number[][] => [
  ...Map.groupBy(numbers, (n) => n % (count / perSubject)).values(),
]
