import { expect, test } from 'vitest'
import { demo } from '#modules/checkout/checkout.fixture.ts'
import { fetchRefundable } from '#modules/checkout/payments/refunds/fetch-refundable.ts'
import { openRefundShop } from '#modules/checkout/payments/refunds/refunds.fixture.ts'

const shop = await openRefundShop()
const { app, staff } = shop

/** The values that the form of a page shows: hidden fields, sums, and the first choice of each list. */
function formOf(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  const value = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const named = inputs.filter((tag) => /^(amount_|existing|total|request_id)/.test(value(tag, 'name')))
  return Object.fromEntries(named.map((tag) => [value(tag, 'name'), value(tag, 'value')]))
}

test("a refund by a plain form: line by line, with the product's texts", async () => {
  const purchase = await shop.buy([demo.improvement, demo.spanish])
  const page = `/manage/payments/${purchase.payment_id}/refund`
  expect((await staff.visit('/manage/payments')).text).toContain(`href="${page}"`)
  const response = await staff.visit(page)
  expect(response.text).toContain('Ends if refunded in full')
  const form = formOf(response.text)
  const [first, second] = Object.keys(form).filter((name) => name.startsWith('amount_')) as [string, string]
  const reply = await staff.visit(page, { ...form, [first]: '1.234' })
  expect([reply.status, reply.text]).toEqual([422, expect.stringContaining('Enter an amount with two decimals')])
  const nothing = await staff.visit(page, { ...form, [first]: '', [second]: '0' })
  expect(nothing.text).toContain('Enter the amount to refund.')
  const sentBody = { ...form, [first]: '2,50', [second]: '' }
  const [doneResponse, repeatedResponse] = [await staff.visit(page, sentBody), await staff.visit(page, sentBody)]
  expect([doneResponse.status, repeatedResponse.status, doneResponse.headers.get('location')]).toEqual([
    303,
    303,
    '/manage/payments',
  ])
  expect((await staff.visit('/manage/payments')).text).toContain('Refund Completed.')
  expect((await shop.returned(purchase)).refunded).toEqual([250])
  const refusedPage = await staff.visit(page, { ...sentBody, request_id: crypto.randomUUID() })
  expect(refusedPage.text).toContain('This payment has changed.')
})

test('a plain form sent twice is one refund, even of the whole remaining amount', async () => {
  const purchase = await shop.buy()
  const page = `/manage/payments/${purchase.payment_id}/refund`
  const form = formOf((await staff.visit(page)).text)
  const responses = [await staff.visit(page, form), await staff.visit(page, form)]
  expect(responses.map(({ status }) => status)).toEqual([303, 303])
  expect((await shop.returned(purchase)).refunded).toEqual([1995])
})

test('a void by a plain form asks for confirmation, with its effect in Spanish', async () => {
  const purchase = await shop.buy([demo.improvement], false)
  const page = `/manage/payments/${purchase.payment_id}/void`
  const response = await staff.visit(page)
  expect(response.text).toContain('Are you sure you want to void this payment?')
  expect((await staff.visit(page, formOf(response.text))).status).toBe(303)
  expect(await shop.statuses(purchase)).toMatchObject({ payment: 7, courses: [16] })
  await staff.post('/user/setLanguage', { language: 2 })
  expect((await staff.visit(page)).text).toContain('En este pago no queda nada que reembolsar ni anular.')
  await staff.post('/user/setLanguage', { language: 1 })
})

test('a payment that is not settled is offered for a void before anything is sent, and a settled one for a refund', async () => {
  const open = await shop.buy([demo.improvement, demo.spanish], false)
  const pageOf = ({ payment_id }: typeof open, action: string) => `/manage/payments/${payment_id}/${action}`
  const refund = (await staff.visit(pageOf(open, 'refund'))).text
  expect(refund).toContain('settled this payment yet')
  expect(refund).toContain(`href="${pageOf(open, 'void')}"`)
  expect(formOf(refund)).toEqual({})
  expect(Object.keys(formOf((await staff.visit(pageOf(open, 'void'))).text))).toEqual(['request_id'])
  const purchase = await shop.buy()
  const pageText = (await staff.visit(pageOf(purchase, 'void'))).text
  expect(pageText).toContain('already settled this payment')
  expect(pageText).toContain(`href="${pageOf(purchase, 'refund')}"`)
  expect(formOf(pageText)).toEqual({})
  expect((await shop.refundable(purchase)).settled).toBe(true)
})

test('a payment whose gateway is silent keeps both forms', async () => {
  const purchase = await shop.buy()
  const ctx = await shop.dyingStaff({
    details: async () => ({ answer: 'unknown', reason: { code: 'timeout', text: '' } }),
  })
  const { payment } = await fetchRefundable.run(ctx, { payment_id: purchase.payment_id })
  expect(payment).toMatchObject({ settled: null, can: { refund: true, void: true } })
})

test('an expired proof is requested, and returns', async () => {
  const purchase = await shop.buy()
  const page = `/manage/payments/${purchase.payment_id}/refund`
  const form = formOf((await staff.visit(page)).text)
  await app.moveClock(16 * 60_000)
  const response = await staff.visit(page, form)
  expect(response.headers.get('location')).toBe(`/prove?redirect=${encodeURIComponent(page)}`)
  expect(await shop.attempts(purchase)).toEqual([])
})

test("a row links to its receipt and its payer; nothing links to other people's payments", async () => {
  const purchase = await shop.buy()
  const go = async (what: string, client = staff) =>
    (await client.visit(`/manage/payments/${purchase.payment_id}/${what}`)).headers.get('location')
  expect(await go('receipt')).toBe(`/checkout/success/${purchase.transaction_id}`)
  expect(await go('payer')).toBe(`/manage/student/${purchase.buyer.user_id}/account`)
  const otherOrganizationPerson = await shop.addSomeone('LSD', 1)
  for (const what of ['receipt', 'payer', 'refund', 'void'])
    expect(await go(what, otherOrganizationPerson)).toBe('/404')
  expect((await staff.visit(`/checkout/success/${purchase.transaction_id}`)).status).toBe(200)
})

test('discrepancies are shown with both amounts and resolved with a note', async () => {
  const row = { organization_id: 1, provider: 'authorize_net', transaction_id: 'tx-77', kind: 'amount' }
  const sums = { gateway_cents: 4200, booked_cents: 2400 }
  await app.database.read`insert into checkout.discrepancy ${app.database.read({ ...row, ...sums })}`
  const page = '/manage/payments/discrepancies'
  const { text } = await staff.visit(page)
  for (const words of ["The amounts don't match.", 'tx-77', '$42.00', '$24.00']) expect(text).toContain(words)
  expect((await staff.visit('/manage/payments')).text).toContain('Discrepancies (1)')
  const discrepancy_id = /name="discrepancy_id" value="(\d+)"/.exec(text)![1]!
  expect((await staff.visit(page, { discrepancy_id, note: '' })).text).toContain('Enter how it was resolved.')
  expect((await staff.visit(page, { discrepancy_id, note: 'Typed wrongly.' })).status).toBe(303)
  expect((await staff.visit(page)).text).toContain('No open discrepancies.')
  expect((await staff.visit('/manage/payments')).text).not.toContain('Discrepancies (')
})
