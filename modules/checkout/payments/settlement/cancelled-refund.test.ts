import { expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import { addAccountant, dayFrom, generate } from '#modules/checkout/invoices/invoices.fixture.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { openGatewayDesk } from './settlement.fixture.ts'

const shop = await openRefundShop()
const { app } = shop
const { console: bank, notify, deliver, read, compare, disputes } = openGatewayDesk(shop)
const accountant = await addAccountant(shop, 'SSD')

const refundInFull = async (course = demo.improvement as number) => {
  const purchase = await shop.buy([course])
  expect((await shop.refund(purchase)).status).toBe(200)
  const [refund] = await app.database.read<{ transaction_id: string }>`
    select transaction_id from checkout.refund_attempt where payment_id = ${purchase.payment_id}`
  return { purchase, transaction_id: refund!.transaction_id }
}
const settle = async (overrides = {}) => {
  const { status, body } = await generate(accountant, demo.spanish, overrides)
  if (status !== 200) return body.code
  return (await accountant.get(`/invoice/${body.invoice_id}`)).body.invoice
}

test('a refund canceled later at the gateway is reversed in the books once, and can be made again', async () => {
  const { purchase, transaction_id } = await refundInFull()
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 3, order: 4, refunded: 1995 })
  await bank.void(transaction_id)
  await compare()
  await compare()
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 1, order: 2, refunded: 0 })
  expect(await shop.attempts(purchase)).toMatchObject([{ state: 'cancelled', way: 'refund' }])
  expect((await disputes()).map(({ kind }) => kind)).toEqual(['refund_cancelled'])
  expect(await shop.bookFaults()).toEqual([])
  const [auditLog] = await app.database.read<{ n: number }>`
    select count(*)::int as n from platform.audit_event where action = 'refund.cancelled'`
  expect(auditLog!.n).toBe(1)
  expect((await shop.refund(purchase)).body.refund_amount).toBe(19.95)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 3, order: 4, refunded: 1995 })
  expect((await shop.returned(purchase)).refunded.at(-1)).toBe(1995)
  expect(await shop.bookFaults()).toEqual([])
})

test('an invoice with the canceled refund stays; the next one includes price and admin fee again', async () => {
  const { purchase, transaction_id } = await refundInFull(demo.spanish)
  expect(await settle()).toMatchObject({ earned: 0 })
  await bank.void(transaction_id)
  const { body, header } = notify(transaction_id, 'refund')
  await deliver(body, header)
  await read()
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 1, refunded: 0 })
  const next = await settle({ from: dayFrom(0) })
  expect(next).toMatchObject({ earned: 22.95, courses: [{ sales: 0, refund: -24.95, admin_fee: 2 }] })
  expect(await settle()).toBe('NOTHING_TO_INVOICE')
})
