import { randomBytes } from 'node:crypto'
import type { Order } from '#modules/checkout/orders/order.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ChargeResult } from './gateways/gateway.ts'
import type { Provider } from './gateways/provider.ts'
import { attemptSource } from './risk/declines.sql.ts'

export type AttemptState = 'calling' | 'unknown' | 'held' | 'approved' | 'declined' | 'failed' | 'surplus'
export type Attempt = {
  payment_attempt_id: number
  order_id: number
  attempt: string
  state: AttemptState
  amount_cents: number
  transaction_id: string | null
  provider: Exclude<Provider, 'none'>
  save_card_ind: boolean
  /** For an abandoned attempt: since when it is checked again. */
  reopened_at: Date | null
}

const attemptColumns = (sql: Ctx['sql']) =>
  sql`payment_attempt_id, order_id, attempt, state, amount_cents, transaction_id, provider, save_card_ind, reopened_at`

/** An attempt's provider. A wallet's attempt has a given number, because the buyer approved it under that number. */
export type ProviderDetails =
  | { provider: 'authorize_net'; save_card_ind: boolean }
  | { provider: 'paypal'; attempt: string; wallet_order_id: string }

/**
 * An attempt about to be sent. Its number is random, because gateways remember the numbers of restored or older
 * databases.
 */
export async function insertAttempt(ctx: Ctx, order: Order, details: ProviderDetails): Promise<Attempt> {
  const { order_id, organization_id, total_cents } = order
  const row = {
    order_id,
    organization_id,
    attempt: randomBytes(12).toString('base64url'),
    amount_cents: total_cents,
    ...attemptSource(ctx.request),
    ...details,
  }
  const [attempt] = await ctx.sql<Attempt>`
    insert into checkout.payment_attempt ${ctx.sql(row)}
    returning ${attemptColumns(ctx.sql)}`
  return attempt!
}

/** Locks the order's cart, the order and then the attempt, in the order that all callers use. Returns the attempt. */
export async function lockAttempt({ sql }: Ctx, payment_attempt_id: number): Promise<Attempt> {
  const [, , [attempt]] = await Promise.all([
    sql`
    select 1 from checkout.cart where cart_id = (
      select o.cart_id from checkout.payment_attempt a join checkout.customer_order o using (order_id)
      where a.payment_attempt_id = ${payment_attempt_id})
    for no key update`,
    sql`
    select 1 from checkout.customer_order where order_id = (
      select order_id from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id})
    for no key update`,
    sql<Attempt>`
    select ${attemptColumns(sql)} from checkout.payment_attempt where payment_attempt_id = ${payment_attempt_id}
    for no key update`,
  ])
  return attempt!
}

/** Records the gateway's result. A settled attempt is not checked any more. */
export async function updateAttempt(
  { sql }: Ctx,
  { payment_attempt_id }: Attempt,
  state: AttemptState,
  result: ChargeResult,
): Promise<void> {
  const { transaction_id, auth_code, last_4, brand, avs, cvv, reason } = result
  await sql`
    update checkout.payment_attempt
    set ${sql({ state, transaction_id, auth_code, last_4, brand, avs, cvv, reason_code: reason.code, reason_text: reason.text.slice(0, 300) })},
        settled_at = case when ${state} in ('calling', 'unknown', 'held') then null else platform.now() end,
        reopened_at = case when ${state} in ('calling', 'unknown', 'held') then reopened_at end
    where payment_attempt_id = ${payment_attempt_id}`
}

/** An abandoned attempt is checked again, for at least 15 minutes from now. */
export async function reopenAttempt({ sql }: Ctx, { payment_attempt_id }: Attempt): Promise<void> {
  await sql`
    update checkout.payment_attempt set reopened_at = platform.now(), checked_at = null
    where payment_attempt_id = ${payment_attempt_id} and reopened_at is null`
}
