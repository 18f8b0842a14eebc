import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Ctx } from '#platform/ctx.ts'
import { describeError, type Log } from '#platform/log.ts'
import type { AnyJob, Attempt } from './job.ts'

/** The context in which a job runs: the server itself as the actor. */
export type MakeCtx = (job: AnyJob) => Ctx | Promise<Ctx>

export type Found = JobWithMetadata<object>

/** Runs one try of a job and says how it ended; it never throws. */
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

/** Most jobs are dead letters by then; one that waits for days is not to wait unseen. */
const stuckAt = 11

const attemptOf = ({ id, retryCount, retryLimit, signal }: Found): Attempt => ({
  id,
  number: retryCount + 1,
  last: retryCount >= retryLimit,
  signal: signal ?? new AbortController().signal,
})

// A payload that ends the process would end it once a retry and take the jobs beside it along.
// A third death in a row is enough, even if an earlier try failed for another reason: a sweeper owes the work again.
const killsWorkers = (found: Found): boolean => found.retryCount >= 3 && hasDied(found)

/** Whether the process of the try before this one stopped to renew its claim, with which each try begins. */
function hasDied({ retryCount, output }: Found): boolean {
  const { value } = (output ?? {}) as { value?: { message?: unknown } }
  return retryCount >= 1 && value?.message === 'job heartbeat timeout'
}
