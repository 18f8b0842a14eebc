import { guestId } from '#modules/checkout/cart/guest.ts'
import { BuyCart, displayedTotal, optionalFormId } from '#modules/checkout/orders/buy-cart.schema.ts'
import { count, flag, list, optionalText, z } from '#platform/schema.ts'

/** The token from the gateway's library in the browser. No field here can contain a card number. */
export const CardToken = z.strictObject({
  dataDescriptor: z.string().regex(/^[A-Z.]{1,100}$/),
  // A token contains letters, so sixteen digits are no token.
  dataValue: z.string().regex(/^(?=.*[A-Za-z])[\w+/=.-]{8,5000}$/),
  first_name: optionalText(50),
  last_name: optionalText(50),
  postalCode: optionalText(20),
  saveCard: flag().nullish(),
})

export const ProcessPayment = BuyCart.extend({
  /** A saved card of the session's person. */
  payment_profile_id: optionalFormId(),
  creditCard: CardToken.nullish(),
})
export type ProcessPayment = z.output<typeof ProcessPayment>
export type CardToken = z.output<typeof CardToken>

/** `amount` is the page's total; the buyer approves the sum from the order's rows. */
export const AuthorizeWallet = BuyCart.omit({ total: true }).extend({
  amount: displayedTotal(),
  orderItems: list(z.unknown()).nullish(),
  first_name: z.unknown().optional(),
  last_name: z.unknown().optional(),
  email: z.unknown().optional(),
})

/** The data that the wallet returned with the buyer; `amount`, if given, must be the approved one. */
export const PlaceWallet = z.object({
  intent_id: z.uuid(),
  guest_id: guestId().nullish(),
  amount: displayedTotal().nullish(),
  /** The wallet's order, for a buyer who opened several; the newest by default. */
  wallet_order_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .nullish(),
  lk_payment_type_id: count(1, 3).nullish(),
  payer_id: optionalText(64),
  audio_ind: z.unknown().optional(),
  orderItems: list(z.unknown()).nullish(),
})
export type PlaceWallet = z.output<typeof PlaceWallet>

/** The result: a receipt, or a payment that is still being confirmed. */
export const PaymentResponse = z.object({
  pending: z.boolean(),
  order_id: z.int(),
  transactionResponse: z.object({ transId: z.string() }).nullable(),
  /** The session of a guest whose payment created a student account. */
  token: z.string().nullable(),
})
