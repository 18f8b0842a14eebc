import { asTenant } from '#modules/identity/index.ts'
import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { outboundHold } from '#platform/outbound.ts'
import { accountErrors } from './errors.ts'
import { makeFile } from './make-file.ts'

type DailyAccount = { organization_id: number; agency: Agency; updated_by: number }

/** The most files of an account in a day. */
const mostFiles = 20

/**
 * Makes the files of accounts that have one made every day, once the time of the school's day has come, in the name of the
 * person who set it. A day on which nothing waits has no file.
 */
export async function makeDailyFiles(ctx: Ctx, signal: AbortSignal): Promise<void> {
  if (outboundHold()) return
  for (const account of await listDaily(ctx)) {
    if (signal.aborted) return
    await makeAll(ctx, account)
  }
}

async function makeAll(ctx: Ctx, { organization_id, agency, updated_by }: DailyAccount): Promise<void> {
  try {
    const tenant = await asTenant(ctx, organization_id)
    for (let made = 0; made < mostFiles; made += 1) await makeFile(tenant, agency, updated_by)
  } catch (error) {
    if (error instanceof Refusal && error.kind.code === accountErrors.nothingWaits.code) return
    // An account that cannot make its file must not stop the files of others; its reports raise the alarms of late ones.
    ctx.log.error('report.failed', error, { organization_id, agency })
  }
}

/** The accounts whose time has come today and that have made no file since, on no hold. */
const listDaily = ({ sql }: Ctx) => sql<DailyAccount>`
  select a.organization_id, a.agency, a.updated_by
  from learning.agency_account a
  join identity.v_organization o on o.organization_id = a.organization_id
  cross join lateral (
    select (platform.now() at time zone o.time_zone)::date + (a.settings ->> 'daily_at')::time as due_at) t
  where a.method = 'file' and a.settings ->> 'daily_at' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and t.due_at <= platform.now() at time zone o.time_zone
    and not exists (select from learning.agency_file f
                    where f.organization_id = a.organization_id and f.agency = a.agency
                      and f.created_at >= t.due_at at time zone o.time_zone)
    and not exists (select from learning.agency_hold h
                    where h.organization_id = a.organization_id and h.agency = a.agency)
  order by a.organization_id, a.agency
  limit 500`
