import { type KeyHolder, listKeyHolders } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The email to staff of an organization about students who have become late. */
export type LateEmail = {
  organization_id: number
  organization_name: string
  organization_code: string
  count: number
  holders: KeyHolder[]
}

const maxNotified = 20

/** Finds the email and its recipients: the organization's own staff, not those of its ancestors. For jobs. */
export async function findLateEmail(
  ctx: Ctx,
  { organization_id, count }: { organization_id: number; count: number },
): Promise<LateEmail | null> {
  const [organization] = await ctx.sql<Pick<LateEmail, 'organization_name' | 'organization_code'>>`
    select name as organization_name, code as organization_code
    from identity.v_organization where organization_id = ${organization_id}`
  if (!organization) return null
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_STUDENTS:UPDATE' })
  const recipients = holders.filter((holder) => holder.organization_id === organization_id)
  return { organization_id, ...organization, count, holders: recipients.slice(0, maxNotified) }
}
