import type { PgBoss } from 'pg-boss'
import type { Log } from '#platform/log.ts'

const toleranceSeconds = 5

/**
 * Repairs the queue after the database's clock stepped: marks in the future stop pg-boss from running scheduled jobs,
 * detecting dead workers and deleting old jobs until that time. This watch finds such marks, moves them to now, and
 * logs the error `queue.clock_stepped`. Returns a function that stops it.
 */
export function watchClock(pgBoss: PgBoss, { schema, log }: { schema: string; log: Log }, seconds: number) {
  let checking: Promise<void> | null = null
  let last: { database: number; own: number } | null = null
  const check = async () => {
    const { rows } = await pgBoss.getDb().executeSql(repairText(schema))
    const [{ at, marks, jobs }] = rows as [{ at: string; marks: number; jobs: number }]
    const reading = { database: Number(at), own: performance.now() }
    const step = last ? Math.round((reading.database - last.database - (reading.own - last.own)) / 1000) : 0
    last = reading
    if (marks + jobs > 0)
      log.error('queue.clock_stepped', new Error('timestamps of the queue were in the future and have been repaired'), {
        marks,
        jobs,
        step_seconds: step,
      })
    else if (Math.abs(step) > toleranceSeconds) log.warn('database.clock_stepped', { step_seconds: step })
  }
  const tick = () => {
    checking ??= check()
      .catch((error) => log.error('queue.error', error, { purpose: 'clock' }))
      .finally(() => {
        checking = null
      })
  }
  tick()
  const timer = setInterval(tick, seconds * 1000)
  return async () => {
    clearInterval(timer)
    await checking
  }
}

// Jobs keep their delay. A running job with a heartbeat in the future would look alive after its worker's death.
const repairText = (schema: string) => `
  with clock as materialized (
    select ${schema}.job_now() as now, ${schema}.job_now() + interval '${toleranceSeconds} seconds' as latest
  ), version as (
    update ${schema}.version v
    set cron_on = least(cron_on, now), bam_on = least(bam_on, now), flow_on = least(flow_on, now),
        reindex_on = least(reindex_on, now),
        monitor_backoff_on = case when monitor_backoff_on > now + interval '1 hour' then now else monitor_backoff_on end
    from clock
    where greatest(cron_on, bam_on, flow_on, reindex_on) > latest or monitor_backoff_on > now + interval '1 hour'
    returning 1
  ), queues as (
    update ${schema}.queue q
    set monitor_claim_on = least(monitor_claim_on, now), monitor_on = least(monitor_on, now),
        maintain_on = least(maintain_on, now)
    from clock
    where greatest(monitor_claim_on, monitor_on, maintain_on) > latest
    returning 1
  ), jobs as (
    update ${schema}.job j
    set created_on = least(j.created_on, now),
        start_after = case when j.created_on > latest then j.start_after - (j.created_on - now)
                           when j.state = 'retry' then least(j.start_after, now) else j.start_after end,
        keep_until = case when j.created_on > latest then j.keep_until - (j.created_on - now) else j.keep_until end,
        started_on = least(j.started_on, now), heartbeat_on = least(j.heartbeat_on, now)
    from clock
    where j.state in ('created', 'retry', 'active')
      and (greatest(j.created_on, j.started_on, j.heartbeat_on) > latest
           -- The pause before another try is never longer.
           or (j.state = 'retry' and j.start_after > latest + coalesce(j.retry_delay_max, 86400) * interval '1 second'))
    returning 1
  )
  select extract(epoch from now) * 1000 as at,
         (select count(*)::int from version) + (select count(*)::int from queues) as marks,
         (select count(*)::int from jobs) as jobs
  from clock`
