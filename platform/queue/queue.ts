import type { Sql } from '#platform/db/sql.ts'
import type { Log } from '#platform/log.ts'
import type { FactSender } from '#platform/open-ctx.ts'
import { type QueueAddress, queueSchema } from './boss.ts'
import type { AnyJob, Job } from './job.ts'

type EnqueueOptions = {
  /** The job does not start before this time. */
  startAfter?: Date
  /** Does nothing while another job of this kind with this key waits for its first attempt. */
  singletonKey?: string
}

/** The sending side: plain SQL in the caller's transaction, without connections, timers or caches. */
export type Queue = QueueAddress & {
  /** Sends a fact to each of these jobs that handles it; a fact without a job sends nothing. */
  factSender(jobs: readonly AnyJob[]): FactSender
  /** Queues one job through the transaction `sql`. */
  enqueue<T extends object>(sql: Sql, job: Job<T>, data: T, options?: EnqueueOptions): Promise<void>
}

type NewJob = { name: string; data: object; start_after?: Date; singleton_key?: string }

export function openQueue({ url, schema = queueSchema, log }: { url: string; schema?: string; log: Log }): Queue {
  if (!/^[a-z_]+$/.test(schema)) throw new Error(`${schema} can't be the name of the queue's schema`)
  const text = insertText(schema)
  const insert = (sql: Sql, newJobs: readonly NewJob[]) => insertJobs(sql, text, newJobs)
  return {
    url,
    schema,
    log,
    factSender: (jobs) => makeFactSender(jobs, insert),
    enqueue: (sql, { name }, data, { startAfter, singletonKey } = {}) =>
      insert(sql, [{ name, data, start_after: startAfter, singleton_key: singletonKey }]),
  }
}

function makeFactSender(
  jobs: readonly AnyJob[],
  insert: (sql: Sql, newJobs: readonly NewJob[]) => Promise<void>,
): FactSender {
  const jobsByFact = new Map<string, AnyJob[]>()
  for (const job of jobs) {
    for (const { fact } of job.on) jobsByFact.set(fact, [...(jobsByFact.get(fact) ?? []), job])
  }
  return {
    async send(sql, fact, data, test_organization_id) {
      const handlers = jobsByFact.get(fact) ?? []
      const isSandbox = test_organization_id !== undefined
      const payload = isSandbox ? { ...data, [testOrganizationKey]: test_organization_id } : data
      const newJobs = handlers
        .filter(({ inSandbox }) => inSandbox || !isSandbox)
        .map(({ name }) => ({ name, data: payload }))
      if (newJobs.length > 0) await insert(sql, newJobs)
    },
  }
}

/** The field of a job's data for its test organization. No fact has this field. */
const testOrganizationKey = 'test_organization_id'

/** The test organization that a queued job belongs to; null for every other job. */
export function testOrganizationOf(data: object): number | null {
  const { [testOrganizationKey]: id } = data as Record<string, unknown>
  return typeof id === 'number' ? id : null
}

async function insertJobs(sql: Sql, text: string, newJobs: readonly NewJob[]): Promise<void> {
  const results = await sql.text<{ name: string; notified: string | null }>(text, [JSON.stringify(newJobs)])
  const missing = results.filter(({ notified }) => notified === null)
  // Silence would lose the fact; the error rolls the operation back.
  if (missing.length > 0) throw new Error(`jobs not installed in the queue: ${missing.map((m) => m.name).join(', ')}`)
}

/** Requeues a job by its name. */
export const enqueueAgain = (sql: Sql, name: string, data: object): Promise<void> =>
  insertJobs(sql, insertText(queueSchema), [{ name, data }])

/**
 * Writes what pg-boss's own `send` writes, for several jobs in one statement. Its `send` needs a started instance, with
 * a pool, timers and a cache of queues read outside the operation's transaction; a test compares the two rows. A job
 * without a key gets a unique one, so that the `short` policy never merges two. Jobs that a person waits for wake the
 * workers when this transaction commits, on pg-boss's notification channel.
 */
const insertText = (schema: string) => `
  with sent as (
    select * from json_to_recordset($1::text::json)
      as s (name text, data jsonb, start_after timestamptz, singleton_key text)
  ), put as (
    insert into ${schema}.job (
      name, data, singleton_key, created_on, start_after, keep_until, policy, dead_letter, heartbeat_seconds,
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max)
    select s.name, s.data, coalesce(s.singleton_key, gen_random_uuid()::text), ${schema}.job_now(), due.at,
      due.at + q.retention_seconds * interval '1s', q.policy, q.dead_letter, q.heartbeat_seconds,
      q.expire_seconds, q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max
    from sent s
    join ${schema}.queue q on q.name = s.name
    cross join lateral (select coalesce(s.start_after, ${schema}.job_now()) as at) due
    on conflict do nothing
    returning name, start_after
  )
  select name, null as notified from sent where name not in (select name from ${schema}.queue)
  union all
  select q.name, pg_notify('pgboss_' || left(encode(sha224('${schema}'::bytea), 'hex'), 24), q.name)::text
  from ${schema}.queue q
  where q.notify and q.name in (select name from put where start_after <= ${schema}.job_now())`
