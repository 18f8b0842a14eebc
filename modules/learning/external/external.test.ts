import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetProgress } from '#modules/learning/enrollment/reset-progress.sql.ts'
import { complete } from '#modules/learning/player/complete.ts'
import { disableStudentCourse } from '#modules/learning/player/disable-student-course.ts'
import { readCourseContinuation } from '#modules/learning/player/read-course-continuation.ts'
import { passIfComplete } from '#modules/learning/progress/pass-course.ts'
import { expireCourses } from '#modules/learning/status/expire-courses.ts'
import { fixCourse } from '#modules/learning/status/fix-course.ts'
import { findReason } from '#modules/learning/status/status-change.sql.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { openRestProvider } from '#modules/security/entry.ts'
import { examProvider } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseExams } from './course-exams.ts'
import { externalFixture } from './external.fixture.ts'
import { interactiveTestResults, startInteractiveTest, stopInteractiveTest } from './interactive-test.ts'
import { pollExamById, pollExams, receiveExamPush } from './poll-exam.ts'
import { authorizeTest, clearConfiguration, testResults } from './proctored-exam.ts'
import { readExternal } from './read-external.ts'
import { reviewExam } from './review-exam.ts'

const databases = await testDatabase()
let fixture: Awaited<ReturnType<typeof externalFixture>>
beforeAll(async () => {
  fixture = await externalFixture(databases)
})
afterAll(() => fixture.provider.close())

const { read } = databases.db
const { signal } = new AbortController()

async function addStudent(status_id?: number) {
  const user_id = await fixture.person()
  const id = await fixture.atTheEnd(user_id, status_id)
  return { user_id, id, ctx: fixture.student(user_id) }
}

async function addStaff(organization_id = 1) {
  const user_id = await fixture.person(organization_id, 1)
  const { actor } = fixture.student(user_id, organization_id)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  return fixture.ctx({ ...actor, role: 'Admin', permissions } as never, organization_id)
}

type Choice = Parameters<typeof fixture.provider.simulator.play>[1]

/** Takes the proctored exam from its authorization to the provider's final result. */
async function takeExam(ctx: Ctx, id: number, ...choices: Choice[]) {
  await authorizeTest.run(ctx, { student_course_id: id })
  const reference = await fixture.reference(id)
  for (const choice of choices) await fixture.provider.simulator.play(reference, choice)
  return testResults.run(ctx, { student_course_id: id })
}

/** Passes the interactive test, so that only the proctored exam is left. */
async function passTest(ctx: Ctx, id: number) {
  await startInteractiveTest.run(ctx, { studentCourseId: id })
  await fixture.provider.simulator.play(await fixture.reference(id, 'interactive'), 'pass')
  expect(await interactiveTestResults.run(ctx, { studentCourseId: id })).toMatchObject({ state: 'passed', score: 90 })
}

const statusOf = async (ctx: Ctx, id: number) => (await selectStudentCourse(ctx, id)).lk_student_course_status_id
const system = () => fixture.ctx({ kind: 'system', name: 'test' })
const lastExam = async (id: number) => {
  const [exam] = await read<{ external_exam_id: number; state: string; ask_at: Date | null; provider_attempt: string }>`
    select external_exam_id, state, ask_at, provider_attempt from learning.external_exam
    where student_course_id = ${id} order by external_exam_id desc limit 1`
  return exam!
}

test('a course with external exams leads to them when all else is done, and needs them for completion', async () => {
  const { id, ctx } = await addStudent()
  expect(await readCourseContinuation(ctx, id)).toMatchObject({ place: 'external', path: `/course/${id}/external` })
  await expect(complete.run(ctx, { studentCourseId: id, advanced: true })).rejects.toMatchObject({
    answer: { reason: 'EXTERNAL_EXAM', redirect: `/course/${id}/external` },
  })
  const requirements = await system().tx((inner) => passIfComplete(inner, id))
  expect(requirements.map(({ reason }) => reason)).toEqual(['EXTERNAL_EXAM', 'EXTERNAL_EXAM'])
  expect(await readExternal(ctx, id)).toMatchObject({
    exams: [
      { kind: 'proctored', state: null, launch_url: null, attempts_left: 3 },
      { kind: 'interactive', state: null },
    ],
  })
})

test('an exam goes from authorized to passed, and both exams together pass the course', async () => {
  const { user_id, id, ctx } = await addStudent()
  const openedCourse = await authorizeTest.run(ctx, { student_course_id: id })
  expect(openedCourse).toMatchObject({ state: 'authorized', launch_url: expect.stringContaining('/take?attempt=') })
  const reference = await fixture.reference(id)
  const [examSession] = fixture.provider.simulator.attempts().filter(({ external_id }) => external_id === reference)
  expect(examSession).toMatchObject({ return_url: `http://AAA.localhost:3000/course/${id}/external` })
  // The provider can distinguish students but, without our key, not identify their accounts.
  const idUnder = (key: string) => createHmac('sha256', key).update(`exam student ${user_id}`).digest('hex')
  expect(examSession!.user_id).toBe(idUnder(ctx.use(secretPort)))
  expect(examSession!.user_id).not.toBe(idUnder(''))
  await fixture.provider.simulator.play(reference, 'start')
  expect(await testResults.run(ctx, { student_course_id: id })).toMatchObject({ state: 'started' })
  await fixture.provider.simulator.play(reference, 'wait')
  expect(await testResults.run(ctx, { student_course_id: id })).toMatchObject({ state: 'finished', launch_url: null })
  await fixture.provider.simulator.play(reference, 'pass')
  expect(await testResults.run(ctx, { student_course_id: id })).toMatchObject({ state: 'passed', score: 90 })
  expect(await statusOf(ctx, id)).not.toBe(status.passed)
  await passTest(ctx, id)
  expect(await statusOf(ctx, id)).toBe(status.passed)
  await expect(authorizeTest.run(ctx, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'NO_EXTERNAL_EXAM' },
    answer: { redirect: `/course/${id}/passed` },
  })
  const rows = await read<{ action: string; result: string }>`
    select action, after ->> 'result' as result from platform.v_audit_event
    where subject = ${`student_course_id:${id}`} and action = 'security.exam' and after ->> 'kind' = 'proctored'
    order by audit_event_id`
  expect(rows.map(({ result }) => result)).toEqual(['created', 'authorized', 'started', 'finished', 'passed'])
})

test('opens no session before everything else is done, or for a course without exams', async () => {
  const user_id = await fixture.person()
  const ctx = fixture.student(user_id)
  const id = await fixture.enrolled(user_id)
  await expect(authorizeTest.run(ctx, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'NO_EXTERNAL_EXAM' },
  })
  expect(await testResults.run(ctx, { student_course_id: id })).toMatchObject({ state: null, launch_url: null })
})

test('twenty simultaneous authorizations are one session at the provider', async () => {
  const { id, ctx } = await addStudent()
  const sessions = await Promise.all(
    Array.from({ length: 20 }, () => authorizeTest.run(ctx, { student_course_id: id })),
  )
  expect(new Set(sessions.map(({ launch_url }) => launch_url)).size).toBe(1)
  const [count] = await read`select count(*)::int as n from learning.external_exam where student_course_id = ${id}`
  expect(count).toEqual({ n: 1 })
})

test('an authorization with a lost response is repeated under the same reference', async () => {
  const { id, ctx } = await addStudent()
  fixture.provider.simulator.setDown(true)
  await expect(authorizeTest.run(ctx, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'EXAMS_DOWN' },
  })
  fixture.provider.simulator.setDown(false)
  const reference = await fixture.reference(id)
  expect(await authorizeTest.run(ctx, { student_course_id: id })).toMatchObject({ state: 'authorized' })
  expect(await fixture.reference(id)).toBe(reference)
})

test('T-60: no client can record a result: not by fields, not by stopping, not for another student', async () => {
  const { id, ctx } = await addStudent()
  await authorizeTest.run(ctx, { student_course_id: id })
  const forgedResult = { student_course_id: id, state: 'passed', score: 100 }
  await expect(testResults.run(ctx, forgedResult as never)).rejects.toMatchObject({ kind: { status: 400 } })
  await startInteractiveTest.run(ctx, { studentCourseId: id })
  await fixture.provider.simulator.play(await fixture.reference(id, 'interactive'), 'start')
  expect(await stopInteractiveTest.run(ctx, { studentCourseId: id })).toMatchObject({ state: 'finished', score: null })
  expect(await statusOf(ctx, id)).not.toBe(status.passed)
  const other = fixture.student(await fixture.person())
  const calls = [
    () => authorizeTest.run(other, { student_course_id: id }),
    () => testResults.run(other, { student_course_id: id }),
    () => startInteractiveTest.run(other, { studentCourseId: id }),
    () => stopInteractiveTest.run(other, { studentCourseId: id }),
    () => interactiveTestResults.run(other, { studentCourseId: id }),
    () => readExternal(other, id),
  ]
  for (const run of calls) await expect(run()).rejects.toMatchObject({ kind: { status: 404 } })
})

test('T-60: a report about another session, or with another attempt, changes nothing', async () => {
  const first = await addStudent()
  const second = await addStudent()
  await authorizeTest.run(first.ctx, { student_course_id: first.id })
  await authorizeTest.run(second.ctx, { student_course_id: second.id })
  await fixture.provider.simulator.play(await fixture.reference(second.id), 'pass')
  const { provider_attempt } = await lastExam(second.id)
  await read`update learning.external_exam set provider_attempt = ${provider_attempt} where student_course_id = ${first.id}`
  const result = await testResults.run(first.ctx, { student_course_id: first.id })
  expect(result).toMatchObject({ state: 'authorized', message: expect.stringContaining("can't reach") })
})

test('stopping a test before its start cancels it without using an attempt', async () => {
  const { id, ctx } = await addStudent()
  await startInteractiveTest.run(ctx, { studentCourseId: id })
  const result = await stopInteractiveTest.run(ctx, { studentCourseId: id })
  expect(result).toMatchObject({ state: 'cancelled', attempts_left: 3 })
  expect(await startInteractiveTest.run(ctx, { studentCourseId: id })).toMatchObject({ state: 'authorized' })
})

type ExamProvider = ReturnType<typeof openRestProvider>
/** The same context with a provider of which some functions are replaced. */
const withProvider = (ctx: Ctx, changes: Partial<ExamProvider>): Ctx => {
  const provider = { ...ctx.use(examProvider)!, ...changes }
  return { ...ctx, use: (port: { port: string }) => (port === examProvider ? provider : ctx.use(port as never)) } as Ctx
}
const unreachable = async () => ({ outcome: 'away', detail: 'a test' }) as const
test.each<[string, Partial<ExamProvider>, 'authorized' | 'started']>([
  ['read', { read: unreachable }, 'authorized'],
  ['withdrawn', { remove: async () => false }, 'authorized'],
  ['submitted', { stop: unreachable }, 'started'],
])(
  'a test that could not be %s at the provider stays as it is, and can be stopped later',
  async (_act, providerChanges, examState) => {
    const { id, ctx } = await addStudent()
    await startInteractiveTest.run(ctx, { studentCourseId: id })
    const reference = await fixture.reference(id, 'interactive')
    if (examState === 'started') await fixture.provider.simulator.play(reference, 'start')
    const result = await stopInteractiveTest.run(withProvider(ctx, providerChanges), { studentCourseId: id })
    expect(result).toMatchObject({ state: examState, attempts_left: 3, message: expect.stringContaining('provider') })
    expect(await lastExam(id)).toMatchObject({ state: examState, ask_at: expect.any(Date) })
    // It is still the open session: another one would be a second at the provider.
    await startInteractiveTest.run(ctx, { studentCourseId: id })
    expect(await fixture.reference(id, 'interactive')).toBe(reference)
    const { state } = await stopInteractiveTest.run(ctx, { studentCourseId: id })
    expect(state).not.toBe(examState)
  },
)

test('three failed exams are the limit; staff clear them with a reason, and the student starts again', async () => {
  const { id, ctx } = await addStudent()
  for (const attempts_left of [2, 1, 0])
    expect(await takeExam(ctx, id, 'fail')).toMatchObject({ state: 'failed', attempts_left })
  await expect(authorizeTest.run(ctx, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'EXAMS_USED' },
  })
  await expect(clearConfiguration.run(ctx, { student_course_id: id, notes: 'me' })).rejects.toMatchObject({
    kind: { status: 403 },
  })
  const admin = await addStaff()
  await expect(clearConfiguration.run(admin, { student_course_id: id, notes: ' ' })).rejects.toMatchObject({
    kind: { status: 400 },
  })
  expect(await clearConfiguration.run(admin, { student_course_id: id, notes: 'Her camera failed.' })).toMatchObject({
    cleared: 3,
  })
  expect(fixture.facts.at(-1)).toMatchObject({ fact: 'learning.reviewed', data: { result: 'exam-cleared' } })
  expect(await clearConfiguration.run(admin, { student_course_id: id, notes: 'Again.' })).toMatchObject({ cleared: 0 })
  expect(await authorizeTest.run(ctx, { student_course_id: id })).toMatchObject({
    state: 'authorized',
    attempts_left: 3,
  })
})

test('failed tests of the other kind use up no attempt of the exam', async () => {
  const { id, ctx } = await addStudent()
  const failedCourse = {
    student_course_id: id,
    organization_id: 1,
    kind: 'interactive',
    state: 'failed',
    provider: 'stub',
    provider_attempt: 'x',
  }
  for (const _ of [1, 2, 3]) await read`insert into learning.external_exam ${read(failedCourse)}`
  expect(await authorizeTest.run(ctx, { student_course_id: id })).toMatchObject({ attempts_left: 3 })
})

test("a running session of the other kind is not continued as the exam's", async () => {
  const { id, ctx } = await addStudent()
  const running = { student_course_id: id, organization_id: 1, kind: 'interactive', state: 'started' }
  await read`insert into learning.external_exam ${read({ ...running, provider: 'stub', provider_attempt: 'x' })}`
  expect(await authorizeTest.run(ctx, { student_course_id: id })).toMatchObject({ state: 'authorized' })
  const sessions = await read`
    select kind, state from learning.external_exam where student_course_id = ${id} order by external_exam_id`
  expect(sessions).toEqual([
    { kind: 'interactive', state: 'started' },
    { kind: 'proctored', state: 'authorized' },
  ])
})

test('at most twelve sessions are registered at the provider, whatever their outcome', async () => {
  const { id, ctx } = await addStudent()
  const withdrawn = {
    student_course_id: id,
    organization_id: 1,
    kind: 'interactive',
    state: 'cancelled',
    provider: 'stub',
  }
  await read`insert into learning.external_exam ${read(Array.from({ length: 11 }, () => withdrawn))}`
  await authorizeTest.run(ctx, { student_course_id: id })
  const { external_exam_id } = await lastExam(id)
  await read`update learning.external_exam set state = 'cancelled' where external_exam_id = ${external_exam_id}`
  await expect(authorizeTest.run(ctx, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'EXAMS_USED' },
  })
})

test('a session cleared while it runs is withdrawn, and its result does not count', async () => {
  const { id, ctx } = await addStudent()
  await authorizeTest.run(ctx, { student_course_id: id })
  const reference = await fixture.reference(id)
  const { external_exam_id } = await lastExam(id)
  await clearConfiguration.run(await addStaff(), { student_course_id: id, notes: 'Wrong student.' })
  expect(
    fixture.provider.simulator.attempts().find((examSession) => examSession.external_id === reference)?.status,
  ).toBe('deleted')
  await fixture.provider.simulator.play(reference, 'pass')
  await pollExamById(system(), external_exam_id, signal)
  expect(await lastExam(id)).toMatchObject({ state: 'authorized', ask_at: null })
  expect(await readExternal(ctx, id)).toMatchObject({ exams: [{ state: null }, { state: null }] })
})

test('a session that staff clear while it is registered is removed at the provider', async () => {
  const { id, ctx } = await addStudent()
  const removals: unknown[] = []
  const { open, remove } = ctx.use(examProvider)!
  const cleared = withProvider(ctx, {
    async open(...args) {
      const result = await open(...args)
      await read`update learning.external_exam set cleared_at = platform.now() where student_course_id = ${id}`
      return result
    },
    async remove(session, ...more) {
      removals.push(session)
      return remove(session, ...more)
    },
  })
  await expect(authorizeTest.run(cleared, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'NO_EXTERNAL_EXAM' },
  })
  const { reference } = (
    await read<{ reference: string }>`
    select reference from learning.external_exam where student_course_id = ${id}`
  )[0]!
  expect(removals).toMatchObject([{ reference }])
  expect(fixture.provider.simulator.attempts().find(({ external_id }) => external_id === reference)?.status).toBe(
    'deleted',
  )
})

test('a violation awaits staff; an accepted exam has its own grade and passes the course', async () => {
  const { id, ctx } = await addStudent()
  await passTest(ctx, id)
  expect(await takeExam(ctx, id, 'start', 'violation')).toMatchObject({ state: 'violation', score: null })
  expect(await statusOf(ctx, id)).toBe(status.inReview)
  const admin = await addStaff()
  const { sessions } = await courseExams.run(admin, { external_exam_id: (await lastExam(id)).external_exam_id })
  expect(sessions[0]).toMatchObject({
    state: 'violation',
    exam_passed: true,
    remarks: [{ comment: 'A second person was in the room.' }],
  })
  const { external_exam_id } = sessions[0]!
  const review = { external_exam_id, accepted: true, notes: 'It was her dog.' }
  await expect(reviewExam.run(ctx, review)).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(reviewExam.run(await addStaff(2), review)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(courseExams.run(await addStaff(2), { external_exam_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
  await expect(reviewExam.run(admin, { ...review, notes: '' })).rejects.toMatchObject({ kind: { status: 400 } })
  expect(await reviewExam.run(admin, review)).toMatchObject({ state: 'passed' })
  expect(await statusOf(ctx, id)).toBe(status.passed)
  await expect(reviewExam.run(admin, { ...review, accepted: false })).rejects.toMatchObject({ kind: { status: 409 } })
  const [row] = await read`
    select before, after from platform.v_audit_event
    where subject = ${`student_course_id:${id}`} and action = 'security.exam-review'`
  expect(row).toEqual({
    before: { result: 'violation' },
    after: { kind: 'proctored', result: 'passed', score: 90, accepted: true, reason: 'It was her dog.' },
  })
})

test('a refused exam is failed; the student sees the reason and can retake it', async () => {
  const { id, ctx } = await addStudent()
  await passTest(ctx, id)
  await takeExam(ctx, id, 'violation')
  const { external_exam_id } = await lastExam(id)
  const notes = 'Someone answered for her.'
  await reviewExam.run(await addStaff(), { external_exam_id, accepted: false, notes })
  expect(fixture.facts.findLast(({ fact }) => fact === 'learning.reviewed')).toMatchObject({
    data: { result: 'exam-refused' },
  })
  expect(await readExternal(ctx, id)).toMatchObject({
    exams: [{ state: 'violation', review_note: notes, attempts_left: 2 }, { state: 'passed' }],
  })
  expect(await takeExam(ctx, id, 'pass')).toMatchObject({ state: 'passed' })
  expect(await statusOf(ctx, id)).toBe(status.passed)
})

test('an accepted exam below the passing grade stays failed', async () => {
  const { id, ctx } = await addStudent()
  await takeExam(ctx, id, 'violation')
  const { external_exam_id } = await lastExam(id)
  await read`update learning.external_exam set exam_passed = false where external_exam_id = ${external_exam_id}`
  const reviewed = await reviewExam.run(await addStaff(), { external_exam_id, accepted: true, notes: 'No violation.' })
  expect(reviewed).toMatchObject({ state: 'failed' })
  expect(await readCourseContinuation(ctx, id)).toMatchObject({ place: 'external' })
})

test('a webhook only triggers a query, and a session without one is queried periodically', async () => {
  const { id, ctx } = await addStudent()
  await authorizeTest.run(ctx, { student_course_id: id })
  const reference = await fixture.reference(id)
  const { external_exam_id } = await lastExam(id)
  expect(await receiveExamPush(system(), reference)).toBe(true)
  expect(fixture.facts.at(-1)).toEqual({ fact: 'learning.exam_told', data: { external_exam_id } })
  expect(await receiveExamPush(system(), '00000000-0000-4000-8000-000000000000')).toBe(false)
  expect(await lastExam(id)).toMatchObject({ state: 'authorized' })
  await fixture.provider.simulator.play(reference, 'start')
  await pollExamById(system(), external_exam_id, signal)
  expect(await lastExam(id)).toMatchObject({ state: 'started' })
  await fixture.provider.simulator.play(reference, 'pass')
  await fixture.move(3600)
  await pollExams(system(), signal)
  expect(await lastExam(id)).toMatchObject({ state: 'passed', ask_at: null })
  const factsBefore = fixture.facts.length
  expect(await receiveExamPush(system(), reference)).toBe(true)
  expect(fixture.facts).toHaveLength(factsBefore)
})

test('an unreachable provider loses nothing: the session is queried at growing intervals until it responds', async () => {
  const { id, ctx } = await addStudent()
  await authorizeTest.run(ctx, { student_course_id: id })
  await fixture.provider.simulator.play(await fixture.reference(id), 'pass')
  fixture.provider.simulator.setDown(true)
  const before = (await lastExam(id)).ask_at!
  await fixture.move(600)
  await pollExams(system(), signal)
  fixture.provider.simulator.setDown(false)
  const away = await lastExam(id)
  expect(away.state).toBe('authorized')
  expect(away.ask_at!.getTime()).toBeGreaterThan(before.getTime())
  await fixture.move(3600)
  await pollExams(system(), signal)
  expect(await lastExam(id)).toMatchObject({ state: 'passed' })
})

test('a result after the course was disabled is stored, and passes it only once staff reopen it', async () => {
  const { id, ctx } = await addStudent()
  await passTest(ctx, id)
  await authorizeTest.run(ctx, { student_course_id: id })
  await fixture.provider.simulator.play(await fixture.reference(id), 'pass')
  await read`update learning.student_course set lk_student_course_status_id = ${status.disabled} where student_course_id = ${id}`
  await testResults.run(ctx, { student_course_id: id })
  expect(await lastExam(id)).toMatchObject({ state: 'passed' })
  expect(await statusOf(ctx, id)).toBe(status.disabled)
})

test('T-60: a student cannot mark a course disabled during its last exam as fixed, and the exam does not pass it', async () => {
  const { id, ctx } = await addStudent()
  await passTest(ctx, id)
  await authorizeTest.run(ctx, { student_course_id: id })
  const reason = { lk_student_course_status_reason_id: 4, notes: 'Someone else sat the exam.' }
  await disableStudentCourse.run(await addStaff(), { student_course_id: id, ...reason })
  await expect(fixCourse.run(ctx, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'STATUS_REFUSED' },
  })
  await fixture.provider.simulator.play(await fixture.reference(id), 'pass')
  expect(await testResults.run(ctx, { student_course_id: id })).toMatchObject({ state: 'passed' })
  expect(await selectStudentCourse(ctx, id)).toMatchObject({
    lk_student_course_status_id: status.disabled,
    lk_student_course_status_reason_id: 4,
    passed_at: null,
  })
  expect(await findReason(ctx, id, status.disabled)).toBe(reason.notes)
  expect(await readCourseContinuation(ctx, id)).toMatchObject({ place: 'disabled' })
})

test('a course does not expire while its exam is at the provider, and does two weeks later', async () => {
  const { id, ctx } = await addStudent()
  await authorizeTest.run(ctx, { student_course_id: id })
  await fixture.provider.simulator.play(await fixture.reference(id), 'start')
  await testResults.run(ctx, { student_course_id: id })
  await read`update learning.student_course set expires_at = platform.now() + interval '1 second' where student_course_id = ${id}`
  await fixture.move(60)
  await expireCourses(system(), signal)
  expect(await statusOf(ctx, id)).not.toBe(status.expired)
  await fixture.move(14 * 86_400)
  await expireCourses(system(), signal)
  expect(await statusOf(ctx, id)).toBe(status.expired)
})

test('a restarted course requires its exams again', async () => {
  const { id, ctx } = await addStudent()
  await takeExam(ctx, id, 'pass')
  const [reinstatement] = await read<{ course_reinstatement_id: number }>`
    insert into learning.course_reinstatement (student_course_id, organization_id, action, used_at)
    values (${id}, 1, 'reset_progress', platform.now()) returning course_reinstatement_id`
  await system().tx(async (inner) =>
    resetProgress(inner, await lockStudentCourse(inner, id), reinstatement!.course_reinstatement_id),
  )
  expect(await testResults.run(ctx, { student_course_id: id })).toMatchObject({ state: null })
  const { sessions } = await courseExams.run(await addStaff(), {
    external_exam_id: (await lastExam(id)).external_exam_id,
  })
  expect(sessions[0]).toMatchObject({ state: 'passed', cleared_at: expect.any(String) })
})

test("the exam can't be opened without a configured provider, nor the course passed", async () => {
  const { id, ctx } = await addStudent()
  const ctxWithoutProvider = {
    ...ctx,
    use: (port: { port: string }) => (port === examProvider ? null : ctx.use(port)),
  } as Ctx
  await expect(authorizeTest.run(ctxWithoutProvider, { student_course_id: id })).rejects.toMatchObject({
    kind: { code: 'EXAMS_DOWN' },
  })
  const requirements = await system().tx((inner) => passIfComplete(inner, id))
  expect(requirements.map(({ reason }) => reason)).toContain('EXTERNAL_EXAM')
})
