import type { Ctx } from './ctx.ts'
import type { Database } from './db/database.ts'
import type { Fragment, Sql } from './db/sql.ts'
import type { Log } from './log.ts'
import { type Hold, holdOutbound, outboundHold } from './outbound.ts'

export type Installation = { installation: string; taken_at: Date; restored_at: Date | null }

/** This process's installation settings. */
export type OwnInstallation = { installation: string; QUARANTINE: '0' | '1' }

/** Null for a database that no installation owns yet or that is not migrated yet. */
export async function selectInstallation(sql: Sql): Promise<Installation | null> {
  const [state] = await sql<{ there: boolean }>`
    select to_regclass('platform.installation') is not null as there`
  if (!state?.there) return null
  const [row] = await sql<Installation>`select installation, taken_at, restored_at from platform.installation`
  return row ?? null
}

/** The reason why a process with these settings sends nothing; null if it owns the database. */
export function holdOf({ installation, QUARANTINE }: OwnInstallation, row: Installation | null): Hold | null {
  if (QUARANTINE === '1') return { why: 'setting' }
  if (!row) return { why: 'none' }
  if (row.installation !== installation) return { why: 'other', installation: row.installation }
  return row.restored_at ? { why: 'restored', installation: row.installation } : null
}

/** Writes the id into a database without one. A copy keeps the original's. */
export async function claimInstallation(sql: Sql, installation: string): Promise<void> {
  await sql`insert into platform.installation (installation) values (${installation}) on conflict do nothing`
}

/**
 * When this database was taken over after a restore or from another installation; null if it never was. It may lack
 * changes that were made after the copy.
 */
export const resumedAt = (sql: Sql): Fragment => sql`(select resumed_at from platform.installation)`

/** Takes over a database; the caller must have stopped its previous installation. Returns the previous id. */
export function takeOver(ctx: Ctx, installation: string): Promise<string | null> {
  return ctx.tx(async ({ sql, audit }) => {
    const [row] = await sql<{ installation: string }>`select installation from platform.installation for update`
    const previous = row?.installation ?? null
    await sql`
      insert into platform.installation (installation) values (${installation})
      on conflict (one_row) do update
      set installation = excluded.installation, taken_at = now(), restored_at = null,
          resumed_at = case when installation.restored_at is not null or installation.installation <> excluded.installation
                            then platform.now() else installation.resumed_at end`
    await audit({ action: 'system.take-over', before: { installation: previous }, after: { installation } })
    return previous
  })
}

/** For operators: a line of /readyz and of the log. */
export function holdSentence(hold: Hold): string {
  const quarantineText = 'nothing is sent, charged, reported or deleted, and no job runs'
  if (hold.why === 'setting') return `in quarantine: QUARANTINE=1; ${quarantineText}`
  if (hold.why === 'none')
    return `in quarantine: the database has no installation id, start once with --prepare; ${quarantineText}`
  if (hold.why === 'restored')
    return `in quarantine: the database of ${hold.installation} was restored, waypost take-over --yes ends this; ${quarantineText}`
  return `in quarantine: the database belongs to ${hold.installation}, waypost take-over --yes ends this; ${quarantineText}`
}

const againAfterMs = 10_000

/**
 * Holds this process back while it does not own the database, and follows `waypost take-over --yes` without a restart.
 * Nothing is sent before the first read. `onChange` runs after each change; the returned function stops it.
 */
export async function followInstallation(
  database: Database,
  settings: OwnInstallation,
  log: Log,
  onChange: (hold: Hold | null) => void,
): Promise<() => void> {
  let lastSentence: string | null = null
  let ended = false
  const read = async () => {
    const hold = holdOf(settings, await selectInstallation(database.read))
    if (ended) return
    holdOutbound(hold)
    const sentence = hold && holdSentence(hold)
    if (sentence !== lastSentence) {
      if (sentence) log.error('quarantine', new Error(sentence))
      else log.warn('quarantine.ended')
      onChange(hold)
    }
    lastSentence = sentence
  }
  // Reads run one after another: a slow one must not overwrite a later result.
  let reading = Promise.resolve()
  const retry = () => {
    reading = reading.then(read).catch(() => {})
  }
  const stop = await database.listen('platform_installation', retry, retry)
  await read()
  // A table that does not exist yet can't notify.
  const timer = setInterval(() => outboundHold()?.why === 'none' && retry(), againAfterMs)
  timer.unref()
  return () => {
    ended = true
    clearInterval(timer)
    stop()
  }
}
