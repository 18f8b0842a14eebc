import { selectSystemStatus } from '../../../platform/db/status.sql.ts'
import { operation } from '../../../platform/operation.ts'
import { listDeadJobs, listJobStates } from '../../../platform/queue/jobs-state.sql.ts'
import { z } from '../../../platform/schema.ts'
import { operator } from '../translations/operator.ts'

const Status = z.object({
  /** The newest migration that has been applied. */
  migration: z.int(),
  migrations: z.int(),
  database_version: z.string(),
  database_bytes: z.number(),
  connections: z.int(),
  /** Events of the audit log that wait for their seal, and since when. */
  audit_waiting: z.int(),
  audit_waiting_since: z.string().nullable(),
  audit_sealed_at: z.string().nullable(),
})
const JobState = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  late_seconds: z.int(),
  dead: z.int(),
})
const DeadJob = z.object({
  job_id: z.string(),
  name: z.string(),
  reason: z.string(),
  tries: z.int(),
  failed_at: z.iso.datetime(),
})

export const fetchSystemStatus = operation({
  call: 'GET /system/status',
  summary: 'What runs: the database, the audit log, and the jobs that wait, are late or have failed permanently',
  added: true,
  may: operator('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({ status: Status, jobs: z.array(JobState), dead: z.array(DeadJob) }),
  async run(ctx) {
    // Jobs and seals are those of all organizations: the policy admits the staff who run the product alone.
    const { sql } = ctx.unscoped
    const [status, jobs, dead] = await Promise.all([selectSystemStatus(sql), listJobStates(sql), listDeadJobs(sql)])
    const failed = dead.map((job) => ({ ...job, failed_at: job.failed_at.toISOString() }))
    return { status, jobs, dead: failed }
  },
})
