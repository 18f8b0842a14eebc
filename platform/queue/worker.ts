import type { PgBoss } from 'pg-boss'
import type { Log } from '#platform/log.ts'
import type { Found, MakeCtx } from './attempt.ts'
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
  /**
   * How often each queue is looked into, in seconds; by default 2, 5 where a notification comes first, and 10 for jobs of
   * the clock, which is no finer.
   */
  pollSeconds?: number
  /** How often dead workers and dead letters are looked for, in seconds; 30 by default. */
  watchSeconds?: number
  /**
   * How long `stop` waits for running jobs, in seconds; 25 by default. Jobs that still run then are given back
   * immediately.
   */
  stopSeconds?: number
}

export type Worker = {
  /** Takes no further jobs and answers when those that run have ended. */
  drain(): Promise<void>
  /** Takes no further jobs, waits a bounded time for those that run, gives back the rest and closes. */
  stop(): Promise<void>
}

/**
 * How many jobs of all kinds run at the same time in a process: its web server uses the same processor and connections.
 */
export const atOnce = { facts: 12, clock: 4 }

/** Works off the jobs until it is stopped; `installQueue` must have run. Rejects if the database cannot be reached. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { queue, jobs, log, watchSeconds = 30, stopSeconds = 25 } = options
  const boss = openBoss({ ...queue, log }, 'worker', {
    max: 4,
    migrate: false,
    useListenNotify: true,
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    // pg-boss reads the database's clock as seldom; a step is to be known before the next look at the times.
    clockMonitorIntervalSeconds: watchSeconds,
  })
  let unwatch = async () => {}
  const stop = async () => {
    await unwatch()
    await boss.stop({ graceful: true, timeout: stopSeconds * 1000 })
  }
  try {
    await boss.start()
    const watches = [
      watchDeadLetters(boss, { ...queue, log }, jobs, watchSeconds),
      watchClock(boss, { ...queue, log }, watchSeconds),
    ]
    unwatch = async () => {
      await Promise.all(watches.map((end) => end()))
    }
    await catchUp(boss, jobs)
    const limits = { facts: openLimiter(atOnce.facts), clock: openLimiter(atOnce.clock) }
    for (const job of jobs) await work(boss, job, job.every ? limits.clock : limits.facts, options)
  } catch (error) {
    await stop()
    throw error
  }
  const drain = async () => {
    await Promise.all(jobs.map(({ name }) => boss.offWork(name)))
  }
  return { drain, stop }
}

// The clock looks back less than a minute: what came due while no worker ran is owed now.
async function catchUp(boss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  for (const { name, every } of jobs) {
    if (every) await boss.send(name, {}, { singletonKey: clockKey })
  }
}

async function work(boss: PgBoss, job: AnyJob, limit: Limiter, options: WorkerOptions): Promise<void> {
  const { makeCtx, log, pollSeconds } = options
  const polling = {
    batchSize: job.concurrency,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: pollSeconds ?? (job.every ? 10 : 2),
    // The queue refuses one that is shorter than the other.
    notifyPollingIntervalSeconds: pollSeconds ?? (job.every ? 10 : 5),
    includeMetadata: true,
    perJobResults: true,
  } as const
  await boss.work(job.name, polling, (batch: Found[]) =>
    Promise.all(batch.map((one) => limit(() => runClaimed(boss, job, one, makeCtx, log)))),
  )
}
