import { beforeAll, describe, expect, test } from 'vitest'
import { openComponent } from '#modules/learning/opening/open-component.ts'
import { complete } from '#modules/learning/player/complete.ts'
import { fetchCourseByStudentCourseId } from '#modules/learning/player/fetch-course-by-student-course-id.ts'
import { getComponent } from '#modules/learning/player/get-component.ts'
import { next } from '#modules/learning/player/next.ts'
import { start } from '#modules/learning/player/start.ts'
import { answer as saveQuizAnswer } from '#modules/learning/quiz/answer.ts'
import { fetchAttempt, fetchAttempts } from '#modules/learning/quiz/fetch-attempts.ts'
import { finish } from '#modules/learning/quiz/finish.ts'
import { navigation } from '#modules/learning/quiz/navigation.ts'
import { openQuizPage } from '#modules/learning/quiz/open-quiz-page.ts'
import { currentQuestion } from '#modules/learning/quiz/question-current.ts'
import { reviewQuiz } from '#modules/learning/quiz/review-quiz.ts'
import { route } from '#modules/learning/quiz/route.ts'
import { start as startQuiz } from '#modules/learning/quiz/start.ts'
import { submitAnswer } from '#modules/learning/quiz/submit-answer.ts'
import { idle } from '#modules/learning/seat-time/idle.ts'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { parts } from '#tests/fixtures/learning/course.ts'
import { answerNow, guarded, guardedFixture } from './verification.fixture.ts'
import { verifyAnswer, verifyStudentCourse } from './verify.ts'

const databases = await testDatabase()
const { read } = databases.db
const settings = { ...guarded.globalSettings, idleTimer: { enabled: true, value: 5, lock: true } }
let fixture: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  fixture = await guardedFixture(databases, { ...guarded, globalSettings: settings })
})

async function victim() {
  const user_id = await fixture.person()
  const id = await fixture.setUp(user_id)
  return { user_id, id, ctx: fixture.student(user_id), thief: fixture.again(user_id) }
}

/** The address in a response or a refusal. */
async function redirectOf(call: Promise<unknown>): Promise<unknown> {
  const response = await call.catch((error: unknown) => {
    if (error instanceof Refusal) return error.answer
    throw error
  })
  return (response as { redirect?: unknown }).redirect
}

async function earn(ctx: Ctx, id: number, component_id: number) {
  const { component } = await getComponent.run(ctx, { studentCourseId: id, componentId: component_id })
  const student_progress_id = component!.studentProgress!.student_progress_id
  return { student_progress_id, lease_id: component!.lease_id }
}

describe('with a check due', () => {
  test('T-48: every call of the course redirects to it, even with other fields in the request', async () => {
    const { id, ctx, thief } = await victim()
    await earn(ctx, id, parts.first)
    const at = { studentCourseId: id, componentId: parts.first }
    const quiz = { studentCourseId: id, componentId: parts.quiz }
    const calls = [
      () => start.run(thief, { studentCourseId: id }),
      () => fetchCourseByStudentCourseId.run(thief, { studentCourseId: id }),
      () => getComponent.run(thief, at),
      () => next.run(thief, { ...at, nextComponentId: parts.exam, isLastComponent: true }),
      () => openComponent(thief, id, parts.first),
      () => route.run(thief, quiz),
      () => openQuizPage(thief, quiz, 'intro'),
      () => startQuiz.run(thief, quiz),
      () => navigation.run(thief, quiz),
    ]
    for (const call of calls) expect(await redirectOf(call())).toBe(`/course/${id}/security/verify`)
    await expect(complete.run(thief, { studentCourseId: id, advanced: true })).rejects.toBeInstanceOf(Refusal)
    // Without an attempt it redirects to the start of the quiz, which redirects to the check.
    expect(await redirectOf(currentQuestion.run(thief, quiz))).toBe(`/course/${id}/quiz/${parts.quiz}/intro`)
  })

  test('T-48: an attempt of the session that passed cannot be read, continued or finished', async () => {
    const { id, ctx, thief } = await victim()
    const quiz = { studentCourseId: id, componentId: parts.quiz }
    await earn(ctx, id, parts.first)
    const [attempt] = await read<{ quiz_attempt_id: number }>`
      insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number, threshold, total)
      select organization_id, student_course_id, ${parts.quiz}, 1, 1, 80, 1
      from learning.student_course where student_course_id = ${id} returning quiz_attempt_id`
    const quizAttemptId = attempt!.quiz_attempt_id
    await read`
      insert into learning.quiz_answer
        (organization_id, quiz_attempt_id, question_id, position, required, no_edit_after_save, served_at)
      values (1, ${quizAttemptId}, 1, 1, true, false, platform.now())`
    const answer = { ...quiz, questionId: 1, answer: 1 }
    const calls = {
      finish: () => finish.run(thief, { ...quiz, quizAttemptId }),
      navigation: () => navigation.run(thief, quiz),
      question: () => currentQuestion.run(thief, quiz),
      answer: () => thief.tx((inner) => saveQuizAnswer.run(inner, answer)),
      submit: () => thief.tx((inner) => submitAnswer.run(inner, answer)),
      attempt: () => fetchAttempt.run(thief, { student_course_id: id, quiz_id: 1 }),
      attempts: () => fetchAttempts.run(thief, { student_course_id: id, quiz_ids: [1] }),
      review: () => reviewQuiz.run(thief, { ...quiz, quizAttemptId }),
    }
    for (const [name, call] of Object.entries(calls))
      expect([name, await redirectOf(call())]).toEqual([name, `/course/${id}/security/verify`])
    const [row] = await read`select answer from learning.quiz_answer where quiz_attempt_id = ${quizAttemptId}`
    expect(row).toEqual({ answer: null })
  })

  test('T-48: another session cannot send heartbeats for the one that passed, or take over its lease', async () => {
    const { id, ctx, thief } = await victim()
    const seat = await earn(ctx, id, parts.first)
    await fixture.move(10)
    const stolenBeat = updateStudentProgressTime.run(thief, seat)
    await expect(stolenBeat).rejects.toMatchObject({ kind: { status: 409 } })
    const beat = updateStudentProgressTime.run(thief, { student_progress_id: seat.student_progress_id })
    await expect(beat).rejects.toMatchObject({ kind: { status: 409 } })
    expect(await updateStudentProgressTime.run(ctx, seat)).toMatchObject({ time_spent: 10 })
  })

  test('T-48: a page that slept longer than a pause earns nothing before the check', async () => {
    const { id, ctx } = await victim()
    const seat = await earn(ctx, id, parts.first)
    await fixture.move(31 * 60)
    const result = await updateStudentProgressTime.run(ctx, { ...seat, interacted_ms_ago: 0 })
    expect(result).toMatchObject({ time_spent: 0, redirect: `/course/${id}/security/verify` })
  })

  test('T-49: an earlier answer does not count for another question, and a second tab gives no additional tries', async () => {
    const { id, thief } = await victim()
    const first = await verifyStudentCourse.run(thief, { studentCourseId: id })
    const question_id = first.task!.question!.question_id
    await verifyAnswer.run(thief, { student_course_id: id, question_id, answer: 3 })
    const second = await verifyStudentCourse.run(thief, { studentCourseId: id })
    const replay = await verifyAnswer.run(thief, { student_course_id: id, question_id, answer: 1 })
    expect(replay).toMatchObject({ verified: false, attemptsRemaining: second.attemptsRemaining! - 1 })
    const tab = fixture.again((await selectStudentCourse(thief, id)).user_id)
    const other = await verifyStudentCourse.run(tab, { studentCourseId: id })
    expect(other).toMatchObject({ attemptsRemaining: second.attemptsRemaining! - 1, last_attempt: true })
  })

  test('T-49: a double click counts once, and the same answer to a question that is shown again counts again', async () => {
    const { id, thief } = await victim()
    const { task, attemptsRemaining } = await verifyStudentCourse.run(thief, { studentCourseId: id })
    const { question_id } = task!.question!
    const submit = () => verifyAnswer.run(thief, { student_course_id: id, question_id, answer: 3 })
    const outcomes = await Promise.all([submit(), submit()])
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ verified: false, result: 'wrong', attemptsRemaining: attemptsRemaining! - 1 })
    expect(await read`select from learning.identity_try where student_course_id = ${id}`).toHaveLength(1)
    await read`
      update learning.identity_check set tasks = jsonb_set(tasks, '{0,question_id}', to_jsonb(${question_id}::int))
      where student_course_id = ${id}`
    await verifyStudentCourse.run(thief, { studentCourseId: id })
    expect(await submit()).toMatchObject({ result: 'wrong', attemptsRemaining: attemptsRemaining! - 2 })
  })

  test('T-49: a double click on the right answer of the first of two questions does not fail the second', async () => {
    const { id, thief } = await victim()
    const { task, attemptsRemaining } = await verifyStudentCourse.run(thief, { studentCourseId: id })
    const { question_id } = task!.question!
    await read`
      update learning.identity_check
      set tasks = tasks || jsonb_build_array(jsonb_build_object('method', 'security_questions', 'question_id', 999))
      where student_course_id = ${id}`
    const submit = () => verifyAnswer.run(thief, { student_course_id: id, question_id, answer: 1 })
    await submit()
    expect(await submit()).toMatchObject({ verified: false, result: 'right', attemptsRemaining })
    const [check] = await read`
      select tries, position, answer_hash is not null as hashed from learning.identity_check where student_course_id = ${id}`
    expect(check).toEqual({ tries: 0, position: 1, hashed: true })
  })

  test('T-49: twenty simultaneous answers each count, and the last allowed one locks the course', async () => {
    const { id, thief } = await victim()
    await verifyStudentCourse.run(thief, { studentCourseId: id })
    await read`update learning.identity_check set tries_allowed = 20 where student_course_id = ${id}`
    const wrong = () => verifyAnswer.run(thief, { student_course_id: id, answer: 4 })
    await Promise.all(Array.from({ length: 20 }, wrong))
    const [check] = await read<{ tries: number }>`
      select tries from learning.identity_check where student_course_id = ${id}`
    const rows = await read`select result from learning.identity_try where student_course_id = ${id}`
    expect(check!.tries).toBe(20)
    expect(rows).toHaveLength(20)
    expect(await selectStudentCourse(thief, id)).toMatchObject({ lk_student_course_status_reason_id: 7 })
  })
})

test('T-50: verification earns no seat time, and a pending check ends the lease', async () => {
  const { id, ctx, user_id } = await victim()
  const seat = await earn(ctx, id, parts.first)
  await fixture.move(10)
  await updateStudentProgressTime.run(ctx, seat)
  await read`update learning.identity_setup set passed_session_id = 0 where student_course_id = ${id}`
  await verifyStudentCourse.run(ctx, { studentCourseId: id })
  await fixture.move(12)
  await expect(updateStudentProgressTime.run(ctx, seat)).rejects.toMatchObject({ kind: { status: 409 } })
  await answerNow(ctx, id, 1)
  const [earned] = await read<{ seconds: number }>`
    select extract(epoch from sum(to_at - from_at))::int as seconds from learning.seat_range where user_id = ${user_id}`
  expect(earned!.seconds).toBe(10)
})

test('T-50: idle time ends the session, and optionally locks the course with reason 5, which its student unlocks', async () => {
  const { id, ctx } = await victim()
  await earn(ctx, id, parts.first)
  expect(await idle.run(ctx, { studentCourseId: id, idle: 271 })).toMatchObject({
    inactive: false,
    warn: true,
    seconds_left: 29,
  })
  await fixture.move(301)
  const end = await idle.run(ctx, { studentCourseId: id, idle: 301 })
  expect(end).toMatchObject({ inactive: true, redirect: '/login?logout=true&inactive=true' })
  expect(await selectStudentCourse(ctx, id)).toMatchObject({
    lk_student_course_status_id: status.disabled,
    lk_student_course_status_reason_id: 5,
  })
  expect(await answerNow(fixture.again((await selectStudentCourse(ctx, id)).user_id), id, 1, true)).toMatchObject({
    verified: true,
  })
})

test('T-50: checks at random times never credit more than the clock, and the ledger agrees with the course', async () => {
  const { id, user_id } = await victim()
  let ctx = fixture.student(user_id)
  let seat = await earn(ctx, id, parts.first)
  let clock = 0
  // A small random generator with the same sequence in every run.
  let seed = 20_261_124
  const chance = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  for (let step = 0; step < 60; step++) {
    const seconds = 1 + chance(25)
    await fixture.move(seconds)
    clock += seconds
    if (chance(6) === 0) ctx = ctx === fixture.again(user_id) ? fixture.student(user_id) : fixture.again(user_id)
    const beat = { ...seat, interacted_ms_ago: chance(4) * 1000 }
    const response = await updateStudentProgressTime.run(ctx, beat).catch(() => null)
    if (response && !response.redirect) continue
    if ((await redirectOf(start.run(ctx, { studentCourseId: id }))) !== `/course/${id}/${parts.first}`)
      await answerNow(ctx, id, 1).catch(() => null)
    seat = await earn(ctx, id, parts.first).catch(() => seat)
  }
  const [ledger] = await read<{ ranges: number; spent: number }>`
    select coalesce((select extract(epoch from sum(to_at - from_at)) from learning.seat_range
                     where student_course_id = ${id}), 0)::float8 as ranges,
           (select sum(spent_ms) / 1000.0 from learning.v_student_progress where student_course_id = ${id})::float8 as spent`
  // The clock still advances while statements run.
  expect(ledger!.spent).toBeGreaterThan(0)
  expect(ledger!.spent).toBeLessThanOrEqual(clock + 60)
  expect(ledger!.ranges).toBeLessThanOrEqual(ledger!.spent + 0.01)
})
