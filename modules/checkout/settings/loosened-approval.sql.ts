import { listOnePerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import type { CheckoutSettings } from './checkout-settings.ts'
import { settingsOf } from './settings.sql.ts'

/** The rules for refunds that need a second person. */
export type RefundApproval = Pick<
  CheckoutSettings,
  'refund_approval' | 'refund_approval_cents' | 'refund_approval_day_cents'
>

/** Whether fewer refunds need a second person than before. */
export const isLooser = (before: RefundApproval, after: RefundApproval): boolean =>
  before.refund_approval &&
  (!after.refund_approval ||
    after.refund_approval_cents > before.refund_approval_cents ||
    after.refund_approval_day_cents > before.refund_approval_day_cents)

/** Records the earlier rules when the caller loosens them. Returns the id of the change. */
export async function insertLoosening({ sql, actor, organization }: Ctx, before: RefundApproval): Promise<number> {
  const { refund_approval_cents, refund_approval_day_cents } = before
  const { organization_id } = organization
  const row = { organization_id, refund_approval_cents, refund_approval_day_cents }
  const [change] = await sql<{ id: number }>`
    insert into checkout.loosened_refund_approval ${sql({ ...row, loosened_by: userOf({ actor }).user_id })}
    returning loosened_refund_approval_id as id`
  return change!.id
}

/**
 * The rules by which the caller's refunds in an organization need a second person: its settings, or the earlier ones
 * for 24 hours after the caller (under any of their accounts) loosened them there or in a parent organization.
 */
export async function findRefundApproval(ctx: Ctx, organization_id: number): Promise<RefundApproval> {
  // Read before the loosened rules, so that a change committed in between is covered by either.
  const settings = await settingsOf(ctx, organization_id)
  const ownAccountIds = [...(await listOnePerson(ctx, userOf(ctx).user_id))]
  // Unscoped, because they may have been loosened in a parent organization.
  const { sql } = ctx.unscoped
  const [loosened] = await sql<{ cents: number | null; day_cents: number | null }>`
    select min(l.refund_approval_cents) as cents, min(l.refund_approval_day_cents) as day_cents
    from checkout.loosened_refund_approval l
    join identity.v_organization_scope up on up.organization_id = l.organization_id
    where up.descendant_id = ${organization_id} and l.loosened_by = any(${sql.array(ownAccountIds)})
      and l.loosened_at > platform.now() - interval '24 hours'`
  const { cents, day_cents } = loosened!
  if (cents === null || day_cents === null) return settings
  const { refund_approval, refund_approval_cents, refund_approval_day_cents } = settings
  return {
    refund_approval: true,
    refund_approval_cents: refund_approval ? Math.min(cents, refund_approval_cents) : cents,
    refund_approval_day_cents: refund_approval ? Math.min(day_cents, refund_approval_day_cents) : day_cents,
  }
}
