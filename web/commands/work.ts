import { parseArgs } from 'node:util'
import { jobs as allJobs } from '#jobs/index.ts'
import { openQueuedCtx } from '#jobs/worker.ts'
import { releasePostgres } from '#platform/db/embedded.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { followInstallation, holdSentence } from '#platform/installation.ts'
import { openLog, sinkOf } from '#platform/log.ts'
import { outboundHold } from '#platform/outbound.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { selectJobs } from '#platform/queue/select-jobs.ts'
import { workOnce } from '#platform/queue/work-once.ts'
import { openProduct } from '#web/open-product.ts'
import { loadSimulation } from '#web/simulation.ts'
import { awaitDatabase } from './await-database.ts'
import { exit, type Run, type Surroundings } from './command.ts'
import { openTraces } from './open-traces.ts'
import { runServer } from './serve.ts'

/** Runs jobs until a signal stops the process, or with --once everything that is due. */
export const work: Run = async (args, surroundings) => {
  const { values } = parseArgs({
    args: [...args],
    options: { once: { type: 'boolean', default: false }, only: { type: 'string', multiple: true, default: [] } },
  })
  const jobs = values.only.length > 0 ? selectJobs(allJobs, values.only) : allJobs
  const env = readEnv({ ...surroundings.settings, ROLE: 'worker' })
  await awaitDatabase(env, openLog(sinkOf(env.LOG)))
  if (values.once) return runOnce(env, jobs, surroundings)
  await runServer(env, jobs)
  return exit.done
}

/** Runs the due jobs among these; refused in quarantine, where jobs would use up their retries. */
export async function runOnce(env: Env, jobs: readonly AnyJob[], { print, warn }: Surroundings): Promise<number> {
  const log = openLog(sinkOf(env.LOG))
  const closeTraces = await openTraces(env, log)
  const product = await openProduct(env, log, await loadSimulation(env))
  const { services, queue } = product
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const unfollow = await followInstallation(services.database, env, log, () => stop.abort())
  try {
    const hold = outboundHold()
    if (hold) {
      warn(holdSentence(hold))
      return exit.faults
    }
    const worker = { queue, jobs, log, makeCtx: (job: AnyJob, data: object) => openQueuedCtx(services, job, data) }
    const { done, failed } = await workOnce(services.database.read, worker, stop.signal)
    for (const { job, reason } of failed) warn(`failed: ${job}: ${reason}`)
    print(`${done.length} jobs done, ${failed.length} attempts failed`)
    return failed.length === 0 ? exit.done : exit.faults
  } finally {
    unfollow()
    await product.close()
    await closeTraces()
    await releasePostgres()
  }
}
