import type { Ctx } from '#platform/ctx.ts'
import type { GatewayTransaction } from './gateway-transaction.ts'
import { rootOrganization } from './root-organization.sql.ts'

export const faultKinds = [
  'unknown_capture',
  'unknown_refund',
  'unknown_chargeback',
  'charged_back_beyond',
  'amount',
  'missing',
  'not_settled',
  'refund_cancelled',
  'refunded_beyond',
  'not_returned',
  'not_followed',
  'unanswered_payment',
  'unanswered_refund',
  'still_held',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** A difference between a gateway and the books; `organization_id` is null if it belongs to none of our orders. */
export type Fault = {
  kind: FaultKind
  organization_id: number | null
  order_id: number | null
  gateway_cents: number | null
  booked_cents: number | null
}

/** Records a transaction's current faults, and resolves earlier ones that no longer exist. */
export async function recordFaults(ctx: Ctx, transaction: GatewayTransaction, faults: readonly Fault[]): Promise<void> {
  const { provider, transaction_id } = transaction
  await ctx.tx(async (inner) => {
    await insertFaults(inner, transaction, faults)
    await inner.sql`
      update checkout.discrepancy set resolved_at = platform.now()
      where provider = ${provider} and transaction_id = ${transaction_id} and resolved_at is null
        -- Resolved only when the surplus has been refunded.
        and (kind <> 'not_returned' or transaction_id in (
          select a.transaction_id from checkout.refund_attempt r join checkout.payment_attempt a using (payment_attempt_id)
          where r.payment_id is null and r.state = 'approved'))
        and kind <> all(${inner.sql.array(faults.map(({ kind }) => kind))}::text[])`
  })
}

/** Adds faults to those already recorded for a transaction. */
export async function insertFaults(ctx: Ctx, transaction: GatewayTransaction, faults: readonly Fault[]): Promise<void> {
  for (const fault of faults) await insertFault(ctx, transaction, fault)
}

async function insertFault(
  ctx: Ctx,
  { provider, transaction_id }: GatewayTransaction,
  { organization_id, ...fault }: Fault,
) {
  const row = { provider, transaction_id, ...fault }
  const [insertedRow] = await ctx.sql`
    insert into checkout.discrepancy ${ctx.sql({ ...row, organization_id: organization_id ?? (await rootOrganization(ctx)) })}
    on conflict (provider, transaction_id, kind) do update
      set resolved_at = null, found_at = platform.now(), gateway_cents = excluded.gateway_cents,
          booked_cents = excluded.booked_cents
      -- Not reopened after a person has resolved it.
      where discrepancy.resolved_at is not null and discrepancy.resolved_by is null
    returning 1`
  if (insertedRow) ctx.log.error('money.discrepancy', new Error(fault.kind), row)
}

/** The open faults of a transaction that the books do not know. */
export const listUnknownFaults = (
  { sql }: Ctx,
  { provider, transaction_id }: GatewayTransaction,
): Promise<Fault[]> => sql<Fault>`
  select kind, organization_id, order_id, gateway_cents, booked_cents from checkout.discrepancy
  where provider = ${provider} and transaction_id = ${transaction_id} and resolved_at is null
    and kind in ('unknown_capture', 'unknown_refund')`
