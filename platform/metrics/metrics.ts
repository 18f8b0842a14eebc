import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolStats } from '#platform/db/pool.ts'
import type { Sink } from '#platform/log.ts'

export type RouteClass = 'page' | 'call' | 'file' | 'asset' | 'webhook'

export type ObservedRequest = { path: string; method: string; status: number; seconds: number }

/** A number of the whole product for one scrape; `labels` are in the order of its declaration. */
export type Reading = { name: string; labels?: Record<string, string>; value: number }

/** The measurements that a process takes of itself; each metric is named `waypost_…` and explained in docs/runbook.md. */
export type Metrics = {
  /** A sink that counts warnings and errors by event before it passes them on. */
  counting(sink: Sink): Sink
  observe(request: ObservedRequest): void
  /** Registers numbers that are read at each scrape. */
  readPools(stats: () => Record<string, PoolStats>): void
  readSockets(count: () => number): void
  /** The text of a scrape, with the readings of the product. */
  render(readings: readonly Reading[]): Promise<string>
  readonly contentType: string
}

/** Readings of the product, with their explanation. */
export const productMetrics: Readonly<Record<string, string>> = {
  waypost_info: 'The version and role of this process',
  waypost_processes: 'Living processes of this installation, by role and version',
  waypost_quarantine: '1 if this process sends nothing',
  waypost_jobs_waiting: 'Jobs that wait, by job',
  waypost_jobs_running: 'Jobs that run, by job',
  waypost_jobs_late_seconds: 'Seconds by which the oldest waiting job is late, by job',
  waypost_jobs_dead: 'Jobs that failed for good, by job',
  waypost_emails_owed: 'Emails that wait to be sent',
  waypost_emails_oldest_seconds: 'Age of the oldest email that waits',
  waypost_audit_unsealed_events: 'Audit events without a seal',
  waypost_audit_oldest_unsealed_seconds: 'Age of the oldest audit event without a seal',
  waypost_reports_owed: 'Completions that an agency has not accepted yet, by agency',
  waypost_reports_late: 'Of these, those past their legal deadline, by agency',
  waypost_reports_rejected: 'Completions that an agency rejected and that no correction replaced, by agency',
  waypost_gateway_unknown_attempts: 'Payment attempts without a known result, by gateway',
  waypost_gateway_answered_timestamp_seconds: 'Time of the last definite response, by gateway',
  waypost_students_in_class: 'Students whose seat time counts now',
  waypost_files_free_bytes: 'Free bytes of the disk of stored files',
  waypost_files_total_bytes: 'Size of the disk of stored files',
  waypost_backup_ended_timestamp_seconds: 'End of the newest backup; 0 if there is none',
  waypost_backup_wal_bytes: 'WAL that is not stored yet; absent without a receiver',
  waypost_database_connections: 'Connections to the database, of all processes',
  waypost_months_ahead: 'Months after the present one that have a partition, by table',
  waypost_month_bytes:
    'Size of a partition with its indexes, by table and month; before and rest are those without a month',
  waypost_readings_failed: '1 if the numbers of the product could not be read from the database',
}

/**
 * Events that an alert waits for (alerts.yml), with their level. Their counters begin with 0: the increase of a series that
 * appears with its first event is none, so the alert would miss that event.
 */
export const awaitedEvents: Readonly<Record<string, 'warn' | 'error'>> = {
  'audit.broken': 'error',
  'money.discrepancy': 'error',
  'payment.amount': 'error',
  'payment.surplus': 'error',
  'surplus.refused': 'error',
  'queue.clock_stepped': 'error',
  'database.clock_stepped': 'warn',
  'seat.clock_back': 'warn',
}

const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Opens the metrics of this process in the Prometheus format. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'waypost_' })
  const requests = new Counter({
    name: 'waypost_requests_total',
    help: 'Requests by class of route, method and status',
    labelNames: ['route_class', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'waypost_request_seconds',
    help: 'Duration of requests by class of route',
    labelNames: ['route_class'],
    buckets: durations,
    registers,
  })
  const events = new Counter({
    name: 'waypost_log_events_total',
    help: 'Warnings and errors of the log; the cause is that of request.fault',
    labelNames: ['level', 'event', 'cause'],
    registers,
  })
  for (const [event, level] of Object.entries(awaitedEvents)) events.inc({ level, event, cause: '' }, 0)
  return {
    counting: (sink) => (line) => {
      const { level, event, cause = '' } = line
      if (level !== 'info') events.inc({ level: String(level), event: String(event), cause: String(cause) })
      sink(line)
    },
    observe({ path, method, status, seconds: took }) {
      const route_class = classOf(path)
      requests.inc({ route_class, method: methodOf(method), status })
      seconds.observe({ route_class }, took)
    },
    readPools: (stats) => addPools(registry, stats),
    readSockets: (count) => addSockets(registry, count),
    render: async (readings) => `${await registry.metrics()}${renderReadings(readings)}`,
    contentType: registry.contentType,
  }
}

function addPools(registry: Registry, stats: () => Record<string, PoolStats>): void {
  const connections = new Gauge({
    name: 'waypost_pool_connections',
    help: 'Connections of this process by pool and state; waiting are requests without one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { lent, idle, waiting }] of Object.entries(stats()))
        for (const [state, count] of Object.entries({ lent, idle, waiting })) connections.set({ pool, state }, count)
    },
  })
}

function addSockets(registry: Registry, count: () => number): void {
  const sockets: Gauge = new Gauge({
    name: 'waypost_sockets',
    help: 'Sockets of open pages that this process serves',
    registers: [registry],
    collect() {
      sockets.set(count())
    },
  })
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

/** Strangers may send any method, and each label value is a series. */
const methodOf = (method: string): string => (methods.has(method) ? method : 'other')

/** The kind of route, by the first part of the path: few series, whatever strangers request. */
export function classOf(path: string): RouteClass {
  if (path.startsWith('/api/')) return 'call'
  if (path.startsWith('/webhooks/')) return 'webhook'
  if (path.startsWith('/assets/')) return 'asset'
  return /^\/(media|uploads|pictures|files)\//.test(path) ? 'file' : 'page'
}

/** Numbers of the product in the text format, each with its help once. */
function renderReadings(readings: readonly Reading[]): string {
  const lines: string[] = []
  for (const [name, help] of Object.entries(productMetrics)) {
    const metricReadings = readings.filter((reading) => reading.name === name)
    if (metricReadings.length === 0) continue
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`)
    for (const { labels, value } of metricReadings) lines.push(`${name}${renderLabels(labels)} ${value}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function renderLabels(labels: Reading['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(
    ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
