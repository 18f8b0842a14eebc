import type { Ctx, Organization } from '../platform/ctx.ts'
import { openCtx, type Services } from '../platform/open-ctx.ts'
import type { AnyJob } from '../platform/queue/job.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { startWorker, type Worker } from '../platform/queue/worker.ts'
import { jobs as allJobs } from './index.ts'

/** No tenant: a job reads the organization from its row and takes it with `ctx.as` before it does an operation there. */
export const noOrganization: Organization = { organization_id: 0, code: '', name: '', scope: [] }

/** The context of a job: the server itself acts, for no tenant yet. */
export const openJobCtx = (services: Services, job: AnyJob): Ctx =>
  openCtx(services, {
    actor: { kind: 'system', name: job.name },
    organization: noOrganization,
    locale: 'en-us',
    request: { id: `job ${job.name}`, address: '', agent: '', origin: '' },
  })

/** Starts the worker of this process; the queue must be installed with the same jobs. */
export function startJobs(services: Services, queue: Queue, jobs: readonly AnyJob[] = allJobs): Promise<Worker> {
  return startWorker({ queue, jobs, log: services.log, makeCtx: (job) => openJobCtx(services, job) })
}
