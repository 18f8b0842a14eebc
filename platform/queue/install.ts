import type { PgBoss, QueueResult, UpdateQueueOptions } from 'pg-boss'
import { type Log, silentLog } from '#platform/log.ts'
import { openBoss, queueSchema } from './boss.ts'
import type { AnyJob } from './job.ts'

const day = 24 * 60 * 60

/** The singleton key of scheduled jobs: at most one of each job waits at a time. */
export const clockKey = 'every'

/** The queue for permanently failed jobs; they are kept for a year. */
export const deadLetterOf = (job: AnyJob): string => `${job.name}.dead`

/** Creates or updates the queue's schema, a queue and a dead-letter queue per job, and the schedule. */
export async function installQueue(url: string, jobs: readonly AnyJob[], log: Log = silentLog): Promise<void> {
  const pgBoss = openBoss({ url, schema: queueSchema, log }, 'install', {
    supervise: false,
    schedule: false,
    migrate: true,
    max: 2,
  })
  try {
    await pgBoss.start()
    const queueByName = new Map((await pgBoss.getQueues()).map((queue) => [queue.name, queue]))
    for (const job of jobs) await installJob(pgBoss, job, queueByName)
    await installClock(pgBoss, jobs)
    // The library's tables belong to the installing login; the server and its worker use the application's role.
    await pgBoss.getDb().executeSql('select platform.open_schema($1::text::regnamespace)', [queueSchema])
  } finally {
    await pgBoss.stop({ graceful: false })
  }
}

async function installJob(pgBoss: PgBoss, job: AnyJob, queues: ReadonlyMap<string, QueueResult>): Promise<void> {
  const deadLetterQueue = deadLetterOf(job)
  if (!queues.has(deadLetterQueue)) await pgBoss.createQueue(deadLetterQueue, { retentionSeconds: 365 * day })
  const options = optionsOf(job)
  const queue = queues.get(job.name)
  if (!queue) await pgBoss.createQueue(job.name, { ...options, policy: 'short', deadLetter: deadLetterQueue })
  else if (hasChanged(queue, options)) await pgBoss.updateQueue(job.name, options)
}

const optionsOf = ({ retries, expireSeconds, userWaits }: AnyJob) => ({
  retryLimit: retries,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  expireInSeconds: expireSeconds,
  heartbeatSeconds: 30,
  retentionSeconds: 14 * day,
  notify: userWaits,
})

function hasChanged(queue: QueueResult, options: UpdateQueueOptions): boolean {
  return Object.entries(options).some(([name, value]) => queue[name as keyof QueueResult] !== value)
}

async function installClock(pgBoss: PgBoss, jobs: readonly AnyJob[]): Promise<void> {
  const scheduledNames = new Set(jobs.filter((job) => job.every).map((job) => job.name))
  for (const { name, key } of await pgBoss.getSchedules()) {
    if (!scheduledNames.has(name)) await pgBoss.unschedule(name, key)
  }
  for (const { name, every } of jobs) {
    if (every) await pgBoss.schedule(name, every, {}, { tz: 'UTC', singletonKey: clockKey })
  }
}
