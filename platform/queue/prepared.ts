import type { Sql } from '#platform/db/sql.ts'
import type { AnyJob } from './job.ts'

/** Whether the database has these migrations and a queue for each job; another process may still be upgrading it. */
export async function isPrepared(
  sql: Sql,
  migrations: readonly number[],
  jobs: readonly Pick<AnyJob, 'name'>[],
): Promise<boolean> {
  const [tables] = await sql<{ there: boolean }>`
    select to_regclass('platform.migration') is not null and to_regclass('queue.queue') is not null as there`
  if (!tables!.there) return false
  const [state] = await sql<{ prepared: boolean }>`
    select not exists (select from unnest(${sql.array([...migrations])}::int[]) as needed(number)
                       where not exists (select from platform.migration m where m.number = needed.number))
       and not exists (select from unnest(${sql.array(jobs.map(({ name }) => name))}::text[]) as needed(name)
                       where not exists (select from queue.queue q where q.name = needed.name)) as prepared`
  return state!.prepared
}
