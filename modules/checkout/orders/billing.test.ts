import { expect, test } from 'vitest'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { type ChargeRequest, paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { processPayment } from '#modules/checkout/payments/process-payment.ts'
import { findReceipt } from './receipt.ts'
import { receiptPdf } from './receipt-pdf.ts'

const shop = await openShop()
const { app } = shop

const mailing = { address1: '1 Orange Ave', address2: 'Apt 4', city: 'Orlando', stateId: 10, zip: '32801' }
const ownAddress = { address1: '9 Harbor St', address2: '', city: 'Tampa', stateId: 10, zip: '33602' }

/** A student with one course, mailed or not. */
async function buyer(mailed: boolean) {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement, shipCertificate: mailed })
  return student
}
type Buyer = Awaited<ReturnType<typeof buyer>>

/** Pays; returns the gateway's request and the receipt. */
async function pay(student: Buyer, overrides: object) {
  const calls: ChargeRequest[] = []
  const ctx = await shop.dying(student.user_id, paymentGateway, (real) => ({
    charge(request: ChargeRequest) {
      calls.push(request)
      return real.charge(request)
    },
  }))
  const form = { ...(await payment(student, shop)), ...overrides }
  const { order_id } = await processPayment.run(ctx, form as never)
  const receipt = await findReceipt(await app.ctx(), { order_id })
  return { bill_to: calls[0]!.order.bill_to, receipt: receipt!.receipt }
}
const refusal = async (student: Buyer, overrides: object) =>
  (await student.post('/payment/process', await payment(student, shop, overrides as never))).body

test('bills a card to the mailing address unless a billing address is given', async () => {
  const same = await pay(await buyer(true), { shipping: mailing, sameAsShipping: true, billing: ownAddress })
  expect(same.bill_to).toMatchObject({ address: '1 Orange Ave', city: 'Orlando', state: 'FL', zip: '32801' })
  expect(same.receipt).toMatchObject({
    shipping_address: '1 Orange Ave, Apt 4, Orlando, FL 32801',
    billing_address: '',
  })
  for (const sameAsShipping of [false, undefined]) {
    const { bill_to, receipt } = await pay(await buyer(true), {
      shipping: mailing,
      sameAsShipping,
      billing: ownAddress,
    })
    expect(bill_to).toMatchObject({ address: '9 Harbor St', city: 'Tampa', state: 'FL', zip: '33602' })
    expect(receipt).toMatchObject({
      shipping_address: '1 Orange Ave, Apt 4, Orlando, FL 32801',
      billing_address: '9 Harbor St, Tampa, FL 33602',
    })
  }
})

test('the billing address is optional if nothing is mailed', async () => {
  const order = await pay(await buyer(false), { sameAsShipping: false, billing: ownAddress })
  expect(order.bill_to).toMatchObject({ address: '9 Harbor St', zip: '33602' })
  const blank = { address1: '', address2: '', city: '', stateId: '', zip: '' }
  const none = await pay(await buyer(false), { sameAsShipping: false, billing: blank })
  expect([none.bill_to, none.receipt.billing_address]).toEqual([expect.objectContaining({ address: '' }), ''])
})

test("a billing address must be complete: missing fields are reported at the field in the buyer's language", async () => {
  const student = await buyer(true)
  const before = shop.simulator.ledger().captures.length
  const incomplete = { shipping: mailing, sameAsShipping: false, billing: { ...ownAddress, city: '', zip: '' } }
  const { code, issues } = await refusal(student, incomplete)
  expect(code).toBe('ADDRESS_MISSING')
  expect(issues).toEqual([
    { path: 'billing.city', message: 'City is required.' },
    { path: 'billing.zip', message: 'Zip is required.' },
  ])
  expect((await refusal(student, { shipping: mailing, sameAsShipping: false })).issues).toHaveLength(4)
  await student.visit('/language', { locale: 'es-es', redirect: '/checkout' })
  const spanish = await refusal(student, incomplete)
  expect(spanish.issues[0].message).toBe('La ciudad es obligatoria.')
  expect(shop.simulator.ledger().captures).toHaveLength(before)
})

test('rewriting an order drops the billing address of the previous try', async () => {
  const student = await buyer(true)
  const declined = await payment(
    student,
    shop,
    { shipping: mailing, sameAsShipping: false, billing: ownAddress },
    '4000000000000002',
  )
  expect((await student.post('/payment/process', declined)).status).toBe(422)
  const { bill_to } = await pay(student, { shipping: mailing, sameAsShipping: true })
  expect(bill_to).toMatchObject({ address: '1 Orange Ave' })
})

test('the receipt file shows both addresses', async () => {
  const { receipt } = await pay(await buyer(true), { shipping: mailing, sameAsShipping: false, billing: ownAddress })
  const without = await receiptPdf({ ...receipt, billing_address: '' }, 'Sunshine', 'en-us')
  expect((await receiptPdf(receipt, 'Sunshine', 'en-us')).length).toBeGreaterThan(without.length)
})
