import { cartResponse } from '#modules/checkout/cart/cart.schema.ts'
import { type Cart, lockCart } from '#modules/checkout/cart/cart.sql.ts'
import { type Shopper, shopperOf } from '#modules/checkout/cart/guest.ts'
import { type PricedCart, priceCart } from '#modules/checkout/cart/priced-cart.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import {
  addStudent,
  checkoutLoginid,
  confirmDateOfBirth,
  hashChosenPassword,
  type NewStudent,
  selectPerson,
} from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toCents } from '#platform/money.ts'
import type { Address, BuyCart } from './buy-cart.schema.ts'
import { recordLegalEvidence } from './legal-evidence.ts'
import { type Buyer, findOrderOfIntent, insertEvidence, type Order, saveOrder } from './order.sql.ts'
import {
  agreementOf,
  billingOf,
  linesToAgree,
  requireAddress,
  requireAgreement,
  requireDateOfBirth,
  requireEligibleBuyer,
  requireShipping,
} from './requirements.ts'

/** The state of an order: paid, pending, or ready to be charged. `priced` is its cart. */
export type PreparedOrder =
  | { step: 'paid'; order: Order }
  | { step: 'pending'; order: Order }
  | { step: 'ready'; order: Order; priced: PricedCart | null }

/** For guests: the hash of the chosen password, and a function called just before an account is looked up. */
export type GuestBuyer = { password_hash: string | null; beforeAccountLookup?: () => void }
/** `checkPaymentMethod` runs first, so that no one without a card learns whether an account exists. */
export type GuestChecks = GuestBuyer & { checkPaymentMethod?: () => Promise<void> }

/**
 * Validates the cart and the form and writes the order of the cart's intent, in the caller's transaction. The cart's
 * lock serializes equal requests, so that only the first one of an intent finds it ready.
 */
export async function prepareCartOrder(ctx: Ctx, input: BuyCart, guest: GuestChecks): Promise<PreparedOrder> {
  const shopper = shopperOf(ctx, input.guest_id)
  const cart = await lockCart(ctx, shopper)
  const [existing, priced] = await Promise.all([findOrderOfIntent(ctx, input.intent_id, shopper), priceCart(ctx, cart)])
  if (existing?.paid_at) return { step: 'paid', order: existing }
  if (existing?.state) return { step: 'pending', order: existing }
  requireSameCart(ctx, { cart, priced }, input)
  const buyer = await requireBuyer(ctx, input, existing)
  const requirements = await requireOrderable(ctx, priced, input, buyer)
  if (priced.total.total_cents > 0) await guest.checkPaymentMethod?.()
  if (buyer.user_id === null) guest.beforeAccountLookup?.()
  const user_id = buyer.user_id ?? (await addStudent(ctx, newStudentOf(input.student!), guest.password_hash))
  if (requirements.dob) await confirmDateOfBirth(ctx, user_id, requirements.dob)
  const order = await writeOrder(ctx, {
    cart: cart!,
    priced,
    buyer: { ...buyer, user_id },
    shopper,
    ...requirements,
    input,
  })
  return { step: 'ready', order, priced }
}

/**
 * The buyer must have seen this cart: the same intent and, to the cent, the same total. Throws cartChanged with the
 * current cart.
 */
export function requireSameCart(
  { locale }: Ctx,
  { cart, priced }: { cart: Cart | null; priced: PricedCart },
  displayed: Pick<BuyCart, 'intent_id' | 'total'>,
): PricedCart {
  if (cart?.intent_id !== displayed.intent_id || centsOf(displayed.total) !== priced.total.total_cents) {
    throw checkoutErrors.cartChanged({}, { cart: cartResponse(cart, priced, locale) })
  }
  if (priced.lines.length === 0) throw checkoutErrors.cartEmpty()
  return priced
}

/** Cents of a client's sum; null if it is malformed, which matches none of ours. */
export function centsOf(total: number): number | null {
  try {
    return toCents(total)
  } catch {
    return null
  }
}

type KnownBuyer = Omit<Buyer, 'user_id'> & { user_id: number | null; dob: string | null }

/** The buyer: the session's student, the student created earlier by this intent, or the form's new one. */
async function requireBuyer(ctx: Ctx, { student }: BuyCart, order: Order | null): Promise<KnownBuyer> {
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.user_id : order?.user_id
  if (user_id) {
    const { first_name, last_name, email, dob } = await selectPerson(ctx, user_id)
    return { user_id, first_name, last_name, email, dob }
  }
  if (!student) throw checkoutErrors.studentMissing()
  return { user_id: null, first_name: student.firstName, last_name: student.lastName, email: student.email, dob: null }
}

/** Checks all requirements of the cart's lines; returns the effective date of birth and billing address. */
async function requireOrderable(ctx: Ctx, { lines }: PricedCart, input: BuyCart, buyer: KnownBuyer) {
  requireShipping(lines, ctx.locale)
  requireAddress(lines, input, ctx.locale)
  const billing = billingOf(lines, input, ctx.locale)
  requireAgreement(lines, input.agreement, ctx.locale)
  const account = buyer.user_id === null ? null : { user_id: buyer.user_id, dob: buyer.dob }
  const dob = await requireDateOfBirth(ctx, lines, account, input)
  await requireEligibleBuyer(ctx, lines, { user_id: buyer.user_id, dob: dob ?? buyer.dob })
  return { dob, billing }
}

/**
 * Hashes a guest's chosen password before the order's transaction, so that no connection and no cart lock waits for
 * argon2. Null if the buyer already has an account. Throws weakPassword.
 */
export async function hashBuyerPassword(ctx: Ctx, input: BuyCart): Promise<string | null> {
  const newStudent = ctx.actor.kind === 'anonymous' && !input.order_id && input.student
  return newStudent ? hashChosenPassword(ctx, newStudentOf(newStudent)) : null
}

function newStudentOf(student: NonNullable<BuyCart['student']>): NewStudent {
  const { firstName, middleName, lastName, email, password, numbers, lk_language_id } = student
  return {
    loginid: checkoutLoginid(student),
    email,
    password,
    first_name: firstName,
    middle_name: middleName,
    last_name: lastName,
    lk_language_id: lk_language_id ?? undefined,
    phones: numbers,
  }
}

type OrderInput = {
  cart: Cart
  priced: PricedCart
  buyer: Buyer
  shopper: Shopper | null
  dob: string | null
  billing: Address | null
  input: BuyCart
}

async function writeOrder(ctx: Ctx, { cart, priced, buyer, shopper, dob, billing, input }: OrderInput): Promise<Order> {
  const { user_id, first_name, last_name, email } = buyer
  const order = await saveOrder(ctx, {
    cart,
    priced,
    buyer: { user_id, first_name, last_name, email },
    guest_hash: shopper && 'guest_hash' in shopper ? shopper.guest_hash : null,
    dob,
    address: addressRow(input.shipping),
    billing: addressRow(billing),
  })
  const { organization_id } = cart
  const { order_id } = order
  await recordLegalEvidence(ctx, { order_id, user_id, organization_id }, input.agreement?.legal || null)
  if (agreementOf(priced.lines).needed) {
    const { typed, opened } = input.agreement!
    const disclaimers = linesToAgree(priced.lines).map(({ disclaimer }) => disclaimer)
    await insertEvidence(ctx, { ...order, user_id, organization_id }, { disclaimers, typed, opened: Boolean(opened) })
  }
  return order
}

function addressRow(address: Address | null | undefined) {
  const { address1 = '', address2 = '', city = '', stateId = null, zip = '' } = address ?? {}
  return { address1, address2, city, lk_state_id: stateId ?? null, zip }
}
