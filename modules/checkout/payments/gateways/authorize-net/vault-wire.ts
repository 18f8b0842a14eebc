import { z } from 'zod'
import type { StoredMethod } from '#modules/checkout/payments/gateways/card-vault.ts'
import { BaseResponse, list, optionalText, text } from './wire.ts'

export const EmptyResponse = BaseResponse
/** The responses to createCustomerProfileRequest and to createCustomerProfileFromTransactionRequest. */
export const CustomerResponse = BaseResponse.extend({
  customerProfileId: optionalText,
  customerPaymentProfileIdList: list(text),
})
/** The response to createCustomerPaymentProfileRequest; for a duplicate it contains the existing id. */
export const ProfileResponse = BaseResponse.extend({ customerPaymentProfileId: optionalText })
/** The responses to getHostedPaymentPageRequest and to getHostedProfilePageRequest. */
export const HostedResponse = BaseResponse.extend({ token: optionalText })

const WireProfile = z.object({
  customerPaymentProfileId: text,
  payment: z
    .object({
      creditCard: z.object({ cardNumber: optionalText, cardType: optionalText }).nullish(),
      bankAccount: z.object({ accountNumber: optionalText, bankName: optionalText }).nullish(),
    })
    .nullish(),
})

/** The response to getCustomerProfileRequest; a customer without cards has no list. */
export const ProfileListResponse = BaseResponse.extend({
  profile: z.object({ paymentProfiles: list(WireProfile) }).nullish(),
})

/** Converts a card or bank account of the vault; one without a number is omitted. */
export function toStoredMethods({ customerPaymentProfileId, payment }: z.infer<typeof WireProfile>): StoredMethod[] {
  const { creditCard, bankAccount } = payment ?? {}
  const last_4 = /\d{4}$/.exec((creditCard?.cardNumber ?? bankAccount?.accountNumber) || '')?.[0]
  if (!last_4) return []
  const brand = (creditCard?.cardType ?? bankAccount?.bankName ?? '').slice(0, 40)
  return [{ gateway_profile_id: customerPaymentProfileId, lk_payment_type_id: creditCard ? 1 : 2, brand, last_4 }]
}
