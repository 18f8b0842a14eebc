import { describe, expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Client } from '#tests/support/app.ts'
import { answerQuestions, answerRegistration, confirmInformation } from '#tests/support/registration.ts'
import { isConfirmed } from './confirm-registration.ts'
import { getRegistration } from './get-registration.ts'
import { classA, openRegistrations, permit, spanish } from './registration.fixture.ts'

const { app, newStudent, addRegistration, courseOf, rowsOf, setStatus } = await openRegistrations()

describe('the agreement', () => {
  const openAgreement = async () => {
    const registration = await addRegistration(classA)
    const { studentCourseId, client } = registration
    const postAgreement = (agreement: string) => client.post('/registration/agree', { studentCourseId, agreement })
    return { ...registration, postAgreement }
  }

  test('requires the exact words and stores the proof', async () => {
    const { postAgreement, studentCourseId } = await openAgreement()
    for (const text of ['I agree', 'I AGREE', ' I Agree', 'I Agree ', 'Acepto', '']) {
      const { status: code, body } = await postAgreement(text)
      expect([code, body.message, body.issues[0].path]).toEqual([422, "You must type 'I Agree'", 'agreement'])
    }
    expect(await postAgreement('I Agree')).toMatchObject({ status: 200, body: { error: false } })
    const [proof] = await app.database.read`
      select typed, length(text_hash) as digits, agreed_at from learning.agreement where student_course_id = ${studentCourseId}`
    expect(proof).toMatchObject({ typed: 'I Agree', digits: 64 })
    const { agreed_at } = await courseOf(studentCourseId)
    expect((await postAgreement('I Agree')).status).toBe(200)
    expect((await courseOf(studentCourseId)).agreed_at).toEqual(agreed_at)
  })

  test('precedes the end of the registration if the course requires it there', async () => {
    const { ctx, client, studentCourseId } = await openAgreement()
    await answerQuestions(ctx, studentCourseId)
    const response = await client.post('/registration/submit', { studentCourseId })
    expect(response.body).toMatchObject({ must_agree: true, redirect: `/course/${studentCourseId}/agreement` })
    const earlyResponse = await client.post('/registration/complete', { studentCourseId })
    expect(earlyResponse.body).toMatchObject({ code: 'MUST_AGREE', message: "You must type 'I Agree'" })
  })

  test('is required here after a purchase in a shop that does not require it', async () => {
    const { ctx, client, studentCourseId } = await addRegistration(permit)
    await answerQuestions(ctx, studentCourseId)
    const submitted = () => client.post('/registration/submit', { studentCourseId })
    expect((await submitted()).body.must_agree).toBe(false)
    await app.database.read`
      update learning.student_course set purchased_via = 'Shopify' where student_course_id = ${studentCourseId}`
    expect((await submitted()).body.must_agree).toBe(true)
    const response = await client.post('/registration/complete', { studentCourseId })
    expect(response.body).toMatchObject({ code: 'MUST_AGREE' })
    expect((await client.post('/registration/agree', { studentCourseId, agreement: 'I Agree' })).status).toBe(200)
    expect((await client.post('/registration/complete', { studentCourseId })).status).toBe(200)
  })

  test('cannot be given by staff viewing as the student', async () => {
    const { user_id, studentCourseId } = await openAgreement()
    const actor = await app.actorOf(user_id)
    const ctx = await app.ctx({ ...actor, kind: 'user', viewed_by: 1 } as typeof actor)
    const { agree } = await import('./agree.ts')
    await expect(agree.run(ctx, { studentCourseId, agreement: 'I Agree' })).rejects.toMatchObject({
      kind: { status: 403 },
    })
  })
})

describe('the confirmation', () => {
  const addUnconfirmed = async () => {
    const registration = await addRegistration(permit)
    await answerRegistration(app, registration.user_id, registration.studentCourseId)
    await setStatus(registration.studentCourseId, status.confirmingInformation)
    return registration
  }
  const isConfirmedCourse = async (id: number) => isConfirmed(await app.ctx(), id)

  test('requires the profile fields the course compares, and is revoked when an answer changes later', async () => {
    const { client, user_id, studentCourseId, submitAnswer } = await addUnconfirmed()
    const response = await client.post('/registration/confirm', { studentCourseId })
    expect(response.body.issues).toContainEqual({ path: 'gender', message: 'Gender is required' })
    expect(await isConfirmedCourse(studentCourseId)).toBe(false)
    await confirmInformation(app, user_id, studentCourseId)
    expect(await isConfirmedCourse(studentCourseId)).toBe(true)
    expect((await submitAnswer(40088, 'Another Parent')).status).toBe(200)
    expect(await isConfirmedCourse(studentCourseId)).toBe(false)
  })

  test('cannot be given in advance', async () => {
    const { client, ctx, studentCourseId } = await addRegistration(permit)
    await answerQuestions(ctx, studentCourseId)
    expect((await client.post('/registration/confirm', { studentCourseId })).status).toBe(409)
  })

  test('can be revoked: a course that awaits it returns to its lessons', async () => {
    const { client, studentCourseId } = await addRegistration(spanish)
    await setStatus(studentCourseId, status.confirmingInformation)
    expect((await client.post('/course/unconfirm', { student_course_id: studentCourseId })).status).toBe(200)
    expect((await courseOf(studentCourseId)).lk_student_course_status_id).toBe(status.inProgress)
  })

  test('is proof of a passed course, and cannot be revoked then', async () => {
    const { client, user_id, studentCourseId } = await addUnconfirmed()
    await confirmInformation(app, user_id, studentCourseId)
    await setStatus(studentCourseId, status.passed)
    expect((await client.post('/course/unconfirm', { student_course_id: studentCourseId })).status).toBe(409)
    expect(await isConfirmedCourse(studentCourseId)).toBe(true)
  })
})

describe('another user', () => {
  test('viewing as the student does not see the document number, which the student sees', async () => {
    const { user_id, ctx, studentCourseId } = await addRegistration(permit)
    await answerRegistration(app, user_id, studentCourseId)
    const personal = (await rowsOf(studentCourseId)).filter((row) => row.personal_answer !== null)
    const numbers = personal.map((row) => row.personal_answer).filter((number) => String(number).length > 4)
    expect(numbers).not.toEqual([])
    const actor = await app.actorOf(user_id)
    const viewing = await app.ctx({ ...actor, kind: 'user', viewed_by: 1 } as typeof actor)
    const registration = JSON.stringify(await getRegistration.run(ctx, { studentCourseId }))
    const viewed = JSON.stringify(await getRegistration.run(viewing, { studentCourseId }))
    for (const number of numbers) {
      expect(registration).toContain(`"${number}"`)
      expect(viewed).not.toContain(`"${number}"`)
    }
  })

  const calls = (id: number): [keyof Pick<Client, 'get' | 'post'>, string, object?][] => [
    ['post', '/registration/start', { studentCourseId: id }],
    ['get', `/registration/${id}`],
    ['get', `/registration/question?studentCourseId=${id}&questionId=30064`],
    ['get', `/registration/latest?studentCourseId=${id}`],
    ['post', '/registration/answer', { studentCourseId: id, questionId: 30064, answer: 1 }],
    ['post', '/registration/answer/submit', { studentCourseId: id, questionId: 30064, answer: 1 }],
    ['post', '/registration/timer/start', { studentCourseId: id, questionId: 30064 }],
    ['post', '/registration/submit', { studentCourseId: id }],
    ['post', '/registration/confirm', { studentCourseId: id }],
    ['post', '/registration/agree', { studentCourseId: id, agreement: 'I Agree' }],
    ['post', '/registration/complete', { studentCourseId: id }],
  ]
  const statuses = async (client: Client, id: number) => {
    const all = await Promise.all(calls(id).map(([method, path, body]) => client[method](path, body)))
    return [...new Set(all.map((call) => call.status))]
  }

  test('gets 404 as another student, 403 as staff, and must sign in as a visitor', async () => {
    const { studentCourseId } = await addRegistration(spanish)
    expect(await statuses(await app.as(await newStudent()), studentCourseId)).toEqual([404])
    expect(await statuses(await app.as(await app.userId('admin@example.com')), studentCourseId)).toEqual([403])
    expect(await statuses(app.visitor(), studentCourseId)).toEqual([401])
    expect(await rowsOf(studentCourseId)).toEqual([])
  })

  test('gets 404 if they belong to another organization, staff included', async () => {
    const { studentCourseId } = await addRegistration(spanish)
    const [admin] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      select organization_id, 1, 'reg-admin', 'reg-admin@example.com' from identity.organization where code = 'GCT'
      returning user_id`
    const foreignClient = await app.as(admin!.user_id, 'GCT')
    const response = await foreignClient.get(
      `/course/fetchRegistrationByStudentCourseId?studentCourseId=${studentCourseId}`,
    )
    const undoneResponse = await foreignClient.post('/course/unconfirm', { student_course_id: studentCourseId })
    expect([response.status, undoneResponse.status]).toEqual([404, 404])
    expect(await statuses(await app.as(await newStudent('GCT'), 'GCT'), studentCourseId)).toEqual([404])
  })

  test('gets an error for requests that no form sends', async () => {
    const { client, studentCourseId } = await addRegistration(spanish)
    for (const body of [{}, { studentCourseId: 'x' }, { studentCourseId, more: 1 }, { studentCourseId: -1 }])
      expect((await client.post('/registration/start', body)).status).toBe(400)
    const malformed = { studentCourseId, questionId: 30064, answer: { a: { b: 1 } } }
    expect((await client.post('/registration/answer', malformed)).status).toBe(400)
  })
})
