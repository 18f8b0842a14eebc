import type { PgBoss } from 'pg-boss'
import type { Log, LogFields } from '#platform/log.ts'
import type { QueueAddress } from './boss.ts'
import { deadLetterOf } from './install.ts'
import type { AnyJob } from './job.ts'
import { testOrganizationOf } from './queue.ts'

type DeadLetter = {
  id: string
  source_name: string
  source_id: string
  source_retry_count: number
  data: object | null
  source_output: { message?: unknown; value?: { message?: unknown } } | null
}

/**
 * Polls for permanently failed jobs and logs each as the error `job.dead`. It also logs existing ones at the start: a
 * job can die with its worker before anyone logs it. Returns a function that stops it.
 */
export function watchDeadLetters(pgBoss: PgBoss, queue: QueueAddress, jobs: readonly AnyJob[], seconds: number) {
  let reportedIds = new Set<string>()
  let polling: Promise<void> | null = null
  const poll = async () => {
    const deadLetters = await listDeadLetters(pgBoss, queue.schema, jobs)
    for (const deadLetter of deadLetters) if (!reportedIds.has(deadLetter.id)) logDeadLetter(queue.log, deadLetter)
    reportedIds = new Set(deadLetters.map(({ id }) => id))
  }
  const tick = () => {
    polling ??= poll()
      .catch((error) => queue.log.error('queue.error', error, { purpose: 'dead letters' }))
      .finally(() => {
        polling = null
      })
  }
  tick()
  const timer = setInterval(tick, seconds * 1000)
  return async () => {
    clearInterval(timer)
    await polling
  }
}

async function listDeadLetters(pgBoss: PgBoss, schema: string, jobs: readonly AnyJob[]): Promise<DeadLetter[]> {
  const { rows } = await pgBoss.getDb().executeSql(
    `select id, source_name, source_id, source_retry_count, source_output, data from ${schema}.job
     where name = any($1) and state = 'created' order by created_on desc limit 200`,
    [jobs.map(deadLetterOf)],
  )
  return rows
}

/** A dead job of a sandbox is a warning under another name, so it alerts no operator. */
function logDeadLetter(log: Log, deadLetter: DeadLetter): void {
  const { source_name, source_id, source_retry_count, source_output, data } = deadLetter
  const reason = String(source_output?.message ?? source_output?.value?.message ?? 'unknown')
  const fields: LogFields = { job: source_name, job_id: source_id, tries: source_retry_count + 1 }
  const test_organization_id = testOrganizationOf(data ?? {})
  if (test_organization_id !== null) {
    log.warn('sandbox.job_dead', { ...fields, reason, test_organization_id })
    return
  }
  log.error('job.dead', new Error(reason), fields)
}
