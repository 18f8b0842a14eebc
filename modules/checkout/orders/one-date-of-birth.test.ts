import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { demo, openShop, payment } from '#modules/checkout/checkout.fixture.ts'
import type { Client } from '#tests/support/app.ts'
import { answerQuestions, fillAboutYou } from '#tests/support/registration.ts'

const shop = await openShop()
const { app } = shop
const sql = app.database.read
const first = '05/17/2012'
const differs = 'Your account has a different date of birth. Contact support to correct it.'

/** A student with the under-18 course in the cart and no date of birth in the profile. */
async function buyer() {
  const client = await shop.newStudent()
  const { user_id } = client
  await client.post('/cart/addToCart', { course_website_id: demo.teen })
  const pay = async (dob?: string) =>
    client.post('/payment/process', await payment(client, shop, dob ? { dob, dob_confirmed: true } : {}))
  return { client, user_id, pay }
}

const birthQuestion = async () => {
  const [row] = await sql<{ question_id: number }>`
    select q.question_id from catalogue.question q join catalogue.v_course_website w using (course_version_id)
    where w.course_website_id = ${demo.teen} and q.used_in = 'registration'
      and q.configuration ->> 'title' ~* '(date of birth|fecha de nacimiento)'`
  return row!.question_id
}

/** Every recorded date of birth of a student. */
async function births(user_id: number): Promise<string[]> {
  const question_id = await birthQuestion()
  const rows = await sql<{ dob: string }>`
    select dob::text as dob from identity.person where user_id = ${user_id}
    union all select dob::text from checkout.customer_order where user_id = ${user_id} and dob is not null
    union all select substr(answer #>> '{}', 7, 4) || '-' || substr(answer #>> '{}', 1, 2) || '-' || substr(answer #>> '{}', 4, 2)
      from learning.registration_answer join learning.student_course using (student_course_id)
      where user_id = ${user_id} and question_id = ${question_id}`
  return rows.map(({ dob }) => dob)
}

const courseOf = async (user_id: number) => {
  const [row] = await sql<{ student_course_id: number; at: number }>`
    select student_course_id, lk_student_course_status_id as at from learning.student_course where user_id = ${user_id}
    order by student_course_id limit 1`
  return row!
}

const saveProfile = async (client: Client & { email: string }, dob: string) => {
  const profile = { first_name: 'Rosa', last_name: 'Marin', email: client.email, dob }
  return client.put('/user/saveUserInformation/', { profile })
}

test('T-48: order, profile and registration all hold the date of birth confirmed first', async () => {
  const { client, user_id, pay } = await buyer()
  expect((await pay('01/15/1980')).body.code).toBe('AGE_BELOW')
  expect((await pay(first)).status).toBe(200)
  expect(await births(user_id)).toEqual(['2012-05-17', '2012-05-17'])

  const profile = await saveProfile(client, '01/15/1980')
  expect([profile.status, profile.body.code]).toEqual([403, 'IDENTITY_LOCKED'])

  const { student_course_id } = await courseOf(user_id)
  const questionId = await birthQuestion()
  await client.post('/registration/start', { studentCourseId: student_course_id })
  const response = await client.post('/registration/answer/submit', {
    studentCourseId: student_course_id,
    questionId,
    answer: '03/14/2006',
  })
  expect([response.status, response.body.issues]).toEqual([422, [{ path: 'answer', message: differs }]])

  await client.post('/cart/addToCart', { course_website_id: demo.teen })
  const repeatedResponse = await pay('06/01/2011')
  expect([repeatedResponse.status, repeatedResponse.body.code, repeatedResponse.body.issues]).toEqual([
    422,
    'DOB_DIFFERS',
    [{ path: 'dob', message: differs }],
  ])
  await answerQuestions(await app.ctx(await app.actorOf(user_id)), student_course_id)
  expect((await client.post('/registration/submit', { studentCourseId: student_course_id })).status).toBe(200)
  expect(new Set(await births(user_id))).toEqual(new Set(['2012-05-17']))
  expect(await births(user_id)).toHaveLength(3)
})

test('an unconfirmed date of birth is replaced by the one confirmed at checkout', async () => {
  const { client, user_id, pay } = await buyer()
  expect((await saveProfile(client, '01/15/1980')).status).toBe(200)
  expect((await pay()).body.code).toBe('AGE_BELOW')
  expect((await pay(first)).status).toBe(200)
  expect(await births(user_id)).toEqual(['2012-05-17', '2012-05-17'])
})

test('T-48: age rules are checked again at registration and before the first lesson, even without a checkout', async () => {
  const { client, user_id, pay } = await buyer()
  expect((await pay(first)).status).toBe(200)
  const { student_course_id: studentCourseId } = await courseOf(user_id)
  await sql`update identity.person set dob = null where user_id = ${user_id}`
  const ctx = await app.ctx(await app.actorOf(user_id))
  await answerQuestions(ctx, studentCourseId)
  await sql`
    update learning.registration_answer set answer = '"03/01/2006"'
    where student_course_id = ${studentCourseId} and question_id = ${await birthQuestion()}`
  const response = await client.post('/registration/submit', { studentCourseId })
  expect([response.status, response.body.code]).toEqual([422, 'TOO_OLD'])
  expect(await births(user_id)).toEqual([null, '2012-05-17', '2006-03-01'])

  await sql`
    update learning.student_course
    set registered_at = platform.now(), agreed_at = platform.now(), lk_student_course_status_id = 3
    where student_course_id = ${studentCourseId}`
  await sql`update identity.person set dob = '1980-01-15' where user_id = ${user_id}`
  const started = await client.post('/course/start', { studentCourseId })
  expect([started.status, started.body.code]).toEqual([422, 'TOO_OLD'])
})

test('a correction by staff is checked again: the course needs attention, the registration follows, staff are notified', async () => {
  const { user_id, pay } = await buyer()
  expect((await pay(first)).status).toBe(200)
  const { student_course_id } = await courseOf(user_id)
  const ctx = await app.ctx(await app.actorOf(user_id))
  await answerQuestions(ctx, student_course_id)
  await fillAboutYou(ctx)
  const admin = await app.as(await app.userId('admin@example.com'))
  const { user } = (await admin.get(`/user/${user_id}`)).body.data
  const { first_name, last_name, email } = user
  const correct = (dob: string) =>
    admin.put('/user/saveUserInformation/', { user_id, profile: { first_name, last_name, email, dob } })
  const allowed = await correct('05/18/2012')
  expect([allowed.status, allowed.body.warning]).toEqual([200, null])
  expect((await courseOf(user_id)).at).toBe(11)
  const excluded = await correct('05/18/2006')
  expect(excluded.body.warning).toContain('may not take:')
  expect((await courseOf(user_id)).at).toBe(13)
  const question_id = await birthQuestion()
  const [answer] = await sql<{ answer: string }>`
    select answer #>> '{}' as answer from learning.registration_answer
    where student_course_id = ${student_course_id} and question_id = ${question_id}`
  expect(answer!.answer).toBe('05/18/2006')
  const [event] = await sql<{ reason: string }>`
    select after ->> 'reason' as reason from platform.audit_event
    where action = 'course.not-of-age' and subject = ${`student_course_id:${student_course_id}`}`
  expect(event!.reason).toContain('younger than 18')
  // The age rule of the course's program is also checked if the course has no rule of its own.
  const [{ course_version_id } = { course_version_id: 0 }] = await sql<{ course_version_id: number }>`
    update catalogue.course_version v
    set program_id = 'fl-bdi',
        course_registration_options = jsonb_set(v.course_registration_options, '{ageEnabled}', 'false')
    from learning.student_course c
    where c.student_course_id = ${student_course_id} and v.course_version_id = c.course_version_id
    returning v.course_version_id`
  await sql`
    insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
    values ('fl-bdi', 'eligibility.age', '{"min": 99}', '2020-01-01', 'a test', 1)`
  clearVersionCache()
  expect((await correct('05/18/2005')).body.warning).toContain('may not take:')
  await sql`delete from catalogue.program_rule where reason = 'a test'`
  await sql`
    update catalogue.course_version
    set program_id = null,
        course_registration_options = jsonb_set(course_registration_options, '{ageEnabled}', 'true')
    where course_version_id = ${course_version_id}`
  clearVersionCache()
})
