import type { OrderLine, RefundRequest } from '#modules/checkout/payments/gateways/gateway.ts'
import type { WalletRequest } from '#modules/checkout/payments/gateways/wallet.ts'

const usd = (cents: number) => ({
  currency_code: 'USD',
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
})

function requirePositive(cents: number) {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('amount_cents must be a positive whole number')
}

const item = ({ name, quantity, unit_cents, id }: OrderLine) => ({
  name: name.slice(0, 127),
  quantity: String(quantity),
  unit_amount: usd(unit_cents),
  sku: id.slice(0, 127),
  category: 'DIGITAL_GOODS',
})

const itemTotal = (lines: readonly OrderLine[]) =>
  lines.reduce((sum, { quantity, unit_cents }) => sum + quantity * unit_cents, 0)

/** An amount with its breakdown, which the wallet checks. */
function amountWithBreakdown({ amount_cents, lines, shipping_cents, tax_cents, discount_cents }: WalletRequest) {
  const items = itemTotal(lines)
  if (items + shipping_cents + tax_cents - discount_cents !== amount_cents) {
    throw new RangeError('the parts do not add up to amount_cents')
  }
  const parts = { item_total: items, shipping: shipping_cents, tax_total: tax_cents, discount: discount_cents }
  const breakdown = Object.fromEntries(Object.entries(parts).map(([name, cents]) => [name, usd(cents)]))
  return { ...usd(amount_cents), breakdown }
}

/** The body of 'create order': to be captured immediately after the approval, without a shipping address. */
export function orderBody(request: WalletRequest): string {
  requirePositive(request.amount_cents)
  const { attempt, description, brand_name, locale, return_url, cancel_url, lines } = request
  const unit = {
    invoice_id: attempt,
    custom_id: attempt,
    description: description.slice(0, 127),
    amount: amountWithBreakdown(request),
    items: lines.map(item),
  }
  const experience_context = {
    brand_name: brand_name.slice(0, 127),
    locale,
    shipping_preference: 'NO_SHIPPING',
    user_action: 'PAY_NOW',
    payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
    return_url,
    cancel_url,
  }
  const payment_source = { paypal: { experience_context } }
  return JSON.stringify({ intent: 'CAPTURE', purchase_units: [unit], payment_source })
}

/** Captures have no parameters, but the wallet requires a body. */
export const captureBody = '{}'

export function refundBody({ amount_cents, attempt }: RefundRequest): string {
  requirePositive(amount_cents)
  return JSON.stringify({ amount: usd(amount_cents), invoice_id: attempt, custom_id: attempt })
}
