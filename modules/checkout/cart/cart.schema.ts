import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import { toDollars } from '#platform/money.ts'
import { z } from '#platform/schema.ts'
import type { Locale } from '#platform/texts.ts'
import type { Cart, CartShippingMethod, Upsell } from './cart.sql.ts'
import { discountOf } from './cart-total.shared.ts'
import type { PricedCart, PricedLine } from './priced-cart.ts'
import { enabledMethods, hasAudio } from './priced-cart.ts'
import { isMailed } from './ship-certificate.ts'

/** Dollars, or FREE for 0. */
const Price = z.union([z.number(), z.literal('FREE')])

export const ShippingMethod = z.object({
  enabled: z.boolean(),
  label: z.string(),
  price: Price,
  course_shipping_method_id: z.int(),
  value: z.int(),
  lk_shipping_type_id: z.int(),
})

/** A course that can be added to the cart. */
export const OfferedCourse = z.object({
  course_website_id: z.int(),
  name: z.string(),
  image: z.string(),
  price: z.number(),
})
export type OfferedCourse = z.infer<typeof OfferedCourse>

const CartItem = z.object({
  id: z.int(),
  course_website_id: z.int(),
  price: z.number(),
  total: z.number(),
  invoice_ind: z.boolean(),
  lk_shipping_type_id: z.int().nullable(),
  shippingMethods: z.array(ShippingMethod),
  shippingMethod: z.object({ name: z.string(), price: Price }).nullable(),
  addOns: z.array(z.object({ name: z.string(), price: z.number(), added: z.boolean() })),
  promoCode: z.object({ promo_code_id: z.int(), code: z.string(), dollar_amount_off: z.number() }).nullable(),
  course_registration_options: z.object({
    iAgreeLocation: z.enum(['checkout', 'registration']),
    mustTypeIAgree: z.boolean(),
    mustOpenModal: z.boolean(),
    ageEnabled: z.boolean(),
    age: z.int(),
    aboveOrBelowAge: z.enum(['Above', 'Below']),
  }),
  disclaimer: z.string(),
  courseUpsells: z.array(OfferedCourse),
  audioSelected: z.boolean(),
  audio_ind: z.boolean(),
  /** For a certificate by mail: whether it is also emailed. */
  sendEmail: z.boolean(),
  shipCertificate: z.boolean(),
  bundled_cart_item_id: z.int().nullable(),
  /** An optional part of a bundle. */
  optional_ind: z.boolean(),
  bundled_student_course_id: z.int().nullable(),
  courseVersionDetail: z.object({ course_version_id: z.int(), name: z.string(), image: z.string() }),
})

/** Saved for later; not in the total. */
const SavedItem = OfferedCourse.extend({ id: z.int() })

/** An omitted optional part of a bundle in the cart; it can be added again at no cost. */
const LeftOutItem = z.object({ id: z.int(), name: z.string(), image: z.string(), bundled_cart_item_id: z.int() })

/** The API's cart; amounts in dollars. `intent_id` identifies the next payment, null without a cart. */
export const CartResponse = z.object({
  cartItems: z.array(CartItem),
  savedItems: z.array(SavedItem),
  leftOutItems: z.array(LeftOutItem),
  intent_id: z.string().nullable(),
  subtotal: z.number(),
  addOns: z.number(),
  shipping: z.number(),
  discount: z.number(),
  tax: z.number(),
  total: z.number(),
})
export type CartResponse = z.infer<typeof CartResponse>
export type CartItem = z.infer<typeof CartItem>

const priceOrFree = (cents: number) => (cents === 0 ? ('FREE' as const) : toDollars(cents))

/** A shipping method in the contract's shape. */
export const shippingMethodResponse = (method: CartShippingMethod, locale: Locale) => ({
  enabled: method.enabled,
  label: label(lk_shipping_type, method.lk_shipping_type_id, locale),
  price: priceOrFree(method.price_cents),
  course_shipping_method_id: method.course_shipping_method_id,
  value: method.lk_shipping_type_id,
  lk_shipping_type_id: method.lk_shipping_type_id,
})

function cartItemResponse(line: PricedLine, locale: Locale): CartItem {
  const { item, method, course_registration_options: rules } = line
  const bundled = line.bundled_cart_item_id !== null
  const name = method ? label(lk_shipping_type, method.lk_shipping_type_id, locale) : ''
  return {
    id: line.cart_item_id,
    course_website_id: line.course_website_id,
    price: toDollars(item.price_cents),
    total: toDollars(item.price_cents + item.add_on_cents + item.shipping_cents),
    invoice_ind: line.invoice_ind,
    lk_shipping_type_id: line.lk_shipping_type_id,
    shippingMethods: bundled
      ? []
      : enabledMethods(line.methods).map((method) => shippingMethodResponse(method, locale)),
    shippingMethod: method ? { name, price: priceOrFree(item.shipping_cents) } : null,
    addOns:
      hasAudio(line) && !bundled ? [{ name: 'audio', price: toDollars(line.audio_cents), added: line.audio_ind }] : [],
    promoCode: line.promo_code_id
      ? { promo_code_id: line.promo_code_id, code: line.code!, dollar_amount_off: toDollars(discountOf(item)) }
      : null,
    course_registration_options: { ...rules, iAgreeLocation: rules.iAgreeLocation ?? 'checkout' },
    disclaimer: line.disclaimer,
    courseUpsells: line.upsells.map(offeredCourse),
    audioSelected: line.audio_ind,
    audio_ind: line.audio_ind,
    sendEmail: line.send_email_ind,
    shipCertificate: isMailed(line.lk_shipping_type_id),
    bundled_cart_item_id: line.bundled_cart_item_id,
    optional_ind: line.optional_ind,
    bundled_student_course_id: null,
    courseVersionDetail: { course_version_id: line.course_version_id, name: line.course_name, image: line.image },
  }
}

/** An upsell in the contract's shape, with its price in dollars. */
export const offeredCourse = ({ course_website_id, name, image, price_cents }: Upsell): OfferedCourse => ({
  course_website_id,
  name,
  image,
  price: toDollars(price_cents),
})

const savedItemResponse = (line: PricedLine): z.infer<typeof SavedItem> => ({
  id: line.cart_item_id,
  ...offeredCourse({ ...line, name: line.course_name }),
})

const leftOutResponse = (line: PricedLine): z.infer<typeof LeftOutItem> => ({
  id: line.cart_item_id,
  name: line.course_name,
  image: line.image,
  bundled_cart_item_id: line.bundled_cart_item_id!,
})

/** The response for a priced cart. */
export function cartResponse(
  cart: Cart | null,
  { lines, saved, left_out, total }: PricedCart,
  locale: Locale,
): CartResponse {
  return {
    cartItems: lines.map((line) => cartItemResponse(line, locale)),
    savedItems: saved.map(savedItemResponse),
    leftOutItems: left_out.map(leftOutResponse),
    intent_id: cart?.intent_id ?? null,
    subtotal: toDollars(total.subtotal_cents),
    addOns: toDollars(total.add_on_cents),
    shipping: toDollars(total.shipping_cents),
    discount: toDollars(total.discount_cents),
    tax: toDollars(total.tax_cents),
    total: toDollars(total.total_cents),
  }
}
