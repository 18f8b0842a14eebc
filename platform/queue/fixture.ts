import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../ctx.ts'
import { defineFact } from '../facts.ts'
import { type Log, openLog } from '../log.ts'
import { fillPorts, openCtx } from '../open-ctx.ts'
import { testDatabase } from '../testing/database.ts'
import { installQueue } from './install.ts'
import type { AnyJob } from './job.ts'
import { openQueue } from './queue.ts'

export const courseCompleted = defineFact<{ enrolment_id: number }>('trial.course_completed')

export type QueueFixture = Awaited<ReturnType<typeof openQueueFixture>>

/** A database with the queue of these jobs and a table `trial.certificate`; for the queue's own tests. */
export async function openQueueFixture(jobs: readonly AnyJob[]) {
  const { url, db: database, app } = await testDatabase()
  await database.read`create schema trial`
  await database.read`select platform.open_schema('trial')`
  await database.read`create table trial.certificate (enrolment_id int primary key, issued_at timestamptz)`
  const lines: Record<string, unknown>[] = []
  const log: Log = openLog((line) => lines.push(line))
  await installQueue(url, jobs, log)
  const queue = openQueue({ url, log })
  const facts = queue.factSender(jobs)
  const makeCtx = (): Ctx =>
    openCtx(
      { database: app, facts, log, clock: { now: () => new Date() }, ports: fillPorts() },
      {
        actor: { kind: 'system', name: 'trial' },
        organization: { organization_id: 1, code: 'trial', name: 'Trial', scope: [1] },
        locale: 'en-us',
      },
    )
  return { url, database, lines, log, queue, facts, makeCtx }
}

type StoredJob = { name: string; state: string; retry_count: number; data: unknown; source_output: unknown }

/** What lies in the queue, oldest first. */
export async function listJobs({ database }: QueueFixture): Promise<StoredJob[]> {
  return [
    ...(await database.read<StoredJob>`
      select name, state::text, retry_count, data, source_output from queue.job order by created_on, name`),
  ]
}

/** Waits until `wanted` answers something true; rejects after 30 seconds. */
export async function until<T>(wanted: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + 30_000
  for (;;) {
    const answer = await wanted()
    if (answer) return answer
    if (Date.now() > end) throw new Error('waited in vain')
    await sleep(50)
  }
}
