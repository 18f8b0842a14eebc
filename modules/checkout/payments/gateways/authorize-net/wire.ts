import { z } from 'zod'

/** Codes, amounts and ids are text in one call and numbers in another. */
export const text = z.union([z.string(), z.number()]).transform(String)
export const maybe = text.nullish().transform((value) => value ?? null)
/** Dollars with at most two decimals; anything else makes the whole response unreadable rather than a wrong sum. */
const amount = maybe.refine((value) => value === null || /^\d{1,10}(\.\d{1,2}0*)?$/.test(value))
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

const Messages = z.object({
  resultCode: z.enum(['Ok', 'Error']),
  message: list(z.object({ code: text, text: maybe })),
})
export const Answer = z.object({ refId: maybe, messages: Messages })

const TransactionResponse = z.object({
  responseCode: maybe,
  authCode: maybe,
  avsResultCode: maybe,
  cvvResultCode: maybe,
  transId: maybe,
  refTransID: maybe,
  testRequest: maybe,
  accountNumber: maybe,
  accountType: maybe,
  messages: list(z.object({ code: text, description: maybe })),
  errors: list(z.object({ errorCode: text, errorText: maybe })),
})

/** The response to createTransactionRequest (charge, void, refund). */
export const TransactionAnswer = Answer.extend({ transactionResponse: TransactionResponse.nullish() })
export type TransactionAnswer = z.infer<typeof TransactionAnswer>

/** The responses to getUnsettledTransactionListRequest and to getTransactionListRequest. */
export const ListResponse = Answer.extend({
  transactions: list(z.object({ transId: text, invoiceNumber: maybe, transactionStatus: text, settleAmount: amount })),
})
export type ListResponse = z.infer<typeof ListResponse>

/** The response to getSettledBatchListRequest. */
export const BatchesResponse = Answer.extend({ batchList: list(z.object({ batchId: text })) })

/** The response to getTransactionDetailsRequest. */
export const DetailsResponse = Answer.extend({
  transaction: z
    .object({
      transId: text,
      refTransId: maybe,
      submitTimeUTC: maybe,
      transactionType: maybe,
      transactionStatus: text,
      responseCode: maybe,
      responseReasonCode: maybe,
      responseReasonDescription: maybe,
      authCode: maybe,
      AVSResponse: maybe,
      cardCodeResponse: maybe,
      order: z.object({ invoiceNumber: maybe }).nullish(),
      authAmount: amount,
      settleAmount: amount,
      payment: z.object({ creditCard: z.object({ cardNumber: maybe, cardType: maybe }).nullish() }).nullish(),
    })
    .nullish(),
})
export type WireDetails = NonNullable<z.infer<typeof DetailsResponse>['transaction']>
