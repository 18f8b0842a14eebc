import { listGatewayHealth } from '#modules/checkout/index.ts'
import { countInClass, listReportHealth } from '#modules/learning/entry.ts'
import { selectBackupHealth } from '#platform/backup/backup-health.sql.ts'
import { type Ctx, noOrganization } from '#platform/ctx.ts'
import { listTableMonths } from '#platform/db/months.sql.ts'
import type { Sql } from '#platform/db/sql.ts'
import { selectSystemStatus } from '#platform/db/status.sql.ts'
import { selectOwedEmails } from '#platform/mail/mail-health.sql.ts'
import type { Reading } from '#platform/metrics/metrics.ts'
import { openCtx, type Services } from '#platform/open-ctx.ts'
import { outboundHold } from '#platform/outbound.ts'
import { filesPort } from '#platform/ports.ts'
import { listProcesses } from '#platform/processes.ts'
import { listJobStates } from '#platform/queue/jobs-state.sql.ts'
import { productVersion } from '#platform/version.ts'

const reading = (name: string, value: number, labels?: Record<string, string>): Reading => ({
  name,
  value,
  ...(labels && { labels }),
})

/** Reads as the server itself, without a tenant. */
export const openReadingCtx = (services: Services): Ctx =>
  openCtx(services, { actor: { kind: 'system', name: 'metrics' }, organization: noOrganization, locale: 'en-us' })

/** The numbers of the whole product, for monitoring: only counts and ages, of all organizations together. */
export async function readProduct(ctx: Ctx, role: string): Promise<Reading[]> {
  const { sql } = ctx.unscoped
  const parts = await Promise.all([
    readJobs(sql),
    readEmails(sql),
    readStatus(sql),
    readReports(sql),
    readGateways(sql),
    readFiles(ctx),
    readProcesses(sql),
    readBackups(sql),
    readMonths(sql),
  ])
  return [
    reading('waypost_info', 1, { version: await productVersion, role }),
    reading('waypost_quarantine', outboundHold() ? 1 : 0),
    reading('waypost_students_in_class', await countInClass(sql)),
    ...parts.flat(),
  ]
}

async function readJobs(sql: Sql): Promise<Reading[]> {
  const states = await listJobStates(sql)
  return states.flatMap(({ name: job_name, waiting, running, late_seconds, dead }) => [
    reading('waypost_jobs_waiting', waiting, { job_name }),
    reading('waypost_jobs_running', running, { job_name }),
    reading('waypost_jobs_late_seconds', late_seconds, { job_name }),
    reading('waypost_jobs_dead', dead, { job_name }),
  ])
}

async function readBackups(sql: Sql): Promise<Reading[]> {
  const { ended_seconds, wal_bytes } = await selectBackupHealth(sql)
  const wal = wal_bytes === null ? [] : [reading('waypost_backup_wal_bytes', wal_bytes)]
  return [reading('waypost_backup_ended_timestamp_seconds', ended_seconds), ...wal]
}

async function readMonths(sql: Sql): Promise<Reading[]> {
  const tables = await listTableMonths(sql)
  return tables.flatMap(({ table, months_ahead, months }) => [
    reading('waypost_months_ahead', months_ahead, { table }),
    ...months.map(({ month, bytes }) => reading('waypost_month_bytes', bytes, { table, month })),
  ])
}

async function readEmails(sql: Sql): Promise<Reading[]> {
  const { owed, oldest_seconds } = await selectOwedEmails(sql)
  return [reading('waypost_emails_owed', owed), reading('waypost_emails_oldest_seconds', oldest_seconds)]
}

async function readStatus(sql: Sql): Promise<Reading[]> {
  const { audit_waiting, audit_waiting_since, connections } = await selectSystemStatus(sql)
  const since = audit_waiting_since === null ? null : Date.parse(audit_waiting_since)
  return [
    reading('waypost_audit_unsealed_events', audit_waiting),
    reading('waypost_audit_oldest_unsealed_seconds', since === null ? 0 : Math.max(0, (Date.now() - since) / 1000)),
    reading('waypost_database_connections', connections),
  ]
}

async function readReports(sql: Sql): Promise<Reading[]> {
  const agencies = await listReportHealth(sql)
  return agencies.flatMap(({ agency, owed, late, rejected }) => [
    reading('waypost_reports_owed', owed, { agency }),
    reading('waypost_reports_late', late, { agency }),
    reading('waypost_reports_rejected', rejected, { agency }),
  ])
}

async function readGateways(sql: Sql): Promise<Reading[]> {
  const gateways = await listGatewayHealth(sql)
  return gateways.flatMap(({ provider: gateway, unknown, answered_at }) => [
    reading('waypost_gateway_unknown_attempts', unknown, { gateway }),
    ...(answered_at
      ? [reading('waypost_gateway_answered_timestamp_seconds', answered_at.getTime() / 1000, { gateway })]
      : []),
  ])
}

async function readProcesses(sql: Sql): Promise<Reading[]> {
  const liveProcesses = (await listProcesses(sql)).filter(({ gone }) => !gone)
  const groups = Map.groupBy(liveProcesses, ({ role, version }) => `${role} ${version}`)
  return [...groups.values()].map((group) => {
    const { role, version } = group[0]!
    return reading('waypost_processes', group.length, { role, version })
  })
}

async function readFiles(ctx: Ctx): Promise<Reading[]> {
  const disk = await ctx.use(filesPort).space?.()
  if (!disk) return []
  return [reading('waypost_files_free_bytes', disk.free_bytes), reading('waypost_files_total_bytes', disk.total_bytes)]
}
