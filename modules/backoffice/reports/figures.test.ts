import { expect, test } from 'vitest'
import { demo, payment } from '#modules/checkout/checkout.fixture.ts'
import { openRefundShop, type Purchase } from '#modules/checkout/payments/refunds/refunds.fixture.ts'
import { legalDay } from '#platform/zone.ts'
import { openRandom } from '#tests/chaos/random.ts'

const shop = await openRefundShop()
const { app, staff } = shop
const { read } = app.database
await read`update identity.organization set invoice_ind = true where organization_id = 1`

/** Another seed simulates another month of a school; the suite always runs the same one. */
const seed = Number(process.env.FIGURES_SEED ?? 20_261_127)
const random = openRandom(seed)
const courses = [demo.improvement, demo.spanish] as const
const rates = [0, 600, 725, 1_111] as const
const cents = (dollars: number | string) => Math.round(Number(dollars) * 100)
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The ledger of the test: the events of each purchase, in cents. */
type Sale = Purchase & {
  tax: number
  discount: number
  code: boolean
  invoiced: number
  refunded: number
  lost: number
  voided: boolean
}
const remaining = ({ voided, total, refunded, lost }: Sale) => (voided ? 0 : cents(total) - refunded - lost)

async function buy(): Promise<Sale> {
  await read`
    insert into checkout.checkout_settings ${read({ organization_id: 1, tax_hundredths: random.oneOf(rates) })}
    on conflict (organization_id) do update set tax_hundredths = excluded.tax_hundredths`
  const buyer = await shop.newStudent()
  const chosenIds = random.chance(0.5) ? courses : [random.oneOf(courses)]
  for (const course_website_id of chosenIds) await buyer.post('/cart/addToCart', { course_website_id })
  const text = random.oneOf([null, null, 'FIGURE-5', 'FIGURE-33', 'FIGURE-ALL'])
  if (text) expect((await buyer.get(`/promocode/applyCode?code=${text}`)).status).toBe(200)
  const cart = (await buyer.get('/cart/items')).body
  const response = await buyer.post('/payment/process', await payment(buyer, shop))
  expect(response.status, response.text).toBe(200)
  if (random.chance(0.7)) shop.simulator.settle()
  return {
    ...(await shop.boughtBy(buyer, response.body.transactionResponse.transId)),
    tax: cents(cart.tax),
    discount: cents(cart.discount),
    code: text !== null,
    ...untouched,
  }
}
const untouched = { invoiced: 0, refunded: 0, lost: 0, voided: false }

/** An enrollment that the organization pays by invoice. */
async function enroll(): Promise<Sale> {
  const buyer = await shop.newStudent()
  const response = await staff.post('/student/addInvoicedStudentCourse', {
    user_id: buyer.user_id,
    course_website_id: random.oneOf(courses),
    request_id: crypto.randomUUID(),
  })
  expect(response.status, response.text).toBe(200)
  const [row] = await read<{ payment_id: number; transaction_id: string; price_cents: number }>`
    select payment_id, transaction_id, price_cents from checkout.payment join checkout.order_item using (order_id)
    where order_id = ${response.body.order_id}`
  const { payment_id, transaction_id, price_cents } = row!
  const sale = { buyer, payment_id, transaction_id, order_id: response.body.order_id, total: 0 }
  return { ...sale, tax: 0, discount: 0, code: false, ...untouched, invoiced: price_cents }
}

async function refund(sale: Sale): Promise<void> {
  const remainder = remaining(sale)
  if (remainder <= 0 || sale.lost > 0) return
  const amount = random.chance(0.4) ? remainder : random.between(1, remainder)
  const input = { amount: amount / 100, existing_refund_amount: sale.refunded / 100 }
  const { status, body, text } = await shop.refund(sale, input)
  if (['REFUND_NOT_SETTLED', 'REFUND_CHARGED_BACK'].includes(body.code)) return
  expect(status, text).toBe(200)
  // The gateway voids a payment that the bank has not settled.
  if (body.lk_payment_status_id === 7) sale.voided = true
  else sale.refunded += amount
}

async function voidSale(sale: Sale): Promise<void> {
  const { status } =
    sale.invoiced > 0
      ? await staff.put('/order/undoInvoiced', { payment_id: sale.payment_id, reason: 'Wrong student.' })
      : await shop.void(sale)
  // A settled payment can only be refunded.
  if (status === 200) sale.voided = true
}

let cases = 0
async function chargeBack(sale: Sale): Promise<void> {
  const remainder = remaining(sale)
  if (remainder <= 0) return
  const amount = random.between(1, remainder)
  const { payment_id } = sale
  const about = { case_number: `CB-${++cases}`, reason: 'Fraud', received_on: '2020-01-15', courses: 'keep' }
  const entered = await staff.post('/payment/chargeback', { payment_id, amount: amount / 100, ...about })
  if (entered.status !== 200) return
  const { chargeback_id } = entered.body
  const decided = async (outcome: string) => {
    const { status, text } = await staff.put('/payment/chargeback', { chargeback_id, outcome })
    expect(status, text).toBe(200)
  }
  if (random.chance(0.3)) return
  await decided(random.chance(0.7) ? 'lost' : 'won')
  const [now] = await read<{ state: string }>`
    select state from checkout.chargeback where chargeback_id = ${chargeback_id}`
  if (now!.state === 'lost') sale.lost += amount
}

type Row = Record<string, number | string>
async function figuresByName(): Promise<Map<number, Row>> {
  const rows: Row[] = []
  for (let offset = 0; ; offset += 100) {
    const { data } = (await staff.get(`/payment/fetch?limit=100&offset=${offset}`)).body as { data: Row[] }
    rows.push(...data)
    if (data.length < 100) return new Map(rows.map((row) => [Number(row.payment_id), row]))
  }
}
const reported = async (name: string): Promise<Record<string, number>> => {
  const { rows } = (await staff.get(`/report/run/${name}?format=json`)).body as { rows: Row[] }
  const sums: Record<string, number> = {}
  for (const row of rows)
    for (const [key, value] of Object.entries(row)) sums[key] = (sums[key] ?? 0) + (Number(value) || 0)
  return sums
}
const figures = async () => {
  const [sales, codes, tile, recent] = await Promise.all([
    reported('sales'),
    reported('promo-use'),
    staff.get('/usertile/sales'),
    staff.get('/user/recent'),
  ])
  const chart = recent.body.figures.find(({ kind }: { kind: string }) => kind === 'sales').total as number
  return { sales, codes: codes.sales ?? 0, tile: Number(tile.body.count), chart }
}

test('every place that shows money agrees with the ledger', { timeout: 240_000 }, async () => {
  console.info(`figures: FIGURES_SEED=${seed}`)
  const codes = {
    'FIGURE-5': { dollar_amount_off: 5 },
    'FIGURE-33': { percent_off: 33 },
    'FIGURE-ALL': { percent_off: 100 },
  }
  const savedResponse = await staff.post('/settings/savePromoCodes', {
    promoCodes: Object.entries(codes).map(([code, off]) => ({ code, ...off, once_per_customer: false })),
    deletedPromoCodes: [],
  })
  expect(savedResponse.status, savedResponse.text).toBe(200)
  const before = await figures()
  const ledger: Sale[] = []
  for (let step = 0; step < 60; step += 1) {
    const act = random.next()
    if (ledger.length < 6 || act < 0.4) ledger.push(await buy())
    else if (act < 0.47) ledger.push(await enroll())
    else if (act < 0.7) await refund(random.oneOf(ledger))
    else if (act < 0.82) await voidSale(random.oneOf(ledger))
    else await chargeBack(random.oneOf(ledger))
    if (step % 20 === 19) await shop.prove()
  }
  const sales = ledger.filter(({ voided }) => !voided)
  const money = sum(ledger.map(remaining))
  const invoiced = sum(sales.map((sale) => sale.invoiced))

  // The gateway's own books, less the lost chargebacks that only the bank knows.
  const ledgerIds = new Set(ledger.map(({ transaction_id }) => transaction_id))
  const { captures, refunds, voids } = shop.simulator.ledger()
  const voidedIds = new Set(voids.map(({ transaction_id }) => transaction_id))
  const captured = captures.filter(
    ({ transaction_id }) => ledgerIds.has(transaction_id) && !voidedIds.has(transaction_id),
  )
  const amounts = (rows: readonly { amount_cents: number }[]) => sum(rows.map(({ amount_cents }) => amount_cents))
  expect(amounts(captured) - amounts(refunds) - sum(ledger.map(({ lost }) => lost))).toBe(money)
  expect(await shop.bookFaults()).toEqual([])

  // The list of payments, and its file.
  const rows = await figuresByName()
  const file = (await staff.get('/payment/export?export=csv')).text
  for (const sale of ledger) {
    const { payment_id, buyer, total, tax, discount, refunded, lost } = sale
    const amountsOf = (row: Row) => ({
      total: cents(row.total!),
      tax: cents(row.tax!),
      refunded: cents(row.refund_amount!),
      lost: cents(row.charged_back!),
      kept: cents(row.amount_paid!),
    })
    const expected = { total: cents(total), tax, refunded, lost, kept: remaining(sale) }
    const row = rows.get(payment_id)!
    expect({ payment_id, ...amountsOf(row) }).toEqual({ payment_id, ...expected })
    expect(cents(row.discount!)).toBe(discount)
    expect(row.lk_payment_type_id).toBe(total === 0 ? 4 : 1)
    expect(file).toContain(String(row.transaction_id))
    const buyerTransactions = (await staff.get(`/user/transaction/fetch?userId=${buyer.user_id}`)).body.data
    expect(buyerTransactions.map(amountsOf)).toEqual([expected])
    expect(buyerTransactions[0].payment_method).toBe(total === 0 ? 'No charge' : 'Visa 1111')
    const ofStudent = (await staff.get(`/payment/fetchPaymentsByStudentId?user_id=${buyer.user_id}`)).body.payments
    expect(ofStudent.map(amountsOf)).toEqual([expected])
    const { studentCourses } = (await staff.get(`/user/fetchCoursesByUserId?user_id=${buyer.user_id}`)).body
    expect(sum(studentCourses.map((course: Row) => cents(course.amount_paid!)))).toBe(remaining(sale))
    const receipt = (await staff.get(`/order/transaction/${sale.transaction_id}`)).body
    expect(JSON.stringify(receipt)).toContain(`"tax":${tax / 100}`)
  }

  // Report, tile and chart.
  const after = await figures()
  const growthOf = (name: string) => cents(after.sales[name] ?? 0) - cents(before.sales[name] ?? 0)
  expect(growthOf('net') + growthOf('taxes') - growthOf('invoiced')).toBe(money)
  expect(growthOf('price') - growthOf('discounts') + growthOf('shipping') - growthOf('refunds')).toBe(growthOf('net'))
  expect(growthOf('invoiced')).toBe(invoiced)
  expect(growthOf('discounts')).toBe(sum(sales.map(({ discount }) => discount)))
  expect(after.sales.orders! - (before.sales.orders ?? 0)).toBe(sales.length)
  expect([after.tile - before.tile, after.chart - before.chart]).toEqual([sales.length, sales.length])
  // A full refund releases the code.
  const coded = sales.filter(({ code, total, refunded }) => code && (total === 0 || refunded < cents(total)))
  expect(cents(after.codes) - cents(before.codes)).toBe(sum(coded.map(({ total, tax }) => cents(total) - tax)))

  // Invoices for the affiliate: price less discounts and refunds, without tax, is the net of the report.
  const [from, to] = [legalDay(new Date(Date.now() - 86_400_000)), legalDay(new Date(Date.now() + 86_400_000))]
  let settledCount = 0
  for (const course_website_id of courses) {
    const response = await staff.post(
      `/invoice/?created_at=gte:${from}&created_at=lte:${to}&courseWebsiteId=${course_website_id}`,
    )
    expect(response.status, response.text).toBe(200)
    const { invoice } = (await staff.get(`/invoice/${response.body.invoice_id}`)).body
    for (const { price, discount, refund } of invoice.courses)
      settledCount += cents(price) - cents(discount) - cents(refund)
  }
  expect(settledCount).toBe(growthOf('net'))
})

test('the mailing of a certificate is part of what each report calls sales', async () => {
  const code = 'MAILED-5'
  const promoCodes = [{ code, dollar_amount_off: 5 }]
  expect((await staff.post('/settings/savePromoCodes', { promoCodes, deletedPromoCodes: [] })).status).toBe(200)
  await read`update checkout.checkout_settings set tax_hundredths = 0 where organization_id = 1`
  const before = await figures()
  const buyer = await shop.newStudent()
  await buyer.post('/cart/addToCart', { course_website_id: demo.improvement, shipCertificate: true })
  expect((await buyer.get(`/promocode/applyCode?code=${code}`)).status).toBe(200)
  const shipping = { address1: '1 Orange Ave', address2: '', city: 'Orlando', stateId: 10, zip: '32801' }
  const response = await buyer.post('/payment/process', await payment(buyer, shop, { shipping }))
  expect(response.status, response.text).toBe(200)
  const { order_id, total } = await shop.boughtBy(buyer, response.body.transactionResponse.transId)
  const [line] = await read<{ price_cents: number; shipping_cents: number; discount_cents: number }>`
    select price_cents, shipping_cents, discount_cents from checkout.order_item where order_id = ${order_id}`
  const { price_cents, shipping_cents, discount_cents } = line!
  expect([shipping_cents > 0, discount_cents]).toEqual([true, 500])
  expect(cents(total)).toBe(price_cents + shipping_cents - discount_cents)
  const after = await figures()
  const growthOf = (name: string) => cents(after.sales[name] ?? 0) - cents(before.sales[name] ?? 0)
  expect([growthOf('net'), growthOf('shipping'), cents(after.codes) - cents(before.codes)]).toEqual([
    cents(total),
    shipping_cents,
    cents(total),
  ])
})

test('an undone enrollment counts neither in the tile, the chart nor the report', async () => {
  const totals = async () => {
    const { body } = await staff.get('/report/preview/enrollments')
    return new Map<string, number>(
      body.totals.map(({ label, value }: { label: string; value: string }) => [label, Number(value)]),
    )
  }
  const enrollmentFigures = async () => {
    const [report, tile, recent] = await Promise.all([
      totals(),
      staff.get('/usertile/enrollments'),
      staff.get('/user/recent'),
    ])
    const chart = recent.body.figures.find(({ kind }: { kind: string }) => kind === 'enrollments').total as number
    return [report.get('Enrollments')!, Number(tile.body.count), chart]
  }
  const before = await enrollmentFigures()
  const undone = (await totals()).get('Voided or refunded')!
  const sale = await enroll()
  expect(await enrollmentFigures()).toEqual(before.map((n) => n + 1))
  await voidSale(sale)
  expect(sale.voided).toBe(true)
  expect(await enrollmentFigures()).toEqual(before)
  expect((await totals()).get('Voided or refunded')).toBe(undone + 1)
})
