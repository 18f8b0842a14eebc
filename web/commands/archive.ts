import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findLongestRetention } from '#modules/catalogue/entry.ts'
import { archiveMonth, listArchives, listMonths, removeArchived } from '#platform/audit/archive.ts'
import { withFormerKeys } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { sealEvents } from '#platform/audit/seal.ts'
import { dropEmptyMonths } from '#platform/db/months.sql.ts'
import { readEnv } from '#platform/env.ts'
import { openSealer } from '#platform/seal.ts'
import { addMonths, dayIn } from '#platform/zone.ts'
import { exit, pathFrom, type Run, UsageError } from './command.ts'
import { withDatabase } from './open-database.ts'
import { openCommandCtx } from './system-ctx.ts'

const day = 24 * 60 * 60 * 1000
/** Younger events are still read, for histories, resent emails and audits of the current year. */
const minDays = 400

/** Moves old events of the audit log to files that prove their chain, month by month (docs/audit.md). */
export const archiveAudit: Run = async (args, surroundings) => {
  const { values } = parseArgs({
    args: [...args],
    options: { to: { type: 'string' }, before: { type: 'string' }, remove: { type: 'boolean', default: false } },
  })
  if (!values.to) throw new UsageError('name the folder of the archives with --to')
  const folder = resolve(pathFrom(surroundings, values.to))
  const before = readDay(values.before)
  const env = readEnv(surroundings.settings)
  return withDatabase(env, 'archive', async (database) => {
    const ctx = openCommandCtx(database, 'archive', env.secret)
    const secrets = [env.secret, ...env.FORMER_SECRETS] as const
    const keys = await withFormerKeys(database.exports, auditKeys(secrets), openSealer(secrets))
    for (const month of await listMonths(database.exports, before)) {
      const { file_name, from, to } = await archiveMonth(ctx, month, folder, keys)
      surroundings.print(`archived ${to - from + 1} events: ${file_name}`)
    }
    if (!values.remove) return exit.done
    const today = dayIn('UTC', new Date())
    const months = await findLongestRetention(database.exports, today)
    const firstKept = addMonths(today, -months).slice(0, 7)
    for (const archive of await listArchives(database.exports)) {
      if (archive.removed) continue
      if (months > 0 && monthOf(archive.file_name) >= firstKept) {
        surroundings.print(`stays: ${archive.file_name} (the programs of courses keep records for ${months} months)`)
        continue
      }
      const events = await removeArchived(ctx, archive, folder, keys)
      // Only sealed events prove where the chain begins now.
      await sealEvents(ctx)
      surroundings.print(`removed ${events} rows: ${archive.file_name}`)
    }
    const droppedCount = await dropEmptyMonths(database.exports)
    if (droppedCount > 0) surroundings.print(`dropped ${droppedCount} empty months of platform.audit_event`)
    return exit.done
  })
}

/** The month of a file: audit/CHAIN/MONTH-FROM-TO.jsonl.gz. */
const monthOf = (file_name: string): string => /\d{4}-\d{2}/.exec(file_name.split('/').at(-1)!)![0]

function readDay(text: string | undefined): string {
  const latestDay = dayIn('UTC', new Date(Date.now() - minDays * day))
  if (text === undefined) return latestDay
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new UsageError(`${text} is not a day like 2025-01-31`)
  if (text > latestDay) throw new UsageError(`events of the last ${minDays} days stay: --before ${latestDay} at most`)
  return text
}
