import { checkoutErrors } from '#modules/checkout/errors.ts'
import { money } from '#modules/checkout/rates.ts'
import { identityErrors } from '#modules/identity/index.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { ReturnResponse, VoidInput } from './refund.schema.ts'
import { returnMoney } from './return-money.ts'

export const voidPayment = operation({
  call: 'POST /payment/void',
  summary: 'Voids a payment that the bank has not settled yet',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: VoidInput,
  gives: ReturnResponse,
  fails: [
    errors.notFound,
    errors.conflict,
    identityErrors.proofNeeded,
    checkoutErrors.refundChargedBack,
    checkoutErrors.refundDropped,
    checkoutErrors.nothingToRefund,
    checkoutErrors.refundRunning,
    checkoutErrors.refundLines,
    checkoutErrors.voidSettled,
    checkoutErrors.voidRefused,
  ],
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  run: (ctx, { payment_id, lines, request_id }) =>
    returnMoney(ctx, {
      payment_id,
      asked: 'void',
      request_id: request_id ?? null,
      amount_cents: null,
      expected: null,
      lines:
        lines?.map(({ order_item_id, ends_enrolment = null }) => ({
          order_item_id,
          amount_cents: null,
          ends_enrolment,
        })) ?? null,
    }),
})
