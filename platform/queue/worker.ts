import type { PgBoss } from 'pg-boss'
import type { Log } from '#platform/log.ts'
import type { ClaimedJob, MakeCtx } from './attempt.ts'
import { runClaimed } from './batch.ts'
import { openBoss } from './boss.ts'
import { watchDeadLetters } from './dead-letters.ts'
import { clockKey } from './install.ts'
import type { AnyJob } from './job.ts'
import { type Limiter, openLimiter } from './limiter.ts'
import type { Queue } from './queue.ts'
import { watchClock } from './watch-clock.ts'

export type WorkerOptions = {
  queue: Queue
  jobs: readonly AnyJob[]
  makeCtx: MakeCtx
  log: Log
  /** Seconds between polls of each queue; by default 2, 5 if notifications come first, and 10 for scheduled jobs. */
  pollSeconds?: number
  /** Seconds between checks for dead workers and dead letters; 30 by default. */
  watchSeconds?: number
  /**
   * How many seconds `stop` waits for running jobs; 25 by default. Jobs still running then are released immediately.
   */
  stopSeconds?: number
}

export type Worker = {
  /** Takes no further jobs and resolves when the running ones have ended. */
  drain(): Promise<void>
  /** Takes no further jobs, waits a limited time for the running ones, releases the rest and closes. */
  stop(): Promise<void>
}

/** How many jobs a process runs at the same time: its web server shares the processor and the connections. */
export const maxConcurrent = { facts: 12, clock: 4 }

/** Runs jobs until it is stopped; requires `installQueue`. Rejects if the database is unreachable. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, jobs, log, watchSeconds = 30, stopSeconds = 25 } = options
  const pgBoss = openBoss({ ...queue, log }, 'worker', {
    max: 4,
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    // pg-boss checks the database's clock at this interval too, so that a step is found before the next scheduling
    // check.
    clockMonitorIntervalSeconds: watchSeconds,
  })
  let unwatch = async () => {}
  const stop = async () => {
    await unwatch()
    await pgBoss.stop({ graceful: true, timeout: stopSeconds * 1000 })
  }
  try {
    await pgBoss.start()
    const watches = [
      watchDeadLetters(pgBoss, { ...queue, log }, jobs, watchSeconds),
      watchClock(pgBoss, { ...queue, log }, watchSeconds),
    ]
    unwatch = async () => {
      await Promise.all(watches.map((end) => end()))
    }
    await catchUp(pgBoss, jobs)
    const limits = { facts: openLimiter(maxConcurrent.facts), clock: openLimiter(maxConcurrent.clock) }
    for (const job of jobs) await work(pgBoss, job, job.every ? limits.clock : limits.facts, options)
  } catch (error) {
    await stop()
    throw error
  }
  const drain = async () => {
    await Promise.all(jobs.map(({ name }) => pgBoss.offWork(name)))
  }
  return { drain, stop }
}

// The scheduler looks back less than a minute, so jobs that came due while no worker ran are sent now.
async function catchUp(pgBoss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  for (const { name, every } of jobs) {
    if (every) await pgBoss.send(name, {}, { singletonKey: clockKey })
  }
}

async function work(pgBoss: PgBoss, job: AnyJob, limit: Limiter, options: WorkerOptions): Promise<void> {
  const { makeCtx, log, pollSeconds } = options
  const polling = {
    batchSize: job.concurrency,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: pollSeconds ?? (job.every ? 10 : 2),
    // The queue requires it to be at least the other interval.
    notifyPollingIntervalSeconds: pollSeconds ?? (job.every ? 10 : 5),
    includeMetadata: true,
    perJobResults: true,
  } as const
  await pgBoss.work(job.name, polling, (batch: ClaimedJob[]) =>
    Promise.all(batch.map((claimedJob) => limit(() => runClaimed(pgBoss, job, claimedJob, makeCtx, log)))),
  )
}
