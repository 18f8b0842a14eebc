import { z } from 'zod'
import type { SimTransaction } from './ledger.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const short = (length: number) => z.string().max(length)

export const TransactionRequest = z.object({
  transactionType: z.enum(['authCaptureTransaction', 'refundTransaction', 'voidTransaction']),
  amount: text.optional(),
  currencyCode: z.string().optional(),
  payment: z
    .object({
      opaqueData: z.object({ dataDescriptor: z.string(), dataValue: z.string() }).optional(),
      creditCard: z.object({ cardNumber: z.string(), expirationDate: z.string() }).optional(),
    })
    .optional(),
  profile: z
    .object({ customerProfileId: z.string(), paymentProfile: z.object({ paymentProfileId: z.string() }) })
    .optional(),
  refTransId: z.string().optional(),
  order: z.object({ invoiceNumber: short(20).optional(), description: short(255).optional() }).optional(),
  customer: z.object({ id: short(20).optional(), email: short(255).optional() }).optional(),
  billTo: z.looseObject({ zip: short(20).optional() }).optional(),
  transactionSettings: z
    .object({ setting: z.array(z.object({ settingName: z.string(), settingValue: text })) })
    .optional(),
})
export type TransactionRequest = z.infer<typeof TransactionRequest>

const words = (list: string) => list.split(' ')

/** The order of the elements in the gateway's XML schema. */
const elementOrders: Record<string, string[]> = {
  createTransactionRequest: words('merchantAuthentication refId transactionRequest'),
  transactionRequest: words(
    'transactionType amount currencyCode payment profile solution callId terminalNumber authCode refTransId ' +
      'splitTenderId order lineItems tax duty shipping taxExempt poNumber customer billTo shipTo customerIP ' +
      'cardholderAuthentication retail employeeId transactionSettings userFields',
  ),
  updateHeldTransactionRequest: words('merchantAuthentication refId heldTransactionRequest'),
  heldTransactionRequest: words('action refTransId'),
  merchantAuthentication: words('name transactionKey clientKey'),
  payment: words('creditCard bankAccount trackData encryptedTrackData payPal opaqueData'),
  opaqueData: words('dataDescriptor dataValue'),
  creditCard: words('cardNumber expirationDate cardCode'),
  order: words('invoiceNumber description'),
  lineItem: words('itemId name description quantity unitPrice taxable'),
  tax: words('amount name description'),
  shipping: words('amount name description'),
  customer: words('type id merchantCustomerId description email'),
  billTo: words('firstName lastName company address city state zip country phoneNumber faxNumber email'),
  setting: words('settingName settingValue'),
  getTransactionDetailsRequest: words('merchantAuthentication refId transId'),
  getUnsettledTransactionListRequest: words('merchantAuthentication refId status sorting paging'),
  getTransactionListRequest: words('merchantAuthentication refId batchId sorting paging'),
  getSettledBatchListRequest: words(
    'merchantAuthentication refId includeStatistics firstSettlementDate lastSettlementDate',
  ),
  createCustomerProfileRequest: words('merchantAuthentication refId profile validationMode'),
  createCustomerPaymentProfileRequest: words(
    'merchantAuthentication refId customerProfileId paymentProfile validationMode',
  ),
  createCustomerProfileFromTransactionRequest: words('merchantAuthentication refId transId customer customerProfileId'),
  getCustomerProfileRequest: words('merchantAuthentication refId customerProfileId'),
  deleteCustomerPaymentProfileRequest: words('merchantAuthentication refId customerProfileId customerPaymentProfileId'),
  getHostedProfilePageRequest: words('merchantAuthentication refId customerProfileId hostedProfileSettings'),
  getHostedPaymentPageRequest: words('merchantAuthentication refId transactionRequest hostedPaymentSettings'),
  sorting: words('orderBy orderDescending'),
  paging: words('limit offset'),
}

/** The path of the first element that is unknown or out of order, or null. */
export function firstOutOfOrder(name: string, value: unknown): string | null {
  if (Array.isArray(value)) {
    return value.reduce<string | null>((firstFault, item) => firstFault ?? firstOutOfOrder(name, item), null)
  }
  if (typeof value !== 'object' || value === null) return null
  const order = elementOrders[name]
  let last = -1
  for (const [key, child] of Object.entries(value)) {
    const place = order ? order.indexOf(key) : 0
    if (place < 0 || place < last) return `${name}.${key}`
    last = place
    const below = firstOutOfOrder(key, child)
    if (below) return below
  }
  return null
}

const messages = (resultCode: 'Ok' | 'Error', code: string, message: string) => ({
  messages: { resultCode, message: [{ code, text: message }] },
})
export const ok = () => messages('Ok', 'I00001', 'Successful.')
export const refuse = (code: string, message: string) => messages('Error', code, message)

const cardFields = ({ card }: SimTransaction) => ({ accountNumber: `XXXX${card.last_4}`, accountType: card.brand })

/** In the gateway's form: every field is text, and a declined card has its reason under `errors`. */
export function transactionAnswer(transaction: SimTransaction, refId: string | undefined) {
  const reason =
    transaction.code === 1 || transaction.code === 4
      ? { messages: [{ code: transaction.reason.code, description: transaction.reason.text }] }
      : { errors: [{ errorCode: transaction.reason.code, errorText: transaction.reason.text }] }
  return {
    transactionResponse: {
      responseCode: String(transaction.code),
      authCode: transaction.auth_code,
      avsResultCode: transaction.avs,
      cvvResultCode: transaction.card.cvv,
      cavvResultCode: '',
      transId: transaction.id,
      refTransID: transaction.original_id ?? '',
      transHash: '',
      testRequest: '0',
      ...cardFields(transaction),
      ...reason,
      transHashSha2: '',
      SupplementalDataQualificationIndicator: 0,
    },
    refId,
    // A declined card comes inside an outer 'Ok'.
    ...ok(),
  }
}

/** A refusal of the whole transaction (code 3); `first` is the duplicate's original, if its id is revealed. */
export function refusalResponse(code: string, message: string, refId: string | undefined, first?: SimTransaction) {
  return {
    transactionResponse: {
      responseCode: '3',
      authCode: first?.auth_code ?? '',
      avsResultCode: 'P',
      cvvResultCode: '',
      cavvResultCode: '',
      transId: first?.id ?? '0',
      refTransID: '',
      transHash: '',
      testRequest: '0',
      accountNumber: first ? `XXXX${first.card.last_4}` : '',
      accountType: first?.card.brand ?? '',
      errors: [{ errorCode: code, errorText: message }],
    },
    refId,
    ...refuse('E00027', 'The transaction was unsuccessful.'),
  }
}

const instant = (index: number) => new Date(index).toISOString()

export const listItem = (transaction: SimTransaction) => ({
  transId: transaction.id,
  submitTimeUTC: instant(transaction.at),
  submitTimeLocal: instant(transaction.at).replace('Z', ''),
  transactionStatus: transaction.status,
  invoiceNumber: transaction.attempt,
  ...cardFields(transaction),
  settleAmount: transaction.amount_cents / 100,
  marketType: 'eCommerce',
  product: 'Card Not Present',
})

/** In the gateway's form: here codes and sums are numbers. */
export const detailItem = (transaction: SimTransaction) => ({
  transId: transaction.id,
  ...(transaction.original_id ? { refTransId: transaction.original_id } : {}),
  submitTimeUTC: instant(transaction.at),
  submitTimeLocal: instant(transaction.at).replace('Z', ''),
  transactionType: transaction.type,
  transactionStatus: transaction.status,
  responseCode: transaction.code,
  responseReasonCode: Number(transaction.reason.code),
  responseReasonDescription: transaction.reason.text,
  authCode: transaction.auth_code,
  AVSResponse: transaction.avs,
  cardCodeResponse: transaction.card.cvv,
  ...(transaction.batch_id ? { batch: { batchId: transaction.batch_id, settlementState: 'settledSuccessfully' } } : {}),
  order: { invoiceNumber: transaction.attempt },
  authAmount: transaction.amount_cents / 100,
  settleAmount: transaction.status === 'voided' ? 0 : transaction.amount_cents / 100,
  payment: {
    creditCard: {
      cardNumber: `XXXX${transaction.card.last_4}`,
      expirationDate: 'XXXX',
      cardType: transaction.card.brand,
    },
  },
  product: 'Card Not Present',
  marketType: 'eCommerce',
})
