import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ExternalExam, findExam, listExams } from '#modules/learning/progress/exam.sql.ts'
import { type ExamState, examStates } from '#modules/learning/progress/exam-state.shared.ts'
import { findPendingExam } from '#modules/learning/progress/owed-exams.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type ExamReport, examProvider } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { beginExam, triesLeft } from './begin-exam.ts'
import { externalFixture } from './external.fixture.ts'
import { pollExam } from './poll-exam.ts'
import { clearConfiguration } from './proctored-exam.ts'
import { reviewExam } from './review-exam.ts'

const databases = await testDatabase()
let fixture: Awaited<ReturnType<typeof externalFixture>>
beforeAll(async () => {
  fixture = await externalFixture(databases)
})
afterAll(() => fixture.provider.close())
const { read } = databases.db

const noExam = { score: null, exam_passed: null, accepted: null }
type Row = Partial<Pick<ExternalExam, 'score' | 'exam_passed' | 'accepted'>>

/** A course that waits only for its proctored exam, with a session in this state. */
async function addSession(state: ExamState, row: Row = {}) {
  const user_id = await fixture.person()
  const id = await fixture.atTheEnd(user_id, state === 'violation' ? status.inReview : status.inProgress)
  const ids = { provider_exam: 'exam', provider_attempt: String(id) }
  const exam = { organization_id: 1, student_course_id: id, provider: 'stub', ...noExam, ...ids }
  const reviewed = row.accepted === undefined ? {} : { reviewed_at: new Date(), review_note: 'Looked at.' }
  await read`insert into learning.external_exam ${read({ ...exam, kind: 'interactive', state: 'passed', provider_attempt: `${id} test` })}`
  const [externalExam] = await read<{ external_exam_id: number }>`
    insert into learning.external_exam ${read({ ...exam, kind: 'proctored', state, ...row, ...reviewed })}
    returning external_exam_id`
  const ctx = fixture.student(user_id)
  return { id, ctx, external_exam_id: externalExam!.external_exam_id }
}

/** A context whose provider returns this state for every session. */
const withReport = (ctx: Ctx, examReport: ExamReport): Ctx => ({
  ...ctx,
  use: ((port: { port: string }) =>
    port === examProvider
      ? { name: 'stub', read: async () => ({ outcome: 'reported', report: examReport }), remove: async () => true }
      : ctx.use(port)) as Ctx['use'],
})
const system = () => fixture.ctx({ kind: 'system', name: 'test' })

async function staff() {
  const user_id = await fixture.person(1, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  return fixture.ctx({ ...fixture.student(user_id).actor, role: 'Admin', permissions } as never)
}
const statusOf = async (ctx: Ctx, id: number) => (await selectStudentCourse(ctx, id)).lk_student_course_status_id
const audited = (id: number, action: string) => read<{ before: object; after: object }>`
  select before, after from platform.v_audit_event
  where subject = ${`student_course_id:${id}`} and action = ${action} order by audit_event_id`

const reportedStates = ['authorized', 'started', 'finished', 'passed', 'failed', 'violation', 'cancelled'] as const
/** The provider's responses that move a session forward, by state; listed by hand, independently of the code. */
const nextStates: Readonly<Record<ExamState, readonly ExamReport['state'][]>> = {
  created: ['authorized', 'cancelled'],
  authorized: ['started', 'finished', 'passed', 'failed', 'violation', 'cancelled'],
  started: ['finished', 'passed', 'failed', 'violation', 'cancelled'],
  finished: ['passed', 'failed', 'violation', 'cancelled'],
  passed: [],
  failed: [],
  violation: [],
  cancelled: [],
}
/** The resulting course status if nothing else is missing. */
const resultingStatus: Readonly<Partial<Record<ExamReport['state'], number>>> = {
  passed: status.passed,
  violation: status.inReview,
}

test.each(examStates)("a session that is %s is updated by the provider's report, with its course", async (from) => {
  for (const state of reportedStates) {
    const { id, ctx, external_exam_id } = await addSession(from)
    const before = await statusOf(ctx, id)
    const exam = (await findExam(system(), external_exam_id))!
    const remarks = state === 'violation' ? [{ at: null, comment: 'A voice.', status: 'x' } as never] : []
    await pollExam(withReport(system(), { state, score: 88, passed: state === 'passed', remarks }), exam)
    const isMove = nextStates[from].includes(state)
    const current = (await findExam(system(), external_exam_id))!
    expect(`${from} -> ${state}: ${current.state}`).toBe(`${from} -> ${state}: ${isMove ? state : from}`)
    expect(current.score).toBe(isMove ? 88 : null)
    expect(await statusOf(ctx, id), `${from} -> ${state}`).toBe(isMove ? (resultingStatus[state] ?? before) : before)
    const rows = await audited(id, 'security.exam')
    expect(rows).toHaveLength(isMove ? 1 : 0)
    if (isMove) expect(rows[0]).toMatchObject({ before: { result: from }, after: { result: state, kind: 'proctored' } })
  }
})

const grades = [true, false, null] as const
test.each(grades.flatMap((exam_passed) => [true, false].map((accepted) => [exam_passed, accepted] as const)))(
  'a violation in an exam with the grade %s, accepted by staff (%s), counts by its grade, and not without one',
  async (exam_passed, accepted) => {
    const { id, ctx, external_exam_id } = await addSession('violation', { exam_passed })
    const passes = accepted && exam_passed === true
    const { state } = await reviewExam.run(await staff(), { external_exam_id, accepted, notes: 'Looked at.' })
    const expected = accepted ? (exam_passed ? 'passed' : 'failed') : 'violation'
    expect(state).toBe(expected)
    const exam = (await findExam(system(), external_exam_id))!
    expect(exam).toMatchObject({ state: expected, accepted, review_note: 'Looked at.', reviewed_at: expect.any(Date) })
    // The course goes back to its student, who takes the exam again.
    expect(await statusOf(ctx, id)).toBe(passes ? status.passed : status.inProgress)
    expect(await audited(id, 'security.exam-review')).toMatchObject([
      { before: { result: 'violation' }, after: { result: expected, accepted, reason: 'Looked at.' } },
    ])
    expect(fixture.facts.findLast(({ fact }) => fact === 'learning.reviewed')?.data).toMatchObject({
      student_course_id: id,
      result: accepted ? 'exam-accepted' : 'exam-refused',
    })
  },
)

test('only an undecided violation is reviewed, and not one cleared by staff', async () => {
  const admin = await staff()
  const review = (external_exam_id: number) =>
    reviewExam.run(admin, { external_exam_id, accepted: true, notes: 'Fine.' }).then(
      () => 'reviewed',
      (error) => error.kind?.code,
    )
  for (const state of examStates) {
    const { external_exam_id } = await addSession(state, { exam_passed: true })
    expect(`${state} ${await review(external_exam_id)}`).toBe(
      `${state} ${state === 'violation' ? 'reviewed' : 'NOT_REVIEWABLE'}`,
    )
  }
  const decided = await addSession('violation', { accepted: false })
  expect(await review(decided.external_exam_id)).toBe('NOT_REVIEWABLE')
  const cleared = await addSession('violation', { exam_passed: true })
  await clearConfiguration.run(admin, { student_course_id: cleared.id, notes: 'Again.' })
  expect(await review(cleared.external_exam_id)).toBe('NOT_REVIEWABLE')
  expect(await statusOf(cleared.ctx, cleared.id)).toBe(status.inProgress)
})

test('a session that the provider refuses is cancelled, with its reason in the history', async () => {
  const user_id = await fixture.person()
  const id = await fixture.atTheEnd(user_id)
  const ctx = fixture.student(user_id)
  const provider = { name: 'stub', open: async () => ({ outcome: 'refused', detail: 'Unknown exam.' }) }
  const use = (port: { port: string }) => (port === examProvider ? provider : ctx.use(port))
  await expect(beginExam({ ...ctx, use: use as Ctx['use'] }, id, 'proctored')).rejects.toMatchObject({
    kind: { code: 'EXAM_REFUSED' },
  })
  expect((await audited(id, 'security.exam')).at(-1)).toMatchObject({
    after: { kind: 'proctored', result: 'cancelled', detail: 'Unknown exam.' },
  })
})

test('twenty simultaneous reviews make one decision', async () => {
  const { external_exam_id, id } = await addSession('violation', { exam_passed: true })
  const admin = await staff()
  const reviews = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      reviewExam.run(admin, { external_exam_id, accepted: n % 2 === 0, notes: 'x' }),
    ),
  )
  expect(reviews.filter((review) => review.status === 'fulfilled')).toHaveLength(1)
  expect(await audited(id, 'security.exam-review')).toHaveLength(1)
})

test('only a passed exam counts as passed; a violation awaits staff until it is refused', () => {
  const examIn = (state: ExamState, accepted: boolean | null = null, kind = 'proctored') =>
    ({ kind, state, accepted }) as ExternalExam
  for (const state of examStates) {
    const waitsFor = state === 'violation' ? 'staff' : 'student'
    const pendingExam = state === 'passed' ? null : { kind: 'proctored', waitsFor }
    expect(findPendingExam('proctored', [examIn(state)]), state).toEqual(pendingExam)
    expect(findPendingExam('proctored', [examIn(state, null, 'interactive')]), state).toEqual({
      kind: 'proctored',
      waitsFor: 'student',
    })
    expect(findPendingExam('proctored', [examIn(state), examIn('passed')]), state).toBeNull()
    expect(triesLeft('proctored', [examIn(state)]), state).toBe(state === 'failed' ? 2 : 3)
    expect(triesLeft('proctored', [examIn(state, true)]), state).toBe(state === 'failed' ? 2 : 3)
    expect(triesLeft('proctored', [examIn(state, false)]), state).toBe(
      state === 'failed' || state === 'violation' ? 2 : 3,
    )
    expect(triesLeft('interactive', [examIn(state, false)]), state).toBe(3)
  }
  expect(findPendingExam('proctored', [examIn('violation', false)])).toEqual({ kind: 'proctored', waitsFor: 'student' })
  expect(triesLeft('proctored', Array(4).fill(examIn('failed')))).toBe(0)
})

test.each(examStates)('staff can clear a session that is %s unless it was passed', async (state) => {
  const { id, external_exam_id } = await addSession(state)
  await read`delete from learning.external_exam where student_course_id = ${id} and kind = 'interactive'`
  await read`update learning.external_exam set ask_at = platform.now() where student_course_id = ${id}`
  const { cleared } = await clearConfiguration.run(withReport(await staff(), {} as never), {
    student_course_id: id,
    notes: 'Again.',
  })
  const [row] = await read`
    select cleared_at is not null as cleared, ask_at from learning.external_exam where external_exam_id = ${external_exam_id}`
  expect([cleared, row!.cleared]).toEqual(state === 'passed' ? [0, false] : [1, true])
  if (state !== 'passed') expect(row!.ask_at).toBeNull()
  expect(await listExams(system(), id)).toHaveLength(state === 'passed' ? 1 : 0)
  expect(await audited(id, 'security.exam-clear')).toHaveLength(state === 'passed' ? 0 : 1)
})
