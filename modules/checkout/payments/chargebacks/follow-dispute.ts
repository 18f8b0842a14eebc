import { walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import { lockPayment } from '#modules/checkout/payments/refunds/payment.sql.ts'
import { findCapture } from '#modules/checkout/payments/settlement/capture.sql.ts'
import { recordFaults } from '#modules/checkout/payments/settlement/discrepancy.sql.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { legalDay, zoneOf } from '#platform/zone.ts'
import { insertChargeback, settleChargeback } from './book-chargeback.ts'
import { findCase, selectChargeableAmount } from './chargeback.sql.ts'

/** Whether a notification is about a dispute; its id is then that of the case, not of a transaction. */
export const isDispute = ({ provider, event_type }: { provider: string; event_type: string }): boolean =>
  provider === 'paypal' && event_type.startsWith('CUSTOMER.DISPUTE.')

/**
 * Fetches a dispute from the wallet and updates the books to its current state. Idempotent. Courses, and cases of
 * unknown payments, are left to staff. Returns false if the wallet could not be reached.
 */
export async function followDispute(ctx: Ctx, case_number: string): Promise<boolean> {
  const result = await ctx.use(walletPort)?.dispute(case_number)
  if (!result || result.answer === 'unknown') return false
  // An inquiry, which the buyer may still drop, moves no money.
  if (result.answer === 'none' || !result.dispute.charged_back) return true
  const { transaction_id, amount_cents, reason, received_at, respond_until, outcome } = result.dispute
  const transaction = { provider: 'paypal', transaction_id } as const
  const capture = await findCapture(ctx, transaction, null)
  if (!capture?.payment_id) {
    const ids = { organization_id: capture?.organization_id ?? null, order_id: capture?.order_id ?? null }
    const fault = { kind: 'unknown_chargeback', gateway_cents: amount_cents, booked_cents: null, ...ids } as const
    await recordFaults(ctx, { provider: 'paypal', transaction_id: case_number }, [fault])
    return true
  }
  const { payment_id } = capture
  const tenant = await asTenant(ctx, capture.organization_id)
  const excess = await tenant.tx(async (inner) => {
    await lockPayment(inner, payment_id)
    // Days are in the organization's zone, because a deadline in UTC could appear to be a day later.
    const received_on = legalDay(received_at, zoneOf(inner))
    const respond_by = respond_until && legalDay(respond_until, zoneOf(inner))
    const report = { payment_id, case_number, amount_cents, reason, received_on, respond_by }
    const draft = { ...report, origin: 'gateway', note: '', entered_by: null } as const
    const existing = await findCase(inner, report)
    const remaining_cents = await selectChargeableAmount(inner, payment_id)
    if (!existing && amount_cents > remaining_cents) return { remaining_cents }
    const chargeback = existing ?? (await insertChargeback(inner, draft))
    // A case that staff recorded as won stays won: this report is about an earlier state.
    if (outcome && chargeback.state !== 'won')
      await settleChargeback(inner, chargeback, { state: outcome, decided_by: null })
    return null
  })
  const { organization_id, order_id } = capture
  const fault = excess && {
    gateway_cents: amount_cents,
    booked_cents: excess.remaining_cents,
    organization_id,
    order_id,
  }
  // Staff have probably entered the same case under another number, so a person must check.
  const faults = fault ? [{ kind: 'charged_back_beyond', ...fault } as const] : []
  await recordFaults(tenant, { provider: 'paypal', transaction_id: case_number }, faults)
  return true
}
