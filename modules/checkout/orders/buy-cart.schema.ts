import { guestId } from '#modules/checkout/cart/guest.ts'
import { checkoutStudent, passwordOrLater, samePasswords } from '#modules/identity/index.ts'
import { count, flag, id, list, optionalText, z } from '#platform/schema.ts'

/** The checkout student form; a password that is left empty is chosen later, by the link of an email. */
const CheckoutStudent = z
  .object({ ...checkoutStudent, password: passwordOrLater() })
  .superRefine(samePasswords('password'))

/** An id of a form that may leave it blank. */
export const chosenId = () => z.union([id(), z.literal('').transform(() => null)]).nullish()

const Address = z.object({
  address1: optionalText(200),
  address2: optionalText(200),
  city: optionalText(100),
  stateId: chosenId(),
  state: optionalText(60),
  zip: optionalText(20),
})
export type Address = z.output<typeof Address>

export const Agreement = z.object({
  accepted: flag(),
  typed: optionalText(40),
  opened: flag().nullish(),
  /** Which texts of Terms and Privacy the page showed: refused where they have changed since. Not of the contract. */
  legal: optionalText(64),
})

/** A sum that a page shows: compared with ours, never charged. */
export const shownSum = () =>
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

/** What the checkout page sends about the cart, for every payment method. */
export const BuyCart = z.object({
  ...ignored,
  intent_id: z.uuid(),
  total: shownSum(),
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
  dob: optionalText(20),
  dob_confirmed: flag().nullish(),
  /** Of a guest, where a captcha is asked for. */
  recaptchaToken: optionalText(5_000),
})
export type BuyCart = z.output<typeof BuyCart>
