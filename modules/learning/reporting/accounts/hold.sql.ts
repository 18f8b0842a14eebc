import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'

/** A hold on a queue, with its reason: a code, or a person's text. */
export type Hold = { code: string | null; reason: string; user_id: number | null; held_at: Date }

export async function findHold(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  agency: Agency,
): Promise<Hold | null> {
  const [row] = await sql<Hold>`
    select code, reason, user_id, held_at from learning.agency_hold
    where organization_id = ${organization_id} and agency = ${agency}`
  return row ?? null
}

/** Holds a queue; an existing hold keeps its reason. Returns whether the hold is new. */
export async function insertHold(
  { sql }: Pick<Ctx, 'sql'>,
  hold: { organization_id: number; agency: Agency } & Pick<Hold, 'code' | 'reason' | 'user_id'>,
): Promise<boolean> {
  const { count } = await sql`
    insert into learning.agency_hold ${sql(hold)} on conflict (organization_id, agency) do nothing`
  return count > 0
}

/** Ends a hold and makes its reports due. Returns whether there was one. */
export async function deleteHold(ctx: Pick<Ctx, 'sql'>, organization_id: number, agency: Agency): Promise<boolean> {
  const { count } = await ctx.sql`
    delete from learning.agency_hold where organization_id = ${organization_id} and agency = ${agency}`
  await makeReportsDue(ctx, agency)
  return count > 0
}

/** Makes the waiting reports of the caller's organizations due now. */
export const makeReportsDue = ({ sql }: Pick<Ctx, 'sql'>, agency: Agency) => sql`
  update learning.completion_report set next_try_at = platform.now()
  where agency = ${agency} and state = 'retry' and next_try_at > platform.now()`

/** Whether reports of this organization and agency are sent automatically. */
export const isSentAutomatically = (sql: Sql, report: Fragment): Fragment => sql`
  not exists (
    select from learning.v_agency_stop stop
    where stop.organization_id = ${report}.organization_id and stop.agency = ${report}.agency)`
