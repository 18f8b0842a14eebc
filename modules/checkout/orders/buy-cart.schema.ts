import { guestId } from '#modules/checkout/cart/guest.ts'
import { checkoutStudent, passwordOrLater, samePasswords } from '#modules/identity/index.ts'
import { count, flag, id, list, optionalText, z } from '#platform/schema.ts'

/** The checkout's student form. With an empty password, the student chooses one later through an emailed link. */
const CheckoutStudent = z
  .object({ ...checkoutStudent, password: passwordOrLater() })
  .superRefine(samePasswords('password'))

/** An optional id in a form. */
export const optionalFormId = () => z.union([id(), z.literal('').transform(() => null)]).nullish()

const Address = z.object({
  address1: optionalText(200),
  address2: optionalText(200),
  city: optionalText(100),
  stateId: optionalFormId(),
  state: optionalText(60),
  zip: optionalText(20),
})
export type Address = z.output<typeof Address>

export const Agreement = z.object({
  accepted: flag(),
  typed: optionalText(40),
  opened: flag().nullish(),
  /** The version of Terms and Privacy that the page showed; refused if they have changed since. Not in the contract. */
  legal: optionalText(64),
})

/** The total shown on the page, which is compared with ours and never charged. */
export const displayedTotal = () =>
  z.preprocess((input) => (typeof input === 'string' && input !== '' ? Number(input) : input), z.number())

/** Fields that the product's pages send. Ignored in favor of the cart and the session. */
const ignoredFields = {
  promoCode: z.unknown().optional(),
  originalTotal: z.unknown().optional(),
  user_id: z.unknown().optional(),
  existingOrder: z.unknown().optional(),
  invoice_ind: z.unknown().optional(),
  payer_id: z.unknown().optional(),
  organization_id: z.unknown().optional(),
  items: list(z.unknown()).nullish(),
}

/** The data that the checkout page sends with a payment, for all methods. */
export const BuyCart = z.object({
  ...ignoredFields,
  intent_id: z.uuid(),
  total: displayedTotal(),
  guest_id: guestId().nullish(),
  lk_payment_type_id: count(1, 3).nullish(),
  /** An open order of the session's person, which is paid instead of the cart. */
  order_id: optionalFormId(),
  /** The address for certificates by mail. */
  shipping: Address.nullish(),
  /** The card's billing address; ignored if `sameAsShipping`. */
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
