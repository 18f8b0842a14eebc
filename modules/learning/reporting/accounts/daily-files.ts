import { asTenant } from '#modules/identity/index.ts'
import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { outboundHold } from '#platform/outbound.ts'
import { makeNextFile } from './make-file.ts'

/** An account whose time of day for its files has passed. */
type DailyAccount = { organization_id: number; agency: Agency; updated_by: number; due_at: Date }

/** Limits the files per account in a sweep, so that every account gets its turn. The next sweep makes the rest. */
const maxFiles = 20

/**
 * Makes the files of accounts with a daily time, once that time has passed in the school's time zone. A file is made
 * in the name of the person who set the time, from the completions until that time. A day without waiting completions
 * has no file.
 */
export async function makeDailyFiles(ctx: Ctx, signal: AbortSignal, options: { limit?: number } = {}): Promise<void> {
  if (outboundHold()) return
  for (const account of await listDueAccounts(ctx)) {
    if (signal.aborted) return
    await makeAccountFiles(ctx, account, { ...options, signal })
  }
}

type BatchOptions = { signal: AbortSignal; limit?: number }

async function makeAccountFiles(ctx: Ctx, account: DailyAccount, { signal, ...options }: BatchOptions): Promise<void> {
  const { organization_id, agency, updated_by, due_at } = account
  try {
    const tenant = await asTenant(ctx, organization_id)
    for (let files = 0; files < maxFiles && !signal.aborted; files += 1) {
      const { file, leftOut } = await makeNextFile(tenant, agency, updated_by, { ...options, until: due_at })
      if (file) continue
      await tenant.tx((inner) => markDayDone(inner, account))
      if (leftOut.length > 0) ctx.log.warn('agencyFile.left', { organization_id, agency, reports: leftOut.length })
      return
    }
  } catch (error) {
    // One account's failure must not stop the others; its late reports raise their own alarms.
    ctx.log.error('report.failed', error, { organization_id, agency })
  }
}

/** The accounts whose time has passed today, whose files of the day are not complete, and that are not on hold. */
const listDueAccounts = ({ sql }: Ctx) => sql<DailyAccount>`
  select a.organization_id, a.agency, a.updated_by, t.due_at
  from learning.agency_account a
  join identity.v_organization o on o.organization_id = a.organization_id
  cross join lateral (
    select ((platform.now() at time zone o.time_zone)::date + (a.settings ->> 'daily_at')::time) at time zone o.time_zone
             as due_at) t
  where a.method = 'file' and a.settings ->> 'daily_at' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and t.due_at <= platform.now() and (a.daily_done_at is null or a.daily_done_at < t.due_at)
    and not exists (select from learning.agency_hold h
                    where h.organization_id = a.organization_id and h.agency = a.agency)
  order by a.organization_id, a.agency
  limit 500`

const markDayDone = ({ sql }: Ctx, { organization_id, agency, due_at }: DailyAccount) => sql`
  update learning.agency_account set daily_done_at = ${due_at}
  where organization_id = ${organization_id} and agency = ${agency}
    and (daily_done_at is null or daily_done_at < ${due_at})`
