import { expect, test } from 'vitest'
import { addStudent, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import { openTestApp } from '#tests/support/app.ts'
import { inTurn, takesTurns } from '#tests/support/in-turn.ts'
import { onePixel } from '#tests/support/registration.ts'
import { pollExams } from './external/poll-exam.ts'
import { setExtraTime } from './extra-time/extra-time.ts'
import { acquireLease } from './leases/acquire-lease.ts'
import { lockLease } from './leases/lease.sql.ts'
import { openProgress } from './progress/progress.sql.ts'
import { lockVideos, recordVideo } from './progress/watched-video.sql.ts'
import { sealOldAnswers } from './questions/registration-answer.sql.ts'
import { saveAnswer } from './quiz/save-answer.sql.ts'
import { maxDocuments, storeDocument } from './registration/documents.ts'
import { creditBeat, creditPresence } from './seat-time/beat.ts'
import { selectStudentCourse } from './student-course/student-course.sql.ts'
import { lockCourses } from './versions/move.ts'

/** Steps two transactions through each lock of this module; tests/locks.txt lists them. */
const app = await openTestApp()
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })
const staff = await app.ctx(await app.actorOf(await app.userId('admin@example.com')))
const component_id = 4006

/** A student whose course is in progress, with a context of their own. */
async function taking() {
  const user_id = await addStudent(app)
  const { studentCourseId } = await takeCourse(app, user_id, 4, component_id)
  return { user_id, student_course_id: studentCourseId, ctx: await app.ctx(await app.actorOf(user_id)) }
}

/** The same with an open component that earns time. */
async function inClass() {
  const student = await taking()
  const { user_id, student_course_id } = student
  const openedCourse = { student_course_id, organization_id: 1, component_id }
  const { student_progress_id } = await student.ctx.tx((inner) =>
    openProgress(inner, { ...openedCourse, is_break: false }),
  )
  const seat = { ...openedCourse, user_id, student_progress_id, required_seconds: 60, idle_minutes: 5 }
  const { lease_id } = await student.ctx.tx((inner) => acquireLease(inner, seat))
  const overrides = { session_id: 0, sequence: 1, interacted_ms_ago: 0, claimed_seconds: null }
  return { ...student, student_progress_id, beat: { user_id, student_progress_id, lease_id, ...overrides } }
}

test("changes of a student's lease are serialized", async () => {
  const { ctx, user_id } = await inClass()
  expect(await takesTurns(ctx, (inner) => lockLease(inner, user_id))).toBe(true)
})

test("a heartbeat is credited without waiting for another student's lease in the same statement", async () => {
  const [other, student] = [await inClass(), await inClass()]
  // Only the quick path: the slow one waits for its own student's lease.
  const quick = { ...other.ctx, tx: () => Promise.reject(new Error('left to the slow path')) }
  const { second, waited } = await inTurn(
    system,
    ({ sql }) => sql`select from learning.seat_lease where user_id = ${other.user_id} for no key update`,
    async () => {
      const slowPromise = creditBeat(quick, other.beat).catch((error: Error) => error.message)
      return [await creditBeat(student.ctx, student.beat), await slowPromise]
    },
  )
  expect(second).toEqual([expect.objectContaining({ inactive: false }), 'left to the slow path'])
  expect(waited).toBe(false)
})

test('a click credits nothing if the lease ends while it waits', async () => {
  const { ctx, user_id, student_progress_id } = await inClass()
  const { second } = await inTurn(
    system,
    ({ sql }) => sql`
      update learning.seat_lease set ended_at = platform.now(), ended_because = 'idle' where user_id = ${user_id}`,
    () => ctx.tx((inner) => creditPresence(inner, student_progress_id)),
  )
  expect(second).toBeNull()
})

test("reports about a component's videos are serialized", async () => {
  const { ctx, student_progress_id } = await inClass()
  const rows = ['a.mp4', 'b.mp4'].map((media) => ({ media, duration_ms: 60_000, measured_ind: true }))
  await read`
    insert into learning.watched_video ${read(rows.map((row) => ({ ...row, student_progress_id, organization_id: 1 })))}`
  expect(await takesTurns(ctx, (inner) => lockVideos(inner, student_progress_id))).toBe(true)
  const nothingNew = { media: 'a.mp4', duration_ms: 60_000, ranges: [] }
  expect(await takesTurns(ctx, (inner) => recordVideo(inner, student_progress_id, nothingNew))).toBe(true)
})

test('old answers that another worker is sealing are left to it', async () => {
  const { student_course_id } = await taking()
  await read`
    insert into learning.registration_answer (student_course_id, organization_id, question_id, personal_answer)
    values (${student_course_id}, 1, 20101, '"W1234"')`
  const { waited } = await inTurn(system, sealOldAnswers, () => sealOldAnswers(system))
  expect(waited).toBe(false)
})

test('refuses an answer to a question that is closed while the answer waits', async () => {
  const { ctx, student_course_id } = await taking()
  const attempt = { student_course_id, organization_id: 1, component_id, quiz_id: 1, attempt_number: 1, threshold: 80 }
  const [quizAttempt] = await read<{ quiz_attempt_id: number }>`
    insert into learning.quiz_attempt ${read({ ...attempt, total: 1 })} returning quiz_attempt_id`
  const question = { organization_id: 1, question_id: 40601, position: 1, required: true, no_edit_after_save: false }
  const [row] = await read<{ answer_id: number }>`
    insert into learning.quiz_answer ${read({ ...question, ...quizAttempt!, served_at: new Date() })} returning answer_id`
  const { answer_id } = row!
  const place = { studentCourseId: student_course_id, componentId: component_id, questionId: 40601 }
  const { second } = await inTurn(
    system,
    ({ sql }) => sql`update learning.quiz_answer set closed_at = platform.now() where answer_id = ${answer_id}`,
    () => saveAnswer(ctx, place, { answer: 1, submit: false }),
  )
  expect(second).toBeNull()
})

test('refuses a document above the limit while another one is being stored', async () => {
  const { ctx, student_course_id } = await taking()
  await read`
    insert into learning.registration_document
      (student_course_id, organization_id, question_id, name, file_key, content_type, size_bytes)
    select ${student_course_id}, 1, 20101, 'page.png', 'page ' || n, 'image/png', 1
    from generate_series(1, ${maxDocuments - 1}::int) n`
  const course = await selectStudentCourse(ctx, student_course_id)
  // The two files differ, because stores of equal content wait for each other anyway.
  const store = (callerCtx: typeof ctx, ...end: number[]) =>
    storeDocument(callerCtx, course, 20101, { name: 'page.png', bytes: Uint8Array.of(...onePixel, ...end) })
  const { first, second } = await inTurn(
    ctx,
    (inner) => store(inner),
    () => store(ctx, 0),
  )
  expect([first, second]).toEqual([{ attachment_id: expect.any(Number) }, 'TOO_MANY_REGISTRATION_DOCUMENTS'])
})

test('an exam that another worker is asking about is left to it', async () => {
  const { student_course_id } = await taking()
  const exam = { student_course_id, organization_id: 1, kind: 'proctored', provider: 'stub' }
  const [externalExam] = await read<{ external_exam_id: number }>`
    insert into learning.external_exam ${read({ ...exam, ask_at: new Date(0) })} returning external_exam_id`
  const { external_exam_id } = externalExam!
  const { waited } = await inTurn(
    system,
    ({ sql }) => sql`select from learning.external_exam where external_exam_id = ${external_exam_id} for update`,
    () => pollExams(system, new AbortController().signal),
  )
  expect(waited).toBe(false)
  expect(await read`select asks from learning.external_exam where external_exam_id = ${external_exam_id}`).toEqual([
    { asks: 0 },
  ])
})

test('a second change of the extra time is recorded as a change of the first', async () => {
  const { user_id } = await taking()
  const change = (percent: 50 | 100) => ({ user_id, percent, reason: 'Reads with a magnifier.' })
  await inTurn(
    staff,
    (inner) => setExtraTime.run(inner, change(50)),
    () => setExtraTime.run(staff, change(100)),
  )
  const events = await read<{ before: number }>`
    select (before ->> 'extra_percent')::int as before from platform.audit_event
    where action = 'student.extra-time' and subject = ${`user_id:${user_id}`} order by audit_event_id`
  expect(events).toEqual([{ before: 0 }, { before: 50 }])
})

test('moves of courses to another version are serialized with all other changes', async () => {
  const { student_course_id } = await taking()
  expect(await takesTurns(staff, (inner) => lockCourses(inner, [student_course_id]))).toBe(true)
})
