import { walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import { lockPayment } from '#modules/checkout/payments/refunds/payment.sql.ts'
import { findCapture } from '#modules/checkout/payments/settlement/capture.sql.ts'
import { noteFaults } from '#modules/checkout/payments/settlement/discrepancy.sql.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { legalDay, zoneOf } from '#platform/zone.ts'
import { insertChargeback, settleChargeback } from './book-chargeback.ts'
import { findCase, selectUncharged } from './chargeback.sql.ts'

/** Whether a notification is about a dispute with a buyer: its id is that of the case, not of a transaction. */
export const isDispute = ({ provider, event_type }: { provider: string; event_type: string }): boolean =>
  provider === 'paypal' && event_type.startsWith('CUSTOMER.DISPUTE.')

/**
 * Asks the wallet about one dispute and brings the books to what it says, in any order, any number of times. What
 * becomes of the courses is left to a person, and so is a case of a payment that is not ours. Answers false where the
 * wallet could not be asked.
 */
export async function followDispute(ctx: Ctx, case_number: string): Promise<boolean> {
  const found = await ctx.use(walletPort)?.dispute(case_number)
  if (!found || found.answer === 'unknown') return false
  // An inquiry that the buyer may still drop takes no money.
  if (found.answer === 'none' || !found.dispute.charged_back) return true
  const { transaction_id, amount_cents, reason, received_at, respond_until, outcome } = found.dispute
  const transaction = { provider: 'paypal', transaction_id } as const
  const capture = await findCapture(ctx, transaction, null)
  if (!capture?.payment_id) {
    const whose = { organization_id: capture?.organization_id ?? null, order_id: capture?.order_id ?? null }
    const fault = { kind: 'unknown_chargeback', gateway_cents: amount_cents, booked_cents: null, ...whose } as const
    await noteFaults(ctx, { provider: 'paypal', transaction_id: case_number }, [fault])
    return true
  }
  const { payment_id } = capture
  const tenant = await asTenant(ctx, capture.organization_id)
  const beyond = await tenant.tx(async (inner) => {
    await lockPayment(inner, payment_id)
    // Staff read the deadline by their own clocks: one that ends before midnight there would be a day late in UTC.
    const received_on = legalDay(received_at, zoneOf(inner))
    const respond_by = respond_until && legalDay(respond_until, zoneOf(inner))
    const fresh = { payment_id, case_number, amount_cents, reason, received_on, respond_by }
    const entered = { ...fresh, origin: 'gateway', note: '', entered_by: null } as const
    const before = await findCase(inner, fresh)
    const rest = await selectUncharged(inner, payment_id)
    if (!before && amount_cents > rest) return { rest }
    const known = before ?? (await insertChargeback(inner, entered))
    // What staff have recorded as won stays: the wallet reports a late copy of an earlier state.
    if (outcome && known.state !== 'won') await settleChargeback(inner, known, { state: outcome, decided_by: null })
    return null
  })
  const { organization_id, order_id } = capture
  const fault = beyond && { gateway_cents: amount_cents, booked_cents: beyond.rest, organization_id, order_id }
  // Most likely staff have entered the same case under another number: only a person can tell.
  const faults = fault ? [{ kind: 'charged_back_beyond', ...fault } as const] : []
  await noteFaults(tenant, { provider: 'paypal', transaction_id: case_number }, faults)
  return true
}
