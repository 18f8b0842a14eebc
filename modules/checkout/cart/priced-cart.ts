import { settingsOf } from '#modules/checkout/settings/settings.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toCents } from '#platform/money.ts'
import { type Cart, type CartLine, type CartShippingMethod, listLines } from './cart.sql.ts'
import { type CartTotal, cartTotal, type TotalItem } from './cart-total.shared.ts'

export type PricedLine = CartLine & { item: TotalItem; method: CartShippingMethod | null; audio_cents: number }
/** `lines` are to be bought, `saved` are saved for later, and `left_out` are omitted parts of bundles. */
export type PricedCart = { lines: PricedLine[]; saved: PricedLine[]; left_out: PricedLine[]; total: CartTotal }

export const hasAudio = (line: Pick<CartLine, 'audio_offered' | 'audio'>): boolean =>
  line.audio_offered && line.audio.enabled

/** The methods available to a buyer. */
export const enabledMethods = (methods: readonly CartShippingMethod[]): CartShippingMethod[] =>
  methods.filter(({ enabled }) => enabled)

/** An omitted part of a bundle counts again once it is no longer optional. */
const isSetAside = ({ saved_ind, bundled_cart_item_id, optional_ind }: CartLine): boolean =>
  saved_ind && (bundled_cart_item_id === null || optional_ind)

/**
 * The chosen method while it is available, otherwise the only available one. Parts of a bundle have no choice and get
 * the cheapest.
 */
function chooseMethod({ methods, lk_shipping_type_id, bundled_cart_item_id }: CartLine): CartShippingMethod | null {
  const choices = enabledMethods(methods)
  const chosenMethod = choices.find((choice) => choice.lk_shipping_type_id === lk_shipping_type_id)
  const isOnlyChoice = choices.length === 1 || bundled_cart_item_id !== null
  return chosenMethod ?? (isOnlyChoice ? choices.toSorted((a, b) => a.price_cents - b.price_cents)[0] : null) ?? null
}

/** Prices a line from the catalogue; prices sent by clients are never used. */
function priceLine(item: CartLine): PricedLine {
  // Audio that the course no longer offers is neither charged nor delivered.
  const line = { ...item, audio_ind: item.audio_ind && hasAudio(item) }
  const method = chooseMethod(line)
  const lk_shipping_type_id = method?.lk_shipping_type_id ?? null
  const audio_cents = hasAudio(line) ? toCents(line.audio.price) : 0
  const { price_cents, invoice_ind, dollar_amount_off_cents, percent_off } = line
  if (line.bundled_cart_item_id !== null)
    return { ...line, lk_shipping_type_id, admin_fee_cents: 0, item: includedTotal(invoice_ind), method, audio_cents }
  const total_item: TotalItem = {
    price_cents,
    shipping_cents: method?.price_cents ?? 0,
    add_on_cents: line.audio_ind ? audio_cents : 0,
    invoice_ind,
    bundled: false,
    discount: line.promo_code_id ? { dollar_amount_off_cents, percent_off } : null,
  }
  return { ...line, lk_shipping_type_id, item: total_item, method, audio_cents }
}

/** The amounts of a bundled course, which is paid with its bundle. */
const includedTotal = (invoice_ind: boolean): TotalItem => ({
  price_cents: 0,
  shipping_cents: 0,
  add_on_cents: 0,
  discount: null,
  invoice_ind,
  bundled: true,
})

/** The items of a cart and their total with its organization's tax; empty for null. */
export async function priceCart(ctx: Pick<Ctx, 'sql' | 'log'>, cart: Cart | null): Promise<PricedCart> {
  if (!cart) return { lines: [], saved: [], left_out: [], total: cartTotal([]) }
  const [cartLines, { tax_hundredths }] = await Promise.all([
    listLines(ctx, cart.cart_id),
    settingsOf(ctx, cart.organization_id),
  ])
  const lines = cartLines.filter((line) => !isSetAside(line)).map(priceLine)
  const setAsideLines = cartLines.filter(isSetAside).map(priceLine)
  const savedLines = setAsideLines.filter((line) => line.bundled_cart_item_id === null)
  const left_out = setAsideLines.filter((line) => line.bundled_cart_item_id !== null)
  const items = lines.map(({ item }) => item)
  return { lines, saved: savedLines, left_out, total: cartTotal(items, tax_hundredths) }
}
