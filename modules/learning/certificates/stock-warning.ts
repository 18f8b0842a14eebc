import { type KeyHolder, listKeyHolders } from '#modules/identity/index.ts'
import { type Agency, isAgency } from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findLevel } from './stock.sql.ts'

/** The warning to staff about a stock of numbers that is running out. */
export type StockWarning = {
  organization_id: number
  organization_name: string
  organization_code: string
  agency: Agency
  left: number
  holders: KeyHolder[]
}

/** Nearest first; to notify other people, change who has the permission. */
const maxNotified = 20

/** The warning for a stock with this many numbers left, or without any, and its recipients; null if more were added since. For jobs. */
export async function findStockWarning(
  ctx: Ctx,
  { organization_id, agency, left }: { organization_id: number; agency: string; left: number },
): Promise<StockWarning | null> {
  if (!isAgency(agency)) return null
  const level = await findLevel(ctx, { organization_id, agency })
  // Without a level no number was ever bought, which leaves none.
  if (level && level.left > left) return null
  const [site] = await ctx.sql<Pick<StockWarning, 'organization_name' | 'organization_code'>>`
    select name as organization_name, code as organization_code
    from identity.v_organization where organization_id = ${organization_id}`
  if (!site) return null
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_CERTIFICATES:UPDATE' })
  return { organization_id, ...site, agency, left, holders: holders.slice(0, maxNotified) }
}
