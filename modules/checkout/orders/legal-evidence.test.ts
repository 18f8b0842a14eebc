import { expect, test } from 'vitest'
import { agreed, demo, openShop, payment, visa } from '#modules/checkout/checkout.fixture.ts'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'

const shop = await openShop()
const { app } = shop
const sql = app.database.read
const staff = await addStaff(app, 'SSD')

const setTerms = (terms: string) => sql`
  insert into checkout.checkout_settings (organization_id, terms_en, terms_es) values (1, ${terms}, ${`ES ${terms}`})
  on conflict (organization_id) do update set terms_en = excluded.terms_en, terms_es = excluded.terms_es`

async function buyer() {
  const student = await shop.newStudent()
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  return student
}

async function pay(student: Awaited<ReturnType<typeof buyer>>, legal?: string) {
  const form = await payment(student, shop)
  const agreement = { ...(form as { agreement?: object }).agreement, ...(legal && { legal }) }
  return student.post('/payment/process', { ...form, agreement })
}

async function evidenceOf(transaction_id: string, client = staff) {
  const [payment] = await sql<{ payment_id: number }>`
    select payment_id from checkout.payment where transaction_id = ${transaction_id}`
  return { ...(await client.get(`/order/evidence?payment_id=${payment!.payment_id}`)), payment_id: payment!.payment_id }
}

const termsOf = async (transaction_id: string) =>
  (await evidenceOf(transaction_id)).body.evidence.filter(({ kind }: { kind: string }) => kind === 'terms')

test('payment records the accepted Terms version with its text and hash, and shows it to staff', async () => {
  await setTerms('Be kind.')
  const first = (await pay(await buyer())).body.transactionResponse.transId
  expect(await termsOf(first)).toMatchObject([{ version: 1, language: 'en-us', text: 'Be kind.' }])
  await setTerms('Be kind, always.')
  const second = (await pay(await buyer())).body.transactionResponse.transId
  expect(await termsOf(second)).toMatchObject([{ version: 2, text: 'Be kind, always.' }])
  // A text that returns to an older one has its old version.
  await setTerms('Be kind.')
  const third = (await pay(await buyer())).body.transactionResponse.transId
  const [repeated] = await termsOf(third)
  expect(repeated).toMatchObject({ version: 1 })
  expect(repeated.text_hash).toBe((await termsOf(first))[0].text_hash)
  const { payment_id } = await evidenceOf(third)
  const page = (await staff.visit(`/manage/payments/${payment_id}/agreement`)).text
  expect(page).toContain(repeated.text_hash)
  await expect(sql`update checkout.legal_text set text = 'Other.'`).rejects.toThrow()
  await expect(sql`delete from checkout.terms_evidence`).rejects.toThrow()
})

test('simultaneous buyers of a new text accept one version of it', async () => {
  await setTerms('New today.')
  const students = await Promise.all([buyer(), buyer(), buyer()])
  const responses = await Promise.all(students.map((student) => pay(student)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const versions = await sql`select from checkout.legal_text where text = 'New today.'`
  expect(versions).toHaveLength(1)
})

test('Terms changed after the page was rendered are not accepted: nothing is charged, and the new text is shown', async () => {
  await setTerms('Before.')
  const student = await buyer()
  const legal = /name="legal" value="([0-9a-f]{64})"/.exec((await student.visit('/checkout')).text)![1]!
  await setTerms('After.')
  const refusedResponse = await pay(student, legal)
  expect([refusedResponse.status, refusedResponse.body.code]).toEqual([409, 'LEGAL_CHANGED'])
  const page = (await student.visit('/checkout')).text
  expect(page).toContain('After.')
  const current = /name="legal" value="([0-9a-f]{64})"/.exec(page)![1]!
  const response = await pay(student, current)
  expect(response.status).toBe(200)
  expect(await termsOf(response.body.transactionResponse.transId)).toMatchObject([{ text: 'After.' }])
})

test("records Terms of a parent organization in the buyer's language, and hides them from others", async () => {
  await setTerms('From above.')
  const student = await buyer()
  await sql`update identity.person set lk_language_id = 2 where user_id = ${student.user_id}`
  const { transId } = (await pay(student)).body.transactionResponse
  expect(await termsOf(transId)).toMatchObject([{ language: 'es-es', text: 'ES From above.' }])
  expect((await evidenceOf(transId, await addStaff(app, 'LST'))).status).toBe(404)
  const { payment_id } = await evidenceOf(transId)
  expect((await student.get(`/order/evidence?payment_id=${payment_id}`)).status).toBe(403)
})

test('the page of an order by staff shows the Terms, and payment records the accepted version', async () => {
  await setTerms('Of orders.')
  const student = await shop.newStudent()
  const charge = { user_id: student.user_id, course_website_id: demo.improvement }
  const { order_id } = (await staff.post('/student/addUnpaidStudentCourse', charge)).body
  const path = `/checkout/order/${order_id}`
  const page = (await student.visit(path)).text
  expect(page).toContain('Of orders.')
  const legal = /name="legal" value="([0-9a-f]{64})"/.exec(page)![1]!
  const { data } = (await student.get('/order/open')).body
  const { intent_id, total } = data.find((order: { order_id: number }) => order.order_id === order_id)
  const form = { order_id, intent_id, total, creditCard: shop.creditCard(visa) }
  await setTerms('Of orders, changed.')
  const lateResponse = await student.post('/payment/process', { ...form, agreement: { ...agreed, legal } })
  expect([lateResponse.status, lateResponse.body.code]).toEqual([409, 'LEGAL_CHANGED'])
  const response = await student.post('/payment/process', { ...form, agreement: agreed })
  expect(response.status).toBe(200)
  expect(await termsOf(response.body.transactionResponse.transId)).toMatchObject([{ text: 'Of orders, changed.' }])
})

test('sign-up records the accepted Terms; staff see them at each order of that person on this site', async () => {
  await setTerms('Of signing up.')
  const email = `signs-up-${crypto.randomUUID()}@example.com`
  const password = 'Yield-Sign-2027!x'
  const form = { email, password, confirmPassword: password, first_name: 'Ana', last_name: 'Ruiz' }
  const signed = await app.visitor().post('/user/createUserFromSignup', { ...form, agreeTerms: true })
  expect(signed.status).toBe(200)
  const { user_id } = signed.body.user
  const evidence = () => sql`select from checkout.terms_evidence where user_id = ${user_id} and order_id is null`
  expect(await evidence()).toHaveLength(1)
  const response = await app.visitor().post('/user/createUserFromSignup', { ...form, agreeTerms: false })
  expect(response.status).toBe(400)
  expect(await evidence()).toHaveLength(1)
  await setTerms('Of paying.')
  await sql`update identity.person set dob = '1990-02-03' where user_id = ${user_id}`
  const student = { ...(await app.as(user_id)), user_id }
  await student.post('/cart/addToCart', { course_website_id: demo.improvement })
  const { transId } = (await pay(student as Awaited<ReturnType<typeof buyer>>)).body.transactionResponse
  expect(await termsOf(transId)).toMatchObject([
    { occasion: 'order', text: 'Of paying.' },
    { occasion: 'sign-up', text: 'Of signing up.' },
  ])
  const { payment_id } = await evidenceOf(transId)
  expect((await staff.visit(`/manage/payments/${payment_id}/agreement`)).text).toContain('Signing up')
})
