import { payment, type Shop } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { legalDay } from '#platform/zone.ts'

/** Sells a course of the default organization by card to a new student; returns the line. */
export async function sellCourse(shop: Shop, course_website_id: number) {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id })
  const { status, body, text } = await buyer.post('/payment/process', await payment(buyer, shop))
  if (status !== 200) throw new Error(text)
  const [line] = await shop.app.database.read<{ order_item_id: number; organization_id: number }>`
    select order_item_id, organization_id from checkout.order_item where order_id = ${body.order_id}`
  return { ...line!, order_id: body.order_id as number }
}

let refunds = 0
/** Books a refund of a line at an instant, as the gateway's response would. */
export async function refundItem(shop: Shop, order_item_id: number, amount_cents: number, instant = new Date()) {
  refunds += 1
  await shop.app.database.read`
    with given as (
      insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt, request_id,
        refunded_before_cents, state, amount_cents, settled_at)
      select p.organization_id, p.payment_attempt_id, p.payment_id, 'gateway', 'refund', 'refund', ${`R${refunds}`},
             gen_random_uuid(), 0, 'approved', ${amount_cents}, ${instant}
      from checkout.payment p join checkout.order_item i using (order_id) where i.order_item_id = ${order_item_id}
      returning refund_attempt_id, organization_id)
    insert into checkout.refund_line (refund_attempt_id, order_item_id, organization_id, amount_cents, ends_enrolment, ends_completed)
    select refund_attempt_id, ${order_item_id}, organization_id, ${amount_cents}, false, false from given`
}

/** The day this many days from now, YYYY-MM-DD. */
export const dayFrom = (days: number) => legalDay(new Date(Date.now() + days * 86_400_000))

/** Moves a sale to noon of a day. */
export const setSaleDay = (shop: Shop, order_id: number, day: string) =>
  shop.app.database
    .read`update checkout.customer_order set paid_at = ${`${day}T12:00:00Z`} where order_id = ${order_id}`

/** Requests an invoice of a course website, by default for the days around now. */
export function generate(
  someone: Someone,
  courseWebsiteId: number,
  { from = dayFrom(-20), to = dayFrom(1), more = '' } = {},
) {
  const query = new URLSearchParams([
    ['created_at', `gte:${from}`],
    ['created_at', `lte:${to}`],
    ['courseWebsiteId', String(courseWebsiteId)],
  ])
  return someone.post(`/invoice/?${query}${more}`)
}

/** Staff of an organization with all invoice permissions. */
export const addAccountant = (shop: Shop, code: string) => addSomeone(shop.app, code, 1)
