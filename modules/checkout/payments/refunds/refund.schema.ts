import { dollars } from '#modules/checkout/dollars.schema.ts'
import { id, list, z } from '#platform/schema.ts'

const ends_enrolment = z.boolean().nullish()

export const RefundInput = z.object({
  payment_id: id(),
  amount: dollars(),
  /** As shown on the page; compared with the stored amount. */
  existing_refund_amount: dollars(),
  total: dollars(),
  /** The distribution; by default in proportion to the remainders of the lines. */
  lines: list(z.object({ order_item_id: id(), amount: dollars(), ends_enrolment }), 100).nullish(),
  /** Makes the request idempotent. */
  request_id: z.uuid().nullish(),
})

export const VoidInput = z.object({
  payment_id: id(),
  lines: list(z.object({ order_item_id: id(), ends_enrolment }), 100).nullish(),
  request_id: z.uuid().nullish(),
})

/**
 * The state of the payment afterward. `pending` if the gateway has not responded yet, or a second person must approve.
 */
export const ReturnResponse = z.object({
  error: z.boolean().optional(),
  pending: z.boolean(),
  awaiting_approval: z.boolean(),
  refund_amount: z.number(),
  lk_payment_status_id: z.int(),
})
