import type { JobResult, PgBoss } from 'pg-boss'
import type { Log } from '#platform/log.ts'
import { type ClaimedJob, type MakeCtx, runAttempt } from './attempt.ts'
import type { AnyJob } from './job.ts'

/**
 * Runs one job of a batch and records its end immediately: other jobs of the batch may take longer, expire or lose
 * their worker, and must not make it run a second time. A job whose claim is lost gives up its slot.
 */
export async function runClaimed(pgBoss: PgBoss, job: AnyJob, claim: ClaimedJob, makeCtx: MakeCtx, log: Log) {
  const { signal = new AbortController().signal } = claim
  const failure: JobResult = { id: claim.id, status: 'failed', output: { message: 'the claim was lost' } }
  if (signal.aborted) return failure
  const startedAt = performance.now()
  const result = await Promise.race([runAttempt(job, claim, makeCtx, log), abortOf(signal, failure)])
  if (result === failure) return failure
  if (job.every) await recordRun(pgBoss, job, result, performance.now() - startedAt).catch(warnOf(job, log))
  // A failed write is repeated with the rest of the batch, which also distinguishes dead letters from failed attempts.
  await settle(pgBoss, claim, result).catch(warnOf(job, log))
  return result
}

const warnOf = (job: AnyJob, log: Log) => (error: unknown) =>
  log.warn('queue.warning', { job: job.name, message: String(error) })

/** Records the last run of a scheduled job, for the system page. */
async function recordRun(pgBoss: PgBoss, { name }: AnyJob, { status, output }: JobResult, ms: number): Promise<void> {
  const { message, error } = (output ?? {}) as { message?: unknown; error?: unknown }
  const failure = status === 'completed' ? null : String(message ?? error ?? status).slice(0, 500)
  await pgBoss.getDb().executeSql(
    `insert into platform.scheduled_run as r (name, started_at, ended_at, failure)
     values ($1, now() - $2::float8 * interval '1 millisecond', now(), $3)
     on conflict (name) do update
     set started_at = excluded.started_at, ended_at = excluded.ended_at, failure = excluded.failure`,
    [name, ms, failure],
  )
}

function abortOf(signal: AbortSignal, failure: JobResult): Promise<JobResult> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(failure), { once: true }))
}

async function settle(pgBoss: PgBoss, claim: ClaimedJob, { status, output }: JobResult): Promise<void> {
  if (status === 'completed') await pgBoss.complete(claim.name, claim)
  else if (status === 'failed') await pgBoss.fail(claim.name, claim, output)
}
