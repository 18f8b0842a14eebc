import { beforeAll, expect, test } from 'vitest'
import { start } from '#modules/learning/player/start.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { saveCourseSetup } from '#modules/learning/verification/setup.ts'
import { courseChecks, resetSetup } from '#modules/learning/verification/staff.ts'
import { answerNow, guarded, guardedFixture, personal } from '#modules/learning/verification/verification.fixture.ts'
import { verifyAnswer, verifySetup, verifyStudentCourse } from '#modules/learning/verification/verify.ts'
import { skipMethod, waiveMethod } from '#modules/learning/verification/waive-method.ts'
import type { KeyEvent } from '#modules/security/index.ts'
import { newTypist, seededRandom, type Typist } from '#modules/security/typing/typist.fixture.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { typingSample } from './enroll-typing.ts'
import { verifyTyping } from './verify-typing.ts'

const databases = await testDatabase()
const { read } = databases.db
const text = 'I keep a safe following distance and look well ahead, whatever the road and the weather.'
const byTurns = { showOnEveryAttempt: false, questionsPerAttempt: 1 }
const each = { showOnEveryAttempt: true, questionsPerAttempt: 1 }
const keystroke = {
  ...{ enabled: true, content: text, lowerThreshold: -20, upperThreshold: 20 },
  ...{ courseResume: each, regularValidation: each },
}
const questions = { enabled: true, secondsToAnswerCorrectly: 15, courseResume: byTurns, regularValidation: byTurns }
let fixture: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  const globalSettings = { ...guarded.globalSettings, attempts_allowed: 1 }
  fixture = await guardedFixture(databases, {
    ...guarded,
    methods: { keystroke, security_questions: { ...questions, enabled: true } },
    globalSettings,
  })
})

const random = seededRandom(5)
const input = (typist: Typist, pasted = false) => ({ events: typist.type(text, random), pasted })
type Sample = { events: KeyEvent[]; pasted: boolean }

async function settingUp() {
  const user_id = await fixture.person()
  const id = await fixture.enrolled(user_id)
  const ctx = fixture.student(user_id)
  const answers = personal.map((question_id) => ({ question_id, answer: 1 }))
  const setup = await saveCourseSetup.run(ctx, { studentCourseId: id, agreement: 'I Agree', questions: answers })
  expect(setup).toMatchObject({ completed: false, missing: ['typing'] })
  return { user_id, id, ctx, again: fixture.again(user_id), typist: newTypist(random) }
}

/** A student with a profile, and an open typing check in another session. */
async function atTyping() {
  const student = await settingUp()
  const samples = [input(student.typist), input(student.typist), input(student.typist)]
  for (const sample of samples) await typingSample.run(student.ctx, { student_course_id: student.id, sample })
  await read`
    insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed)
    values (${student.id}, 1, 'resume', ${read.json([{ method: 'keystroke', question_id: null }])}, 1)`
  return { ...student, samples }
}

const type = (ctx: Ctx, student_course_id: number, sample: Sample) =>
  verifyTyping.run(ctx, { student_course_id, sample })
const triesOf = (id: number) => read`
  select method, result, score, threshold, detail from learning.identity_try
  where student_course_id = ${id} order by identity_try_id`

test("three samples complete the setup; refuses a copy, a paste, another text and a phone's keys", async () => {
  const { id, ctx, typist } = await settingUp()
  const save = (sample: Sample) => typingSample.run(ctx, { student_course_id: id, sample })
  const first = input(typist)
  expect(await save(first)).toMatchObject({ completed: false })
  await expect(save(first)).rejects.toMatchObject({ kind: { code: 'TYPING_NOT_OWN' } })
  await expect(save(input(typist, true))).rejects.toMatchObject({ kind: { code: 'TYPING_NOT_OWN' } })
  await expect(save({ events: first.events.slice(10), pasted: false })).rejects.toMatchObject({
    kind: { code: 'TYPE_AGAIN' },
  })
  await expect(save({ events: [], pasted: false })).rejects.toMatchObject({ kind: { code: 'TYPING_UNAVAILABLE' } })
  await save(input(typist))
  expect(await save(input(typist))).toMatchObject({ completed: true })
  const rows = await read<{ timings: Buffer }>`
    select timings from learning.typing_sample where student_course_id = ${id}`
  expect(rows).toHaveLength(3)
  expect(Buffer.concat(rows.map(({ timings }) => timings)).toString('latin1')).not.toContain('dwells')
  await start.run(ctx, { studentCourseId: id })
})

test('a student with an uneven rhythm chooses the other checks in the setup, and never has to type', async () => {
  const { id, ctx, again } = await settingUp()
  expect(await skipMethod.run(ctx, { student_course_id: id, method: 'keystroke' })).toMatchObject({ completed: true })
  expect((await verifyStudentCourse.run(again, { studentCourseId: id })).task!.method).toBe('security_questions')
})

test('the same person passes; the measurement and its reference are recorded', async () => {
  const { id, again, typist } = await atTyping()
  expect(await verifySetup.run(again, { student_course_id: id })).toMatchObject({
    config: { type: 'keystroke', sentence: text },
  })
  expect(await type(again, id, input(typist))).toMatchObject({ verified: true, result: 'right' })
  const [first] = await triesOf(id)
  expect(first).toMatchObject({ method: 'keystroke', result: 'right', detail: null })
  expect(first!.score as number).toBeGreaterThanOrEqual(first!.threshold as number)
})

test('T-61: a copy of a sample, pasted text and a machine are refused, and each leads to a question', async () => {
  const robot = [...text].flatMap((key, index): KeyEvent[] => [
    ['down', `Key-${key}`, key, index * 110],
    ['up', `Key-${key}`, key, index * 110 + 70],
  ])
  const { samples } = await atTyping()
  for (const [kind, sampleOf] of [
    ['copied', (samples: Sample[]) => samples[1]!],
    ['pasted', () => ({ events: [], pasted: true })],
    ['even', () => ({ events: robot, pasted: false })],
  ] as const) {
    const { id, again, samples: known } = await atTyping()
    const outcome = await type(again, id, sampleOf(known))
    expect(outcome).toMatchObject({ verified: false, locked: false, result: 'doubtful', attemptsRemaining: 2 })
    expect(await triesOf(id)).toMatchObject([{ method: 'keystroke', result: 'doubtful', detail: kind, score: null }])
    expect((await verifyStudentCourse.run(again, { studentCourseId: id })).task!.method).toBe('security_questions')
  }
  expect(samples).toHaveLength(3)
})

test('T-61: repeating a sample that passed is a copy', async () => {
  const { id, again, typist } = await atTyping()
  const sample = input(typist)
  await type(again, id, sample)
  await read`
    insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed)
    values (${id}, 1, 'resume', ${read.json([{ method: 'keystroke', question_id: null }])}, 1)`
  await read`update learning.identity_setup set passed_session_id = 0 where student_course_id = ${id}`
  expect(await type(again, id, sample)).toMatchObject({ result: 'doubtful' })
})

test('a failure alone never locks: a correct answer settles it, and two wrong ones lock with reason 8', async () => {
  const student = await atTyping()
  await type(student.again, student.id, student.samples[0]!)
  expect(await answerNow(student.again, student.id, 1)).toMatchObject({ verified: true })
  const { id, again, samples } = await atTyping()
  await type(again, id, samples[0]!)
  expect(await answerNow(again, id, 2)).toMatchObject({ verified: false, locked: false, attemptsRemaining: 1 })
  expect(await answerNow(again, id, 2)).toMatchObject({ verified: false, locked: true })
  expect(await selectStudentCourse(again, id)).toMatchObject({
    lk_student_course_status_id: status.disabled,
    lk_student_course_status_reason_id: 8,
  })
})

test('a phone, detected by the page or its keys, falls back to the next method without using an attempt', async () => {
  const { id, again } = await atTyping()
  await verifyTyping.run(again, { student_course_id: id, unavailable: true })
  expect((await verifyStudentCourse.run(again, { studentCourseId: id })).task!.method).toBe('security_questions')
  expect(await triesOf(id)).toMatchObject([{ method: 'keystroke', result: 'replaced', detail: 'chosen' }])
  const other = await atTyping()
  await type(other.again, other.id, { events: [['down', '', 'Unidentified', 1]], pasted: false })
  expect((await verifyStudentCourse.run(other.again, { studentCourseId: other.id })).task!.method).toBe(
    'security_questions',
  )
  expect(await verifyAnswer.run(other.again, { student_course_id: other.id, answer: 1 })).toMatchObject({
    verified: true,
  })
})

test('typing another text is not measured, and no other student can type for a course', async () => {
  const { id, again, samples } = await atTyping()
  await expect(type(again, id, { events: samples[0]!.events.slice(0, 20), pasted: false })).rejects.toMatchObject({
    kind: { code: 'TYPE_AGAIN' },
  })
  const other = await atTyping()
  await expect(type(other.again, id, samples[0]!)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(typingSample.run(other.ctx, { student_course_id: id, sample: samples[0]! })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('staff see the samples, and a repeated setup has a new profile', async () => {
  const { id, ctx, typist } = await atTyping()
  const user_id = await fixture.person(1, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  const admin = fixture.ctx({ ...fixture.student(user_id).actor, role: 'Admin', permissions } as never)
  expect((await courseChecks.run(admin, { student_course_id: id })).typing).toMatchObject({
    samples: 3,
    waived_at: null,
  })
  await resetSetup.run(admin, { student_course_id: id, notes: 'Broke a hand.' })
  expect((await courseChecks.run(admin, { student_course_id: id })).typing).toMatchObject({
    samples: 0,
    waived_at: null,
  })
  expect(await typingSample.run(ctx, { student_course_id: id, sample: input(typist) })).toMatchObject({
    completed: false,
    missing: expect.arrayContaining(['typing', 'questions']),
  })
})

test('staff turn typing off for one course with a reason: its check asks a question, and a reset keeps it off', async () => {
  const { id, again } = await atTyping()
  const user_id = await fixture.person(1, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  const admin = fixture.ctx({ ...fixture.student(user_id).actor, role: 'Admin', permissions } as never)
  const waive = (waived: boolean, notes: string) =>
    waiveMethod.run(admin, { student_course_id: id, method: 'keystroke', waived, notes })
  await waive(true, 'Injured her right hand.')
  expect(await verifyStudentCourse.run(again, { studentCourseId: id })).toMatchObject({
    attemptsRemaining: 1,
    task: { method: 'security_questions', sentence: null },
  })
  expect(await triesOf(id)).toMatchObject([{ method: 'keystroke', result: 'replaced', detail: 'unusable' }])
  expect((await courseChecks.run(admin, { student_course_id: id })).typing).toMatchObject({
    waived_at: expect.any(String),
    waived_reason: 'Injured her right hand.',
  })
  await resetSetup.run(admin, { student_course_id: id, notes: 'Forgot the answers.' })
  const questions = personal.map((question_id) => ({ question_id, answer: 1 }))
  const setUp = () => saveCourseSetup.run(again, { studentCourseId: id, agreement: 'I Agree', questions })
  expect(await setUp()).toMatchObject({ completed: true, missing: [] })
  await waive(false, 'Healed.')
  await resetSetup.run(admin, { student_course_id: id, notes: 'Typing again.' })
  expect(await setUp()).toMatchObject({ completed: false, missing: ['typing'] })
})
