import { beforeAll, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { openAuthenticator } from '#modules/identity/webauthn/authenticator.fixture.ts'
import { start } from '#modules/learning/player/start.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { verifyTyping } from '#modules/learning/verification/methods/keystroke/verify-typing.ts'
import { saveCourseSetup } from '#modules/learning/verification/setup.ts'
import { courseChecks, resetSetup } from '#modules/learning/verification/staff.ts'
import { answerNow, guarded, guardedFixture, personal } from '#modules/learning/verification/verification.fixture.ts'
import { verifyStudentCourse } from '#modules/learning/verification/verify.ts'
import { skipMethod, waiveMethod } from '#modules/learning/verification/waive-method.ts'
import type { Ctx } from '#platform/ctx.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { enrollBiometrics } from './enroll-biometrics.ts'
import { startBiometrics } from './start-biometrics.ts'
import { verifyBiometrics } from './verify-biometrics.ts'

const databases = await testDatabase()
const { read } = databases.db
const origin = 'https://waypost.test'
const each = { showOnEveryAttempt: true, questionsPerAttempt: 1 }
const byTurns = { showOnEveryAttempt: false, questionsPerAttempt: 1 }
const biometrics = { enabled: true, courseResume: each, regularValidation: each }
const questions = { enabled: true, secondsToAnswerCorrectly: 15, courseResume: byTurns, regularValidation: byTurns }

let fixture: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  fixture = await guardedFixture(databases, { ...guarded, methods: { biometrics, security_questions: questions } }, [
    [siteUrlPort, (_code: string | null, path: string) => `${origin}${path}`],
  ] as never)
})

const fromOrigin = (ctx: Ctx, from = origin): Ctx => ctx.as({ request: { ...ctx.request, origin: from } } as never)
type Challenge = { challenge: string }
const device = () => openAuthenticator({ origin, rp_id: 'waypost.test' })
type Device = ReturnType<typeof device>

/** The challenge for a browser to sign. */
const challenge = async (ctx: Ctx, student_course_id: number) =>
  (await startBiometrics.run(ctx, { student_course_id })).options as Challenge & Record<string, unknown>
const keep = async (ctx: Ctx, student_course_id: number, key: Device, wishes: object = {}) =>
  enrollBiometrics.run(ctx, {
    student_course_id,
    response: { ...key.register(await challenge(ctx, student_course_id), wishes), ...wishes },
  })
const sign = (ctx: Ctx, student_course_id: number, response: ReturnType<Device['answer']>) =>
  verifyBiometrics.run(ctx, { student_course_id, response })

async function settingUp() {
  const user_id = await fixture.person()
  const id = await fixture.enrolled(user_id)
  const ctx = fromOrigin(fixture.student(user_id))
  const answers = personal.map((question_id) => ({ question_id, answer: 1 }))
  const setup = await saveCourseSetup.run(ctx, { studentCourseId: id, agreement: 'I Agree', questions: answers })
  expect(setup).toMatchObject({ completed: false, missing: ['device'] })
  return { user_id, id, ctx, again: fromOrigin(fixture.again(user_id)), key: device() }
}

/** A student with a device, who resumed the course in another session and must use the device. */
async function atDevice(tries = 3) {
  const student = await settingUp()
  expect(await keep(student.ctx, student.id, student.key)).toMatchObject({ completed: true })
  await askDevice(student.id, tries)
  return student
}

/** Starts a check with the device only. */
const askDevice = (id: number, tries = 3) => read`
  insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed)
  values (${id}, 1, 'resume', ${read.json([{ method: 'biometrics', question_id: null }])}, ${tries})`

const triesOf = (id: number) => read`
  select method, result, detail from learning.identity_try where student_course_id = ${id} order by identity_try_id`
const deviceAgain = { kind: { code: 'DEVICE_AGAIN' } }
const staff = async () => {
  const user_id = await fixture.person(1, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  return fixture.ctx({ ...fixture.student(user_id).actor, role: 'Admin', permissions } as never)
}

test("a student's device completes the setup with its own user verification", async () => {
  const { id, ctx, key } = await settingUp()
  expect(await challenge(ctx, id)).toMatchObject({
    rp: { id: 'waypost.test' },
    user: { id: Buffer.from(`student_course:${id}`).toString('base64url') },
    authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
  })
  expect(await keep(ctx, id, key)).toMatchObject({ completed: true })
  await start.run(ctx, { studentCourseId: id })
})

test('the device is required on every resumption, alternating with the other methods', async () => {
  const { id, ctx, key, again: resumed } = await settingUp()
  await keep(ctx, id, key)
  const { task } = await verifyStudentCourse.run(resumed, { studentCourseId: id })
  expect(task).toMatchObject({ method: 'biometrics', question: null, seconds: null, task: 1, tasks: 2 })
  expect(await sign(resumed, id, key.answer(await challenge(resumed, id)))).toMatchObject({ result: 'right' })
  expect(await answerNow(resumed, id, 1)).toMatchObject({ verified: true })
})

test('a device passes the check once it has signed; its key and counter are recorded', async () => {
  const { id, again: ctx, key } = await atDevice()
  const options = await challenge(ctx, id)
  expect(options).toMatchObject({ allowCredentials: [{ id: key.id }], userVerification: 'required' })
  expect(await sign(ctx, id, key.answer(options))).toMatchObject({ verified: true, result: 'right' })
  expect(await triesOf(id)).toEqual([{ method: 'biometrics', result: 'right', detail: null }])
  const [row] = await read`select counter, used_at from learning.course_device where student_course_id = ${id}`
  expect(row).toMatchObject({ counter: 1, used_at: expect.any(Date) })
  await start.run(ctx, { studentCourseId: id })
})

test('the setup refuses a key without user verification, of another site, of a security key, or for an old challenge', async () => {
  const { id, user_id, ctx, key } = await settingUp()
  const refusal = { kind: { code: 'DEVICE_REFUSED' } }
  await expect(keep(ctx, id, key, { verifies: false })).rejects.toMatchObject(refusal)
  await expect(keep(ctx, id, key, { origin: 'https://waypost.example' })).rejects.toMatchObject(refusal)
  await expect(keep(ctx, id, key, { rp_id: 'waypost.example' })).rejects.toMatchObject(refusal)
  await expect(keep(ctx, id, key, { authenticatorAttachment: 'cross-platform' })).rejects.toMatchObject(refusal)
  const old = key.register(await challenge(ctx, id))
  const registration = key.register(await challenge(ctx, id))
  const send = (response: typeof old, callerCtx = ctx) =>
    enrollBiometrics.run(callerCtx, { student_course_id: id, response })
  await expect(send(old)).rejects.toMatchObject(deviceAgain)
  await fixture.move(121)
  await expect(send(registration)).rejects.toMatchObject(deviceAgain)
  const other = fromOrigin(fixture.again(user_id))
  const stolenRegistration = key.register(await challenge(ctx, id))
  await expect(send(stolenRegistration, other)).rejects.toMatchObject(deviceAgain)
  expect(await read`select from learning.course_device where student_course_id = ${id}`).toEqual([])
  expect(await send(stolenRegistration)).toMatchObject({ completed: true })
  await expect(send(stolenRegistration)).rejects.toMatchObject({ kind: { code: 'SETUP_CLOSED' } })
})

test('refuses a key of another course: each is bound to one student course', async () => {
  const [ownSetup, theirs] = [await settingUp(), await settingUp()]
  await keep(theirs.ctx, theirs.id, theirs.key)
  await expect(keep(ownSetup.ctx, ownSetup.id, theirs.key)).rejects.toMatchObject({ kind: { code: 'DEVICE_REFUSED' } })
  expect(await keep(ownSetup.ctx, ownSetup.id, ownSetup.key)).toMatchObject({ completed: true })
})

test('each wrong signature is an attempt with its reason; the last one locks the course with reason 7', async () => {
  const { id, again: ctx, key } = await atDevice()
  const stranger = device()
  const invalidInput = { verified: false, locked: false, result: 'wrong' }
  expect(await sign(ctx, id, stranger.answer(await challenge(ctx, id)))).toMatchObject({
    ...invalidInput,
    attemptsRemaining: 2,
  })
  const unverified = key.answer(await challenge(ctx, id), { verifies: false })
  expect(await sign(ctx, id, unverified)).toMatchObject({ ...invalidInput, attemptsRemaining: 1, last_attempt: true })
  const otherOriginAnswer = key.answer(await challenge(ctx, id), { origin: 'https://waypost.example' })
  expect(await sign(ctx, id, otherOriginAnswer)).toMatchObject({ verified: false, locked: true })
  expect(await triesOf(id)).toEqual([
    { method: 'biometrics', result: 'wrong', detail: 'foreign' },
    { method: 'biometrics', result: 'wrong', detail: 'unsigned' },
    { method: 'biometrics', result: 'wrong', detail: 'unsigned' },
  ])
  expect(await selectStudentCourse(ctx, id)).toMatchObject({
    lk_student_course_status_id: status.disabled,
    lk_student_course_status_reason_id: lockReason.wrong,
  })
})

test("refuses another student's device, and the same student's key of another course", async () => {
  const first = await atDevice()
  const second = await settingUp()
  await keep(second.ctx, second.id, second.key)
  const foreignAnswer = second.key.answer(await challenge(first.again, first.id))
  expect(await sign(first.again, first.id, foreignAnswer)).toMatchObject({ verified: false, result: 'wrong' })
  // The id is that of the right key, but the signature is the other key's.
  const renamed = {
    ...second.key.answer(await challenge(first.again, first.id)),
    id: first.key.id,
    rawId: first.key.id,
  }
  expect(await sign(first.again, first.id, renamed)).toMatchObject({ verified: false, result: 'wrong' })
  await expect(startBiometrics.run(second.ctx, { student_course_id: first.id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('a challenge works once, for two minutes, for its session and check; otherwise nothing is counted', async () => {
  const { id, user_id, again: ctx, key } = await atDevice()
  const usedAnswer = key.answer(await challenge(ctx, id), { verifies: false })
  await sign(ctx, id, usedAnswer)
  await expect(sign(ctx, id, usedAnswer)).rejects.toMatchObject(deviceAgain)
  const replaced = key.answer(await challenge(ctx, id))
  await challenge(ctx, id)
  await expect(sign(ctx, id, replaced)).rejects.toMatchObject(deviceAgain)
  const signature = key.answer(await challenge(ctx, id))
  const otherOrganizationCtx = ctx.as({ actor: { ...ctx.actor, session_id: user_id + 900_000 } as Ctx['actor'] })
  await expect(sign(otherOrganizationCtx, id, signature)).rejects.toMatchObject(deviceAgain)
  await fixture.move(121)
  await expect(sign(ctx, id, signature)).rejects.toMatchObject(deviceAgain)
  await expect(verifyBiometrics.run(ctx, { student_course_id: id })).rejects.toMatchObject(deviceAgain)
  expect(await triesOf(id)).toHaveLength(1)
  const validAnswer = key.answer(await challenge(ctx, id))
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => sign(ctx, id, validAnswer)))
  expect(outcomes.filter(({ status: how }) => how === 'fulfilled')).toHaveLength(1)
  expect(await triesOf(id)).toHaveLength(2)
})

test('resetting the setup removes the device, and voids its signatures', async () => {
  const { id, again: resumed, key } = await atDevice()
  const signed = key.answer(await challenge(resumed, id))
  await resetSetup.run(await staff(), { student_course_id: id, notes: 'New computer.' })
  await expect(sign(resumed, id, signed)).rejects.toMatchObject({ kind: { code: 'NO_VERIFICATION' } })
  expect(await read`select from learning.course_device where student_course_id = ${id}`).toEqual([])
  expect(await keep(resumed, id, key)).toMatchObject({ completed: false, missing: ['agreement', 'questions'] })
})

test('a challenge works only for the check or the setup that it was made for', async () => {
  const { id, again: ctx, key } = await atDevice()
  const former = key.answer(await challenge(ctx, id))
  await read`
    update learning.identity_check set decided_at = platform.now(), result = 'dropped' where student_course_id = ${id}`
  await askDevice(id)
  await expect(sign(ctx, id, former)).rejects.toMatchObject(deviceAgain)
  expect(await triesOf(id)).toEqual([])
  await read`update learning.device_challenge set identity_check_id = null where student_course_id = ${id}`
  await expect(sign(ctx, id, former)).rejects.toMatchObject(deviceAgain)
  expect(await sign(ctx, id, key.answer(await challenge(ctx, id)))).toMatchObject({ verified: true })
})

test('a cloned key is detected by its counter', async () => {
  const { id, again: ctx, key } = await atDevice()
  expect(await sign(ctx, id, key.answer(await challenge(ctx, id), { counter: 7 }))).toMatchObject({ verified: true })
  await askDevice(id)
  const copy = key.answer(await challenge(ctx, id), { counter: 7 })
  expect(await sign(ctx, id, copy)).toMatchObject({ verified: false, result: 'wrong' })
  expect((await triesOf(id)).at(-1)).toMatchObject({ result: 'wrong', detail: 'cloned' })
})

test('choosing another method than the device uses no attempt, asks a question, and is recorded', async () => {
  const { id, again: ctx } = await atDevice(1)
  const other = await verifyBiometrics.run(ctx, { student_course_id: id, unavailable: true })
  expect(other).toMatchObject({ verified: false, locked: false, attemptsRemaining: 1 })
  await expect(challenge(ctx, id)).rejects.toMatchObject({ kind: { code: 'NO_VERIFICATION' } })
  expect(await answerNow(ctx, id, 1)).toMatchObject({ verified: true })
  expect(await triesOf(id)).toMatchObject([
    { method: 'biometrics', result: 'replaced', detail: 'chosen' },
    { method: 'security_questions', result: 'right' },
  ])
})

test('a check that has no method left is skipped, and is not due again in that session', async () => {
  const { id, again: ctx } = await atDevice()
  await read`delete from learning.identity_answer where student_course_id = ${id}`
  const other = await verifyBiometrics.run(ctx, { student_course_id: id, unavailable: true })
  expect(other).toMatchObject({ verified: true, locked: false, result: null })
  const checks = await read`select result, tries from learning.identity_check where student_course_id = ${id}`
  expect(checks).toEqual([{ result: 'skipped', tries: 0 }])
  await start.run(ctx, { studentCourseId: id })
})

test('a check deferred from method to method ends with a question, without a loop', async () => {
  const keystroke = { enabled: true, content: 'Keep your distance, whatever the weather.' }
  const settings = { ...guarded, methods: { biometrics, keystroke, security_questions: questions } }
  const { id, again: ctx } = await atDevice()
  const [passkey] = await read<{ options: object }>`
    select course_security_options as options from catalogue.course_version where course_version_id = 1`
  const use = async (options: object) => {
    await read`update catalogue.course_version set course_security_options = ${read.json(options)}`
    clearVersionCache()
  }
  await use(settings)
  try {
    // Pretends that a typing profile exists.
    await read`
      insert into learning.typing_sample (student_course_id, organization_id, enrolled_ind, timings)
      select ${id}, 1, true, '' from generate_series(1, 3)`
    const course = { student_course_id: id }
    const nextMethod = async () => (await verifyStudentCourse.run(ctx, { studentCourseId: id })).task!.method
    await verifyBiometrics.run(ctx, { ...course, unavailable: true })
    expect(await nextMethod()).toBe('keystroke')
    await verifyTyping.run(ctx, { ...course, unavailable: true })
    expect(await nextMethod()).toBe('security_questions')
  } finally {
    await use(passkey!.options)
  }
})

test('a student without a suitable device skips it in the setup, and staff see who turned it off', async () => {
  const { id, ctx, again: resumed } = await settingUp()
  const skipped = await skipMethod.run(ctx, { student_course_id: id, method: 'biometrics' })
  expect(skipped).toMatchObject({ completed: true })
  expect((await verifyStudentCourse.run(resumed, { studentCourseId: id })).task!.method).toBe('security_questions')
  const { device: state } = await courseChecks.run(await staff(), { student_course_id: id })
  expect(state).toMatchObject({ made_at: null, waived_at: expect.any(String), waived_reason: null })
  const skip = skipMethod.run(ctx, { student_course_id: id, method: 'biometrics' })
  await expect(skip).rejects.toMatchObject({ kind: { code: 'SETUP_CLOSED' } })
})

test('staff turn the device off during a check, which then asks a question, and on again', async () => {
  const { id, again: ctx, key } = await atDevice()
  const managerCtx = await staff()
  const waive = (waived: boolean, notes: string, callerCtx: Ctx = managerCtx) =>
    waiveMethod.run(callerCtx, { student_course_id: id, method: 'biometrics', waived, notes })
  await expect(waive(true, 'Me.', ctx)).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(waive(true, ' ')).rejects.toMatchObject({ kind: { status: 400 } })
  await waive(true, 'The camera is broken.')
  expect((await verifyStudentCourse.run(ctx, { studentCourseId: id })).task!.method).toBe('security_questions')
  expect((await triesOf(id)).at(-1)).toMatchObject({ method: 'biometrics', result: 'replaced', detail: 'unusable' })
  expect((await courseChecks.run(managerCtx, { student_course_id: id })).device).toMatchObject({
    waived_at: expect.any(String),
    waived_reason: 'The camera is broken.',
  })
  await answerNow(ctx, id, 1)
  await waive(false, 'Repaired.')
  await read`update learning.identity_setup set passed_session_id = 0 where student_course_id = ${id}`
  expect((await verifyStudentCourse.run(ctx, { studentCourseId: id })).task!.method).toBe('biometrics')
  expect(await sign(ctx, id, key.answer(await challenge(ctx, id)))).toMatchObject({ result: 'right' })
  const rows = await read`
    select before, after from platform.audit_event
    where action = 'security.waive-device' and subject = ${`student_course_id:${id}`} order by audit_event_id`
  expect(rows).toMatchObject([
    { before: { waived: false }, after: { waived: true, reason: 'The camera is broken.' } },
    { before: { waived: true }, after: { waived: false, reason: 'Repaired.' } },
  ])
})

test('returns 404 to staff of another organization, and for a method the course does not use', async () => {
  const { id } = await settingUp()
  const user_id = await fixture.person(2, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  const actor = { ...fixture.student(user_id, 2).actor, role: 'Admin', permissions } as never
  const waive = (callerCtx: Ctx, method: 'biometrics' | 'keystroke') =>
    waiveMethod.run(callerCtx, { student_course_id: id, method, waived: true, notes: 'No.' })
  await expect(waive(fixture.ctx(actor, 2), 'biometrics')).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(waive(await staff(), 'keystroke')).rejects.toMatchObject({ kind: { status: 404 } })
})
