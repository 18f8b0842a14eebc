import { z } from 'zod'

/** Codes, amounts and ids are strings in some responses and numbers in others. */
export const text = z.union([z.string(), z.number()]).transform(String)
export const optionalText = text.nullish().transform((value) => value ?? null)
/** Dollars with at most two decimals; anything else makes the whole response unreadable. */
const amount = optionalText.refine((value) => value === null || /^\d{1,10}(\.\d{1,2}0*)?$/.test(value))
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

const Messages = z.object({
  resultCode: z.enum(['Ok', 'Error']),
  message: list(z.object({ code: text, text: optionalText })),
})
export const BaseResponse = z.object({ refId: optionalText, messages: Messages })

const TransactionResponse = z.object({
  responseCode: optionalText,
  authCode: optionalText,
  avsResultCode: optionalText,
  cvvResultCode: optionalText,
  transId: optionalText,
  refTransID: optionalText,
  testRequest: optionalText,
  accountNumber: optionalText,
  accountType: optionalText,
  messages: list(z.object({ code: text, description: optionalText })),
  errors: list(z.object({ errorCode: text, errorText: optionalText })),
})

/** The response to createTransactionRequest (charge, void, refund). */
export const CreateTransactionResponse = BaseResponse.extend({ transactionResponse: TransactionResponse.nullish() })
export type CreateTransactionResponse = z.infer<typeof CreateTransactionResponse>

/** The responses to getUnsettledTransactionListRequest and to getTransactionListRequest. */
export const ListResponse = BaseResponse.extend({
  transactions: list(
    z.object({ transId: text, invoiceNumber: optionalText, transactionStatus: text, settleAmount: amount }),
  ),
})
export type ListResponse = z.infer<typeof ListResponse>

/** The response to getSettledBatchListRequest. */
export const BatchesResponse = BaseResponse.extend({ batchList: list(z.object({ batchId: text })) })

/** The response to getTransactionDetailsRequest. */
export const DetailsResponse = BaseResponse.extend({
  transaction: z
    .object({
      transId: text,
      refTransId: optionalText,
      submitTimeUTC: optionalText,
      transactionType: optionalText,
      transactionStatus: text,
      responseCode: optionalText,
      responseReasonCode: optionalText,
      responseReasonDescription: optionalText,
      authCode: optionalText,
      AVSResponse: optionalText,
      cardCodeResponse: optionalText,
      order: z.object({ invoiceNumber: optionalText }).nullish(),
      authAmount: amount,
      settleAmount: amount,
      payment: z
        .object({ creditCard: z.object({ cardNumber: optionalText, cardType: optionalText }).nullish() })
        .nullish(),
    })
    .nullish(),
})
export type WireDetails = NonNullable<z.infer<typeof DetailsResponse>['transaction']>
