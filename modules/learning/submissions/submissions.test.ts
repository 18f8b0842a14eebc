import { beforeAll, describe, expect, test } from 'vitest'
import { isGradedByHand } from '#modules/catalogue/questions/question-types.shared.ts'
import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { recordQuizSubmission } from '#modules/learning/questions/submission.sql.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { addStudent, badAnswer, drawnOf, goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { findReviewEmail } from './review-email.ts'

const app = await openTestApp()
const { read } = app.database
const staff = await app.as(await app.userId('instructor@example.com'))
const admin = await app.as(await app.userId('admin@example.com'))

beforeAll(async () => {
  await read`
    update catalogue.course_version
    set course_registration_options = course_registration_options || '{"enabled": false, "confirmRegistration": false}'`
})

/** A student whose attempt depends on its written answer. */
async function submitAttempt(organization_id = 1) {
  const user_id = await addStudent(app, organization_id)
  const client = await app.as(user_id)
  const place = await takeCourse(app, user_id, 1, 1011)
  const { quiz_attempt_id } = (await client.post('/quiz/start', place)).body as { quiz_attempt_id: number }
  await read`update learning.quiz_answer set served_at = platform.now() where quiz_attempt_id = ${quiz_attempt_id}`
  const questions = await drawnOf(app, place)
  for (const [index, question] of questions.entries()) {
    const answer = index === 0 ? badAnswer(question) : goodAnswer(question)
    await client.post('/quiz/answer/submit', { ...place, questionId: question.question_id, answer })
  }
  await client.post('/quiz/finish', { ...place, quizAttemptId: quiz_attempt_id })
  const writtenQuestion = questions.find((question) => isGradedByHand(question.lk_question_type_id))!
  return { user_id, client, place, quiz_attempt_id, written: writtenQuestion, student_course_id: place.studentCourseId }
}
type SubmittedWork = Awaited<ReturnType<typeof submitAttempt>>

const detail = async (quiz_attempt_id: number, caller = staff) =>
  (await caller.get(`/quiz/submissions/detail?quiz_attempt_id=${quiz_attempt_id}`)).body
const submit = (quiz_attempt_id: number, decision: Record<string, unknown>, caller = staff) =>
  caller.post('/quiz/submissions/submit', { quiz_attempt_id, version: 1, ...decision })
const grading = ({ written }: SubmittedWork, correct_ind: boolean | null, comment?: string) => ({
  questions: [{ question_id: written.question_id, correct_ind, comment }],
})
const courseAt = async (student_course_id: number) =>
  (
    await read<{ id: number }>`
      select lk_student_course_status_id as id from learning.student_course where student_course_id = ${student_course_id}`
  )[0]!.id
const setStatus = (student_course_id: number, to: number) =>
  read`update learning.student_course set lk_student_course_status_id = ${to} where student_course_id = ${student_course_id}`
const resultsOf = (student_course_id: number) =>
  app.facts
    .filter(({ fact, data }) => fact === 'learning.reviewed' && data.student_course_id === student_course_id)
    .map(({ data }) => data.result)

describe('the lists', () => {
  test('show a course once one of its quizzes is submitted, and count the pending ones', async () => {
    const { student_course_id, quiz_attempt_id, ...rest } = await submitAttempt()
    const find = async () =>
      (await staff.get(`/quiz/submissions/fetch?student_course_id=exact:${student_course_id}`)).body.data[0]
    expect(await find()).toMatchObject({ student_course_id, waiting: 1, lk_student_course_status_id: 4 })
    await submit(quiz_attempt_id, grading({ student_course_id, quiz_attempt_id, ...rest }, true))
    expect(await find()).toMatchObject({ student_course_id, waiting: 0 })
  })

  test('include a written answer of a course in progress as awaiting review, like the tile and home', async () => {
    const counts = async () => {
      const [tile, home, bell] = await Promise.all([
        admin.get('/usertile/submissions'),
        admin.get('/user/waiting'),
        admin.get('/user/notification/fetch/'),
      ])
      const kind = home.body.waiting.find((item: { kind: string }) => item.kind === 'submissions')
      return [Number(tile.body.count), kind?.count ?? 0, bell.body.data.quiz.total]
    }
    const awaiting = async (student_course_id: number) =>
      (await staff.get(`/quiz/submissions/fetch?show=awaiting&student_course_id=exact:${student_course_id}`)).body.data
    const before = await counts()
    const attempt = await submitAttempt()
    const { student_course_id, quiz_attempt_id } = attempt
    expect(await courseAt(student_course_id)).toBe(status.inProgress)
    expect(await awaiting(student_course_id)).toMatchObject([{ student_course_id, waiting: 1 }])
    expect(await counts()).toEqual(before.map((n) => n + 1))
    // The course counts once while it waits as a whole, and not once it is over.
    await setStatus(student_course_id, status.inReview)
    expect(await counts()).toEqual(before.map((n) => n + 1))
    for (const endStatus of [status.refunded, status.expired]) {
      await setStatus(student_course_id, endStatus)
      expect(await awaiting(student_course_id)).toEqual([])
      expect(await counts()).toEqual(before)
    }
    await setStatus(student_course_id, status.inProgress)
    await submit(quiz_attempt_id, grading(attempt, true))
    expect(await awaiting(student_course_id)).toEqual([])
    expect(await counts()).toEqual(before)
  })

  test('are refused to students, and to staff without the permission', async () => {
    const { client } = await submitAttempt()
    expect((await client.get('/quiz/submissions/fetch')).status).toBe(403)
    const [{ user_id } = { user_id: 0 }] = await read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      values (1, 4, 'desk@example.com', 'desk@example.com') returning user_id`
    const support = await app.as(user_id)
    expect((await support.get('/quiz/submissions/fetch')).status).toBe(403)
  })

  test('count pending work once per course, like the notifications', async () => {
    const waitingCount = async () => (await admin.get('/user/notification/fetch/')).body.data.quiz.total as number
    const before = await waitingCount()
    const { quiz_attempt_id, ...rest } = await submitAttempt()
    expect(await waitingCount()).toBe(before + 1)
    await submit(quiz_attempt_id, grading({ quiz_attempt_id, ...rest }, false))
    expect(await waitingCount()).toBe(before)
  })
})

describe('a grader', () => {
  test('sees the questions with their answers and the correct ones', async () => {
    const attempt = await submitAttempt()
    const { quizDetail, quizAttempt, questions, totalQuestions, percentage } = await detail(attempt.quiz_attempt_id)
    expect(quizDetail).toMatchObject({ student_course_id: attempt.student_course_id, final_ind: false })
    expect(quizAttempt).toMatchObject({ version: 1, lk_quiz_attempt_status_id: 3, graded_by: null })
    expect(questions).toHaveLength(totalQuestions)
    expect(percentage).toBeLessThan(100)
    const open = questions.filter(({ correct_ind }: { correct_ind: unknown }) => correct_ind === null)
    expect(open.map(({ question_id }: { question_id: number }) => question_id)).toEqual([attempt.written.question_id])
    expect(open[0]).toMatchObject({ written: true, answer_in_words: [goodAnswer(attempt.written)] })
  })

  test('passes or fails the attempt by its grades; grader and time are stored, and the student is notified', async () => {
    const attempt = await submitAttempt()
    const { status: code, body } = await submit(attempt.quiz_attempt_id, grading(attempt, true, 'Well put.'))
    expect([code, body.message]).toEqual([200, 'Quiz updated.'])
    expect(body.quizAttempt).toMatchObject({ version: 2, lk_quiz_attempt_status_id: 4 })
    expect(body.quizAttempt.graded_by).toMatch(/\w+ \w+/)
    expect(resultsOf(attempt.student_course_id)).toEqual(['passed'])
    const [event] = await read`
      select before ->> 'lk_quiz_attempt_status_id' as old_status, after ->> 'lk_quiz_attempt_status_id' as new_status
      from platform.audit_event where action = 'quiz.grade' and subject_user_id = ${attempt.user_id}`
    expect(event).toEqual({ old_status: '3', new_status: '4' })
  })

  test('T-44: a grader with a stale version gets a conflict, and nothing is written', async () => {
    const attempt = await submitAttempt()
    await submit(attempt.quiz_attempt_id, grading(attempt, true))
    const outdated = await submit(attempt.quiz_attempt_id, grading(attempt, false), admin)
    expect([outdated.status, outdated.body.code]).toEqual([409, 'GRADED_MEANWHILE'])
    expect((await detail(attempt.quiz_attempt_id)).quizAttempt).toMatchObject({
      version: 2,
      lk_quiz_attempt_status_id: 4,
    })
  })

  test('T-44: one of twenty simultaneous decisions counts', async () => {
    const attempt = await submitAttempt()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => submit(attempt.quiz_attempt_id, grading(attempt, n % 2 === 0))),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(resultsOf(attempt.student_course_id)).toHaveLength(1)
  })

  test('T-44: cannot decide about their own course, under any of their accounts', async () => {
    const attempt = await submitAttempt()
    const grader = await app.userId('instructor@example.com')
    await read`
      insert into identity.linked_account (organization_id, user_id, related_user_id)
      values (1, ${grader}, ${attempt.user_id})`
    const result = await submit(attempt.quiz_attempt_id, grading(attempt, true))
    expect([result.status, result.body.code]).toEqual([403, 'OWN_WORK'])
    await read`delete from identity.linked_account where related_user_id = ${attempt.user_id}`
  })

  test.each([
    [
      'a comment of 150 characters',
      { questions: [{ question_id: 1, correct_ind: true, comment: 'x'.repeat(150) }] },
      400,
    ],
    ['no version', { version: undefined }, 400],
    ['a status that only a student brings about', { lk_quiz_attempt_status_id: 7 }, 400],
    ['a question of another quiz', { questions: [{ question_id: 20_001, correct_ind: true }] }, 404],
  ])('cannot send %s', async (_what, decision, code) => {
    const attempt = await submitAttempt()
    expect((await submit(attempt.quiz_attempt_id, decision)).status).toBe(code)
    expect((await detail(attempt.quiz_attempt_id)).quizAttempt.version).toBe(1)
  })

  test('can write a comment of 149 characters', async () => {
    const attempt = await submitAttempt()
    const comment = 'x'.repeat(149)
    expect((await submit(attempt.quiz_attempt_id, grading(attempt, false, comment))).status).toBe(200)
    const { questions } = await detail(attempt.quiz_attempt_id)
    expect(questions.map((question: { comment: string | null }) => question.comment)).toContain(comment)
  })

  test('gets 404 if they belong to another organization', async () => {
    const attempt = await submitAttempt()
    await read`
      update identity.person set lk_user_role_id = 1
      where loginid = (select loginid from identity.person where user_id = ${await addStudent(app, 2)})`
    const [other] = await read<{ user_id: number }>`
      select user_id from identity.person where organization_id = 2 and lk_user_role_id = 1 order by user_id desc limit 1`
    const [{ code } = { code: '' }] = await read<{ code: string }>`
      select code from identity.organization where organization_id = 2`
    const foreignClient = await app.as(other!.user_id, code)
    expect(
      (await foreignClient.get(`/quiz/submissions/detail?quiz_attempt_id=${attempt.quiz_attempt_id}`)).status,
    ).toBe(404)
    expect((await submit(attempt.quiz_attempt_id, grading(attempt, true), foreignClient)).status).toBe(404)
  })

  test('lets a failed course continue when the last attempt is passed after all', async () => {
    const attempt = await submitAttempt()
    await submit(attempt.quiz_attempt_id, { lk_quiz_attempt_status_id: 5 })
    await setStatus(attempt.student_course_id, status.failed)
    await submit(attempt.quiz_attempt_id, { version: 2, lk_quiz_attempt_status_id: 4 })
    expect(await courseAt(attempt.student_course_id)).toBe(status.inProgress)
  })
})

describe('an attempt that is returned', () => {
  const correctAnswer = ({ client, place, quiz_attempt_id, written }: SubmittedWork, answer: unknown) =>
    client.post('/quiz/mend', {
      ...place,
      quizAttemptId: quiz_attempt_id,
      answers: [{ questionId: written.question_id, answer }],
    })

  async function sentBack(courseStatus: number = status.inReview) {
    const attempt = await submitAttempt()
    await setStatus(attempt.student_course_id, courseStatus)
    const { status: code } = await submit(attempt.quiz_attempt_id, {
      ...grading(attempt, null, 'Say more about speed.'),
      lk_quiz_attempt_status_id: 6,
    })
    expect(code).toBe(200)
    return attempt
  }

  test('gives a waiting course back to its student, who is notified', async () => {
    const attempt = await sentBack()
    expect(await courseAt(attempt.student_course_id)).toBe(status.needsAttention)
    expect(resultsOf(attempt.student_course_id)).toEqual(['sent-back'])
  })

  test('lets a course in progress continue', async () => {
    const attempt = await sentBack(status.inProgress)
    expect(await courseAt(attempt.student_course_id)).toBe(status.inProgress)
  })

  test('is corrected by its student, reviewed again with the former answer, and then passes', async () => {
    const attempt = await sentBack()
    const correction = `${goodAnswer(attempt.written)} and slower`
    expect((await correctAnswer(attempt, correction)).status).toBe(200)
    expect(await courseAt(attempt.student_course_id)).toBe(status.fixed)
    const response = await staff.get(`/quiz/submissions/fetch?student_course_id=exact:${attempt.student_course_id}`)
    expect(response.body.data[0]).toMatchObject({ waiting: 1 })
    const complete = { studentCourseId: attempt.student_course_id }
    expect((await staff.post('/quiz/submissions/grouped/complete', complete)).body.code).toBe('STILL_WAITING')
    expect(await courseAt(attempt.student_course_id)).toBe(status.fixed)
    const { quizAttempt, questions } = await detail(attempt.quiz_attempt_id)
    expect(quizAttempt.lk_quiz_attempt_status_id).toBe(7)
    const question = questions.find(
      (question: { question_id: number }) => question.question_id === attempt.written.question_id,
    )
    expect(question).toMatchObject({
      answer: correction,
      correct_ind: null,
      before: [{ answer_in_words: [goodAnswer(attempt.written)], comment: 'Say more about speed.' }],
    })
    const { body } = await submit(attempt.quiz_attempt_id, { version: quizAttempt.version, ...grading(attempt, true) })
    expect(body.quizAttempt.lk_quiz_attempt_status_id).toBe(4)
  })

  test('cannot be corrected twice, with an empty answer or by someone else', async () => {
    const attempt = await sentBack()
    expect((await correctAnswer(attempt, '')).body.code).toBe('INVALID')
    const stranger = { ...attempt, client: await app.as(await addStudent(app)) }
    expect((await correctAnswer(stranger, 'word')).status).toBe(404)
    const answers = [attempt.written.question_id, 999_999].map((questionId) => ({ questionId, answer: 'word' }))
    const overrides = { ...attempt.place, quizAttemptId: attempt.quiz_attempt_id, answers }
    expect((await attempt.client.post('/quiz/mend', overrides)).status).toBe(404)
    expect((await correctAnswer(attempt, goodAnswer(attempt.written))).status).toBe(200)
    expect((await correctAnswer(attempt, goodAnswer(attempt.written))).body.code).toBe('NOT_SENT_BACK')
  })

  test('cannot be corrected in answers that staff graded as right, which stay right', async () => {
    const handed = await sentBack()
    await read`
      update learning.quiz_answer set correct = true
      where quiz_attempt_id = ${handed.quiz_attempt_id} and question_id = ${handed.written.question_id}`
    expect((await correctAnswer(handed, goodAnswer(handed.written))).body.code).toBe('NOT_SENT_BACK')
    const [row] = await read`
      select correct from learning.quiz_answer
      where quiz_attempt_id = ${handed.quiz_attempt_id} and question_id = ${handed.written.question_id}`
    expect(row).toEqual({ correct: true })
  })

  test('is not graded any more in an answer that was wrong and is rewritten', async () => {
    const handed = await sentBack()
    await read`
      update learning.quiz_answer set correct = false
      where quiz_attempt_id = ${handed.quiz_attempt_id} and question_id = ${handed.written.question_id}`
    expect((await correctAnswer(handed, goodAnswer(handed.written))).status).toBe(200)
    const [row] = await read`
      select correct, comment from learning.quiz_answer
      where quiz_attempt_id = ${handed.quiz_attempt_id} and question_id = ${handed.written.question_id}`
    expect(row).toEqual({ correct: null, comment: null })
  })

  test('cannot be corrected while the course is disabled', async () => {
    const attempt = await sentBack()
    await setStatus(attempt.student_course_id, status.disabled)
    expect((await correctAnswer(attempt, goodAnswer(attempt.written))).body.code).toBe('CANNOT_ENTER')
  })

  test('T-44: a grader who saw the former answer cannot grade the corrected one', async () => {
    const attempt = await sentBack()
    await correctAnswer(attempt, goodAnswer(attempt.written))
    expect((await submit(attempt.quiz_attempt_id, { version: 2, ...grading(attempt, true) })).status).toBe(409)
  })
})

describe('all quizzes of a course together', () => {
  test('get all their statuses or none, and the course continues', async () => {
    const attempt = await submitAttempt()
    const { student_course_id, quiz_attempt_id } = attempt
    const group = `/quiz/submissions/group/detail?student_course_id=${student_course_id}`
    const { data } = (await staff.get(group)).body
    expect(data.quizAttempts).toMatchObject([{ quiz_attempt_id, version: 1 }])
    expect(data.groupDetails).toMatchObject({ student_course_id })
    const foreignPerson = await submitAttempt()
    const decided = (id: number, version = 1) => ({ quiz_attempt_id: id, lk_quiz_attempt_status_id: 4, version })
    const mixed = { student_course_id, quizzes: [decided(quiz_attempt_id), decided(foreignPerson.quiz_attempt_id)] }
    expect((await staff.post('/quiz/submissions/grouped/submit', mixed)).status).toBe(404)
    expect((await detail(quiz_attempt_id)).quizAttempt.version).toBe(1)
    const single = { student_course_id, quizzes: [decided(quiz_attempt_id)] }
    expect((await staff.post('/quiz/submissions/grouped/submit', single)).status).toBe(200)
    expect((await staff.post('/quiz/submissions/grouped/submit', single)).status).toBe(409)
  })

  test('are completed once none is pending; a course in progress needs no review', async () => {
    const attempt = await submitAttempt()
    const complete = () =>
      staff.post('/quiz/submissions/grouped/complete', { studentCourseId: attempt.student_course_id })
    await setStatus(attempt.student_course_id, status.inReview)
    expect((await complete()).body.code).toBe('STILL_WAITING')
    await submit(attempt.quiz_attempt_id, grading(attempt, true))
    await setStatus(attempt.student_course_id, status.inReview)
    const { body } = await complete()
    expect(body).toMatchObject({ lk_student_course_status_id: status.inProgress, message: 'Review completed.' })
    expect((await complete()).body.code).toBe('NOTHING_TO_REVIEW')
  })
})

const submitted = Object.entries(attemptStatus).filter(([name]) => name !== 'inProgress')
test.each(submitted)('the list and the review agree whether a result (%s) awaits staff', async (name, result) => {
  const waits = ['inReview', 'fixed'].includes(name)
  const { student_course_id, quiz_attempt_id } = await submitAttempt()
  await read`
    update learning.quiz_attempt set lk_quiz_attempt_status_id = ${result}, passed = ${name === 'passed' ? true : null}
    where quiz_attempt_id = ${quiz_attempt_id}`
  await setStatus(student_course_id, status.inReview)
  const system = await app.ctx({ kind: 'system', name: 'test' })
  await system.tx((ctx) => recordQuizSubmission(ctx, student_course_id))
  const { body } = await staff.get(`/quiz/submissions/fetch?student_course_id=exact:${student_course_id}`)
  expect(body.data[0].waiting).toBe(waits ? 1 : 0)
  const response = await staff.post('/quiz/submissions/grouped/complete', { studentCourseId: student_course_id })
  expect(response.body.code ?? 'ended').toBe(waits ? 'STILL_WAITING' : 'ended')
  expect((await courseAt(student_course_id)) === status.inReview).toBe(waits)
})

describe('a status set by staff', () => {
  const set = (student_course_id: number, to: number, overrides: Record<string, unknown> = {}) =>
    staff.post('/course/setStudentCourseStatus', {
      student_course_id,
      lk_student_course_status_id: to,
      notes: 'Send us your court order.',
      ...overrides,
    })

  test('requires a reason, which the student sees until they report it fixed', async () => {
    const { student_course_id, client } = await submitAttempt()
    await setStatus(student_course_id, status.inReview)
    expect((await set(student_course_id, status.needsAttention, { notes: ' ' })).status).toBe(400)
    const { body } = await set(student_course_id, status.needsAttention)
    expect(body).toMatchObject({ message: 'Set status succesfully.' })
    expect([body.reason, body.error]).toEqual([undefined, false])
    expect(resultsOf(student_course_id)).toEqual(['attention'])
    const page = await client.visit(`/course/${student_course_id}/review`)
    expect(page.text).toContain('Send us your court order.')
    expect((await client.post('/course/fixed', { student_course_id })).status).toBe(200)
    expect(await courseAt(student_course_id)).toBe(status.fixed)
    expect((await client.post('/course/fixed', { student_course_id })).status).toBe(200)
  })

  test('cannot pass, refund or issue', async () => {
    const { student_course_id } = await submitAttempt()
    for (const to of [status.passed, status.refunded, status.certificateIssued, status.payNow, 99])
      expect((await set(student_course_id, to)).status).toBe(409)
    expect(await courseAt(student_course_id)).toBe(status.inProgress)
  })

  test('returns a disabled course to its former status', async () => {
    const { student_course_id } = await submitAttempt()
    for (const statusId of [
      status.needsAttention,
      status.fixed,
      status.confirmingInformation,
      status.attemptedCompletion,
    ]) {
      await setStatus(student_course_id, statusId)
      expect((await set(student_course_id, status.disabled)).status).toBe(200)
      expect((await set(student_course_id, statusId)).status).toBe(200)
    }
  })

  test("cannot be set on another person's course", async () => {
    const { student_course_id, client, user_id } = await submitAttempt()
    expect((await set(student_course_id, status.disabled, { user_id: user_id + 1 })).status).toBe(404)
    expect((await client.post('/course/setStudentCourseStatus', { student_course_id })).status).toBe(403)
  })

  test('a student cannot report it fixed while returned work is open', async () => {
    const attempt = await submitAttempt()
    await setStatus(attempt.student_course_id, status.inReview)
    await submit(attempt.quiz_attempt_id, { lk_quiz_attempt_status_id: 6 })
    const response = await attempt.client.post('/course/fixed', { student_course_id: attempt.student_course_id })
    expect(response.body.code).toBe('NOT_FIXED')
  })
})

test('the email about a refused exam gives its own reason, whatever exam was accepted after it', async () => {
  const { studentCourseId: student_course_id } = await takeCourse(app, await addStudent(app), 1, 1011)
  await read`
    insert into learning.external_exam (organization_id, student_course_id, kind, provider, state, provider_attempt,
                                        accepted, review_note, reviewed_at)
    select 1, ${student_course_id}, 'proctored', 'examplace', 'violation', note, accepted, note, platform.now()
    from (values (true, 'Before.'), (false, 'Someone answered.'), (true, 'It was her dog.')) as exam (accepted, note)`
  const email = { student_course_id, quiz_attempt_id: null, result: 'exam-refused' } as const
  expect(await findReviewEmail(await app.ctx(), email)).toMatchObject({ comment: 'Someone answered.' })
})
