import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demo, openShop } from '#modules/checkout/checkout.fixture.ts'
import { deleteOldKeyCodes } from './key-batch.sql.ts'
import { addSomeone, addStaff, agreed, makeKeys, offers, redeem, type Someone } from './keys.fixture.ts'

const shop = await openShop()
const { app } = shop
let admin: Someone
beforeAll(async () => {
  admin = await addStaff(app, 'SSD')
})
// Everyone here is on one network, as in a classroom.
beforeEach(() => app.database.read`delete from checkout.authorization_key_try`)

const oneKey = async (course: number = offers.improvement) => (await makeKeys(admin, course)).codes[0]!

describe('redeeming a key', () => {
  test('opens its course without a payment, with a zero-total order in the books', async () => {
    const student = await addSomeone(app)
    const { status, body } = await redeem(student, await oneKey())
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        success: true,
        course_name: 'Basic Driver Improvement',
        redirect: `/course/${body.student_course_id}`,
      }),
    ])
    const [order] = await app.database.read`
      select o.total_cents, o.lk_order_status_id, o.paid_at is not null as paid, i.price_cents, c.lk_student_course_status_id,
             (select count(*)::int from checkout.payment p where p.order_id = o.order_id) as payments,
             (select count(*)::int from checkout.agreement_evidence e where e.order_id = o.order_id) as agreements
      from checkout.customer_order o join checkout.order_item i using (order_id)
      join learning.student_course c using (order_item_id) where o.user_id = ${student.user_id}`
    expect(order).toEqual({
      total_cents: 0,
      lk_order_status_id: 2,
      paid: true,
      price_cents: 0,
      lk_student_course_status_id: 1,
      payments: 0,
      agreements: 1,
    })
    expect((await student.get('/course/dashboard/fetch')).body.data.course).toHaveLength(1)
    expect(await shop.bookFaults()).toEqual([])
  })

  test('accepts lower case, and letters mistaken for zero and one', async () => {
    const code = await oneKey()
    const text = ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await redeem(await addSomeone(app), text)).status).toBe(200)
  })

  test('again by the same student returns the same course, even ten times at the same time', async () => {
    const student = await addSomeone(app)
    const code = await oneKey()
    const responses = await Promise.all(Array.from({ length: 9 }, () => redeem(student, code)))
    responses.push(await redeem(student, code))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.student_course_id}`)).size).toBe(1)
    expect(responses[0]!.status).toBe(200)
    expect((await student.get('/course/dashboard/fetch')).body.data.course).toHaveLength(1)
  })

  test('T-32: one of fifty students with the same key at the same time gets the course', async () => {
    const students = await Promise.all(Array.from({ length: 50 }, () => addSomeone(app)))
    const before = await shop.enrollments()
    const code = await oneKey()
    const responses = await Promise.all(students.map((student) => redeem(student, code)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.message === 'Invalid key')).toHaveLength(49)
    expect(await shop.enrollments()).toBe(before + 1)
    expect(await shop.bookFaults()).toEqual([])
  }, 60_000)

  test('a company distributes fifty keys, and fifty people redeem them at the same time', async () => {
    const seller = await addStaff(app, 'LSD')
    const { codes } = await makeKeys(seller, offers.teenOfLoneStar, 50, { organization_id: 4 })
    const people = await Promise.all(codes.map(() => addSomeone(app, 'LST')))
    const responses = await Promise.all(people.map((person, index) => redeem(person, codes[index])))
    expect(new Set(responses.map(({ status, text }) => (status === 200 ? '' : text)))).toEqual(new Set(['']))
    expect(new Set(responses.map(({ body }) => body.student_course_id)).size).toBe(50)
    const [keys] = await app.database.read`
      select count(*)::int as n, count(distinct redeemed_by)::int as people from checkout.authorization_key
      where organization_id = 4 and lk_authorization_key_status_id = 2`
    expect(keys).toEqual({ n: 50, people: 50 })
    expect(await shop.bookFaults()).toEqual([])
  }, 60_000)
})

test('a key opens its course wherever its holder offers it, even after the course was removed from its previous website', async () => {
  const company = await addStaff(app, 'LST')
  const [handed, later] = (await makeKeys(company, offers.teenOfCompany, 2)).codes
  const { body: result } = await company.post('/website/save', {
    websiteName: 'Second',
    websiteUrl: 'https://second.test',
  })
  const [first] = await app.database.read<{ course_id: number; website_id: number }>`
    select course_id, website_id from catalogue.course_website where course_website_id = ${offers.teenOfCompany}`
  const { body: putResult } = await company.post('/course/courseWebsite/', { ...first!, website_id: result.website_id })
  expect(putResult.course_website_id).toBeGreaterThan(0)
  await company.delete('/course/courseWebsite/', { course_website_id: offers.teenOfCompany })
  const student = await addSomeone(app, 'LST')
  expect((await redeem(student, handed)).status).toBe(200)
  const [line] = await app.database.read`
    select i.course_website_id from checkout.order_item i join checkout.customer_order o using (order_id)
    where o.user_id = ${student.user_id}`
  expect(line).toEqual({ course_website_id: putResult.course_website_id })
  await company.delete('/course/courseWebsite/', { course_website_id: putResult.course_website_id })
  expect((await redeem(await addSomeone(app, 'LST'), later)).body.code).toBe('KEY_COURSE_CLOSED')
  await company.post('/course/courseWebsite/', first)
})

describe('refusals of a key', () => {
  test('a key is refused to an account of its creator, linked or within 90 days after, and stays valid', async () => {
    const student = await addSomeone(app)
    const code = await oneKey()
    await app.database.read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      values (1, ${admin.user_id}, ${student.user_id})`
    const endedAgo = (ago: string) => app.database.read`
      update identity.linked_account set ended_at = platform.now() - ${ago}::interval where user_id = ${admin.user_id}`
    const before = await shop.enrollments()
    expect((await redeem(student, code)).body.code).toBe('OWN_KEY')
    await endedAgo('89 days')
    expect((await redeem(student, code)).body.code).toBe('OWN_KEY')
    expect(await shop.enrollments()).toBe(before)
    await endedAgo('90 days')
    expect((await redeem(student, code)).status).toBe(200)
  })

  test('a malformed key is refused without a lookup', async () => {
    const student = await addSomeone(app)
    for (const code of [
      '',
      'ABCD',
      'ABCD-EFGH-JKMN-PQR',
      'ABCDEFGHJKMNPQRS',
      'UUUU-UUUU-UUUU-UUUU',
      'x'.repeat(5_000),
    ]) {
      const { status, body } = await redeem(student, code)
      expect([status, body.issues[0].message]).toEqual([400, 'Invalid authorization key code'])
    }
    const spanish = await student.post('/authorizationKeys/redeemKey', {})
    expect(spanish.status).toBe(400)
    expect((await redeem(student, 'ABCD-EFGH-JKMN-PQRS')).body.message).toBe('Invalid key')
  })

  test('an unknown, spent, revoked key and one of another organization or its parent get the same refusal', async () => {
    const student = await addSomeone(app)
    const company = await addSomeone(app, 'LST')
    const redeemed = await oneKey()
    await redeem(await addSomeone(app), redeemed)
    const revoked = await oneKey()
    await revoke(revoked)
    const above = (await makeKeys(await addStaff(app, 'LSD'), offers.teenOfLoneStar)).codes[0]
    const refusals = [
      await redeem(student, '0000-0000-0000-0000'),
      await redeem(student, redeemed),
      await redeem(student, revoked),
      await redeem(company, await oneKey()),
      await redeem(company, above),
    ]
    expect(new Set(refusals.map(({ status, body }) => `${status} ${body.code} ${body.message}`))).toEqual(
      new Set(['422 KEY_INVALID Invalid key']),
    )
  })

  test('visitors and staff are refused', async () => {
    const code = await oneKey()
    expect((await redeem(app.visitor(), code)).status).toBe(401)
    expect((await redeem(admin, code)).status).toBe(403)
    expect((await redeem(await addSomeone(app), code)).status).toBe(200)
  })

  test('T-32: a valid key is refused after ten wrong keys within an hour, even at the same time', async () => {
    const student = await addSomeone(app)
    const code = await oneKey()
    const guesses = Array.from({ length: 14 }, (_, index) => `0000-0000-0000-00${String(index).padStart(2, '0')}`)
    const responses = await Promise.all(guesses.map((guess) => redeem(student, guess)))
    expect(responses.filter(({ body }) => body.code === 'KEY_INVALID')).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4)
    expect(await redeem(student, code)).toMatchObject({ status: 429, body: { retry_after: expect.closeTo(3_600, -3) } })
    await app.moveClock(61 * 60_000)
    admin = await refreshed(admin)
    expect((await redeem(await refreshed(student), code)).status).toBe(200)
  })

  test('valid and malformed keys do not count toward the limit of a classroom', async () => {
    const student = await addSomeone(app)
    for (let n = 0; n < 12; n += 1) expect((await redeem(student, 'nothing')).status).toBe(400)
    const { codes } = await makeKeys(admin, offers.improvement, 12)
    for (const code of codes) expect((await redeem(student, code)).status).toBe(200)
  })

  test('a course with an agreement is refused until the student agrees', async () => {
    const student = await addSomeone(app)
    const code = await oneKey()
    const response = await redeem(student, code, null)
    expect([response.status, response.body.code]).toEqual([422, 'TERMS_MISSING'])
    expect(response.body.terms).toMatchObject({
      course_name: 'Basic Driver Improvement',
      disclaimer: expect.any(String),
    })
    expect((await redeem(student, code, { accepted: false, typed: '' })).status).toBe(422)
    expect((await redeem(student, code)).status).toBe(200)
  })

  test('a student of the wrong age is refused, and the key stays valid', async () => {
    const seller = await addStaff(app, 'LSD')
    const code = (await makeKeys(seller, offers.teenOfLoneStar)).codes[0]
    const grown = await addSomeone(app, 'LSD', 3, '1970-01-01')
    expect((await redeem(grown, code)).body.code).toBe('AGE_BELOW')
    expect((await redeem(await addSomeone(app, 'LSD'), code)).status).toBe(200)
  })

  test('a student without a date of birth is refused until they enter and confirm it; the order records it', async () => {
    const seller = await addStaff(app, 'LSD')
    const code = (await makeKeys(seller, offers.teenOfLoneStar)).codes[0]
    const student = await addSomeone(app, 'LSD')
    await app.database.read`update identity.person set dob = null where user_id = ${student.user_id}`
    const send = (overrides: object) =>
      student.post('/authorizationKeys/redeemKey', { code, agreement: agreed, ...overrides })
    const response = await send({})
    expect([response.body.code, response.body.needs_dob]).toEqual(['AGE_UNKNOWN', true])
    const refusals = [
      await send({ dob: '13/45/2010', dob_confirmed: true }),
      await send({ dob: '01/01/2999', dob_confirmed: true }),
      await send({ dob: '05/04/1970', dob_confirmed: true }),
      await send({ dob: '05/04/2010' }),
    ]
    const codes = ['AGE_UNKNOWN', 'DOB_FUTURE', 'AGE_BELOW', 'DOB_UNCONFIRMED']
    expect(refusals.map(({ body }) => [body.code, body.needs_dob])).toEqual(codes.map((code) => [code, true]))
    const terms = await send({ agreement: null, dob: '05/04/2010', dob_confirmed: true })
    expect(terms.body).toMatchObject({ code: 'TERMS_MISSING', needs_dob: true, terms: expect.anything() })
    expect((await send({ dob: '05/04/2010', dob_confirmed: true })).status).toBe(200)
    const [order] = await app.database.read`
      select dob::text from checkout.customer_order where user_id = ${student.user_id}`
    expect(order).toEqual({ dob: '2010-05-04' })
  })

  test('a student whose date of birth differs from their account is refused', async () => {
    const seller = await addStaff(app, 'LSD')
    const code = (await makeKeys(seller, offers.teenOfLoneStar)).codes[0]
    const grown = await addSomeone(app, 'LSD', 3, '1970-01-01')
    const send = (dob?: string) =>
      grown.post('/authorizationKeys/redeemKey', { code, agreement: agreed, dob, dob_confirmed: true })
    const { body } = await send()
    expect([body.code, body.needs_dob]).toEqual(['AGE_BELOW', undefined])
    // One of their courses has confirmed it.
    await app.database.read`
      insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id)
      select p.organization_id, p.user_id, w.course_version_id, w.course_website_id
      from identity.person p, catalogue.v_course_website w
      where p.user_id = ${grown.user_id} and w.course_version_id = 4 limit 1`
    const differs = await send('05/04/2010')
    expect([differs.status, differs.body.code]).toEqual([422, 'DOB_DIFFERS'])
  })

  test('a closed course is refused, and the key stays valid', async () => {
    const student = await addSomeone(app)
    const code = await oneKey(offers.spanishOfSunshine)
    const open = (status: number) => app.database.read`
      update catalogue.course set lk_course_status_id = ${status} where course_id = 3`
    await open(1)
    expect((await redeem(student, code)).body.code).toBe('KEY_COURSE_CLOSED')
    await open(2)
    expect((await redeem(student, code)).status).toBe(200)
  })
})

async function revoke(code: string): Promise<void> {
  const { keys } = (await admin.get(`/authorizationKeys/fetch?authorization_code=${code.slice(-4)}`)).body
  const { authorization_key_id } = keys[0]
  const response = await admin.put('/authorizationKeys/revoke', { authorization_key_id, reason: 'Lost' })
  expect(response.status).toBe(200)
}

/** The same student with a session that has not idled out. */
const refreshed = async (student: Someone): Promise<Someone> => ({ ...student, ...(await app.as(student.user_id)) })

test.each([
  [true, 429],
  [false, 200],
])('tries of a classroom, which have failed: %s, give the status %i to one more of it', async (failed_ind, status) => {
  const student = await addSomeone(app)
  await redeem(await addSomeone(app), '0000-0000-0000-1000')
  const code = await oneKey()
  await app.database.read`
    insert into checkout.authorization_key_try (organization_id, user_id, network, failed_ind, at)
    select organization_id, user_id, network, ${failed_ind}, at
    from checkout.authorization_key_try, generate_series(1, 60)`
  expect((await redeem(student, code)).status).toBe(status)
})

test('the sweep deletes tries after a day and codes after theirs, and nothing younger', async () => {
  const { read } = app.database
  const { authorization_key_batch_id: keptBatchId } = await makeKeys(admin, offers.improvement)
  const { authorization_key_batch_id: old } = await makeKeys(admin, offers.improvement)
  await read`
    update checkout.authorization_key_batch set sealed_until = platform.now() where authorization_key_batch_id = ${old}`
  await read`
    insert into checkout.authorization_key_try (organization_id, user_id, network, failed_ind, at)
    select 1, ${admin.user_id}, 'sweep', true, platform.now() - age::interval
    from unnest(array['59 minutes', '23 hours', '25 hours']) age`
  await deleteOldKeyCodes(await app.ctx({ kind: 'system', name: 'test' }))
  const tries = await read`select from checkout.authorization_key_try where network = 'sweep'`
  expect(tries).toHaveLength(2)
  const sealedRows = await read<{ id: number }>`
    select authorization_key_batch_id as id from checkout.authorization_key_batch
    where sealed_codes is not null and authorization_key_batch_id in (${keptBatchId}, ${old})`
  expect(sealedRows).toEqual([{ id: keptBatchId }])
})

test('the date of birth that a key was redeemed with is the confirmed one of the account', async () => {
  const student = await addSomeone(app, 'SSD', 3)
  await app.database.read`update identity.person set dob = null where user_id = ${student.user_id}`
  const code = await oneKey(demo.teen)
  const form = { code, agreement: { ...agreed, typed: 'I agree' }, dob: '05/17/2012', dob_confirmed: true }
  expect((await student.post('/authorizationKeys/redeemKey', form)).status).toBe(200)
  const [person] = await app.database.read`
    select dob::text as dob from identity.person where user_id = ${student.user_id}`
  expect(person).toEqual({ dob: '2012-05-17' })
  const [order] = await app.database.read`
    select dob::text as dob from checkout.customer_order where user_id = ${student.user_id}`
  expect(order).toEqual({ dob: '2012-05-17' })
})
