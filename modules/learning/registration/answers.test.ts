import { describe, expect, test } from 'vitest'
import { reviewAnswer } from '#modules/learning/questions/registration-answer.sql.ts'
import { answerQuestions, answerRegistration, onePixel, validAnswer } from '#tests/support/registration.ts'
import { maxDocuments, storeDocument } from './documents.ts'
import { classA, florida, openRegistrations, permit, spanish } from './registration.fixture.ts'

const { app, addRegistration, courseOf, problemOf, rowsOf } = await openRegistrations()

describe('conditional questions', () => {
  test('appear with their reason, disappear with another one, and lose their answers', async () => {
    const { studentCourseId, submitAnswer, questionIds } = await addRegistration(florida)
    expect(await questionIds()).not.toContain(10154)
    await submitAnswer(10153, 1)
    expect(await questionIds()).toContain(10154)
    await submitAnswer(10154, 'ABC-1234')
    await submitAnswer(10153, 4)
    expect(await questionIds()).not.toContain(10154)
    expect((await rowsOf(studentCourseId)).map(({ question_id }) => question_id)).toEqual([10153])
    await submitAnswer(10153, 1)
    expect(await rowsOf(studentCourseId)).toHaveLength(1)
  })

  test('cannot be answered while hidden', async () => {
    const { submitAnswer } = await addRegistration(florida)
    expect(await submitAnswer(10154, 'ABC-1234')).toMatchObject({
      status: 404,
      body: { message: 'Could not find question' },
    })
    expect((await submitAnswer(40082, 1)).status).toBe(404)
  })

  test('appearing after the registration prevent completion of the course while they stay open', async () => {
    const { user_id, studentCourseId, submitAnswer } = await addRegistration(florida)
    await answerRegistration(app, user_id, studentCourseId, {
      choose: ({ question_id }) => (question_id === 10153 ? 4 : undefined),
    })
    expect(await problemOf(studentCourseId)).toBeNull()
    await submitAnswer(10153, 1)
    expect(await problemOf(studentCourseId)).toEqual({
      reason: 'REG_INC',
      questionId: 10154,
      message: 'There is a problem with one or more of your registration questions.',
    })
  })
})

describe('an answer', () => {
  test('is refused with the exact message and not stored if it is wrong', async () => {
    const { studentCourseId, submitAnswer } = await addRegistration(permit)
    const refusalOf = async (questionId: number, answer: unknown) => {
      const { status: code, body } = await submitAnswer(questionId, answer)
      return [code, body.message, body.questionId, body.issues?.[0]]
    }
    const summary = 'One or more answer you provided is invalid'
    const issue = (message: string) => ({ path: 'answer', message })
    expect(await refusalOf(40083, '01/01/2099')).toEqual([
      422,
      summary,
      40083,
      issue('Date of birth cannot be in the future.'),
    ])
    expect(await refusalOf(40083, '')).toEqual([422, summary, 40083, issue('Your answer is required.')])
    expect(await refusalOf(40088, 'Mother')).toEqual([422, summary, 40088, issue('Must be between 2 and 6 words.')])
    expect(await refusalOf(40089, '123')).toEqual([422, summary, 40089, issue('Must be 10 characters.')])
    await submitAnswer(40084, 2)
    expect(await refusalOf(40086, '12a4')).toEqual([
      422,
      summary,
      40086,
      issue('Use this format: 0000. A stands for a letter, 0 for a digit.'),
    ])
    expect((await rowsOf(studentCourseId)).map(({ question_id }) => question_id)).toEqual([40084])
  })

  test("stays if its question can't be edited, and repeating it is not an error", async () => {
    const { client, studentCourseId, submitAnswer } = await addRegistration(spanish)
    const save = (answer: string) => client.post('/registration/answer', { studentCourseId, questionId: 30068, answer })
    expect((await save('03/14/1990')).status).toBe(200)
    expect((await submitAnswer(30068, '03/14/1990')).status).toBe(200)
    expect((await submitAnswer(30068, '03/14/1990')).status).toBe(200)
    const response = await submitAnswer(30068, '03/15/1990')
    expect(response).toMatchObject({ status: 422, body: { message: 'You can no longer answer this question.' } })
    expect((await rowsOf(studentCourseId))[0]?.answer).toBe('03/14/1990')
  })

  test('is stored separately and not shown again if it has a Social Security or license number', async () => {
    const { client, ctx, studentCourseId, user_id } = await addRegistration(florida)
    await answerQuestions(ctx, studentCourseId)
    const rows = await rowsOf(studentCourseId)
    expect(
      rows.filter(({ personal_answer }) => personal_answer !== null).map(({ question_id }) => question_id),
    ).toEqual([10158, 10159])
    expect(rows.find(({ question_id }) => question_id === 10159)?.answer).toBeNull()
    const registration = await client.get(`/registration/${studentCourseId}`)
    expect(registration.text).not.toContain('4321')
    expect(registration.text).toContain('W426556678901')
    const admin = await app.as(await app.userId('admin@example.com'))
    const response = await admin.get(`/course/fetchRegistrationByStudentCourseId?studentCourseId=${studentCourseId}`)
    expect(response.status).toBe(200)
    expect(response.text).not.toContain('W426556678901')
    const auditLog = await app.database.read<{ all: string }>`
      select coalesce(string_agg(to_jsonb(e)::text, ''), '') as all from platform.audit_event e
      where e.subject_user_id = ${user_id}`
    expect(auditLog[0]?.all).toContain('registration.answer')
    expect(auditLog[0]?.all).not.toMatch(/4321|W426556678901/)
  })

  test('is a document of this student and this question if the question asks for an upload', async () => {
    const first = await addRegistration(classA)
    const second = await addRegistration(classA)
    const file = { name: 'page.png', bytes: onePixel }
    const course = await courseOf(second.studentCourseId)
    const foreignDocument = await storeDocument(second.ctx, course, 20101, file)
    expect((await first.submitAnswer(20101, foreignDocument.attachment_id)).status).toBe(422)
    expect((await second.submitAnswer(20101, foreignDocument.attachment_id)).status).toBe(200)
    await expect(storeDocument(second.ctx, course, 20101, { ...file, name: 'page.exe' })).rejects.toHaveProperty(
      'kind.status',
      415,
    )
  })

  test('can upload a document by API as well, once the question is open, within the quota', async () => {
    const { studentCourseId, client, submitAnswer, user_id } = await addRegistration(classA)
    const path = (questionId: number, name = 'page.png') =>
      `/registration/document?studentCourseId=${studentCourseId}&questionId=${questionId}&name=${name}`
    const upload = (questionId: number, name?: string, caller = client) =>
      caller.upload('POST', path(questionId, name), onePixel)
    const { status, body } = await upload(20101)
    expect(status).toBe(200)
    expect((await submitAnswer(20101, body.attachment_id)).status).toBe(200)
    const other = await addRegistration(classA)
    expect((await upload(20101, undefined, other.client)).status).toBe(404)
    expect((await upload(20101, undefined, app.visitor())).status).toBe(401)
    expect([(await upload(20101, 'page.exe')).status, (await upload(20103)).status]).toEqual([415, 404])
    await app.database.read`
      insert into learning.registration_document (student_course_id, organization_id, question_id, name, file_key, content_type, size_bytes)
      select ${studentCourseId}, organization_id, 20101, 'page.png', 'registration/x', 'image/png', 1
      from identity.person, generate_series(1, ${maxDocuments - 2}) where user_id = ${user_id}`
    const last = await Promise.all([upload(20101), upload(20101), upload(20101)])
    expect(last.map((response) => response.status).toSorted()).toEqual([200, 409, 409])
  })

  test('refused by staff must be replaced, and prevents completion of the course until then', async () => {
    const { user_id, studentCourseId, submitAnswer, ctx } = await addRegistration(classA)
    await answerRegistration(app, user_id, studentCourseId)
    const course = await courseOf(studentCourseId)
    const row = (await rowsOf(studentCourseId)).find(({ question_id }) => question_id === 20101)
    const version = (await rowsOf(studentCourseId)).find(({ question_id }) => question_id === 20101)!.version
    await reviewAnswer(ctx, course, { question_id: 20101, version, refused: 'Too dark', user_id: 1 })
    expect(await problemOf(studentCourseId)).toMatchObject({ reason: 'REG_INV', questionId: 20101 })
    const response = await submitAnswer(20101, row?.answer)
    expect(response.body.issues).toEqual([{ path: 'answer', message: 'This document was not accepted: Too dark' }])
    await submitAnswer(20101, await validAnswer(ctx, studentCourseId, 20101, () => undefined))
    expect(await problemOf(studentCourseId)).toBeNull()
  })

  test('becomes a problem of the course once its date has passed, and can be corrected', async () => {
    const { user_id, studentCourseId, submitAnswer } = await addRegistration(classA)
    await answerRegistration(app, user_id, studentCourseId)
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).split('-')
    await submitAnswer(20096, `${future[1]}/${future[2]}/${future[0]}`)
    const later = new Date(Date.now() + 9 * 86_400_000)
    expect(await problemOf(studentCourseId, later)).toEqual({
      reason: 'REG_INV',
      questionId: 20096,
      message: 'One or more answer you provided is invalid',
    })
  })
})

describe('a timed question', () => {
  const setTimer = (active: boolean) => app.database.read`
    update catalogue.question
    set configuration = jsonb_set(configuration, '{timer}', ${app.database.read.json({ active, seconds: active ? 30 : 0 })})
    where question_id = 30067`
  const addTimedRegistration = async () => {
    const openedPerson = await addRegistration(spanish)
    const { client, studentCourseId } = openedPerson
    const start = () => client.post('/registration/timer/start', { studentCourseId, questionId: 30067 })
    return { ...openedPerson, start }
  }

  test('is accepted within its time plus two seconds, and a later answer restarts its time', async () => {
    const { submitAnswer, start } = await addTimedRegistration()
    await setTimer(true)
    expect((await submitAnswer(30067, 'W426556678901')).body.code).toBe('TIMER_NOT_STARTED')
    expect((await start()).body.seconds_left).toBe(30)
    await app.moveClock(33_000)
    expect((await submitAnswer(30067, 'W426556678901')).body.message).toBe('You can no longer answer this question.')
    expect((await start()).body.seconds_left).toBe(30)
    await app.moveClock(31_000)
    expect((await submitAnswer(30067, 'W426556678901')).status).toBe(200)
    await setTimer(false)
  })

  test('T-40: can be started three times a day; a running one is not a new start', async () => {
    const { start, studentCourseId } = await addTimedRegistration()
    await setTimer(true)
    for (const _ of [1, 2, 3]) {
      expect((await start()).body.seconds_left).toBe(30)
      expect((await start()).status).toBe(200)
      await app.moveClock(33_000)
    }
    const response = await start()
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({
      code: 'TIMER_LIMITED',
      message: 'You started the timer for this question 3 times. You can start it again in 24 hours.',
    })
    const responses = await Promise.all(Array.from({ length: 8 }, start))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 422))
    await app.database.read`
      update learning.registration_answer set timer_counted_from = timer_counted_from - interval '1 day'
      where student_course_id = ${studentCourseId}`
    expect((await start()).body.seconds_left).toBe(30)
    await setTimer(false)
  })

  test('T-40: does not regain its starts by a saved answer', async () => {
    const { submitAnswer, start } = await addTimedRegistration()
    await setTimer(true)
    for (const last of ['1', '2', '3']) {
      expect((await start()).status).toBe(200)
      expect((await submitAnswer(30067, `W42655667890${last}`)).status).toBe(200)
    }
    expect((await start()).body.code).toBe('TIMER_LIMITED')
    await setTimer(false)
  })
})
