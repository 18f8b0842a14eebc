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

/** Limits the recipients, nearest first. Granting or revoking the permission changes who is notified. */
const maxNotified = 20

/** The warning for a stock with `left` numbers, with its recipients; null if numbers were added since. For jobs. */
export async function findStockWarning(
  ctx: Ctx,
  { organization_id, agency, left }: { organization_id: number; agency: string; left: number },
): Promise<StockWarning | null> {
  if (!isAgency(agency)) return null
  const level = await findLevel(ctx, { organization_id, agency })
  // A stock without a level never had any numbers.
  if (level && level.left > left) return null
  const [organization] = await ctx.sql<Pick<StockWarning, 'organization_name' | 'organization_code'>>`
    select name as organization_name, code as organization_code
    from identity.v_organization where organization_id = ${organization_id}`
  if (!organization) return null
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_CERTIFICATES:UPDATE' })
  return { organization_id, ...organization, agency, left, holders: holders.slice(0, maxNotified) }
}
