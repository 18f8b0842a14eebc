import type { Sql } from '#platform/db/sql.ts'
import { enqueueAgain } from './queue.ts'

/** The pending work of one kind of job. */
export type JobState = {
  name: string
  waiting: number
  running: number
  /** How many seconds the oldest job is overdue; 0 if none is. */
  late_seconds: number
  dead: number
}
export type DeadJob = { job_id: string; name: string; reason: string; tries: number; failed_at: Date }

/** Installations without jobs have no queue. */
export async function hasQueue(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ there: boolean }>`select to_regclass('queue.job') is not null as there`
  return row!.there
}

/** Every kind of job with pending or permanently failed jobs. Dead jobs of sandboxes need no action, so they don't count. */
export async function listJobStates(sql: Sql): Promise<JobState[]> {
  if (!(await hasQueue(sql))) return []
  return sql<JobState>`
    select regexp_replace(name, '[.]dead$', '') as name,
      (count(*) filter (where name not like '%.dead' and state in ('created', 'retry')))::int as waiting,
      (count(*) filter (where state = 'active'))::int as running,
      greatest(0, coalesce(extract(epoch from now() - min(start_after)
        filter (where name not like '%.dead' and state in ('created', 'retry'))), 0))::int as late_seconds,
      (count(*) filter (where name like '%.dead' and state = 'created' and data->>'test_organization_id' is null))::int as dead
    from queue.job where state in ('created', 'retry', 'active')
    group by 1 order by 1`
}

/** The number of jobs with these names that should run now. */
export async function countDueJobs(sql: Sql, names: readonly string[]): Promise<number> {
  const [row] = await sql<{ due: number }>`
    select count(*)::int as due from queue.job
    where name = any(${sql.array(names)}::text[]) and state in ('created', 'retry') and start_after <= queue.job_now()`
  return row!.due
}

/** The attempts of one kind of job that ended within the last day. */
export type JobRuns = {
  name: string
  done: number
  failed: number
  median_ms: number
  longest_ms: number
  ended_at: Date
}

/** The runs of the last day, as long as the queue keeps them. */
export async function listJobRuns(sql: Sql): Promise<JobRuns[]> {
  if (!(await hasQueue(sql))) return []
  return sql<JobRuns>`
    select name, (count(*) filter (where state = 'completed'))::int as done,
      (count(*) filter (where state = 'failed'))::int as failed,
      round(percentile_cont(0.5) within group (order by extract(epoch from completed_on - started_on) * 1000))::float8
        as median_ms,
      round(max(extract(epoch from completed_on - started_on)) * 1000)::float8 as longest_ms,
      max(completed_on) as ended_at
    from queue.job
    where state in ('completed', 'failed') and completed_on > queue.job_now() - interval '1 day'
      and started_on is not null
    group by name order by name`
}

/** A scheduled job: its five cron fields (UTC), and its last run. */
export type ScheduledJob = {
  name: string
  cron: string
  started_at: Date | null
  ended_at: Date | null
  failure: string | null
}

/** Every scheduled job, with its last run. */
export async function listScheduledJobs(sql: Sql): Promise<ScheduledJob[]> {
  if (!(await hasQueue(sql))) return []
  return sql<ScheduledJob>`
    select s.name, s.cron, r.started_at, r.ended_at, r.failure
    from queue.schedule s left join platform.scheduled_run r using (name) order by s.name`
}

/** Jobs that have failed permanently, the newest first, without those of sandboxes. */
export async function listDeadJobs(sql: Sql): Promise<DeadJob[]> {
  if (!(await hasQueue(sql))) return []
  return sql<DeadJob>`
    select id::text as job_id, source_name as name, created_on as failed_at, source_retry_count + 1 as tries,
      left(coalesce(source_output->>'message', source_output->'value'->>'message', ''), 500) as reason
    from queue.job
    where name like '%.dead' and state = 'created' and data->>'test_organization_id' is null
    order by created_on desc limit 100`
}

/** Requeues a permanently failed job; returns its name, or null if it no longer exists. */
export async function runDeadJobAgain(sql: Sql, job_id: string): Promise<string | null> {
  if (!(await hasQueue(sql))) return null
  const [dead] = await sql<{ name: string; data: object }>`
    delete from queue.job where id = ${job_id}::uuid and name like '%.dead' and state = 'created'
    returning source_name as name, data`
  if (!dead) return null
  await enqueueAgain(sql, dead.name, dead.data)
  return dead.name
}
