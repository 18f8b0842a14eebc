import { demo, openShop, payment, type Shop } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { type Gateway, paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import type { Call, Client } from '#tests/support/app.ts'
import { resolveRefunds } from './resolve-refunds.ts'

export type Purchase = {
  buyer: Client & { user_id: number; email: string }
  payment_id: number
  order_id: number
  total: number
  transaction_id: string
}

/** A shop with staff who make refunds. */
export async function openRefundShop(options: { jobs?: boolean } = {}) {
  const shop = await openShop(options)
  const { app, simulator } = shop
  const staff = await addStaff(app, 'SSD')

  return {
    ...shop,
    staff,
    addSomeone: (code: string, role: number) => addSomeone(app, code, role),
    /** A payment for these courses; settled by default. */
    buy: (course_website_ids: readonly number[] = [demo.improvement], settled = true) =>
      buy(shop, { course_website_ids, settled }),
    /** The payment of a filled cart; settled by default. */
    pay: (buyer: Purchase['buyer'], settled = true) => pay(shop, buyer, settled),
    boughtBy: (buyer: Purchase['buyer'], transaction_id: string) => selectBought(shop, buyer, transaction_id),
    refund: (purchase: Purchase, overrides: Record<string, unknown> = {}, client: Client = staff) =>
      client.post('/payment/refund', {
        payment_id: purchase.payment_id,
        amount: purchase.total,
        existing_refund_amount: 0,
        total: purchase.total,
        ...overrides,
      }),
    void: (purchase: Purchase, overrides: Record<string, unknown> = {}, client: Client = staff) =>
      client.post('/payment/void', { payment_id: purchase.payment_id, ...overrides }),
    refundable: async ({ payment_id }: Purchase) =>
      (await staff.get(`/payment/refundable?payment_id=${payment_id}`)).body.payment,
    statuses: (purchase: Purchase) => selectStatuses(shop, purchase),
    sweep: async () => resolveRefunds(await app.ctx({ kind: 'system', name: 'test' })),
    attempts: ({ payment_id }: Purchase) => app.database.read<{ state: string; way: string; origin: string }>`
      select state, way, origin from checkout.refund_attempt
      where payment_id = ${payment_id} order by refund_attempt_id`,
    /** The refunds of a capture in the gateway's own ledger. */
    async returned({ transaction_id, payment_id }: Purchase) {
      const ours = await app.database.read<{ attempt: string }>`
        select attempt from checkout.refund_attempt where payment_id = ${payment_id}`
      const attempts = new Set(ours.map(({ attempt }) => attempt))
      const { refunds, voids } = simulator.ledger()
      return {
        refunded: refunds.filter(({ attempt }) => attempts.has(attempt)).map((refund) => refund.amount_cents),
        voided: voids.filter((ledgerEntry) => ledgerEntry.transaction_id === transaction_id).length,
      }
    },
    dyingStaff: (die: Partial<Gateway>) => shop.dying(staff.user_id, paymentGateway, () => die),
    /** The staff's own proof expires after 15 minutes. */
    prove: async () => Object.assign(staff, await app.as(staff.user_id, 'SSD')),
  }
}
export type RefundShop = Awaited<ReturnType<typeof openRefundShop>>

async function buy(
  shop: Shop,
  { course_website_ids, settled }: { course_website_ids: readonly number[]; settled: boolean },
) {
  const buyer = await shop.newStudent()
  for (const course_website_id of course_website_ids) await buyer.post('/cart/addToCart', { course_website_id })
  return pay(shop, buyer, settled)
}

async function pay(shop: Shop, buyer: Purchase['buyer'], settled: boolean): Promise<Purchase> {
  const response: Call = await buyer.post('/payment/process', await payment(buyer, shop))
  if (response.status !== 200 || response.body.pending) throw new Error(response.text)
  if (settled) shop.simulator.settle()
  return selectBought(shop, buyer, response.body.transactionResponse.transId)
}

async function selectBought(shop: Shop, buyer: Purchase['buyer'], transaction_id: string): Promise<Purchase> {
  const [row] = await shop.app.database.read<{ payment_id: number; order_id: number; total_cents: number }>`
    select payment_id, order_id, total_cents from checkout.payment where transaction_id = ${transaction_id}`
  const { payment_id, order_id, total_cents } = row!
  return { buyer, payment_id, order_id, total: total_cents / 100, transaction_id }
}

/** The statuses of payment and order, the refunded amount, and the courses' statuses in line order. */
async function selectStatuses({ app }: Shop, { order_id }: Purchase) {
  const [row] = await app.database.read<{ payment: number; order: number; refunded: number; courses: number[] }>`
    select p.lk_payment_status_id as payment, o.lk_order_status_id as order, p.refund_cents as refunded,
           (select array_agg(s.lk_student_course_status_id order by i.order_item_id)
            from checkout.order_item i join learning.student_course s using (student_course_id)
            where i.order_id = o.order_id) as courses
    from checkout.payment p join checkout.customer_order o using (order_id) where order_id = ${order_id}`
  return row!
}
