import { guestId } from '#modules/checkout/cart/guest.ts'
import { checkoutStudent, passwordOrLater, samePasswords } from '#modules/identity/index.ts'
import { count, flag, id, list, optionalText, z } from '#platform/schema.ts'

/** The checkout's student form; an empty password is chosen later, by an emailed link. */
const CheckoutStudent = z
  .object({ ...checkoutStudent, password: passwordOrLater() })
  .superRefine(samePasswords('password'))

/** An optional id in a form. */
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
  /** The texts of Terms and Privacy that the page showed: refused if they have changed since. Not in the contract. */
  legal: optionalText(64),
})

/** A sum on the page: compared with ours, never charged. */
export const displayedTotal = () =>
  z.preprocess((input) => (typeof input === 'string' && input !== '' ? Number(input) : input), z.number())

/** Sent by the product's pages and ignored: the cart and the session decide. */
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

/** The checkout page's data about the cart, for every payment method. */
export const BuyCart = z.object({
  ...ignored,
  intent_id: z.uuid(),
  total: displayedTotal(),
  guest_id: guestId().nullish(),
  lk_payment_type_id: count(1, 3).nullish(),
  /** An open order of the session's person, paid instead of the cart. */
  order_id: chosenId(),
  /** The address for certificates by mail. */
  shipping: Address.nullish(),
  /** The card's billing address; used if given, unless `sameAsShipping` says otherwise. */
  billing: Address.nullish(),
  sameAsShipping: flag().nullish(),
  student: CheckoutStudent.nullish(),
  agreement: Agreement.nullish(),
  /** MM/DD/YYYY. */
  dob: optionalText(20),
  dob_confirmed: flag().nullish(),
  /** For a guest, if a captcha is required. */
  recaptchaToken: optionalText(5_000),
})
export type BuyCart = z.output<typeof BuyCart>
