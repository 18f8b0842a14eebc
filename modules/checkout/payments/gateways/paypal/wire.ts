import { z } from 'zod'
import { toCents } from '#platform/money.ts'

/** Dollars as sent by the wallet, transformed to cents; another currency makes the whole response unreadable. */
const amount = z
  .object({ currency_code: z.literal('USD'), value: z.string().regex(/^\d{1,10}(\.\d{1,2})?$/) })
  .transform(({ value }) => toCents(value))

const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([])
const relatedIds = z
  .object({ related_ids: z.object({ order_id: z.string().nullish(), capture_id: z.string().nullish() }).nullish() })
  .nullish()

export const WireCapture = z.object({
  id: z.string(),
  status: z.string(),
  status_details: z.object({ reason: z.string().nullish() }).nullish(),
  amount,
  invoice_id: z.string().nullish(),
  create_time: z.string().nullish(),
  supplementary_data: relatedIds,
})
export type WireCapture = z.infer<typeof WireCapture>

export const WireRefund = z.object({
  id: z.string(),
  status: z.string(),
  status_details: z.object({ reason: z.string().nullish() }).nullish(),
  amount: amount.optional(),
  invoice_id: z.string().nullish(),
  create_time: z.string().nullish(),
  links,
})
export type WireRefund = z.infer<typeof WireRefund>

export const WireOrder = z.object({
  id: z.string(),
  status: z.string(),
  links,
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({ captures: z.array(WireCapture).default([]), refunds: z.array(WireRefund).default([]) })
          .nullish(),
      }),
    )
    .default([]),
})
export type WireOrder = z.infer<typeof WireOrder>

/** The change of the balance in cents; null in another currency. */
const balanceChange = z.union([
  z
    .object({ currency_code: z.literal('USD'), value: z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/) })
    .transform(({ value }) => toCents(value)),
  z.object({ currency_code: z.string().refine((code) => code !== 'USD') }).transform(() => null),
])

const WireTransaction = z.object({
  transaction_id: z.string(),
  transaction_event_code: z.string(),
  transaction_status: z.string().nullish(),
  transaction_amount: balanceChange.nullish(),
})
export type WireTransaction = z.infer<typeof WireTransaction>

/** The response to a transaction search; the list is missing for an empty range. */
export const WireTransactions = z.object({
  transaction_details: z.array(z.object({ transaction_info: WireTransaction })).default([]),
  total_pages: z.int().default(0),
  last_refreshed_datetime: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
})

export const WireDispute = z.object({
  dispute_id: z.string(),
  create_time: z.iso.datetime({ offset: true }),
  reason: z.string().nullish(),
  status: z.string(),
  dispute_amount: amount,
  dispute_life_cycle_stage: z.string(),
  seller_response_due_date: z.iso.datetime({ offset: true }).nullish(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().min(1) })).min(1),
  dispute_outcome: z.object({ outcome_code: z.string().nullish() }).nullish(),
})
export type WireDispute = z.infer<typeof WireDispute>

export const WireToken = z.object({ access_token: z.string().min(1), expires_in: z.number() })
export const WireVerification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

const WireError = z.object({
  name: z.string(),
  message: z.string().nullish(),
  details: z.array(z.object({ issue: z.string(), description: z.string().nullish() })).default([]),
})

/** The most informative code and text of a refusal. */
export function readReason(body: unknown, status: number) {
  const error = WireError.safeParse(body).data
  const [detail] = error?.details ?? []
  return {
    code: detail?.issue ?? error?.name ?? `http_${status}`,
    text: detail?.description ?? error?.message ?? 'The wallet refused the request.',
  }
}
