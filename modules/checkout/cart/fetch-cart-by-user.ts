import { managerOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import type { Cart } from './cart.sql.ts'
import { discountOf } from './cart-total.shared.ts'
import { listLostItems } from './lost-items.ts'
import { type PricedLine, priceCart } from './priced-cart.ts'

const Item = z.object({
  cart_item_id: z.int(),
  course_name: z.string(),
  price: z.number(),
  code: z.string().nullable(),
  discount: z.number(),
  /** Saved for later, so not in the total. */
  saved_ind: z.boolean(),
})

const PersonCart = z.object({
  organization_id: z.int(),
  organization_name: z.string(),
  items: z.array(Item),
  /** Items in the cart that are no longer for sale. */
  unavailable: z.array(z.object({ id: z.int(), name: z.string() })),
  total: z.number(),
})

type Row = Cart & { organization_name: string }
const maxCarts = 20

export const fetchCartByUser = operation({
  call: 'GET /cart/fetchCartByUserId',
  added: true,
  summary: "A person's carts on the sites of the caller's organizations, with current prices",
  may: managerOf('READ'),
  takes: z.object({ user_id: id() }),
  gives: z.object({ carts: z.array(PersonCart) }),
  async run(ctx, { user_id }) {
    const carts = await ctx.sql<Row>`
      select c.cart_id, c.organization_id, c.intent_id, c.referred_by_user_id, o.name as organization_name
      from checkout.cart c join identity.v_organization o using (organization_id)
      where c.user_id = ${user_id} and c.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
      order by o.name, c.cart_id limit ${maxCarts}`
    const responses: z.output<typeof PersonCart>[] = []
    for (const cart of carts) responses.push(await personCartResponse(ctx, cart))
    return { carts: responses.filter(({ items, unavailable }) => items.length + unavailable.length > 0) }
  },
})

async function personCartResponse(ctx: Ctx, cart: Row): Promise<z.output<typeof PersonCart>> {
  const { organization_id, organization_name } = cart
  const priced = await priceCart(ctx, cart)
  const items = [
    ...priced.lines.map((line) => personItemResponse(line, false)),
    ...priced.saved.map((line) => personItemResponse(line, true)),
  ]
  const unavailable = await listLostItems(ctx, cart, priced)
  return { organization_id, organization_name, items, unavailable, total: toDollars(priced.total.total_cents) }
}

const personItemResponse = ({ cart_item_id, course_name, item, code }: PricedLine, saved_ind: boolean) => ({
  cart_item_id,
  course_name,
  price: toDollars(item.price_cents + item.shipping_cents + item.add_on_cents),
  code,
  discount: toDollars(discountOf(item)),
  saved_ind,
})
