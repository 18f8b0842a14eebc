import { selectMediaUsage } from '#modules/catalogue/index.ts'
import { listGatewayHealth } from '#modules/checkout/index.ts'
import { selectTaskUsage } from '#modules/identity/index.ts'
import { type Agency, agencies, agencyName, listStockHealth } from '#modules/learning/index.ts'
import type { Fault } from '#platform/audit/verify.ts'
import { selectSystemStatus } from '#platform/db/status.sql.ts'
import { selectMailHealth } from '#platform/mail/mail-health.sql.ts'
import { operation } from '#platform/operation.ts'
import { operatorAdmin } from '#platform/operator.ts'
import { filesPort } from '#platform/ports.ts'
import { listProcesses } from '#platform/processes.ts'
import { listDeadJobs, listJobStates, listScheduledJobs } from '#platform/queue/jobs-state.sql.ts'
import { z } from '#platform/schema.ts'
import type { Locale } from '#platform/texts.ts'
import { productVersion } from '#platform/version.ts'
import { auditFaultTexts } from './system.texts.ts'

const Status = z.object({
  product_version: z.string(),
  /** The latest applied migration. */
  migration: z.int(),
  migrations: z.int(),
  database_version: z.string(),
  database_bytes: z.number(),
  connections: z.int(),
  /** Audit events that wait for their seal, and since when. */
  audit_waiting: z.int(),
  audit_waiting_since: z.string().nullable(),
  audit_sealed_at: z.string().nullable(),
  /** When all audit chains were last verified, and the first fault (docs/audit.md). */
  audit_verified_at: z.string().nullable(),
  audit_fault: z.enum(Object.keys(auditFaultTexts) as Fault[]).nullable(),
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

/** `cron`: its five fields (UTC). The last run, and its failure. */
const ScheduledJob = z.object({
  name: z.string(),
  cron: z.string(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  failure: z.string().nullable(),
})

/** `gone`: the process missed three heartbeats without having been stopped. */
const Process = z.object({
  role: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  machine: z.string(),
  port: z.int(),
  started_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  gone: z.boolean(),
})

const Instant = z.iso.datetime().nullable()
const Mail = z.object({
  sent_at: Instant,
  sent_hour: z.int(),
  retrying: z.int(),
  failed_at: Instant,
  failed_reason: z.string().nullable(),
})
const Gateway = z.object({
  provider: z.string(),
  answered_at: Instant,
  failed_at: Instant,
  failed_reason: z.string().nullable(),
  unknown: z.int(),
  unknown_since: Instant,
})
const Usage = z.object({ files: z.int(), bytes: z.number() })
/** The disk of stored files; null if they are in a bucket. `low`: space is running out. */
const Disk = z.object({ free_bytes: z.number(), total_bytes: z.number(), low: z.boolean() }).nullable()
const Stock = z.object({ agency: z.string(), agency_name: z.string(), left: z.int(), waiting: z.int() })

/** The name of an agency; its key if the product no longer has it. */
const nameOf = (agency: string, locale: Locale): string =>
  (agencies as readonly string[]).includes(agency)
    ? agencyName({ agency: agency as Agency, state_code: '' }, locale)
    : agency

const instant = (instant: Date | null) => instant?.toISOString() ?? null

export const fetchSystemStatus = operation({
  call: 'GET /system/status',
  summary:
    'The status of the database, the audit log, emails, gateways, stored files and their disk, certificate numbers, the jobs that wait, are late or have failed permanently, the last run of each scheduled job, and the processes',
  added: true,
  may: operatorAdmin('MANAGE_SETTINGS:READ'),
  takes: z.object({}),
  gives: z.object({
    status: Status,
    mail: Mail,
    gateways: z.array(Gateway),
    media: Usage,
    task_files: Usage,
    disk: Disk,
    stocks: z.array(Stock),
    jobs: z.array(JobState),
    dead: z.array(DeadJob),
    scheduled: z.array(ScheduledJob),
    processes: z.array(Process),
  }),
  async run(ctx) {
    // Jobs and seals cover all organizations, so the policy admits only the staff who operate the product.
    const { sql } = ctx.unscoped
    const [status, jobs, dead, scheduled, mail, gateways, media, task_files, stocks, disk, processes] =
      await Promise.all([
        selectSystemStatus(sql),
        listJobStates(sql),
        listDeadJobs(sql),
        listScheduledJobs(sql),
        selectMailHealth(sql),
        listGatewayHealth(sql),
        selectMediaUsage(sql),
        selectTaskUsage(sql),
        listStockHealth(sql),
        ctx.use(filesPort).space?.() ?? null,
        listProcesses(sql),
      ])
    const failedJobs = dead.map((job) => ({ ...job, failed_at: job.failed_at.toISOString() }))
    return {
      status: { ...status, product_version: await productVersion },
      mail: { ...mail, sent_at: instant(mail.sent_at), failed_at: instant(mail.failed_at) },
      gateways: gateways.map((gateway) => ({
        ...gateway,
        answered_at: instant(gateway.answered_at),
        failed_at: instant(gateway.failed_at),
        unknown_since: instant(gateway.unknown_since),
      })),
      media,
      task_files,
      disk,
      stocks: stocks.map((stock) => ({ ...stock, agency_name: nameOf(stock.agency, ctx.locale) })),
      jobs,
      dead: failedJobs,
      scheduled: scheduled.map((job) => ({
        ...job,
        started_at: instant(job.started_at),
        ended_at: instant(job.ended_at),
      })),
      processes: processes.map((process) => ({
        ...process,
        started_at: process.started_at.toISOString(),
        seen_at: process.seen_at.toISOString(),
      })),
    }
  },
})
