import { count, flag, id, list, optionalText, z } from '../../../platform/schema.ts'
import { checkoutStudent, passwordOrLater, samePasswords } from '../../identity/index.ts'
import { guestId } from '../cart/guest.ts'

/** The checkout student form; a password that is left empty is chosen later, by the link of an email. */
const CheckoutStudent = z
  .object({ ...checkoutStudent, password: passwordOrLater() })
  .superRefine(samePasswords('password'))

/** An id of a form that may leave it blank. */
const chosenId = () => z.union([id(), z.literal('').transform(() => null)]).nullish()

const Address = z.object({
  address1: optionalText(200),
  address2: optionalText(200),
  city: optionalText(100),
  stateId: chosenId(),
  state: optionalText(60),
  zip: optionalText(20),
})
export type Address = z.output<typeof Address>

/** What the gateway's library made of the card in the browser. No field here can hold a card number. */
export const CardToken = z.strictObject({
  dataDescriptor: z.string().regex(/^[A-Z.]{1,100}$/),
  // A token has letters; sixteen digits are not one.
  dataValue: z.string().regex(/^(?=.*[A-Za-z])[\w+/=.-]{8,5000}$/),
  first_name: optionalText(50),
  last_name: optionalText(50),
  postalCode: optionalText(20),
  saveCard: flag().nullish(),
})

export const Agreement = z.object({ accepted: flag(), typed: optionalText(40), opened: flag().nullish() })
const dollars = () =>
  z.preprocess((given) => (typeof given === 'string' && given !== '' ? Number(given) : given), z.number())

/** Sent by the product's pages and never believed: everything of the kind comes from the cart and the session. */
const ignored = {
  promoCode: z.unknown().optional(),
  originalTotal: z.unknown().optional(),
  user_id: z.unknown().optional(),
  existingOrder: z.unknown().optional(),
  invoice_ind: z.unknown().optional(),
  payer_id: z.unknown().optional(),
  organization_id: z.unknown().optional(),
  items: list(z.unknown()).nullish(),
}

/** What the checkout page says of the cart, whatever it is paid with. */
const buyCart = {
  ...ignored,
  intent_id: z.uuid(),
  total: dollars(),
  guest_id: guestId().nullish(),
  lk_payment_type_id: count(1, 3).nullish(),
  /** An open order of the session's own, paid instead of the cart. */
  order_id: chosenId(),
  /** Where certificates by mail go. */
  shipping: Address.nullish(),
  /** Where the card is billed; where `sameAsShipping` is left out, one that is given counts. */
  billing: Address.nullish(),
  sameAsShipping: flag().nullish(),
  student: CheckoutStudent.nullish(),
  agreement: Agreement.nullish(),
  /** MM/DD/YYYY. */
  dob: optionalText(10),
  dob_confirmed: flag().nullish(),
  /** Of a guest, where a captcha is asked for. */
  recaptchaToken: optionalText(5_000),
}
const BuyCart = z.object(buyCart)
export type BuyCart = z.output<typeof BuyCart>

export const ProcessPayment = z.object({
  ...buyCart,
  /** A saved card of the session's own. */
  payment_profile_id: chosenId(),
  creditCard: CardToken.nullish(),
})
export type ProcessPayment = z.output<typeof ProcessPayment>
export type CardToken = z.output<typeof CardToken>

const { total: _, ...approved } = buyCart
/** `amount` is the total of the page; the order's own rows make what the buyer approves. */
export const AuthorizeWallet = z.object({
  ...approved,
  amount: dollars(),
  orderItems: list(z.unknown()).nullish(),
  first_name: z.unknown().optional(),
  last_name: z.unknown().optional(),
  email: z.unknown().optional(),
})

/** What the wallet sent back with the buyer; `amount`, where it is said, must be the approved one. */
export const PlaceWallet = z.object({
  intent_id: z.uuid(),
  guest_id: guestId().nullish(),
  amount: dollars().nullish(),
  /** The wallet's order, for a buyer who has opened several; the newest without it. */
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

/** What came of it: a receipt to go to, or a payment that is still being confirmed. */
export const PaymentAnswer = z.object({
  pending: z.boolean(),
  order_id: z.int(),
  transactionResponse: z.object({ transId: z.string() }).nullable(),
  /** The session of a guest who has become a student. */
  token: z.string().nullable(),
})
