import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openShop } from '#modules/checkout/checkout.fixture.ts'
import { markOverdueInvoices } from '#modules/checkout/entry.ts'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { addAccountant, dayFrom, generate, refundItem, sellCourse, setSaleDay } from './invoices.fixture.ts'

/** Walks the states of invoices: what becomes overdue, what waits, and which invoices cover a day. */
const shop = await openShop()
const { app } = shop
const { read } = app.database
const staff = await addAccountant(shop, 'SSD')
const courses = { improvement: 1001, spanish: 1002 } as const
const [open, paid, overdue, voided] = [1, 2, 3, 4]

const details = async (invoice_id: number) => (await staff.get(`/invoice/${invoice_id}`)).body.invoice
async function invoice() {
  await sellCourse(shop, courses.improvement)
  return (await generate(staff, courses.improvement)).body.invoice_id as number
}
const set = (invoice_id: number, status: number, due: string) => read`
  update checkout.invoice
  set lk_invoice_status_id = ${status}, due_at = platform.now() + ${due}::interval,
      paid_cents = case when ${status === paid} then abs(total_cents) else 0 end,
      voided_at = case when ${status === voided} then platform.now() end,
      voided_by = case when ${status === voided} then ${staff.user_id}::int end
  where invoice_id = ${invoice_id}`

const late = '-1 second'
test.each([
  [open, late, overdue],
  [open, '1 minute', open],
  [paid, late, paid],
  [overdue, late, overdue],
  [voided, late, voided],
])('an invoice of status %i that is due in %s becomes %i', async (status, due, expected) => {
  const invoice_id = await invoice()
  await set(invoice_id, status, due)
  const system = await app.ctx({ kind: 'system', name: 'test' })
  await markOverdueInvoices(system.unscoped)
  expect((await details(invoice_id)).lk_invoice_status_id).toBe(expected)
  const events = await read`
    select from platform.audit_event where action = 'invoice.overdue' and subject = ${`invoice_id:${invoice_id}`}`
  expect(events).toHaveLength(expected === status ? 0 : 1)
})

test.each([
  [open, 1],
  [paid, 0],
  [overdue, 1],
  [voided, 0],
])('an invoice of status %i counts as waiting: %i', async (status, count) => {
  const waitingCount = async (): Promise<number> =>
    (await staff.get('/user/waiting')).body.waiting.find(({ kind }: { kind: string }) => kind === 'invoices')?.count ??
    0
  const before = await waitingCount()
  await set(await invoice(), status, '1 day')
  expect((await waitingCount()) - before).toBe(count)
})

describe('an invoice may be paid and deleted by its state and the permissions of its reader', () => {
  const reader = async (...types: string[]) => {
    const someone = await addSomeone(app, 'SSD', 2)
    for (const type of ['READ', ...types])
      await read`
        insert into identity.permission (user_id, organization_id, key, granted)
        values (${someone.user_id}, 1, ${`MANAGE_INVOICE_PAYMENTS:${type}`}, true)`
    return app.as(someone.user_id)
  }
  test.each([
    { types: [], can: { delete: false, pay: false } },
    { types: ['CREATE'], can: { delete: false, pay: false } },
    { types: ['UPDATE'], can: { delete: false, pay: true } },
    { types: ['DELETE'], can: { delete: true, pay: false } },
  ])('with $types', async ({ types, can }) => {
    const invoice_id = await invoice()
    const someone = await reader(...types)
    expect((await someone.get(`/invoice/${invoice_id}`)).body.invoice.can).toEqual(can)
    const payment = { invoice_id, amount: 1, paid_on: dayFrom(0), reference: '', request_id: randomUUID() }
    const paying = await someone.put('/invoice/payment', payment)
    expect(paying.status).toBe(can.pay ? 200 : 403)
    const deleted = await someone.delete('/invoice', { invoice_id })
    expect(deleted.status).toBe(can.delete ? 200 : 403)
  })

  test.each([
    [open, { delete: true, pay: true }],
    [paid, { delete: false, pay: false }],
    [overdue, { delete: true, pay: true }],
    [voided, { delete: false, pay: false }],
  ])('in status %i', async (status, can) => {
    const invoice_id = await invoice()
    await set(invoice_id, status, '1 day')
    expect((await details(invoice_id)).can).toEqual(can)
  })

  test('partly paid, it is paid further and not deleted', async () => {
    const invoice_id = await invoice()
    await read`update checkout.invoice set paid_cents = 1 where invoice_id = ${invoice_id}`
    expect((await details(invoice_id)).can).toEqual({ delete: false, pay: true })
  })
})

test('is due thirty days after it was created', async () => {
  const { created_at, due_at } = await details(await invoice())
  expect(Date.parse(due_at) - Date.parse(created_at)).toBeCloseTo(30 * 86_400_000, -4)
})

test('is paid from the start if nothing is left to settle', async () => {
  const { order_item_id } = await sellCourse(shop, courses.improvement)
  await refundItem(shop, order_item_id, 1_995)
  const { body } = await generate(staff, courses.improvement)
  expect(await details(body.invoice_id)).toMatchObject({ total: 0, open: 0, lk_invoice_status_id: paid })
})

test('a request id makes a payment idempotent for its own invoice only', async () => {
  const request_id = randomUUID()
  for (const invoice_id of [await invoice(), await invoice()]) {
    const payment = { invoice_id, amount: 5, paid_on: dayFrom(0), reference: '', request_id }
    expect((await staff.put('/invoice/payment', payment)).body).toMatchObject({ error: false, paidAmount: 5 })
    expect((await details(invoice_id)).payments).toHaveLength(1)
  }
})

/** A sale of this day is recorded after an invoice of its course for that day; `later` invoices the days since. */
test.each([
  { title: 'of the course', course: courses.spanish, more: '', remove: false, included: true },
  { title: 'of all courses', course: courses.improvement, more: '&allCourses=1', remove: false, included: true },
  { title: 'of another course', course: courses.improvement, more: '', remove: false, included: false },
  { title: 'that was deleted', course: courses.spanish, more: '', remove: true, included: false },
])(
  'a sale of an invoiced day is on a later invoice only after an invoice $title',
  async ({ course, more, remove, included }) => {
    const day = dayFrom(-100)
    const former = await sellCourse(shop, course)
    await setSaleDay(shop, former.order_id, day)
    const first = await generate(staff, course, { from: day, to: day, more })
    expect(first.status).toBe(200)
    if (remove) expect((await staff.delete('/invoice', { invoice_id: first.body.invoice_id })).status).toBe(200)
    const { order_id, order_item_id } = await sellCourse(shop, courses.spanish)
    // Late in the evening of that day, which is the next day in UTC.
    const evening = new Date(Date.parse(`${day}T03:30:00Z`) + 86_400_000)
    await read`update checkout.customer_order set paid_at = ${evening} where order_id = ${order_id}`
    const response = await generate(staff, courses.spanish, { from: dayFrom(-90), to: dayFrom(1) })
    const lines = await read`
      select from checkout.invoice_line where order_item_id = ${order_item_id} and not void_ind`
    expect(lines).toHaveLength(included ? 1 : 0)
    // Leaves no invoice of that day for the next case.
    if (!remove) await staff.delete('/invoice', { invoice_id: first.body.invoice_id })
    if (response.status === 200) await staff.delete('/invoice', { invoice_id: response.body.invoice_id })
    await read`delete from checkout.payment where order_id in (${former.order_id}, ${order_id})`
    await read`update checkout.customer_order set paid_at = null, lk_order_status_id = 3 where order_id in (${former.order_id}, ${order_id})`
  },
)
