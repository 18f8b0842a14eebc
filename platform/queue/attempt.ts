import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { Ctx } from '#platform/ctx.ts'
import { describeError, type Log } from '#platform/log.ts'
import { traced } from '#platform/traces/traced.ts'
import type { AnyJob, Attempt } from './job.ts'
import { testOrganizationOf } from './queue.ts'

/** Creates the context of a job with this data: the server itself is the actor. */
export type MakeCtx = (job: AnyJob, data: object) => Ctx | Promise<Ctx>

export type ClaimedJob = JobWithMetadata<object>

/** Runs one attempt of a job and returns how it ended; it never throws. */
export const runAttempt = (job: AnyJob, claim: ClaimedJob, makeCtx: MakeCtx, log: Log): Promise<JobResult> =>
  traced({ kind: 'job', name: job.name, attributes: { 'waypost.job_id': claim.id } }, async (span) => {
    const result = await attemptJob(job, claim, makeCtx, log)
    if (result.status !== 'completed') span?.fail()
    return result
  })

async function attemptJob(job: AnyJob, claim: ClaimedJob, makeCtx: MakeCtx, log: Log): Promise<JobResult> {
  const attempt = attemptOf(claim)
  const fields = { job: job.name, job_id: claim.id, attempt: attempt.number }
  if (hasKilledWorkers(claim))
    return { id: claim.id, status: 'deadletter', output: { message: 'its worker died again and again' } }
  const startedAt = performance.now()
  try {
    if (job.afterCrash && hasDied(claim)) {
      await job.afterCrash(await makeCtx(job, claim.data), claim.data)
      return { id: claim.id, status: 'deadletter', output: { message: 'its process ended while it ran' } }
    }
    await job.run(await makeCtx(job, claim.data), claim.data, attempt)
    log.info('job.done', { ...fields, ms: Math.round(performance.now() - startedAt) })
    return { id: claim.id, status: 'completed' }
  } catch (error) {
    const reason = describeError(error)
    log.warn('job.failed', { ...fields, last: attempt.last, ...reason })
    // A stuck job of a sandbox alerts no operator.
    const isReal = testOrganizationOf(claim.data) === null
    if (isReal && attempt.number === stuckAt && !attempt.last) log.error('job.stuck', error, fields)
    return { id: claim.id, status: 'failed', output: reason }
  }
}

/** Most jobs have failed permanently by then; one that retries for days should not go unnoticed. */
const stuckAt = 11

const attemptOf = ({ id, retryCount, retryLimit, signal }: ClaimedJob): Attempt => ({
  id,
  number: retryCount + 1,
  last: retryCount >= retryLimit,
  signal: signal ?? new AbortController().signal,
})

// A payload that crashes the process would do so on every retry, together with the jobs that run at the same time.
// Three deaths in a row are enough, even if earlier attempts failed for other reasons: the sweeper will pick the work
// up again.
const hasKilledWorkers = (claim: ClaimedJob): boolean => claim.retryCount >= 3 && hasDied(claim)

/** Whether the previous attempt's process stopped renewing its claim. Each attempt starts by renewing. */
function hasDied({ retryCount, output }: ClaimedJob): boolean {
  const { value } = (output ?? {}) as { value?: { message?: unknown } }
  return retryCount >= 1 && value?.message === 'job heartbeat timeout'
}
