import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/log.ts'
import type { Hub, LogRow } from './hub.ts'

/** Centrifugo's consumer takes the same lock for this table, so the two never share its rows. */
const lockName = 'centrifugo_partition_lock_outbox0'
const batchSize = 200
const maxRemembered = 5_000
const pollMs = 1_000
const pruneMs = 60_000

/** The epoch of this database's log positions. */
export async function selectEpoch(database: Database): Promise<string> {
  const [row] = await database.read<{ epoch: string }>`select epoch from platform.realtime_epoch`
  return row!.epoch
}

/**
 * Moves the outbox to the log, and delivers the log to this process's hub. All processes try to move, and the lock
 * admits one at a time, so the log's order is the order in which its rows become visible and no reader overtakes one.
 */
export async function startDelivery(database: Database, hub: Hub, log: Log): Promise<() => Promise<void>> {
  let lastPosition = await loadRecent(database, hub)
  let stopped = false
  let failing = false
  let currentRun: Promise<void> | null = null
  let isDueAgain = false

  async function moveAndDeliver() {
    while (await moveOutbox(database)) if (stopped) return
    for (;;) {
      const rows = await selectLog(database, lastPosition)
      for (const row of rows) {
        hub.deliver(row, { live: true })
        lastPosition = row.position
      }
      if (rows.length < batchSize || stopped) return
    }
  }

  async function run() {
    do {
      isDueAgain = false
      try {
        await moveAndDeliver()
        failing = false
      } catch (error) {
        // Logged once per database outage; retried every second.
        if (!failing && !stopped) log.error('realtime.delivery', error)
        failing = true
      }
    } while (isDueAgain && !failing && !stopped)
  }

  function wake() {
    isDueAgain = true
    if (currentRun || stopped) return
    currentRun = run().finally(() => {
      currentRun = null
    })
  }

  const unlisten = await Promise.all(
    ['realtime_outbox', 'realtime_log'].map((channel) => database.listen(channel, wake, wake)),
  )
  const poll = setInterval(wake, pollMs)
  const prune = setInterval(() => void pruneLog(database).catch(() => {}), pruneMs)
  for (const timer of [poll, prune]) timer.unref()
  return async () => {
    stopped = true
    clearInterval(poll)
    clearInterval(prune)
    for (const stop of unlisten) stop()
    await currentRun
  }
}

/** Loads the hub with recent deliveries, so that pages of a process that ended miss nothing. */
async function loadRecent({ read }: Database, hub: Hub): Promise<number> {
  const rows = await read<LogRow>`
    select position::float8 as position, method, payload from platform.realtime_log
    order by position desc limit ${maxRemembered}`
  hub.startAt((rows.at(-1)?.position ?? 1) - 1)
  for (const row of rows.toReversed()) hub.deliver(row, { live: false })
  return rows[0]?.position ?? 0
}

/** Returns whether rows were moved, since more may follow. */
const moveOutbox = (database: Database): Promise<boolean> =>
  database.tx(async (sql) => {
    const [lock] = await sql<{ acquired: boolean }>`select pg_try_advisory_xact_lock(hashtext(${lockName})) as acquired`
    if (!lock?.acquired) return false
    const rows = await sql`
      with moved as (
        delete from platform.realtime_outbox
        where id in (select id from platform.realtime_outbox where partition = 0 order by id limit ${batchSize})
        returning id, method, payload)
      insert into platform.realtime_log (method, payload) select method, payload from moved order by id`
    return rows.count === batchSize
  })

const selectLog = ({ read }: Database, after: number) => read<LogRow>`
  select position::float8 as position, method, payload from platform.realtime_log
  where position > ${after} order by position limit ${batchSize}`

/** The last row stays: it contains the current position. */
const pruneLog = ({ read }: Database) => read`
  delete from platform.realtime_log
  where created_at < platform.now() - interval '10 minutes'
    and position < (select max(position) from platform.realtime_log)`
