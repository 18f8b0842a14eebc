import { toDollars } from '#platform/money.ts'

/** The amounts of a row of `checkout.v_payment`. */
export type PaymentAmounts = {
  total_cents: number
  tax_cents: number
  refund_cents: number
  charged_back_cents: number
  kept_cents: number
}

/** The columns of `checkout.v_payment` in lists of a person's payments. */
export type PaymentRow = PaymentAmounts & {
  payment_id: number
  transaction_id: string
  course_name: string | null
  lk_payment_status_id: number
  created_at: Date
  updated_at: Date
}

/** The amounts in dollars, with the names in responses. */
export const amountsInDollars = (row: PaymentAmounts) => ({
  total: toDollars(row.total_cents),
  tax: toDollars(row.tax_cents),
  refund_amount: toDollars(row.refund_cents),
  charged_back: toDollars(row.charged_back_cents),
  amount_paid: toDollars(row.kept_cents),
})
