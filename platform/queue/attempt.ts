import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Ctx } from '#platform/ctx.ts'
import { describeError, type Log } from '#platform/log.ts'
import type { AnyJob, Attempt } from './job.ts'

/** Creates a job's context: the server itself is the actor. */
export type MakeCtx = (job: AnyJob) => Ctx | Promise<Ctx>

export type Found = JobWithMetadata<object>

/** Runs one attempt of a job and returns how it ended; it never throws. */
export async function runAttempt(job: AnyJob, found: Found, makeCtx: MakeCtx, log: Log): Promise<JobResult> {
  const attempt = attemptOf(found)
  const fields = { job: job.name, job_id: found.id, attempt: attempt.number }
  if (killsWorkers(found))
    return { id: found.id, status: 'deadletter', output: { message: 'its worker died again and again' } }
  const started = performance.now()
  try {
    if (job.died && hasDied(found)) {
      await job.died(await makeCtx(job), found.data)
      return { id: found.id, status: 'deadletter', output: { message: 'its process ended while it ran' } }
    }
    await job.run(await makeCtx(job), found.data, attempt)
    log.info('job.done', { ...fields, ms: Math.round(performance.now() - started) })
    return { id: found.id, status: 'completed' }
  } catch (error) {
    const reason = describeError(error)
    log.warn('job.failed', { ...fields, last: attempt.last, ...reason })
    if (attempt.number === stuckAt && !attempt.last) log.error('job.stuck', error, fields)
    return { id: found.id, status: 'failed', output: reason }
  }
}

/** Most jobs have failed permanently by then; one that retries for days should not go unnoticed. */
const stuckAt = 11

const attemptOf = ({ id, retryCount, retryLimit, signal }: Found): Attempt => ({
  id,
  number: retryCount + 1,
  last: retryCount >= retryLimit,
  signal: signal ?? new AbortController().signal,
})

// A payload that crashes the process would do so on every retry, along with the jobs beside it. Three deaths in a row
// are enough, even if earlier attempts failed for other reasons: the sweeper will pick the work up again.
const killsWorkers = (found: Found): boolean => found.retryCount >= 3 && hasDied(found)

/** Whether the previous attempt's process stopped renewing its claim. Each attempt starts by renewing. */
function hasDied({ retryCount, output }: Found): boolean {
  const { value } = (output ?? {}) as { value?: { message?: unknown } }
  return retryCount >= 1 && value?.message === 'job heartbeat timeout'
}
