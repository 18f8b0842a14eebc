export { bookFree } from './book-payment.ts'
export type { CheckoutStep } from './checkout-step.ts'
export { PaymentResponse, ProcessPayment } from './payment.schema.ts'
export { type PaymentChoices, paymentChoices } from './payment-choices.ts'
export { processPayment } from './process-payment.ts'
export { lineWeight } from './refunds/payment.sql.ts'
export { splitByWeight } from './refunds/split-refund.shared.ts'
export {
  checkCaptures,
  checkOrders,
  checkRefundedAmounts,
  checkRefunds,
  type GatewayLedger,
} from './settlement/reconcile-money.ts'
