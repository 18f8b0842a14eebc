import { checkoutErrors } from '#modules/checkout/errors.ts'
import { money } from '#modules/checkout/rates.ts'
import { identityErrors } from '#modules/identity/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { RefundInput, ReturnResponse } from './refund.schema.ts'
import { returnMoney } from './return-money.ts'

export const refundPayment = operation({
  call: 'POST /payment/refund',
  summary: 'Refunds a payment in full or in part. A full refund of an unsettled payment is a void',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: RefundInput,
  gives: ReturnResponse,
  fails: [
    errors.notFound,
    errors.conflict,
    identityErrors.proofNeeded,
    checkoutErrors.refundChargedBack,
    checkoutErrors.refundDropped,
    checkoutErrors.nothingToRefund,
    checkoutErrors.refundChanged,
    checkoutErrors.refundAmount,
    checkoutErrors.refundLines,
    checkoutErrors.refundFull,
    checkoutErrors.refundNotSettled,
    checkoutErrors.refundRefused,
  ],
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  run: (ctx, { payment_id, amount, existing_refund_amount, total, lines, request_id }) =>
    returnMoney(ctx, {
      payment_id,
      asked: 'refund',
      request_id: request_id ?? null,
      amount_cents: amount,
      expected: { refund_cents: existing_refund_amount, total_cents: total },
      lines:
        lines?.map(({ order_item_id, amount: amount_cents, ends_enrolment = null }) => ({
          order_item_id,
          amount_cents,
          ends_enrolment,
        })) ?? null,
    }),
})
