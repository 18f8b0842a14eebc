import { z } from 'zod'
import type { KeptCard } from '../card-vault.ts'
import { Answer, list, maybe, text } from './wire.ts'

export const PlainAnswer = Answer
/** The answers to createCustomerProfileRequest and to createCustomerProfileFromTransactionRequest. */
export const CustomerAnswer = Answer.extend({ customerProfileId: maybe, customerPaymentProfileIdList: list(text) })
/** The answer to createCustomerPaymentProfileRequest; a duplicate names the one that is there. */
export const ProfileAnswer = Answer.extend({ customerPaymentProfileId: maybe })
/** The answers to getHostedPaymentPageRequest and to getHostedProfilePageRequest. */
export const HostedAnswer = Answer.extend({ token: maybe })

const WireProfile = z.object({
  customerPaymentProfileId: text,
  payment: z.object({ creditCard: z.object({ cardNumber: maybe, cardType: maybe }).nullish() }).nullish(),
})

/** The answer to getCustomerProfileRequest; a customer without cards has no list. */
export const ProfileListAnswer = Answer.extend({
  profile: z.object({ paymentProfiles: list(WireProfile) }).nullish(),
})

/** A card of the vault; a bank account or a card without a number is none of ours. */
export function asKeptCard({ customerPaymentProfileId, payment }: z.infer<typeof WireProfile>): KeptCard[] {
  const { cardNumber, cardType } = payment?.creditCard ?? {}
  const last_4 = /\d{4}$/.exec(cardNumber ?? '')?.[0]
  return last_4 ? [{ gateway_profile_id: customerPaymentProfileId, brand: cardType ?? '', last_4 }] : []
}
