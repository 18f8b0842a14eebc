import { describe, expect, test } from 'vitest'
import { type Client, openTestApp } from '../../../tests/support/app.ts'
import {
  answerQuestions,
  answerRegistration,
  confirmInformation,
  onePixel,
  validAnswer,
} from '../../../tests/support/registration.ts'
import { enrol } from '../enrolment/enrol.ts'
import { status } from '../status/transitions.ts'
import { selectStudentCourse } from '../student-course.sql.ts'
import { isConfirmed } from './confirm-registration.ts'
import { storeDocument } from './documents.ts'
import { rejectAnswer } from './registration-answer.sql.ts'
import { listRegistrationAnswers } from './registration-answers.ts'
import { registrationProblems } from './registration-problems.ts'

const app = await openTestApp()
const florida = 1
const classA = 2
const spanish = 3
const permit = 4

let orders = 900_000

async function newStudent(code = 'SSD'): Promise<number> {
  orders += 1
  const name = `reg${orders}`
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    select organization_id, 3, ${name}, ${`${name}@example.com`}, 'Reg', 'Student'
    from identity.organization where code = ${code} returning user_id`
  return row!.user_id
}

async function enrolled(user_id: number, course_version_id: number): Promise<number> {
  orders += 1
  const [place] = await app.database.read<{ organization_id: number; course_website_id: number }>`
    select p.organization_id, cw.course_website_id
    from identity.person p join catalogue.v_course_website cw on cw.course_version_id = ${course_version_id}
    where p.user_id = ${user_id} limit 1`
  const ctx = await app.ctx({ kind: 'system', name: 'test' })
  const bought = { lk_shipping_type_id: 1, audio_ind: false, order_item_id: orders, paid: true }
  const { student_course_id } = await ctx.tx((inner) =>
    enrol(inner, { user_id, course_version_id, ...bought, ...place! }),
  )
  return student_course_id
}

async function registering(course_version_id: number) {
  const user_id = await newStudent()
  const studentCourseId = await enrolled(user_id, course_version_id)
  const client = await app.as(user_id)
  const ctx = await app.ctx(await app.actorOf(user_id))
  const say = (questionId: number, answer: unknown) =>
    client.post('/registration/answer/submit', { studentCourseId, questionId, answer })
  const asked = async (): Promise<number[]> => {
    const { body } = await client.get(`/registration/${studentCourseId}`)
    return body.questions.map((question: { question_id: number }) => question.question_id)
  }
  return { user_id, studentCourseId, client, ctx, say, asked }
}

const courseOf = async (studentCourseId: number) =>
  selectStudentCourse(await app.ctx({ kind: 'system', name: 'test' }), studentCourseId)
const problemOf = async (studentCourseId: number) =>
  registrationProblems(await app.ctx({ kind: 'system', name: 'test' }), await courseOf(studentCourseId))
const rowsOf = (studentCourseId: number) =>
  app.database.read<{ question_id: number; answer: unknown; personal_answer: unknown }>`
    select question_id, answer, personal_answer from learning.registration_answer
    where student_course_id = ${studentCourseId} order by question_id`

describe('the whole registration', () => {
  test.each([florida, classA, spanish, permit])('of demo course %i ends registered', async (version) => {
    const user_id = await newStudent()
    const studentCourseId = await enrolled(user_id, version)
    expect(await problemOf(studentCourseId)).toMatchObject({ reason: 'REG_INC' })
    await answerRegistration(app, user_id, studentCourseId)
    const course = await courseOf(studentCourseId)
    expect(course.registered_at).not.toBeNull()
    expect(course.lk_student_course_status_id).toBe(status.paidRegistered)
    expect(course.agreed_at !== null).toBe(version === classA)
    expect(await problemOf(studentCourseId)).toBeNull()
  })

  test('also where a judge ordered the course and a document must be sent', async () => {
    const user_id = await newStudent()
    const studentCourseId = await enrolled(user_id, florida)
    await answerRegistration(app, user_id, studentCourseId, {
      choose: ({ question_id }) => ({ 10153: 2, 10161: 4 })[question_id],
    })
    const answers = await listRegistrationAnswers(await app.ctx(), await courseOf(studentCourseId))
    expect(answers).toHaveLength(12)
    expect(answers.find(({ question }) => question.question_id === 10157)?.words).toBe('page.png')
    expect(answers.find(({ question }) => question.question_id === 10158)).toMatchObject({
      purpose: 'document-number',
      personal: true,
      words: 'W426556678901',
    })
  })

  test('moves from not registered through in registration to registered, and no other way', async () => {
    const { studentCourseId, client, ctx } = await registering(spanish)
    const at = async () => (await courseOf(studentCourseId)).lk_student_course_status_id
    expect(await at()).toBe(status.paidNotRegistered)
    const started = await client.post('/registration/start', { studentCourseId })
    expect(started.body).toMatchObject({ questionId: 30064, redirect: `/course/${studentCourseId}/registration/30064` })
    expect(await at()).toBe(status.inRegistration)
    await answerQuestions(ctx, studentCourseId)
    expect((await client.post('/registration/complete', { studentCourseId })).body).toMatchObject({ code: 'REG_INC' })
    expect((await client.post('/registration/submit', { studentCourseId })).body.redirect).toBe(
      `/course/${studentCourseId}`,
    )
    expect(await at()).toBe(status.inRegistration)
    await client.post('/registration/complete', { studentCourseId })
    expect(await at()).toBe(status.paidRegistered)
  })
})

describe('conditional questions', () => {
  test('appear with the chosen reason, disappear with another, and their answers are dropped', async () => {
    const { studentCourseId, say, asked } = await registering(florida)
    expect(await asked()).not.toContain(10154)
    await say(10153, 1)
    expect(await asked()).toContain(10154)
    await say(10154, 'ABC-1234')
    await say(10153, 4)
    expect(await asked()).not.toContain(10154)
    expect((await rowsOf(studentCourseId)).map(({ question_id }) => question_id)).toEqual([10153])
    await say(10153, 1)
    expect(await rowsOf(studentCourseId)).toHaveLength(1)
  })

  test('cannot be answered while they are hidden', async () => {
    const { say } = await registering(florida)
    expect(await say(10154, 'ABC-1234')).toMatchObject({ status: 404, body: { message: 'Could not find question' } })
    expect((await say(40082, 1)).status).toBe(404)
  })

  test('that appear after the registration and stay open keep the course from being completed', async () => {
    const { user_id, studentCourseId, say } = await registering(florida)
    await answerRegistration(app, user_id, studentCourseId, {
      choose: ({ question_id }) => (question_id === 10153 ? 4 : undefined),
    })
    expect(await problemOf(studentCourseId)).toBeNull()
    await say(10153, 1)
    expect(await problemOf(studentCourseId)).toEqual({
      reason: 'REG_INC',
      questionId: 10154,
      message: 'There is a problem with one or more of your registration questions.',
    })
  })
})

describe('an answer', () => {
  test('that is wrong is refused with its exact words and not kept', async () => {
    const { studentCourseId, say } = await registering(permit)
    const refused = async (questionId: number, answer: unknown) => {
      const { status: code, body } = await say(questionId, answer)
      return [code, body.message, body.questionId, body.issues?.[0]]
    }
    const summary = 'One or more answer you provided is invalid'
    const issue = (message: string) => ({ path: 'answer', message })
    expect(await refused(40083, '01/01/2099')).toEqual([
      422,
      summary,
      40083,
      issue('Date of birth cannot be in the future.'),
    ])
    expect(await refused(40083, '')).toEqual([422, summary, 40083, issue('Your answer is required.')])
    expect(await refused(40088, 'Mother')).toEqual([422, summary, 40088, issue('Must be between 2 and 6 words.')])
    expect(await refused(40089, '123')).toEqual([422, summary, 40089, issue('Must be 10 characters.')])
    await say(40084, 2)
    expect(await refused(40086, '12a4')).toEqual([
      422,
      summary,
      40086,
      issue('Your answer does not have the expected form.'),
    ])
    expect((await rowsOf(studentCourseId)).map(({ question_id }) => question_id)).toEqual([40084])
  })

  test('to a question that cannot be edited stays, and the same answer again is no mistake', async () => {
    const { client, studentCourseId, say } = await registering(spanish)
    const save = (answer: string) => client.post('/registration/answer', { studentCourseId, questionId: 30068, answer })
    expect((await save('03/14/1990')).status).toBe(200)
    expect((await say(30068, '03/14/1990')).status).toBe(200)
    expect((await say(30068, '03/14/1990')).status).toBe(200)
    const changed = await say(30068, '03/15/1990')
    expect(changed).toMatchObject({ status: 422, body: { message: 'You can no longer answer this question.' } })
    expect((await rowsOf(studentCourseId))[0]?.answer).toBe('03/14/1990')
  })

  test('with a Social Security or license number is kept apart and not told again', async () => {
    const { client, ctx, studentCourseId, user_id } = await registering(florida)
    await answerQuestions(ctx, studentCourseId)
    const rows = await rowsOf(studentCourseId)
    expect(
      rows.filter(({ personal_answer }) => personal_answer !== null).map(({ question_id }) => question_id),
    ).toEqual([10158, 10159])
    expect(rows.find(({ question_id }) => question_id === 10159)?.answer).toBeNull()
    const own = await client.get(`/registration/${studentCourseId}`)
    expect(own.text).not.toContain('4321')
    expect(own.text).toContain('W426556678901')
    const admin = await app.as(await app.userId('admin@example.com'))
    const seen = await admin.get(`/course/fetchRegistrationByStudentCourseId?studentCourseId=${studentCourseId}`)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('W426556678901')
    const trail = await app.database.read<{ all: string }>`
      select coalesce(string_agg(to_jsonb(e)::text, ''), '') as all from platform.audit_event e
      where e.subject_user_id = ${user_id}`
    expect(trail[0]?.all).toContain('registration.answer')
    expect(trail[0]?.all).not.toMatch(/4321|W426556678901/)
  })

  test('to an upload question is a document of this student and this question', async () => {
    const one = await registering(classA)
    const other = await registering(classA)
    const file = { name: 'page.png', bytes: onePixel }
    const course = await courseOf(other.studentCourseId)
    const foreign = await storeDocument(other.ctx, course, 20101, file)
    expect((await one.say(20101, foreign.attachment_id)).status).toBe(422)
    expect((await other.say(20101, foreign.attachment_id)).status).toBe(200)
    await expect(storeDocument(other.ctx, course, 20101, { ...file, name: 'page.exe' })).rejects.toHaveProperty(
      'kind.status',
      415,
    )
  })

  test('that a person refused must be another one, and until then the course cannot be completed', async () => {
    const { user_id, studentCourseId, say, ctx } = await registering(classA)
    await answerRegistration(app, user_id, studentCourseId)
    const course = await courseOf(studentCourseId)
    const stored = (await rowsOf(studentCourseId)).find(({ question_id }) => question_id === 20101)
    await rejectAnswer(ctx, course, 20101, 'Too dark')
    expect(await problemOf(studentCourseId)).toMatchObject({ reason: 'REG_INV', questionId: 20101 })
    const again = await say(20101, stored?.answer)
    expect(again.body.issues).toEqual([{ path: 'answer', message: 'This document was not accepted: Too dark' }])
    await say(20101, await validAnswer(ctx, studentCourseId, 20101, () => undefined))
    expect(await problemOf(studentCourseId)).toBeNull()
  })

  test('can be mended once time has made it wrong, and the course waits for it', async () => {
    const { user_id, studentCourseId, say } = await registering(classA)
    await answerRegistration(app, user_id, studentCourseId)
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).split('-')
    await say(20096, `${future[1]}/${future[2]}/${future[0]}`)
    const later = (await app.ctx({ kind: 'system', name: 'test' })).as({ now: new Date(Date.now() + 9 * 86_400_000) })
    expect(await registrationProblems(later, await courseOf(studentCourseId))).toEqual({
      reason: 'REG_INV',
      questionId: 20096,
      message: 'One or more answer you provided is invalid',
    })
  })
})

describe('completing the course', () => {
  test('is refused while the registration is open, or an answer was refused, and leads to the question', async () => {
    const { user_id, client, studentCourseId, ctx } = await registering(classA)
    const completing = async () => {
      await app.database.read`
        update learning.student_course set lk_student_course_status_id = ${status.inProgress}
        where student_course_id = ${studentCourseId}`
      const { status: code, body } = await client.post('/course/complete', { studentCourseId })
      return [code, body.code, body.reason, body.questionId, body.message]
    }
    const incomplete = 'There is a problem with one or more of your registration questions.'
    expect(await completing()).toEqual([422, 'REG_INC', 'REG_INC', 20093, incomplete])
    await answerRegistration(app, user_id, studentCourseId)
    expect((await completing())[1]).toBe('CANNOT_COMPLETE')
    await rejectAnswer(ctx, await courseOf(studentCourseId), 20101, 'Too dark')
    const invalid = 'One or more answer you provided is invalid'
    expect(await completing()).toEqual([422, 'REG_INV', 'REG_INV', 20101, invalid])
    const walked = await client.get(
      `/registration/question?studentCourseId=${studentCourseId}&questionId=20101&isCompleting=1`,
    )
    expect(walked.body).toMatchObject({ next: null, previous: null, question: { state: 'invalid' } })
  })
})

describe('a timed question', () => {
  test('is answered in its time, or its time begins anew', async () => {
    const { client, studentCourseId, say } = await registering(spanish)
    await app.database.read`
      update catalogue.question set configuration = jsonb_set(configuration, '{timer}', '{"active": true, "seconds": 30}')
      where question_id = 30067`
    const start = () => client.post('/registration/timer/start', { studentCourseId, questionId: 30067 })
    expect((await say(30067, 'W426556678901')).body.code).toBe('TIMER_NOT_STARTED')
    expect((await start()).body.seconds_left).toBe(30)
    await app.moveClock(31_000)
    expect((await say(30067, 'W426556678901')).body.message).toBe('You can no longer answer this question.')
    expect((await start()).body.seconds_left).toBe(30)
    expect((await say(30067, 'W426556678901')).status).toBe(200)
    await app.database.read`
      update catalogue.question set configuration = jsonb_set(configuration, '{timer}', '{"active": false, "seconds": 0}')
      where question_id = 30067`
  })
})

describe('handing in', () => {
  test('names every question that is missing', async () => {
    const { client, studentCourseId } = await registering(spanish)
    await client.post('/registration/start', { studentCourseId })
    const { status: code, body } = await client.post('/registration/submit', { studentCourseId })
    expect([code, body.reason, body.questionId, body.count]).toEqual([422, 'REG_INC', 30064, 5])
    expect(body.issues[0]).toEqual({ path: '30064', message: 'Your answer is required.' })
  })

  test('twice at once, and again, registers once', async () => {
    const { client, ctx, studentCourseId } = await registering(spanish)
    await answerQuestions(ctx, studentCourseId)
    const both = (path: string) => Promise.all([1, 2, 3].map(() => client.post(path, { studentCourseId })))
    expect((await both('/registration/submit')).map((call) => call.status)).toEqual([200, 200, 200])
    expect((await both('/registration/complete')).map((call) => call.status)).toEqual([200, 200, 200])
    const changes = await app.database.read`
      select 1 from learning.student_course_status_change
      where student_course_id = ${studentCourseId} and to_status_id = ${status.paidRegistered}`
    expect(changes).toHaveLength(1)
    const { registered_at } = await courseOf(studentCourseId)
    await client.post('/registration/complete', { studentCourseId })
    expect((await courseOf(studentCourseId)).registered_at).toEqual(registered_at)
  })

  test('answers of two windows at once leave one of them, whole', async () => {
    const { studentCourseId, say } = await registering(florida)
    const sent = [1, 2, 3, 4, 5]
    const calls = await Promise.all(sent.map((option) => say(10153, option)))
    expect(calls.map((call) => call.status)).toEqual([200, 200, 200, 200, 200])
    expect(await rowsOf(studentCourseId)).toHaveLength(1)
  })

  test('is over when the course is over', async () => {
    const { studentCourseId, say } = await registering(spanish)
    await app.database.read`
      update learning.student_course set lk_student_course_status_id = ${status.passed} where student_course_id = ${studentCourseId}`
    expect((await say(30064, 1)).body.message).toBe('You can no longer answer this question.')
  })
})

describe('the agreement', () => {
  const asked = async () => {
    const registration = await registering(classA)
    const { studentCourseId, client } = registration
    const say = (agreement: string) => client.post('/registration/agree', { studentCourseId, agreement })
    return { ...registration, say }
  }

  test('takes the exact words and keeps the proof', async () => {
    const { say, studentCourseId } = await asked()
    for (const typed of ['I agree', 'I AGREE', ' I Agree', 'I Agree ', 'Acepto', '']) {
      const { status: code, body } = await say(typed)
      expect([code, body.message, body.issues[0].path]).toEqual([422, "You must type 'I Agree'", 'agreement'])
    }
    expect(await say('I Agree')).toMatchObject({ status: 200, body: { error: false } })
    const [proof] = await app.database.read`
      select typed, length(text_hash) as digits, agreed_at from learning.agreement where student_course_id = ${studentCourseId}`
    expect(proof).toMatchObject({ typed: 'I Agree', digits: 64 })
    const { agreed_at } = await courseOf(studentCourseId)
    expect((await say('I Agree')).status).toBe(200)
    expect((await courseOf(studentCourseId)).agreed_at).toEqual(agreed_at)
  })

  test('stands before the end of the registration where the course asks for it there', async () => {
    const { ctx, client, studentCourseId } = await asked()
    await answerQuestions(ctx, studentCourseId)
    const submitted = await client.post('/registration/submit', { studentCourseId })
    expect(submitted.body).toMatchObject({ must_agree: true, redirect: `/course/${studentCourseId}/agreement` })
    const early = await client.post('/registration/complete', { studentCourseId })
    expect(early.body).toMatchObject({ code: 'MUST_AGREE', message: "You must type 'I Agree'" })
  })

  test('is not given by staff who look through the eyes of the student', async () => {
    const { user_id, studentCourseId } = await asked()
    const actor = await app.actorOf(user_id)
    const ctx = await app.ctx({ ...actor, kind: 'user', viewed_by: 1 } as typeof actor)
    const { agree } = await import('../agreement/agree.ts')
    await expect(agree.run(ctx, { studentCourseId, agreement: 'I Agree' })).rejects.toMatchObject({
      kind: { status: 403 },
    })
  })
})

describe('the confirmation', () => {
  const waiting = async () => {
    const registration = await registering(permit)
    await answerRegistration(app, registration.user_id, registration.studentCourseId)
    await app.database.read`
      update learning.student_course set lk_student_course_status_id = ${status.confirmingInformation}
      where student_course_id = ${registration.studentCourseId}`
    return registration
  }
  const confirmed = async (id: number) => isConfirmed(await app.ctx(), id)

  test('needs the profile that the course compares, and an answer changed later takes it back', async () => {
    const { client, user_id, studentCourseId, say } = await waiting()
    const bare = await client.post('/registration/confirm', { studentCourseId })
    expect(bare.body.issues).toContainEqual({ path: 'gender', message: 'Gender is required' })
    expect(await confirmed(studentCourseId)).toBe(false)
    await confirmInformation(app, user_id, studentCourseId)
    expect(await confirmed(studentCourseId)).toBe(true)
    expect((await say(40088, 'Another Parent')).status).toBe(200)
    expect(await confirmed(studentCourseId)).toBe(false)
  })

  test('is not given in advance', async () => {
    const { client, ctx, studentCourseId } = await registering(permit)
    await answerQuestions(ctx, studentCourseId)
    expect((await client.post('/registration/confirm', { studentCourseId })).status).toBe(409)
  })

  test('can be taken back: a course that waits for it goes back to its lessons', async () => {
    const { client, studentCourseId } = await registering(spanish)
    await app.database.read`
      update learning.student_course set lk_student_course_status_id = ${status.confirmingInformation}
      where student_course_id = ${studentCourseId}`
    expect((await client.post('/course/unconfirm', { student_course_id: studentCourseId })).status).toBe(200)
    expect((await courseOf(studentCourseId)).lk_student_course_status_id).toBe(status.inProgress)
  })
})

describe('somebody else', () => {
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

  test('finds nothing as another student, is refused as staff, and must sign in as a visitor', async () => {
    const { studentCourseId } = await registering(spanish)
    expect(await statuses(await app.as(await newStudent()), studentCourseId)).toEqual([404])
    expect(await statuses(await app.as(await app.userId('admin@example.com')), studentCourseId)).toEqual([403])
    expect(await statuses(app.visitor(), studentCourseId)).toEqual([401])
    expect(await rowsOf(studentCourseId)).toEqual([])
  })

  test('of another organization finds nothing, staff included', async () => {
    const { studentCourseId } = await registering(spanish)
    const [admin] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      select organization_id, 1, 'reg-admin', 'reg-admin@example.com' from identity.organization where code = 'GCT'
      returning user_id`
    const foreign = await app.as(admin!.user_id, 'GCT')
    const read = await foreign.get(`/course/fetchRegistrationByStudentCourseId?studentCourseId=${studentCourseId}`)
    const undone = await foreign.post('/course/unconfirm', { student_course_id: studentCourseId })
    expect([read.status, undone.status]).toEqual([404, 404])
    expect(await statuses(await app.as(await newStudent('GCT'), 'GCT'), studentCourseId)).toEqual([404])
  })

  test('sends what no form sends and is told so', async () => {
    const { client, studentCourseId } = await registering(spanish)
    for (const body of [{}, { studentCourseId: 'x' }, { studentCourseId, more: 1 }, { studentCourseId: -1 }])
      expect((await client.post('/registration/start', body)).status).toBe(400)
    const odd = { studentCourseId, questionId: 30064, answer: { a: { b: 1 } } }
    expect((await client.post('/registration/answer', odd)).status).toBe(400)
  })
})
