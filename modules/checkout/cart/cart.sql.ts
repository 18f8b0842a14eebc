import type { AudioOptions, RegistrationOptions } from '#modules/catalogue/index.ts'
import { checkoutErrors } from '#modules/checkout/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { Shopper } from './guest.ts'

export type Cart = {
  cart_id: number
  organization_id: number
  intent_id: string
  /** The staff member whose link the shopper followed. */
  referred_by_user_id: number | null
}

export type CartShippingMethod = {
  course_shipping_method_id: number
  lk_shipping_type_id: number
  enabled: boolean
  price_cents: number
}

/** A recommended course that is not in the cart. */
export type Upsell = { course_website_id: number; name: string; image: string; price_cents: number }

/** One item with its current catalogue data; prices in cents. */
export type CartLine = {
  cart_item_id: number
  /** Saved for later. */
  saved_ind: boolean
  /** The item whose bundle it belongs to. */
  bundled_cart_item_id: number | null
  course_website_id: number
  course_id: number
  course_version_id: number
  course_name: string
  image: string
  website_id: number
  price_cents: number
  /** The platform's share of a sale. */
  admin_fee_cents: number
  /** False if the price is outside the website's limits. */
  price_in_bounds_ind: boolean
  lk_shipping_type_id: number | null
  audio_ind: boolean
  /** For a certificate by mail: also emailed. */
  send_email_ind: boolean
  /** For a bundled item: it may be omitted. */
  optional_ind: boolean
  invoice_ind: boolean
  audio_offered: boolean
  audio: AudioOptions
  course_registration_options: RegistrationOptions
  disclaimer: string
  /** Every method of the version, including disabled ones. */
  methods: CartShippingMethod[]
  upsells: Upsell[]
  promo_code_id: number | null
  code: string | null
  dollar_amount_off_cents: number | null
  percent_off: number | null
}

/** A condition on a cart's user_id or guest_hash. */
export const ownerCondition = (sql: Sql, shopper: Shopper) =>
  'user_id' in shopper ? sql`user_id = ${shopper.user_id}` : sql`guest_hash = ${shopper.guest_hash}`

type SiteContext = Pick<Ctx, 'sql' | 'organization'>

/** The shopper's cart on the visited site, or null. */
export const findCart = (site: SiteContext, shopper: Shopper | null) => readCart(site, shopper, site.sql``)

/** Like `findCart`, locked until the transaction ends: everything that changes or charges a cart is serialized. */
export const lockCart = (site: SiteContext, shopper: Shopper | null) =>
  readCart(site, shopper, site.sql`for no key update`)

async function readCart(
  { sql, organization }: SiteContext,
  shopper: Shopper | null,
  lock: Fragment,
): Promise<Cart | null> {
  if (!shopper) return null
  const [cart] = await sql<Cart>`
    select cart_id, organization_id, intent_id, referred_by_user_id from checkout.cart
    where ${ownerCondition(sql, shopper)} and organization_id = ${organization.organization_id}
    ${lock}`
  return cart ?? null
}

/** The shopper's cart, created if missing, and locked. */
export async function openCart(ctx: SiteContext, shopper: Shopper): Promise<Cart> {
  const { organization_id } = ctx.organization
  // Started before the lock's query so that it is also sent before it.
  const insertion =
    ctx.sql`insert into checkout.cart ${ctx.sql({ organization_id, ...shopper })} on conflict do nothing`.then()
  const [, cart] = await Promise.all([insertion, lockCart(ctx, shopper)])
  return cart!
}

/** Throws paymentRunning while the outcome of a payment for the cart is unknown. */
export async function requireNoRunningPayment({ sql }: Pick<Ctx, 'sql'>, cart: Cart): Promise<void> {
  const [runningAttempt] = await sql`
    select 1 from checkout.payment_attempt a join checkout.customer_order o using (order_id)
    where o.intent_id = ${cart.intent_id} and a.state in ('calling', 'unknown', 'held')`
  if (runningAttempt) throw checkoutErrors.paymentRunning()
}

/**
 * The items of a cart that are still for sale, including saved ones, oldest first; bundled items follow their bundle.
 */
export async function listLines({ sql, log }: Pick<Ctx, 'sql' | 'log'>, cart_id: number): Promise<CartLine[]> {
  const lines = await listOfferedLines(sql, cart_id)
  const onSale = lines.filter(({ price_in_bounds_ind, course_website_id }) => {
    // Dropped rather than repriced: the shopper was never offered any other price.
    if (!price_in_bounds_ind)
      log.error('price.out_of_bounds', new Error("price is outside the website's limits"), { course_website_id })
    return price_in_bounds_ind
  })
  const ids = new Set(onSale.map(({ cart_item_id }) => cart_item_id))
  // A bundled course can't be bought without its bundle.
  return onSale.filter(({ bundled_cart_item_id: bundle }) => bundle === null || ids.has(bundle))
}

async function listOfferedLines(sql: Sql, cart_id: number): Promise<CartLine[]> {
  const items = await listItems(sql, cart_id)
  // Few carts have bundles or upsells, and these joins cost more than the rest of the query.
  const [parts, upsells] = await Promise.all([
    items.some(({ bundled_cart_item_id: bundle }) => bundle !== null) ? listParts(sql, cart_id) : [],
    items.some(({ upsell_ind }) => upsell_ind) ? listUpsells(sql, cart_id) : [],
  ])
  const optionalById = new Map(parts.map(({ cart_item_id, optional_ind }) => [cart_item_id, optional_ind]))
  const upsellsByItem = Map.groupBy(upsells, ({ cart_item_id }) => cart_item_id)
  return items
    .filter(({ cart_item_id, bundled_cart_item_id: bundle }) => bundle === null || optionalById.has(cart_item_id))
    .map(({ upsell_ind: _, ...item }) => ({
      ...item,
      optional_ind: optionalById.get(item.cart_item_id) ?? false,
      upsells: (upsellsByItem.get(item.cart_item_id) ?? []).map(({ cart_item_id: __, ...upsell }) => upsell),
    }))
}

type Item = Omit<CartLine, 'optional_ind' | 'upsells'> & { upsell_ind: boolean }

const listItems = async (sql: Sql, cart_id: number): Promise<Item[]> => sql<Item>`
  select i.cart_item_id, i.saved_at is not null as saved_ind, i.bundled_cart_item_id, i.course_website_id, i.course_id,
         w.course_version_id, w.course_name, w.image, w.website_id, w.price_cents, w.admin_fee_cents,
         w.price_in_bounds_ind, i.lk_shipping_type_id, i.audio_ind, i.send_email_ind, i.invoice_ind,
         w.audio_ind as audio_offered, w.audio, w.course_registration_options, w.disclaimer, w.upsell_ind,
         coalesce(m.methods, '[]') as methods, i.promo_code_id, p.code, p.dollar_amount_off_cents, p.percent_off
  from checkout.cart_item i
  join catalogue.v_course_website w
    on w.course_website_id = i.course_website_id and w.organization_id = i.organization_id
  left join checkout.promo_code p on p.promo_code_id = i.promo_code_id
  left join lateral (
    select jsonb_agg(jsonb_build_object(
      'course_shipping_method_id', s.course_shipping_method_id, 'lk_shipping_type_id', s.lk_shipping_type_id,
      'enabled', s.enabled, 'price_cents', s.price_cents) order by s.lk_shipping_type_id) as methods
    from catalogue.v_course_shipping_method s where s.course_version_id = w.course_version_id
  ) m on true
  where i.cart_id = ${cart_id}
  order by coalesce(i.bundled_cart_item_id, i.cart_item_id), i.bundled_cart_item_id nulls first, i.cart_item_id`

/** Bundled items in the cart that are still part of the bundle's current version. */
const listParts = async (sql: Sql, cart_id: number) => sql<Pick<CartLine, 'cart_item_id' | 'optional_ind'>>`
  select i.cart_item_id, not b.required_ind as optional_ind
  from checkout.cart_item i
  join checkout.cart_item bundle on bundle.cart_item_id = i.bundled_cart_item_id and bundle.cart_id = ${cart_id}
  join catalogue.v_course_bundle b
    on b.bundle_course_website_id = bundle.course_website_id and b.organization_id = i.organization_id
    and b.course_id = i.course_id
  where i.cart_id = ${cart_id}`

const listUpsells = async (sql: Sql, cart_id: number) => sql<Upsell & { cart_item_id: number }>`
  select i.cart_item_id, o.course_website_id, o.course_name as name, o.image, o.price_cents
  from checkout.cart_item i
  join catalogue.v_course_upsell o
    on o.shown_course_website_id = i.course_website_id and o.organization_id = i.organization_id
  where i.cart_id = ${cart_id} and o.price_in_bounds_ind
    and not exists (select from checkout.cart_item k where k.cart_id = ${cart_id} and k.course_id = o.course_id)
  order by o.position, o.course_website_id`
