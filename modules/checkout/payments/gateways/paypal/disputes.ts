import type { Dispute, DisputeLookup } from '#modules/checkout/payments/gateways/wallet.ts'
import { type Connection, send } from './send.ts'
import { WireDispute } from './wire.ts'

/** Looks up a dispute by its number. Never throws. */
export async function findDispute(connection: Connection, dispute_id: string): Promise<DisputeLookup> {
  const path = `/v1/customer/disputes/${encodeURIComponent(dispute_id)}`
  const response = await send(connection, { method: 'GET', path }, WireDispute)
  if (response.kind === 'answer') return { answer: 'found', dispute: toDispute(response.body) }
  if (response.kind === 'refused' && response.status === 404) return { answer: 'none' }
  return { answer: 'unknown', reason: response.reason }
}

const lostOutcomes = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

function toDispute(wire: WireDispute): Dispute {
  const { disputed_transactions, dispute_amount, dispute_outcome, status } = wire
  const code = dispute_outcome?.outcome_code
  return {
    transaction_id: disputed_transactions[0]!.seller_transaction_id,
    amount_cents: dispute_amount,
    reason: wire.reason?.slice(0, 500) ?? '',
    received_at: wire.create_time,
    respond_until: wire.seller_response_due_date ?? null,
    charged_back: wire.dispute_life_cycle_stage !== 'INQUIRY',
    outcome: status !== 'RESOLVED' || !code ? null : lostOutcomes.has(code) ? 'lost' : 'won',
  }
}
