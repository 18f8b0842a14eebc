import type { JobResult, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import { type Found, type MakeCtx, runAttempt } from './attempt.ts'
import type { AnyJob } from './job.ts'

/**
 * Runs one job of a batch and records its end right away: others in the batch may take longer, expire or lose their
 * worker, and must not make it run a second time. A job whose claim is lost gives up its place.
 */
export async function runClaimed(boss: PgBoss, job: AnyJob, found: Found, makeCtx: MakeCtx, log: Log) {
  const { signal = new AbortController().signal } = found
  const late: JobResult = { id: found.id, status: 'failed', output: { message: 'the claim was lost' } }
  if (signal.aborted) return late
  const result = await Promise.race([runAttempt(job, found, makeCtx, log), abortOf(signal, late)])
  if (result === late) return late
  // What cannot be written now is written with the rest of the batch, which tells a dead letter from a failed try, too.
  await settle(boss, found, result).catch((error) =>
    log.warn('queue.warning', { job: job.name, message: String(error) }),
  )
  return result
}

function abortOf(signal: AbortSignal, late: JobResult): Promise<JobResult> {
  return new Promise((lost) => signal.addEventListener('abort', () => lost(late), { once: true }))
}

async function settle(boss: PgBoss, found: Found, { status, output }: JobResult): Promise<void> {
  if (status === 'completed') await boss.complete(found.name, found)
  else if (status === 'failed') await boss.fail(found.name, found, output)
}
