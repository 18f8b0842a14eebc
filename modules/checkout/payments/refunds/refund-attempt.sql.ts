import { randomBytes } from 'node:crypto'
import type { ReversalResult } from '#modules/checkout/payments/gateways/gateway.ts'
import type { Provider } from '#modules/checkout/payments/gateways/provider.ts'
import { isDueAgain, leastRecentlyChecked } from '#modules/checkout/payments/recheck-order.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * `awaiting` reserves its sum until a second person approves; `dropped`: no one approved. A request sent to the gateway
 * is `calling` or `unknown` until its result is known.
 */
export type RefundState =
  | 'awaiting'
  | 'dropped'
  | 'calling'
  | 'unknown'
  | 'approved'
  | 'declined'
  | 'failed'
  | 'cancelled'
export type Way = 'refund' | 'void'

/** One refund attempt, with its capture (`capture_id` is the gateway's id). */
export type RefundAttempt = {
  refund_attempt_id: number
  organization_id: number
  payment_attempt_id: number
  payment_id: number | null
  order_id: number
  origin: 'staff' | 'surplus' | 'gateway'
  asked: Way
  way: Way
  attempt: string
  request_id: string
  state: RefundState
  amount_cents: number
  transaction_id: string | null
  reason_text: string | null
  created_by: number | null
  called_at: Date
  provider: Provider
  capture_id: string
  captured_cents: number
  last_4: string | null
}

const columns = (sql: Ctx['sql']) => sql`
  r.refund_attempt_id, r.organization_id, r.payment_attempt_id, r.payment_id, a.order_id, r.origin, r.asked, r.way,
  r.attempt, r.request_id, r.state, r.amount_cents, r.transaction_id, r.reason_text, r.created_by, r.called_at,
  a.provider, a.transaction_id as capture_id, a.amount_cents as captured_cents, a.last_4`
const tables = (sql: Ctx['sql']) =>
  sql`checkout.refund_attempt r join checkout.payment_attempt a using (payment_attempt_id)`

export type RefundDraft = Pick<
  RefundAttempt,
  'organization_id' | 'payment_attempt_id' | 'payment_id' | 'origin' | 'asked' | 'amount_cents' | 'created_by'
> & { request_id: string; refunded_before_cents: number; attempt?: string; state?: 'awaiting' | 'calling' }

/**
 * An attempt about to be sent or awaiting approval. Its number is random, because gateways remember the
 * numbers of restored or older databases.
 */
export async function insertRefund(ctx: Ctx, draft: RefundDraft): Promise<RefundAttempt> {
  const row = { attempt: randomBytes(12).toString('base64url'), way: draft.asked, ...draft }
  const [attempt] = await ctx.sql<{ refund_attempt_id: number }>`
    insert into checkout.refund_attempt ${ctx.sql(row)} returning refund_attempt_id`
  return selectRefund(ctx, attempt!.refund_attempt_id)
}

export type RefundLine = {
  order_item_id: number
  amount_cents: number
  ends_enrolment: boolean
  ends_completed: boolean
}

export async function insertRefundLines(
  { sql }: Ctx,
  { refund_attempt_id, organization_id }: RefundAttempt,
  lines: readonly RefundLine[],
): Promise<void> {
  const rows = lines.map((line) => ({ refund_attempt_id, organization_id, ...line }))
  if (rows.length > 0) await sql`insert into checkout.refund_line ${sql(rows)}`
}

export const listRefundLines = ({ sql }: Ctx, refund_attempt_id: number): Promise<RefundLine[]> => sql<RefundLine>`
  select order_item_id, amount_cents, ends_enrolment, ends_completed
  from checkout.refund_line where refund_attempt_id = ${refund_attempt_id} order by order_item_id`

export async function selectRefund({ sql }: Ctx, refund_attempt_id: number): Promise<RefundAttempt> {
  const [refund] = await sql<RefundAttempt>`
    select ${columns(sql)} from ${tables(sql)} where r.refund_attempt_id = ${refund_attempt_id}`
  return refund!
}

/** The attempt of a request, or null. */
export async function findRefundOfRequest({ sql }: Ctx, request_id: string): Promise<RefundAttempt | null> {
  const [refund] = await sql<RefundAttempt>`
    select ${columns(sql)} from ${tables(sql)} where r.request_id = ${request_id}`
  return refund ?? null
}

type EqualRefund = { payment_id: number; asked: Way; amount_cents: number; refunded_before_cents: number }

/**
 * The same action repeated without a request id: the same staff, sum and payment state. The refunded amount only grows,
 * so it can't be intended twice.
 */
export async function findEqualRefund(
  { sql }: Ctx,
  created_by: number,
  query: EqualRefund,
): Promise<RefundAttempt | null> {
  const { payment_id, asked, amount_cents, refunded_before_cents } = query
  const [refund] = await sql<RefundAttempt>`
    select ${columns(sql)} from ${tables(sql)}
    where r.payment_id = ${payment_id} and r.asked = ${asked} and r.amount_cents = ${amount_cents}
      and r.refunded_before_cents = ${refunded_before_cents} and r.created_by = ${created_by}
      and r.state in ('awaiting', 'calling', 'unknown', 'approved')
    limit 1`
  return refund ?? null
}

/** Finds the refund that a gateway reports: by our number, or by its own id. Null if it is not ours. */
export async function findRefundOf(
  { sql }: Ctx,
  { attempt, transaction_id }: { attempt: string | null; transaction_id: string },
): Promise<RefundAttempt | null> {
  const [refund] = await sql<RefundAttempt>`
    select ${columns(sql)} from ${tables(sql)}
    where r.attempt = ${attempt} or (r.way = 'refund' and r.transaction_id = ${transaction_id}) limit 1`
  return refund ?? null
}

/** The pending or completed void of a capture, or null. */
export async function findVoidOf({ sql }: Ctx, payment_attempt_id: number): Promise<RefundAttempt | null> {
  const [refund] = await sql<RefundAttempt>`
    select ${columns(sql)} from ${tables(sql)}
    where r.payment_attempt_id = ${payment_attempt_id} and r.way = 'void'
      and r.state in ('calling', 'unknown', 'approved')`
  return refund ?? null
}

/** Locks the payment and then the attempt, in the order that all callers use. Returns the attempt. */
export async function lockRefund(ctx: Ctx, refund_attempt_id: number): Promise<RefundAttempt> {
  const { sql } = ctx
  await sql`
    select 1 from checkout.payment where payment_id = (
      select payment_id from checkout.refund_attempt where refund_attempt_id = ${refund_attempt_id})
    for no key update`
  await sql`
    select 1 from checkout.refund_attempt where refund_attempt_id = ${refund_attempt_id} for no key update`
  return selectRefund(ctx, refund_attempt_id)
}

/** Changes an unsettled refund to a void; returns whether it did. */
export async function changeToVoid({ sql }: Ctx, refund_attempt_id: number): Promise<boolean> {
  const changedRows = await sql`
    update checkout.refund_attempt set way = 'void', called_at = platform.now()
    where refund_attempt_id = ${refund_attempt_id} and way = 'refund' and state = 'calling'
    returning 1`
  return changedRows.length > 0
}

/** A void that awaits approval becomes a refund, which awaits it as well. */
export async function changeToRefund({ sql }: Ctx, refund_attempt_id: number): Promise<void> {
  await sql`
    update checkout.refund_attempt set asked = 'refund', way = 'refund'
    where refund_attempt_id = ${refund_attempt_id} and asked = 'void' and state = 'awaiting'`
}

/** Records the gateway's result. */
export async function updateRefund(
  { sql }: Ctx,
  { refund_attempt_id }: RefundAttempt,
  state: RefundState,
  { transaction_id, reason }: Pick<ReversalResult, 'transaction_id' | 'reason'>,
): Promise<void> {
  await sql`
    update checkout.refund_attempt
    set ${sql({ state, transaction_id, reason_code: reason.code.slice(0, 100), reason_text: reason.text.slice(0, 300) })},
        settled_at = case when ${state} in ('calling', 'unknown') then null else platform.now() end
    where refund_attempt_id = ${refund_attempt_id}`
}

/**
 * An attempt that was given up may still have succeeded: it reserves its sum and is checked again, for at least
 * 15 minutes from now. If another attempt has followed, it stays given up. Returns the resulting state.
 */
export async function reopenRefund({ sql }: Ctx, { refund_attempt_id }: RefundAttempt): Promise<RefundState> {
  const reopened = await sql`
    update checkout.refund_attempt given_up
    set state = 'unknown', settled_at = null, called_at = platform.now(), checked_at = null
    where refund_attempt_id = ${refund_attempt_id} and not exists (
      select from checkout.refund_attempt later
      where later.payment_attempt_id = given_up.payment_attempt_id
        and later.refund_attempt_id > given_up.refund_attempt_id
        and later.state in ('awaiting', 'calling', 'unknown', 'approved'))
    returning 1`
  return reopened.length > 0 ? 'unknown' : 'failed'
}

/**
 * Attempts without a result that are due for a check; a request still talking to the gateway ends within its deadline.
 */
export const claimDueRefunds = ({ sql }: Ctx): Promise<(RefundAttempt & { final: boolean })[]> => sql<
  RefundAttempt & { final: boolean }
>`
  with due as (
    update checkout.refund_attempt set checked_at = platform.now()
    where refund_attempt_id in (
      select refund_attempt_id from checkout.refund_attempt
      where (state = 'unknown' or (state = 'calling' and called_at < platform.now() - interval '1 minute'))
        and ${isDueAgain(sql)}
      order by ${leastRecentlyChecked(sql)} limit 100
      for no key update skip locked)
    returning refund_attempt_id)
  select ${columns(sql)}, r.called_at < platform.now() - interval '15 minutes' as final
  from ${tables(sql)} join due using (refund_attempt_id)`
