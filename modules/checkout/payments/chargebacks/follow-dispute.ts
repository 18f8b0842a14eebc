import { walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import { lockPayment } from '#modules/checkout/payments/refunds/payment.sql.ts'
import { findCapture } from '#modules/checkout/payments/settlement/capture.sql.ts'
import { noteFaults } from '#modules/checkout/payments/settlement/discrepancy.sql.ts'
import { asTenant } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { legalDay, zoneOf } from '#platform/zone.ts'
import { insertChargeback, settleChargeback } from './book-chargeback.ts'
import { findCase, selectUncharged } from './chargeback.sql.ts'

/** Whether a notification is about a dispute with a buyer: its id is the case's, not a transaction's. */
export const isDispute = ({ provider, event_type }: { provider: string; event_type: string }): boolean =>
  provider === 'paypal' && event_type.startsWith('CUSTOMER.DISPUTE.')

/**
 * Fetches a dispute from the wallet and updates the books, idempotently and in any order. The courses, and cases of
 * foreign payments, are left to a person. Returns false if the wallet could not be reached.
 */
export async function followDispute(ctx: Ctx, case_number: string): Promise<boolean> {
  const result = await ctx.use(walletPort)?.dispute(case_number)
  if (!result || result.answer === 'unknown') return false
  // An inquiry that the buyer may still drop moves no money.
  if (result.answer === 'none' || !result.dispute.charged_back) return true
  const { transaction_id, amount_cents, reason, received_at, respond_until, outcome } = result.dispute
  const transaction = { provider: 'paypal', transaction_id } as const
  const capture = await findCapture(ctx, transaction, null)
  if (!capture?.payment_id) {
    const owner = { organization_id: capture?.organization_id ?? null, order_id: capture?.order_id ?? null }
    const fault = { kind: 'unknown_chargeback', gateway_cents: amount_cents, booked_cents: null, ...owner } as const
    await noteFaults(ctx, { provider: 'paypal', transaction_id: case_number }, [fault])
    return true
  }
  const { payment_id } = capture
  const tenant = await asTenant(ctx, capture.organization_id)
  const beyond = await tenant.tx(async (inner) => {
    await lockPayment(inner, payment_id)
    // Staff read the deadline in their own zone: in UTC, one that ends before midnight there would be a day late.
    const received_on = legalDay(received_at, zoneOf(inner))
    const respond_by = respond_until && legalDay(respond_until, zoneOf(inner))
    const reported = { payment_id, case_number, amount_cents, reason, received_on, respond_by }
    const entered = { ...reported, origin: 'gateway', note: '', entered_by: null } as const
    const before = await findCase(inner, reported)
    const rest = await selectUncharged(inner, payment_id)
    if (!before && amount_cents > rest) return { rest }
    const chargeback = before ?? (await insertChargeback(inner, entered))
    // A case that staff recorded as won stays won: the wallet is reporting an earlier state late.
    if (outcome && chargeback.state !== 'won')
      await settleChargeback(inner, chargeback, { state: outcome, decided_by: null })
    return null
  })
  const { organization_id, order_id } = capture
  const fault = beyond && { gateway_cents: amount_cents, booked_cents: beyond.rest, organization_id, order_id }
  // Staff have probably entered the same case under another number: only a person can tell.
  const faults = fault ? [{ kind: 'charged_back_beyond', ...fault } as const] : []
  await noteFaults(tenant, { provider: 'paypal', transaction_id: case_number }, faults)
  return true
}
