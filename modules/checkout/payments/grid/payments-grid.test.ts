import { expect, test } from 'vitest'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, addStaff, offers } from '#modules/checkout/keys/keys.fixture.ts'
import { lk_payment_status, paymentStatus } from '#modules/checkout/lookups.shared.ts'

const shop = await openShop()
const { app } = shop

test("the seller's list includes a purchase by someone of a parent organization, with its receipt", async () => {
  const { user_id } = await addSomeone(app, 'LSD')
  const buyer = await app.as(user_id, 'LST')
  await buyer.post('/cart/addToCart', { course_website_id: offers.teenOfCompany })
  const response = await buyer.post('/payment/process', await payment(buyer, shop))
  const { transId } = response.body.transactionResponse
  const seller = await addStaff(app, 'LST')
  const body = (await seller.get('/payment/fetch')).body
  const row = body.data.find((payment: { transaction_id: string }) => payment.transaction_id === transId)
  expect(row).toMatchObject({ name: expect.stringContaining('Kim Holder'), organization_code: 'LST' })
  expect((await seller.get(`/payment/fetchPaymentsByStudentId?user_id=${user_id}`)).body.payments).toHaveLength(1)
  expect((await seller.get(`/payment/refundable?payment_id=${row.payment_id}`)).status).toBe(200)
  expect((await seller.get(`/order/transaction/${transId}`)).status).toBe(200)
  expect((await seller.get(`/order/receipt/${transId}`)).status).toBe(200)
  const parentPerson = await addStaff(app, 'LSD')
  const ofSeller = (await parentPerson.get('/payment/fetch?organization_code=exact:LST')).body
  expect(ofSeller.data.map((payment: { transaction_id: string }) => payment.transaction_id)).toContain(transId)
})

test('a payment can be charged back unless voided, and refunded unless returned; a zero payment can be neither', async () => {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { transId } = (await buyer.post('/payment/process', await payment(buyer, shop))).body.transactionResponse
  const staff = await addStaff(app, 'SSD')
  const actionsAfter = async (change: object) => {
    await app.database.read`
      update checkout.payment set ${app.database.read({ ...change })} where transaction_id = ${transId}`
    const { data } = (await staff.get(`/payment/fetch?transaction_id=exact:${transId}`)).body
    return data.map(({ chargeable, refundable }: Record<string, unknown>) => ({ chargeable, refundable }))
  }
  const { Voided, Refunded, ChargedBack } = paymentStatus
  for (const id of Object.keys(lk_payment_status).map(Number))
    expect(await actionsAfter({ lk_payment_status_id: id }), String(id)).toEqual([
      { chargeable: id !== Voided, refundable: ![Voided, Refunded, ChargedBack].some((status) => status === id) },
    ])
  expect(
    await actionsAfter({ lk_payment_status_id: paymentStatus.Paid, total_cents: 0, payment_attempt_id: null }),
  ).toEqual([{ chargeable: false, refundable: false }])
})

test.each([
  ['open', 0],
  ['won', 0],
  ['lost', 5],
])('a chargeback that is %s takes %i dollars from the amount of a payment', async (state, dollars) => {
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { transId } = (await buyer.post('/payment/process', await payment(buyer, shop))).body.transactionResponse
  await app.database.read`
    insert into checkout.chargeback (organization_id, payment_id, case_number, origin, amount_cents, received_on, state, decided_at)
    select organization_id, payment_id, 'GRID', 'staff', 500, '2020-01-15', ${state},
           case when ${state} <> 'open' then platform.now() end
    from checkout.payment where transaction_id = ${transId}`
  const staff = await addStaff(app, 'SSD')
  const amounts = { total: 19.95, charged_back: dollars, amount_paid: 19.95 - dollars }
  const { data } = (await staff.get(`/payment/fetch?transaction_id=exact:${transId}`)).body
  expect(data).toMatchObject([amounts])
  // As in the person's own history.
  expect((await buyer.get('/user/transaction/fetch')).body.data).toMatchObject([amounts])
})
