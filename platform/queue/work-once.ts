import type { Sql } from '#platform/db/sql.ts'
import type { AnyJob } from './job.ts'
import { countDueJobs } from './jobs-state.sql.ts'
import type { DueReport } from './run-due.ts'
import { startWorker, type WorkerOptions } from './worker.ts'

const pollMs = 250

/**
 * Runs the scheduled jobs and everything that is due with a worker, and ends when nothing is due. It claims and renews
 * jobs as every worker does, so it can run beside others. `signal` ends it early.
 */
export async function workOnce(sql: Sql, options: WorkerOptions, signal?: AbortSignal): Promise<DueReport> {
  const report: DueReport = { done: [], failed: [] }
  const runCount = { count: 0 }
  const jobs = options.jobs.map((job) => withReport(job, report, runCount))
  const worker = await startWorker({ ...options, jobs, pollSeconds: options.pollSeconds ?? 1 })
  try {
    const names = jobs.map(({ name }) => name)
    // Checked twice: between its claim and its start, a job is neither due nor running here.
    for (let quietRounds = 0; quietRounds < 2 && !signal?.aborted; ) {
      await new Promise((resolve) => setTimeout(resolve, pollMs))
      quietRounds = runCount.count === 0 && (await countDueJobs(sql, names)) === 0 ? quietRounds + 1 : 0
    }
    if (!signal?.aborted) await worker.drain()
  } finally {
    await worker.stop()
  }
  return report
}

const withReport = (job: AnyJob, report: DueReport, runCount: { count: number }): AnyJob => ({
  ...job,
  async run(ctx, data, attempt) {
    runCount.count += 1
    try {
      await job.run(ctx, data, attempt)
      report.done.push(job.name)
    } catch (error) {
      report.failed.push({ job: job.name, reason: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      runCount.count -= 1
    }
  },
})
