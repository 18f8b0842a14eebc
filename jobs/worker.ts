import { asTenant } from '#modules/identity/index.ts'
import { type Ctx, noOrganization } from '#platform/ctx.ts'
import type { Log } from '#platform/log.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'
import { outboundHold } from '#platform/outbound.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { type Queue, testOrganizationOf } from '#platform/queue/queue.ts'
import { startWorker, type Worker } from '#platform/queue/worker.ts'
import { jobs as allJobs } from './index.ts'

/**
 * The context of a job: the server itself is the actor, without a tenant until the job takes that of its row with
 * `asTenant`.
 */
export const openJobCtx = (services: Services, job: AnyJob): Ctx =>
  openCtx(services, {
    actor: { kind: 'system', name: job.name },
    organization: noOrganization,
    locale: 'en-us',
    request: { id: `job ${job.name}`, address: '', agent: '', origin: '' },
  })

/** The context of a queued job: that of its test organization, if the job belongs to one. */
export async function openQueuedCtx(services: Services, job: AnyJob, data: object): Promise<Ctx> {
  const ctx = openJobCtx(services, job)
  const test_organization_id = testOrganizationOf(data)
  return test_organization_id === null ? ctx : asTenant(ctx, test_organization_id)
}

/** Starts this process's worker. The queue must be installed with the same jobs. */
export function startJobs(services: Services, queue: Queue, jobs: readonly AnyJob[] = allJobs): Promise<Worker> {
  return startWorker({ queue, jobs, log: services.log, makeCtx: (job, data) => openQueuedCtx(services, job, data) })
}

type OpenResources = {
  /** Whether the database has the schema and the queues of this release; repeated until it has. */
  isPrepared?: () => Promise<boolean>
  againAfterMs?: number
}

/**
 * A worker that runs only while the process may send (`platform/outbound.ts`), because jobs in quarantine would use up
 * their retries. On the database of an older release it waits for the migrations. `follow` starts or stops the worker
 * after each change; the first call throws if the worker can't start.
 */
export function openHeldWorker(
  start: () => Promise<Worker>,
  log: Log,
  { isPrepared = async () => true, againAfterMs = 2_000 }: OpenResources = {},
) {
  let worker: Worker | null = null
  let isStopped = false
  let hasWaited = false
  let turn: Promise<void> = Promise.resolve()
  const retryLater = () => {
    if (!hasWaited) log.warn('worker.awaits_migrations')
    hasWaited = true
    setTimeout(() => void follow().catch(() => {}), againAfterMs).unref()
  }
  const apply = async () => {
    const shouldRun = !isStopped && !outboundHold()
    if (shouldRun && !worker) {
      if (await isPrepared()) worker = await start()
      else retryLater()
    } else if (!shouldRun && worker) {
      const previous = worker
      worker = null
      await previous.stop()
    }
  }
  const follow = () => {
    const next = turn.then(apply)
    turn = next.catch((error) => log.error('worker.not_started', error))
    return next
  }
  return {
    follow,
    stop: () => {
      isStopped = true
      return follow()
    },
  }
}
