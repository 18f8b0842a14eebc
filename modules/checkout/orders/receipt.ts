import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { settingsOf } from '#modules/checkout/settings/settings.sql.ts'
import { listChain } from '#modules/identity/index.ts'
import { supportSettingsOf } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { label } from '#platform/lookups.ts'
import { toDollars } from '#platform/money.ts'
import { z } from '#platform/schema.ts'
import { stateCode } from '#platform/states.ts'

const Item = z.object({
  order_item_id: z.int(),
  /** course, retake, reinstatement or fee. */
  kind: z.string(),
  name: z.string(),
  quantity: z.int(),
  price: z.number(),
  /** The organization is billed the price; the buyer pays nothing for it. */
  invoice_ind: z.boolean(),
  addOns: z.number(),
  audio_ind: z.boolean(),
  shipping_price: z.number(),
  lk_shipping_type_id: z.int().nullable(),
  shipping: z.string(),
  discount: z.number(),
  student_course_id: z.int().nullable(),
  tracking_number: z.string().nullable(),
})

/** A receipt: sums in dollars, the instant as ISO 8601 text. */
export const Receipt = z.object({
  order_id: z.int(),
  transaction_id: z.string(),
  order_date: z.iso.datetime(),
  purchaser: z.string(),
  email: z.string(),
  quantity: z.int(),
  subtotal: z.number(),
  addOns: z.number(),
  shipping_price: z.number(),
  shipping: z.string(),
  /** Addresses in one line; '' if missing, or if the billing address is the same. */
  shipping_address: z.string(),
  billing_address: z.string(),
  discount: z.number(),
  tax: z.number(),
  amount_paid: z.number(),
  refund_amount: z.number(),
  lk_payment_status_id: z.int(),
  last_4: z.string().nullable(),
  brand: z.string().nullable(),
  /** The staff's note to the student, or ''. */
  note: z.string(),
  /** Ten digits; null if the organization has none for its checkout. */
  support_phone: z.string().nullable(),
  support_email: z.string().nullable(),
  items: z.array(Item),
})
export type Receipt = z.infer<typeof Receipt>

type Row = {
  order_id: number
  organization_id: number
  user_id: number
  transaction_id: string
  created_at: Date
  first_name: string
  last_name: string
  email: string
  subtotal_cents: number
  add_on_cents: number
  shipping_cents: number
  discount_cents: number
  tax_cents: number
  note: string
  total_cents: number
  refund_cents: number
  lk_payment_status_id: number
  last_4: string | null
  brand: string | null
  address: Address
  billing: Address
}
type Address = { address1: string; address2: string; city: string; lk_state_id: number | null; zip: string }

/** A receipt and its owner; the caller checks the access. */
export type OwnedReceipt = { receipt: Receipt; user_id: number; organization_id: number }

/** The receipt of a transaction (the gateway's id) or an order; null if there is none. */
export async function findReceipt(
  ctx: Pick<Ctx, 'sql' | 'locale'>,
  key: { transaction_id: string } | { order_id: number },
): Promise<OwnedReceipt | null> {
  const { sql } = ctx
  const [row] = await sql<Row>`
    select o.order_id, o.organization_id, o.user_id, p.transaction_id, p.created_at, o.first_name, o.last_name,
           o.email, o.subtotal_cents, o.add_on_cents, o.shipping_cents, o.discount_cents, o.tax_cents,
           o.note, p.total_cents,
           p.refund_cents, p.lk_payment_status_id, p.last_4, p.brand,
           jsonb_build_object('address1', o.address1, 'address2', o.address2, 'city', o.city,
             'lk_state_id', o.lk_state_id, 'zip', o.zip) as address,
           jsonb_build_object('address1', o.billing_address1, 'address2', o.billing_address2, 'city', o.billing_city,
             'lk_state_id', o.billing_lk_state_id, 'zip', o.billing_zip) as billing
    from checkout.payment p join checkout.customer_order o using (order_id)
    where ${'order_id' in key ? sql`p.order_id = ${key.order_id}` : sql`p.transaction_id = ${key.transaction_id}`}`
  if (!row) return null
  const { organization_id, user_id } = row
  const [items, settings, chain] = await Promise.all([
    listItems(ctx, row.order_id),
    settingsOf(ctx, organization_id),
    listChain(ctx, organization_id),
  ])
  const { phone, email } = await supportSettingsOf(sql, chain)
  const contact = { phone: settings.support_phone ?? phone, email: settings.support_email ?? email }
  return { organization_id, user_id, receipt: receiptOf(row, items, contact) }
}

async function listItems({ sql, locale }: Pick<Ctx, 'sql' | 'locale'>, order_id: number): Promise<Receipt['items']> {
  const rows = await sql<{
    order_item_id: number
    kind: string
    name: string
    price_cents: number
    invoice_ind: boolean
    add_on_cents: number
    audio_ind: boolean
    shipping_cents: number
    lk_shipping_type_id: number | null
    discount_cents: number
    student_course_id: number | null
    tracking_number: string | null
  }>`
    select order_item_id, kind, name, price_cents, invoice_ind, add_on_cents, audio_ind, shipping_cents,
           lk_shipping_type_id, discount_cents, student_course_id, tracking_number
    from checkout.order_item where order_id = ${order_id} order by order_item_id`
  return rows.map(({ price_cents, add_on_cents, shipping_cents, discount_cents, ...item }) => ({
    ...item,
    quantity: 1,
    price: toDollars(price_cents),
    addOns: toDollars(add_on_cents),
    shipping_price: toDollars(shipping_cents),
    shipping: label(lk_shipping_type, item.lk_shipping_type_id, locale),
    discount: toDollars(discount_cents),
  }))
}

function formatAddress({ address1, address2, city, lk_state_id, zip }: Address): string {
  const place = [stateCode(lk_state_id), zip].filter(Boolean).join(' ')
  return [address1, address2, city, place].filter(Boolean).join(', ')
}

type Contact = { phone: string | null; email: string | null }

function receiptOf(row: Row, items: Receipt['items'], contact: Contact): Receipt {
  return {
    order_id: row.order_id,
    transaction_id: row.transaction_id,
    order_date: row.created_at.toISOString(),
    purchaser: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    quantity: items.length,
    subtotal: toDollars(row.subtotal_cents),
    addOns: toDollars(row.add_on_cents),
    shipping_price: toDollars(row.shipping_cents),
    shipping: [...new Set(items.map(({ shipping }) => shipping).filter(Boolean))].join(', '),
    shipping_address: formatAddress(row.address),
    billing_address: formatAddress(row.billing),
    discount: toDollars(row.discount_cents),
    tax: toDollars(row.tax_cents),
    amount_paid: toDollars(row.total_cents),
    refund_amount: toDollars(row.refund_cents),
    lk_payment_status_id: row.lk_payment_status_id,
    last_4: row.last_4,
    brand: row.brand,
    note: row.note,
    support_phone: contact.phone,
    support_email: contact.email,
    items,
  }
}
