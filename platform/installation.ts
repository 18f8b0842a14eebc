import type { Ctx } from './ctx.ts'
import type { Database } from './db/database.ts'
import type { Sql } from './db/sql.ts'
import type { Log } from './log.ts'
import { type Hold, holdOutbound, outboundHold } from './outbound.ts'

export type Installation = { installation: string; taken_at: Date; restored_at: Date | null }

/** What the settings say of this process. */
export type OwnInstallation = { installation: string; QUARANTINE: '0' | '1' }

/** Null for a database that no installation has taken yet, and for one that waits for the migration. */
export async function selectInstallation(sql: Sql): Promise<Installation | null> {
  const [state] = await sql<{ there: boolean }>`
    select to_regclass('platform.installation') is not null as there`
  if (!state?.there) return null
  const [row] = await sql<Installation>`select installation, taken_at, restored_at from platform.installation`
  return row ?? null
}

/** Why a process with these settings sends nothing; null where the database is its own. */
export function holdOf({ installation, QUARANTINE }: OwnInstallation, row: Installation | null): Hold | null {
  if (QUARANTINE === '1') return { why: 'setting' }
  if (!row) return { why: 'none' }
  if (row.installation !== installation) return { why: 'other', installation: row.installation }
  return row.restored_at ? { why: 'restored', installation: row.installation } : null
}

/** Writes the id into a database that has none. A copy keeps the original's. */
export async function claimInstallation(sql: Sql, installation: string): Promise<void> {
  await sql`insert into platform.installation (installation) values (${installation}) on conflict do nothing`
}

/** Takes a database over: the installation that had it is the caller's to have stopped. Returns the former id. */
export function takeOver(ctx: Ctx, installation: string): Promise<string | null> {
  return ctx.tx(async ({ sql, audit }) => {
    const [row] = await sql<{ installation: string }>`select installation from platform.installation for update`
    const former = row?.installation ?? null
    await sql`
      insert into platform.installation (installation) values (${installation})
      on conflict (one_row) do update set installation = excluded.installation, taken_at = now(), restored_at = null`
    await audit({ action: 'system.take-over', before: { installation: former }, after: { installation } })
    return former
  })
}

/** For operators: a line of /readyz and of the log. */
export function holdSentence(hold: Hold): string {
  const still = 'nothing is sent, charged, reported or deleted, and no job runs'
  if (hold.why === 'setting') return `in quarantine: QUARANTINE=1; ${still}`
  if (hold.why === 'none')
    return `in quarantine: the database has no installation id, start once with --prepare; ${still}`
  if (hold.why === 'restored')
    return `in quarantine: the database of ${hold.installation} was restored, make take-over ends this; ${still}`
  return `in quarantine: the database belongs to ${hold.installation}, make take-over ends this; ${still}`
}

const againAfterMs = 10_000

/**
 * Holds this process back for as long as the database is not its own, and follows `make take-over` without a restart.
 * Until the first read has come nothing is sent. `onChange` runs after each change; the returned function ends it.
 */
export async function followInstallation(
  database: Database,
  settings: OwnInstallation,
  log: Log,
  onChange: (hold: Hold | null) => void,
): Promise<() => void> {
  let said: string | null = null
  let ended = false
  const read = async () => {
    const hold = holdOf(settings, await selectInstallation(database.read))
    if (ended) return
    holdOutbound(hold)
    const sentence = hold && holdSentence(hold)
    if (sentence !== said) {
      if (sentence) log.error('quarantine', new Error(sentence))
      else log.warn('quarantine.ended')
      onChange(hold)
    }
    said = sentence
  }
  // One read after another: a slow one must not overwrite what a later one has seen.
  let reading = Promise.resolve()
  const again = () => {
    reading = reading.then(read).catch(() => {})
  }
  const stop = await database.listen('platform_installation', again, again)
  await read()
  // The notification of a table that does not exist yet can't come.
  const timer = setInterval(() => outboundHold()?.why === 'none' && again(), againAfterMs)
  timer.unref()
  return () => {
    ended = true
    clearInterval(timer)
    stop()
  }
}
