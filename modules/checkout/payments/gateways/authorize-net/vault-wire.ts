import { z } from 'zod'
import type { StoredMethod } from '#modules/checkout/payments/gateways/card-vault.ts'
import { Answer, list, optionalText, text } from './wire.ts'

export const PlainAnswer = Answer
/** The responses to createCustomerProfileRequest and to createCustomerProfileFromTransactionRequest. */
export const CustomerResponse = Answer.extend({
  customerProfileId: optionalText,
  customerPaymentProfileIdList: list(text),
})
/** The response to createCustomerPaymentProfileRequest; a duplicate names the existing one. */
export const ProfileResponse = Answer.extend({ customerPaymentProfileId: optionalText })
/** The responses to getHostedPaymentPageRequest and to getHostedProfilePageRequest. */
export const HostedResponse = Answer.extend({ token: optionalText })

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
export const ProfileListResponse = Answer.extend({
  profile: z.object({ paymentProfiles: list(WireProfile) }).nullish(),
})

/** A card or bank account in the vault; ignored without a number. */
export function asStoredMethod({ customerPaymentProfileId, payment }: z.infer<typeof WireProfile>): StoredMethod[] {
  const { creditCard, bankAccount } = payment ?? {}
  const last_4 = /\d{4}$/.exec((creditCard?.cardNumber ?? bankAccount?.accountNumber) || '')?.[0]
  if (!last_4) return []
  const brand = (creditCard?.cardType ?? bankAccount?.bankName ?? '').slice(0, 40)
  return [{ gateway_profile_id: customerPaymentProfileId, lk_payment_type_id: creditCard ? 1 : 2, brand, last_4 }]
}
