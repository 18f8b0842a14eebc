import type { Ctx } from '../../../platform/ctx.ts'
import { toCents } from '../../../platform/money.ts'
import { type Cart, type CartLine, listLines, type Method } from './cart.sql.ts'
import { type CartTotal, cartTotal, type TotalItem } from './cart-total.shared.ts'

export type PricedLine = CartLine & { item: TotalItem; method: Method | null; audio_cents: number }
export type PricedCart = { lines: PricedLine[]; total: CartTotal }

export const hasAudio = (line: Pick<CartLine, 'audio_offered' | 'audio'>): boolean =>
  line.audio_offered && line.audio.enabled

/** The methods that a buyer may choose. */
export const offered = (methods: readonly Method[]): Method[] => methods.filter(({ enabled }) => enabled)

/** A line with its prices as of now; what the client said of prices never comes in. */
function priceLine(line: CartLine): PricedLine {
  const method = offered(line.methods).find((one) => one.lk_shipping_type_id === line.lk_shipping_type_id) ?? null
  const audio_cents = hasAudio(line) ? toCents(line.audio.price) : 0
  const { price_cents, invoice_ind, dollar_amount_off_cents, percent_off } = line
  const item: TotalItem = {
    price_cents,
    shipping_cents: method?.price_cents ?? 0,
    add_on_cents: line.audio_ind ? audio_cents : 0,
    invoice_ind,
    bundled: false,
    discount: line.promo_code_id ? { dollar_amount_off_cents, percent_off } : null,
  }
  return { ...line, item, method, audio_cents }
}

/** The items of a cart and their total; an empty one for null. */
export async function priceCart(ctx: Pick<Ctx, 'sql' | 'log'>, cart: Cart | null): Promise<PricedCart> {
  const lines = cart ? (await listLines(ctx, cart.cart_id)).map(priceLine) : []
  return { lines, total: cartTotal(lines.map(({ item }) => item)) }
}
