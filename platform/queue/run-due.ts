import type { PgBoss } from 'pg-boss'
import { type ClaimedJob, type MakeCtx, runAttempt } from './attempt.ts'
import { openBoss, passive } from './boss.ts'
import type { AnyJob } from './job.ts'
import type { Queue } from './queue.ts'

export type DueReport = {
  /** Names of the jobs that succeeded, in order. */
  done: string[]
  /** One entry per failed attempt. */
  failed: { job: string; reason: string }[]
}

const maxJobs = 1000

/**
 * Runs everything that is due until the queue is empty, without polling; for tests and commands. `ahead` also runs jobs
 * that are not due yet: delayed jobs, and failed ones until they succeed or fail permanently.
 */
export async function runDue(
  queue: Queue,
  jobs: readonly AnyJob[],
  makeCtx: MakeCtx,
  { ahead = false }: { ahead?: boolean } = {},
): Promise<DueReport> {
  const report: DueReport = { done: [], failed: [] }
  const pgBoss = openBoss(queue, 'due', passive)
  try {
    await pgBoss.start()
    while (await runRound(pgBoss, jobs, makeCtx, queue, ahead, report)) {
      if (report.done.length + report.failed.length > maxJobs)
        throw new Error(`the queue is not empty after ${maxJobs} jobs`)
    }
  } finally {
    await pgBoss.stop({ graceful: false })
  }
  return report
}

async function runRound(
  pgBoss: PgBoss,
  jobs: readonly AnyJob[],
  makeCtx: MakeCtx,
  { log }: Queue,
  ahead: boolean,
  report: DueReport,
): Promise<boolean> {
  let hasRun = false
  for (const job of jobs) {
    const claims = await pgBoss.fetch<object>(job.name, {
      includeMetadata: true,
      batchSize: 50,
      ignoreStartAfter: ahead,
    })
    for (const claim of claims) await settle(pgBoss, claim, await runAttempt(job, claim, makeCtx, log), report)
    hasRun ||= claims.length > 0
  }
  return hasRun
}

async function settle(
  pgBoss: PgBoss,
  claim: ClaimedJob,
  { status, output }: Awaited<ReturnType<typeof runAttempt>>,
  report: DueReport,
): Promise<void> {
  if (status === 'completed') {
    report.done.push(claim.name)
    await pgBoss.complete(claim.name, claim)
  } else {
    report.failed.push({ job: claim.name, reason: String(output?.message ?? output?.error) })
    await pgBoss.fail(claim.name, claim, output)
  }
}
