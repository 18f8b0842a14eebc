import { beforeAll, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { setStudentCourseStatus } from '#modules/learning/status/set-student-course-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { aboutLessons, answerNow, guarded, guardedFixture, personal } from './verification.fixture.ts'
import { verifyAnswer, verifyStudentCourse } from './verify.ts'

/** The limits that schools claim for Texas; an operator who knows the rule sets them. */
const databases = await testDatabase()
const { read } = databases.db
let fixture: Awaited<ReturnType<typeof guardedFixture>>

beforeAll(async () => {
  const globalSettings = { ...guarded.globalSettings, attempts_allowed: 50, onFailValidation: 'return_back' }
  const security_questions = { ...guarded.methods.security_questions, secondsToAnswerCorrectly: 120 }
  fixture = await guardedFixture(databases, { ...guarded, methods: { security_questions }, globalSettings })
  await read`update catalogue.course_version set program_id = 'tx-driving-safety' where course_version_id = 1`
  clearVersionCache()
})

const setRule = (rule: string, value: object | number) => read`
  insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
  values ('tx-driving-safety', ${rule}, ${read.json(value as object)}, '2020-01-01', 'read in the rule', 1)`
const withdrawRules = () => read`update catalogue.program_rule set revoked_at = now(), revoked_by = 1`

async function student() {
  const user_id = await fixture.person()
  const id = await fixture.setUp(user_id)
  return { user_id, id, ctx: fixture.student(user_id) }
}
const courseOf = async (ctx: Ctx, id: number) => {
  const { lk_student_course_status_id, lk_student_course_status_reason_id } = await selectStudentCourse(ctx, id)
  return [lk_student_course_status_id, lk_student_course_status_reason_id]
}

test('a claim without a public source limits nothing', async () => {
  const { id, user_id } = await student()
  const { task } = await verifyStudentCourse.run(fixture.again(user_id), { studentCourseId: id })
  expect(task!.seconds).toBe(120)
})

test("the shorter time limit of the course and the program applies, by the server's clock", async () => {
  await setRule('identity.answer_window_seconds', 90)
  const { id, user_id } = await student()
  const resumed = fixture.again(user_id)
  const { task } = await verifyStudentCourse.run(resumed, { studentCourseId: id })
  expect(task!.seconds).toBe(90)
  const question = { student_course_id: id, question_id: task!.question!.question_id, answer: 1 }
  await fixture.move(91)
  expect(await verifyAnswer.run(resumed, question)).toMatchObject({ result: 'late', verified: false })
  const next = await verifyStudentCourse.run(resumed, { studentCourseId: id })
  await fixture.move(89)
  const answer = { ...question, question_id: next.task!.question!.question_id }
  expect(await verifyAnswer.run(resumed, answer)).toMatchObject({ verified: true })
  await withdrawRules()
  await setRule('identity.answer_window_seconds', 300)
  const other = await student()
  const result = await verifyStudentCourse.run(fixture.again(other.user_id), { studentCourseId: other.id })
  expect(result.task!.seconds).toBe(120)
  await withdrawRules()
})

test('the share of wrong answers locks the course once enough questions were asked, and only staff reopen it', async () => {
  await setRule('identity.lockout', { wrong_percent_over: 30, after_asked: 10 })
  const { id, user_id } = await student()
  const resumed = fixture.again(user_id)
  // Three of ten are 30 percent, which is not above the limit.
  const answers = [2, 2, 2, 1, 1, 1, 1, 1, 1, 1]
  let session = resumed
  for (const [index, answer] of answers.entries()) {
    const outcome = await answerNow(session, id, answer)
    expect([index, outcome.locked]).toEqual([index, false])
    if (outcome.verified) session = newSession(user_id, index)
  }
  const outcome = await answerNow(session, id, 2)
  expect(outcome).toMatchObject({ locked: true, verified: false, result: 'wrong' })
  expect((outcome as { message?: string }).message).toContain('4 of your 11 answers')
  expect(await courseOf(resumed, id)).toEqual([status.disabled, lockReason.selfHelp])
  await expect(verifyStudentCourse.run(session, { studentCourseId: id, unlock: true })).rejects.toMatchObject({
    kind: { code: 'CANNOT_UNLOCK' },
  })
  // After staff reopen it, the earlier answers no longer count.
  const staff = fixture.ctx({
    ...fixture.student(await fixture.person(1, 1)).actor,
    role: 'Admin',
    permissions: new Set(['MANAGE_STUDENTS:UPDATE']),
  } as never)
  await setStudentCourseStatus.run(staff, {
    student_course_id: id,
    lk_student_course_status_id: status.inProgress,
    notes: 'identity checked by phone',
  })
  expect(await answerNow(newSession(user_id, 90), id, 2)).toMatchObject({ locked: false, result: 'wrong' })
  await withdrawRules()
})

test('four wrong answers of ten lock the course at the tenth answer, even if it is right', async () => {
  await setRule('identity.lockout', { wrong_percent_over: 30, after_asked: 10 })
  const { id, user_id } = await student()
  let session = fixture.again(user_id)
  for (const [index, answer] of [2, 2, 2, 2, 1, 1, 1, 1, 1].entries()) {
    const { verified, locked } = await answerNow(session, id, answer)
    expect(locked).toBe(false)
    if (verified) session = newSession(user_id, index + 20)
  }
  expect(await answerNow(session, id, 1)).toMatchObject({ locked: true, verified: false })
  expect(await courseOf(session, id)).toEqual([status.disabled, lockReason.selfHelp])
  await withdrawRules()
})

test('questions about the lessons are neither limited nor counted: they prove presence, not identity', async () => {
  await setRule('identity.lockout', { wrong_percent_over: 30, after_asked: 2 })
  await setRule('identity.answer_window_seconds', 90)
  const { id, user_id } = await student()
  const secondCtx = fixture.again(user_id)
  await verifyStudentCourse.run(secondCtx, { studentCourseId: id })
  const askContent = () => read`
    update learning.identity_check
    set tasks = jsonb_build_array(jsonb_build_object('method', 'content_questions', 'question_id', ${aboutLessons}::int)),
        served_at = null, expires_at = null
    where student_course_id = ${id}`
  for (const attemptNumber of [1, 2, 3]) {
    await askContent()
    const { task } = await verifyStudentCourse.run(secondCtx, { studentCourseId: id })
    expect([task!.method, task!.seconds]).toEqual(['content_questions', 120])
    const outcome = await verifyAnswer.run(secondCtx, { student_course_id: id, question_id: aboutLessons, answer: 4 })
    expect([attemptNumber, outcome.result, outcome.locked]).toEqual([attemptNumber, 'wrong', false])
  }
  // A wrong answer about the person is the first that counts.
  await read`
    update learning.identity_check
    set tasks = jsonb_build_array(jsonb_build_object('method', 'security_questions', 'question_id', ${personal[0]}::int)),
        served_at = null, expires_at = null
    where student_course_id = ${id}`
  expect((await verifyStudentCourse.run(secondCtx, { studentCourseId: id })).task!.seconds).toBe(90)
  expect(await answerNow(secondCtx, id, 2)).toMatchObject({ result: 'wrong', locked: false })
  expect(await answerNow(secondCtx, id, 2)).toMatchObject({ result: 'wrong', locked: true })
  await withdrawRules()
})

function newSession(user_id: number, sessionNumber: number): Ctx {
  const ctx = fixture.student(user_id)
  return ctx.as({ actor: { ...ctx.actor, session_id: 900_000 + user_id * 100 + sessionNumber } as Ctx['actor'] })
}
