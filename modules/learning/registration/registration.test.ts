import { describe, expect, test } from 'vitest'
import { reviewAnswer } from '#modules/learning/questions/registration-answer.sql.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { answerQuestions, answerRegistration } from '#tests/support/registration.ts'
import { classA, florida, openRegistrations, permit, spanish } from './registration.fixture.ts'
import { listRegistrationAnswers } from './registration-answers.ts'

const { app, newStudent, enrollStudent, addRegistration, courseOf, problemOf, rowsOf, setStatus } =
  await openRegistrations()

describe('the whole registration', () => {
  test.each([florida, classA, spanish, permit])('ends registered for demo course %i', async (version) => {
    const user_id = await newStudent()
    const studentCourseId = await enrollStudent(user_id, version)
    expect(await problemOf(studentCourseId)).toMatchObject({ reason: 'REG_INC' })
    await answerRegistration(app, user_id, studentCourseId)
    const course = await courseOf(studentCourseId)
    expect(course.registered_at).toBeInstanceOf(Date)
    expect(course.lk_student_course_status_id).toBe(status.paidRegistered)
    expect(course.agreed_at !== null).toBe(version === classA)
    expect(await problemOf(studentCourseId)).toBeNull()
  })

  test('includes a court order and its document', async () => {
    const user_id = await newStudent()
    const studentCourseId = await enrollStudent(user_id, florida)
    await answerRegistration(app, user_id, studentCourseId, {
      choose: ({ question_id }) => ({ 10153: 2, 10161: 4 })[question_id],
    })
    const answers = await listRegistrationAnswers(await app.ctx(), await courseOf(studentCourseId))
    expect(answers).toHaveLength(13)
    expect(answers.find(({ question }) => question.question_id === 10157)?.words).toBe('page.png')
    expect(answers.find(({ question }) => question.question_id === 10158)).toMatchObject({
      purpose: 'document-number',
      personal: true,
      words: 'W426556678901',
    })
  })

  test('moves from not registered through in registration to registered, and no other way', async () => {
    const { studentCourseId, client, ctx } = await addRegistration(spanish)
    const courseStatus = async () => (await courseOf(studentCourseId)).lk_student_course_status_id
    expect(await courseStatus()).toBe(status.paidNotRegistered)
    const started = await client.post('/registration/start', { studentCourseId })
    expect(started.body).toMatchObject({ questionId: 30064, redirect: `/course/${studentCourseId}/registration/30064` })
    expect(await courseStatus()).toBe(status.inRegistration)
    await answerQuestions(ctx, studentCourseId)
    expect((await client.post('/registration/complete', { studentCourseId })).body).toMatchObject({ code: 'REG_INC' })
    expect((await client.post('/registration/submit', { studentCourseId })).body.redirect).toBe(
      `/course/${studentCourseId}`,
    )
    expect(await courseStatus()).toBe(status.inRegistration)
    await client.post('/registration/complete', { studentCourseId })
    expect(await courseStatus()).toBe(status.paidRegistered)
  })
})

describe('submitting the registration', () => {
  test('names every missing question', async () => {
    const { client, studentCourseId } = await addRegistration(spanish)
    await client.post('/registration/start', { studentCourseId })
    const { status: code, body } = await client.post('/registration/submit', { studentCourseId })
    expect([code, body.reason, body.questionId, body.count]).toEqual([422, 'REG_INC', 30064, 5])
    expect(body.issues[0]).toEqual({ path: '30064', message: 'Your answer is required.' })
  })

  test('registers once under repeated and simultaneous submissions', async () => {
    const { client, ctx, studentCourseId } = await addRegistration(spanish)
    await answerQuestions(ctx, studentCourseId)
    const postThrice = (path: string) => Promise.all([1, 2, 3].map(() => client.post(path, { studentCourseId })))
    expect((await postThrice('/registration/submit')).map((call) => call.status)).toEqual([200, 200, 200])
    expect((await postThrice('/registration/complete')).map((call) => call.status)).toEqual([200, 200, 200])
    const changes = await app.database.read`
      select 1 from learning.student_course_status_change
      where student_course_id = ${studentCourseId} and to_status_id = ${status.paidRegistered}`
    expect(changes).toHaveLength(1)
    const { registered_at } = await courseOf(studentCourseId)
    await client.post('/registration/complete', { studentCourseId })
    expect((await courseOf(studentCourseId)).registered_at).toEqual(registered_at)
  })

  test('stores one complete answer of simultaneous ones from two windows', async () => {
    const { studentCourseId, submitAnswer } = await addRegistration(florida)
    const values = [1, 2, 3, 4, 5]
    const calls = await Promise.all(values.map((option) => submitAnswer(10153, option)))
    expect(calls.map((call) => call.status)).toEqual([200, 200, 200, 200, 200])
    expect(await rowsOf(studentCourseId)).toHaveLength(1)
  })

  test('is refused when the course is over', async () => {
    const { studentCourseId, submitAnswer } = await addRegistration(spanish)
    await setStatus(studentCourseId, status.passed)
    expect((await submitAnswer(30064, 1)).body.message).toBe('You can no longer answer this question.')
  })
})

describe('completing the course', () => {
  test('is refused with an open registration or a refused answer, and opens the question', async () => {
    const { user_id, client, studentCourseId, ctx } = await addRegistration(classA)
    const completeCourse = async () => {
      await setStatus(studentCourseId, status.inProgress)
      const { status: code, body } = await client.post('/course/complete', { studentCourseId })
      return [code, body.code, body.reason, body.questionId, body.message]
    }
    const incomplete = 'There is a problem with one or more of your registration questions.'
    expect(await completeCourse()).toEqual([422, 'REG_INC', 'REG_INC', 20093, incomplete])
    await answerRegistration(app, user_id, studentCourseId)
    expect((await completeCourse())[1]).toBe('CANNOT_COMPLETE')
    const version = (await rowsOf(studentCourseId)).find(({ question_id }) => question_id === 20101)!.version
    await reviewAnswer(ctx, await courseOf(studentCourseId), {
      question_id: 20101,
      version,
      refused: 'Too dark',
      user_id: 1,
    })
    const invalid = 'One or more answer you provided is invalid'
    expect(await completeCourse()).toEqual([422, 'REG_INV', 'REG_INV', 20101, invalid])
    const response = await client.get(
      `/registration/question?studentCourseId=${studentCourseId}&questionId=20101&isCompleting=1`,
    )
    expect(response.body).toMatchObject({ next: null, previous: null, question: { state: 'invalid' } })
  })
})
