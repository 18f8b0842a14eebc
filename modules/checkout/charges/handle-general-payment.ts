import { PaymentResponse, ProcessPayment, processPayment } from '#modules/checkout/payments/index.ts'
import { money } from '#modules/checkout/rates.ts'
import { paymentRefusals } from '#modules/checkout/refusals.ts'
import { operation } from '#platform/operation.ts'
import { student } from '#platform/permissions.ts'
import { id } from '#platform/schema.ts'

export const handleGeneralPayment = operation({
  call: 'POST /payment/handleGeneralPayment',
  summary: "Pays any of the caller's own open orders. The same intent_id is charged once",
  may: student,
  takes: ProcessPayment.extend({ order_id: id() }),
  gives: PaymentResponse,
  fails: paymentRefusals,
  transaction: { own: 'no transaction waits for the gateway' },
  rate: money,
  run: (ctx, input) => processPayment.run(ctx, input),
})
