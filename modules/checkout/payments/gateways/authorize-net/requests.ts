import type {
  ChargeRequest,
  Decision,
  GatewayAddress,
  OrderLine,
  RefundRequest,
} from '#modules/checkout/payments/gateways/gateway.ts'

// The gateway reads JSON as an ordered XML sequence: all keys below must be in schema order (otherwise E00003).

/**
 * The longest window that the gateway accepts. Refusals contain the first transaction's id only if a window is sent.
 */
const duplicateWindowSeconds = 28_800

const transactionSettings = {
  setting: [{ settingName: 'duplicateWindow', settingValue: String(duplicateWindowSeconds) }],
}
const dollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
const truncate = (value: string | undefined, length: number) => value?.slice(0, length) || undefined

function checkAmount(cents: number) {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('amount_cents must be a positive whole number')
}

function checkAttempt(attempt: string) {
  if (!/^[\w-]{1,20}$/.test(attempt)) throw new RangeError('attempt must be 1 to 20 letters, digits, _ or -')
}

const lineItem = (line: OrderLine) => ({
  itemId: truncate(line.id, 31),
  name: truncate(line.name, 31),
  quantity: String(line.quantity),
  unitPrice: dollars(line.unit_cents),
})

const address = (fields: GatewayAddress) => ({
  firstName: truncate(fields.first_name, 50),
  lastName: truncate(fields.last_name, 50),
  address: truncate(fields.address, 60),
  city: truncate(fields.city, 50),
  state: truncate(fields.state, 40),
  zip: truncate(fields.zip, 20),
  country: truncate(fields.country, 60),
})

function cardFields({ card }: ChargeRequest) {
  if (card.kind === 'opaque') {
    return { payment: { opaqueData: { dataDescriptor: card.descriptor, dataValue: card.value } } }
  }
  const paymentProfile = { paymentProfileId: card.payment_profile_id }
  return { profile: { customerProfileId: card.customer_profile_id, paymentProfile } }
}

/** For a saved card, the gateway takes the billing address from its own profile and refuses another one. */
function buyerFields({ card, order, customer, ip }: ChargeRequest) {
  const isOpaque = card.kind === 'opaque'
  return {
    customer: isOpaque ? { id: truncate(customer.id, 20), email: truncate(customer.email, 255) } : undefined,
    billTo: isOpaque && order.bill_to ? address(order.bill_to) : undefined,
    customerIP: ip,
  }
}

/** A charge without its card: immediate capture, one invoice number per attempt. */
export function chargeFields(request: Omit<ChargeRequest, 'card'>, buyer: object = {}) {
  checkAmount(request.amount_cents)
  checkAttempt(request.attempt)
  const { attempt, order } = request
  return {
    transactionType: 'authCaptureTransaction',
    amount: dollars(request.amount_cents),
    currencyCode: request.currency,
    order: { invoiceNumber: attempt, description: truncate(order.description, 255) },
    // The gateway refuses more than 30 lines.
    lineItems: order.lines?.length ? { lineItem: order.lines.slice(0, 30).map(lineItem) } : undefined,
    tax: order.tax_cents ? { amount: dollars(order.tax_cents) } : undefined,
    shipping: order.shipping_cents ? { amount: dollars(order.shipping_cents) } : undefined,
    ...buyer,
    transactionSettings,
  }
}

/** createTransactionRequest of a charge. */
export function chargeBody(request: ChargeRequest) {
  const { transactionType, amount, currencyCode, ...otherFields } = chargeFields(request, buyerFields(request))
  return transaction(request.attempt, { transactionType, amount, currencyCode, ...cardFields(request), ...otherFields })
}

/**
 * createTransactionRequest of a refund; the gateway requires the last four digits and the literal 'XXXX' as the expiry.
 */
export function refundBody({ transaction_id, amount_cents, last_4, attempt }: RefundRequest) {
  checkAmount(amount_cents)
  checkAttempt(attempt)
  return transaction(attempt, {
    transactionType: 'refundTransaction',
    amount: dollars(amount_cents),
    payment: { creditCard: { cardNumber: last_4, expirationDate: 'XXXX' } },
    refTransId: transaction_id,
    order: { invoiceNumber: attempt },
    transactionSettings,
  })
}

export const voidBody = (transaction_id: string) =>
  transaction(transaction_id.slice(-20), { transactionType: 'voidTransaction', refTransId: transaction_id })

const transaction = (refId: string, transactionRequest: object) => ({
  call: 'createTransactionRequest' as const,
  fields: { refId, transactionRequest },
})

/** updateHeldTransactionRequest: approves or declines a transaction held by the fraud filters. */
export const decisionBody = (refTransId: string, action: Decision) => ({
  call: 'updateHeldTransactionRequest' as const,
  fields: { refId: refTransId.slice(-20), heldTransactionRequest: { action, refTransId } },
})

const newestFirst = { orderBy: 'submitTimeUTC', orderDescending: true }
/** The gateway's largest page; `offset` counts pages from 1. */
export const pageSize = 1000

export const unsettledBody = (page: number) => ({
  call: 'getUnsettledTransactionListRequest' as const,
  fields: { sorting: newestFirst, paging: { limit: pageSize, offset: page } },
})

export const batchListBody = (first: Date, last: Date) => ({
  call: 'getSettledBatchListRequest' as const,
  fields: {
    includeStatistics: false,
    firstSettlementDate: first.toISOString().replace(/\.\d+Z/, 'Z'),
    lastSettlementDate: last.toISOString().replace(/\.\d+Z/, 'Z'),
  },
})

export const batchBody = (batchId: string, page: number) => ({
  call: 'getTransactionListRequest' as const,
  fields: { batchId, sorting: newestFirst, paging: { limit: pageSize, offset: page } },
})

export const detailsBody = (transId: string) => ({
  call: 'getTransactionDetailsRequest' as const,
  fields: { transId },
})

export type Body = { call: string; fields: { refId?: string } & Record<string, unknown> }
