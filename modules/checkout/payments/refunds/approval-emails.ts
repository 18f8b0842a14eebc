import { type KeyHolder, listKeyHolders, listOnePerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Cents } from '#platform/money.ts'
import type { Decision } from './refund-approval.sql.ts'
import type { Way } from './refund-attempt.sql.ts'

/** The data of emails about a refund that needs a second person. */
export type RefundRequest = {
  refund_attempt_id: number
  organization_id: number
  organization_code: string
  organization_name: string
  order_id: number
  asked: Way
  amount_cents: Cents
  /** The buyer's name. */
  buyer: string
  buyer_id: number
  asked_by: number
  asker: string
  decision: Decision | null
  decided_by: number | null
  note: string | null
  /** The state of the refund at the gateway. */
  state: string
}

async function findRefundRequest({ sql }: Ctx, refund_attempt_id: number): Promise<RefundRequest | null> {
  const [row] = await sql<RefundRequest>`
    select a.refund_attempt_id, a.organization_id, site.code as organization_code, site.name as organization_name,
           o.order_id, r.asked, r.amount_cents, trim(o.first_name || ' ' || o.last_name) as buyer, o.user_id as buyer_id,
           a.asked_by, trim(who.first_name || ' ' || who.last_name) as asker, a.decision, a.decided_by, a.note, r.state
    from checkout.refund_approval a
    join checkout.refund_attempt r using (refund_attempt_id)
    join checkout.payment p on p.payment_id = r.payment_id
    join checkout.customer_order o on o.order_id = p.order_id
    join identity.v_organization site on site.organization_id = a.organization_id
    join identity.v_person who on who.user_id = a.asked_by
    where a.refund_attempt_id = ${refund_attempt_id}`
  return row ?? null
}

/** The maximum number of people who are notified, nearest organization first. */
const maxNotified = 20

/** A pending request and the people who may decide about it; null if it is no longer pending. For jobs. */
export async function findApprovers(
  ctx: Ctx,
  refund_attempt_id: number,
): Promise<{ request: RefundRequest; approvers: KeyHolder[] } | null> {
  const request = await findRefundRequest(ctx, refund_attempt_id)
  if (!request || request.decision) return null
  const { organization_id, asked_by, buyer_id } = request
  const holders = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_PAYMENTS:UPDATE' })
  const excludedAccounts = [await listOnePerson(ctx, asked_by), await listOnePerson(ctx, buyer_id)]
  const approvers = holders.filter(({ user_id }) => !excludedAccounts.some((person) => person.has(user_id)))
  return { request, approvers: approvers.slice(0, maxNotified) }
}

/** A decided request and its requester; null if it is pending or was withdrawn by the requester. For jobs. */
export async function findRequesterToNotify(
  ctx: Ctx,
  refund_attempt_id: number,
): Promise<{ request: RefundRequest; requester: KeyHolder } | null> {
  const request = await findRefundRequest(ctx, refund_attempt_id)
  if (!request?.decision || request.decision === 'taken_back') return null
  const { organization_id, asked_by: user_id } = request
  // Requesters who may no longer refund get no emails about payments.
  const [requester] = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_PAYMENTS:UPDATE', user_id })
  return requester ? { request, requester } : null
}
