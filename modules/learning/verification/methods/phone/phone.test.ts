import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { start } from '#modules/learning/player/start.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { findSetup } from '#modules/learning/verification/setup.sql.ts'
import { loadCourseSetup, saveCourseSetup } from '#modules/learning/verification/setup.ts'
import { courseChecks, resetSetup } from '#modules/learning/verification/staff.ts'
import { guarded, guardedFixture, personal } from '#modules/learning/verification/verification.fixture.ts'
import { verifyAnswer, verifyStudentCourse } from '#modules/learning/verification/verify.ts'
import { waiveMethod } from '#modules/learning/verification/waive-method.ts'
import { openTwilio } from '#modules/security/entry.ts'
import { codeSender } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort, siteUrlPort } from '#platform/ports.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { startPhoneSimulator } from '#simulators/phones/simulator.ts'
import { parts } from '#tests/fixtures/learning/course.ts'
import { codeLimits, maxCodeTries } from './code-limits.ts'
import { findCodeWaits } from './phone-code.sql.ts'
import { isPhoneUsable } from './reach-student.ts'
import { receiveDelivery } from './receive-delivery.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'

const databases = await testDatabase()
const { read } = databases.db
const always = { enabled: true, from: '', to: '' }
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const open = Object.fromEntries(days.map((day) => [day, always]))
const byTurns = { showOnEveryAttempt: false, questionsPerAttempt: 1 }
const questions = { enabled: true, secondsToAnswerCorrectly: 15, courseResume: byTurns, regularValidation: byTurns }
const phone = { enabled: true, setAvailability: false, threshold: 0, content: 'Have your phone at hand.', ...open }

let phones: Awaited<ReturnType<typeof startPhoneSimulator>>
let fixture: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  phones = await startPhoneSimulator()
  const site = (_code: string | null, path: string) => `http://school.test${path}`
  fixture = await guardedFixture(databases, { ...guarded, methods: { phone, security_questions: questions } }, [
    [codeSender, openTwilio(phones.config)],
    [secretPort, 'secret of this test'],
    [siteUrlPort, site],
  ] as never)
})
afterAll(() => phones.close())

let numbers = 0
const nextNumber = () => `407555${String(++numbers).padStart(4, '0')}`
const wrongFor = (to: string) => (phones.simulator.codeFor(to) === '000000' ? '111111' : '000000')
const text = (ctx: Ctx, student_course_id: number) => sendCode.run(ctx, { student_course_id, channel: 'sms' })
const enter = (ctx: Ctx, student_course_id: number, code: string) => verifyCode.run(ctx, { student_course_id, code })

/** A student whose number is saved but not verified. */
async function numbered(number = nextNumber()) {
  const user_id = await fixture.person()
  const id = await fixture.enrolled(user_id)
  const ctx = fixture.student(user_id)
  const answers = personal.map((question_id) => ({ question_id, answer: 1 }))
  const setup = await saveCourseSetup.run(ctx, {
    studentCourseId: id,
    agreement: 'I Agree',
    questions: answers,
    phone: { number },
  })
  expect(setup).toMatchObject({ completed: false, missing: ['phone'] })
  return { user_id, id, ctx, again: fixture.again(user_id), to: `+1${number}` }
}

/** A student with a complete setup, long enough ago that another code may be sent. */
async function student() {
  const enrolled = await numbered()
  await text(enrolled.ctx, enrolled.id)
  expect(await enter(enrolled.ctx, enrolled.id, phones.simulator.codeFor(enrolled.to))).toMatchObject({
    verified: true,
  })
  await fixture.move(codeLimits.secondsBetween)
  return enrolled
}

/** The same with an open phone check. */
async function atPhone() {
  const enrolled = await student()
  await read`
    insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed)
    values (${enrolled.id}, 1, 'resume', ${read.json([{ method: 'phone', question_id: null }])}, 3)`
  return enrolled
}

const staff = async () => {
  const user_id = await fixture.person(1, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  return fixture.ctx({ ...fixture.student(user_id).actor, role: 'Admin', permissions } as never)
}

test('the setup is complete once a code has proven the number, which no response or table reveals', async () => {
  const { id, ctx, to } = await numbered()
  expect(await text(ctx, id)).toMatchObject({ sent: true })
  const code = phones.simulator.codeFor(to)
  const response = await loadCourseSetup.run(ctx, { studentCourseId: id })
  expect(response.phone).toMatchObject({ ending: to.slice(-4), sent: { channel: 'sms', state: 'sent', usable: true } })
  const rows = await read`select * from learning.phone_code where student_course_id = ${id}`
  const setup = await read`select * from learning.identity_setup where student_course_id = ${id}`
  expect(JSON.stringify([response, rows, setup])).not.toContain(code)
  expect(JSON.stringify([response, rows, setup])).not.toContain(to.slice(2))
  const result = await enter(ctx, id, ` ${code.slice(0, 3)}-${code.slice(3)} `)
  expect(result).toMatchObject({ verified: true, redirect: `/course/${id}/${parts.first}` })
  await start.run(ctx, { studentCourseId: id })
})

test('a code works once, for ten minutes, if it is the newest; five wrong attempts end it', async () => {
  const { id, ctx, to } = await numbered()
  await text(ctx, id)
  const first = phones.simulator.codeFor(to)
  await fixture.move(codeLimits.secondsBetween)
  await text(ctx, id)
  const second = phones.simulator.codeFor(to)
  if (first !== second) expect(await enter(ctx, id, first)).toMatchObject({ verified: false, result: 'wrong' })
  await fixture.move(601)
  await expect(enter(ctx, id, second)).rejects.toMatchObject({ kind: { code: 'CODE_NOT_SENT' } })
  await text(ctx, id)
  const wrong = wrongFor(to)
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => enter(ctx, id, wrong)))
  expect(all.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(maxCodeTries)
  await expect(enter(ctx, id, phones.simulator.codeFor(to))).rejects.toMatchObject({ kind: { code: 'CODE_NOT_SENT' } })
})

test('methods alternate: the least recently used one comes first', async () => {
  const { id, again, to } = await student()
  const calls: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    const { task } = await verifyStudentCourse.run(again, { studentCourseId: id })
    calls.push(task!.method)
    if (task!.method === 'phone') {
      await text(again, id)
      await enter(again, id, phones.simulator.codeFor(to))
    } else await verifyAnswer.run(again, { student_course_id: id, answer: 1 })
    await fixture.move(31 * 60)
  }
  expect(new Set(calls.slice(0, 2))).toEqual(new Set(['phone', 'security_questions']))
  expect(calls.slice(2)).toEqual(calls.slice(0, 2))
})

test('T-49: each wrong code uses up an attempt before it is compared, and the last one locks the course', async () => {
  const { id, again, to } = await atPhone()
  await verifyStudentCourse.run(again, { studentCourseId: id })
  await text(again, id)
  const wrong = wrongFor(to)
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => enter(again, id, wrong)))
  expect(all.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(3)
  const tries = await read`select method, result from learning.identity_try where student_course_id = ${id}`
  expect(tries).toEqual(Array(3).fill({ method: 'phone', result: 'wrong' }))
  expect(await selectStudentCourse(again, id)).toMatchObject({
    lk_student_course_status_id: status.disabled,
    lk_student_course_status_reason_id: 7,
  })
  await expect(enter(again, id, phones.simulator.codeFor(to))).rejects.toMatchObject({
    kind: { code: 'NO_VERIFICATION' },
  })
})

test('wrong codes below the threshold of the course use up no attempt of the check', async () => {
  const allow = async (threshold: number) => {
    await read`
      update catalogue.course_version
      set course_security_options = jsonb_set(course_security_options, '{methods,phone,threshold}', ${read.json(threshold)})`
    clearVersionCache()
  }
  const { id, again, to } = await atPhone()
  // Wrong codes of an earlier check, and other failures of this one.
  await read`
    with former as (
      insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed, decided_at, result)
      values (${id}::int, 1, 'resume', '[]', 3, platform.now(), 'failed') returning identity_check_id)
    insert into learning.identity_try (identity_check_id, student_course_id, organization_id, method, result)
    select identity_check_id, ${id}::int, 1, 'phone', 'wrong' from former, generate_series(1, 3)
    union all
    select identity_check_id, ${id}::int, 1, other.method, other.result
    from learning.identity_check, (values ('phone', 'late'), ('security_questions', 'wrong')) as other (method, result)
    where student_course_id = ${id} and decided_at is null`
  await verifyStudentCourse.run(again, { studentCourseId: id })
  await text(again, id)
  await allow(3)
  const tries: number[] = []
  for (let times = 0; times < 5; times += 1) {
    await enter(again, id, wrongFor(to))
    const [check] = await read<{ tries: number }>`
      select tries from learning.identity_check where student_course_id = ${id} and decided_at is null`
    tries.push(check!.tries)
  }
  await allow(0)
  expect(tries).toEqual([0, 0, 0, 1, 2])
})

test('T-49: a code proves only the number it was sent to, not one saved since', async () => {
  const { id, ctx, to } = await numbered()
  await text(ctx, id)
  const code = phones.simulator.codeFor(to)
  await saveCourseSetup.run(ctx, { studentCourseId: id, phone: { number: nextNumber() } })
  await expect(enter(ctx, id, code)).rejects.toMatchObject({ kind: { code: 'CODE_NOT_SENT' } })
  expect((await loadCourseSetup.run(ctx, { studentCourseId: id })).phone).toMatchObject({ sent: null })
  await saveCourseSetup.run(ctx, { studentCourseId: id, phone: { number: to.slice(2) } })
  expect(await enter(ctx, id, code)).toMatchObject({ verified: true })
})

test('a callback during a reset of the setup updates only the code, which no longer opens anything', async () => {
  const { id, again, to } = await atPhone()
  await text(again, id)
  const code = phones.simulator.codeFor(to)
  const [sentRow] = await read<{ reference: string; provider_id: string }>`
    select reference, provider_id from learning.phone_code where student_course_id = ${id}
    order by phone_code_id desc limit 1`
  const { reference, provider_id } = sentRow!
  const admin = await staff()
  const delivery = { provider_id, state: 'delivered' as const, detail: null }
  const calls = [
    ...Array.from({ length: 4 }, () => receiveDelivery(again, reference, delivery)),
    resetSetup.run(admin, { student_course_id: id, notes: 'New number.' }),
    ...Array.from({ length: 4 }, () => receiveDelivery(again, reference, delivery)),
  ]
  expect((await Promise.allSettled(calls)).map(({ status: how }) => how)).toEqual(Array(9).fill('fulfilled'))
  expect(await receiveDelivery(again, reference, { ...delivery, state: 'failed' })).toBe(true)
  const [row] = await read`select state from learning.phone_code where reference = ${reference}`
  expect(row).toEqual({ state: 'delivered' })
  const setup = await findSetup(again, id)
  expect(setup).toMatchObject({ completed_at: null, phone: null, phone_proven_at: null })
  await expect(enter(again, id, code)).rejects.toMatchObject({ kind: { code: 'NO_VERIFICATION' } })
  await saveCourseSetup.run(again, { studentCourseId: id, phone: { number: nextNumber() } })
  await expect(enter(again, id, code)).rejects.toMatchObject({ kind: { code: 'CODE_NOT_SENT' } })
  expect((await courseChecks.run(admin, { student_course_id: id })).checks[0]).toMatchObject({ result: 'dropped' })
})

test("T-49: a course's code opens no other course, and no other student can request or enter one", async () => {
  const first = await atPhone()
  const second = await atPhone()
  await text(first.again, first.id)
  await text(second.again, second.id)
  const [firstCode, secondCode] = [phones.simulator.codeFor(first.to), phones.simulator.codeFor(second.to)]
  if (firstCode !== secondCode)
    expect(await enter(first.again, first.id, secondCode)).toMatchObject({ verified: false })
  await expect(text(second.again, first.id)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(enter(second.again, first.id, firstCode)).rejects.toMatchObject({ kind: { status: 404 } })
})

test('sends no code unless the phone is being checked', async () => {
  const { id, ctx } = await student()
  await expect(text(ctx, id)).rejects.toMatchObject({ kind: { code: 'NO_VERIFICATION' } })
  const before = phones.simulator.inbox().length
  await expect(enter(ctx, id, '123456')).rejects.toMatchObject({ kind: { code: 'NO_VERIFICATION' } })
  expect(phones.simulator.inbox()).toHaveLength(before)
})

test('codes are limited per course, student and phone, even for simultaneous requests', async () => {
  const { id, ctx, to } = await numbered()
  const together = await Promise.allSettled(Array.from({ length: 6 }, () => text(ctx, id)))
  expect(together.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1)
  await expect(text(ctx, id)).rejects.toMatchObject({
    kind: { code: 'CODE_TOO_SOON' },
    answer: { retry_after: expect.toSatisfy((seconds) => seconds > 0 && seconds <= codeLimits.secondsBetween) },
  })
  // The same phone in other people's courses: six an hour for all of them together.
  const students = await Promise.all(Array.from({ length: 6 }, () => numbered(to.slice(2))))
  const results = await Promise.allSettled(students.map((recipient) => text(recipient.ctx, recipient.id)))
  expect(results.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(codeLimits.number_hour - 1)
  expect(results.find(({ status: outcome }) => outcome === 'rejected')).toMatchObject({
    reason: { kind: { code: 'TOO_MANY_CODES' }, answer: { retry_after: expect.closeTo(3_600, -3) } },
  })
  await fixture.move(3600)
  await text(students[5]!.ctx, students[5]!.id)
  await read`
    update learning.phone_code set made_at = made_at - interval '2 hours' where student_course_id = ${id}`
  for (let index = 0; index < codeLimits.course; index++) {
    await read`
      insert into learning.phone_code
        (student_course_id, organization_id, user_id, channel, number_hash, code_hash, made_at, expires_at)
      select student_course_id, organization_id, user_id, channel, '\\x00', code_hash, made_at, expires_at
      from learning.phone_code where student_course_id = ${id} limit 1`
  }
  await expect(text(ctx, id)).rejects.toMatchObject({
    kind: { code: 'TOO_MANY_CODES' },
    answer: { retry_after: expect.closeTo(21 * 3_600, -3) },
  })
})

/** Codes that were sent before: how many, minutes ago, and what they share with the next one. */
const limits = [
  { name: 'a course: 15 a day', most: 15, ago: 23 * 60, over: 25 * 60, shares: ['course', 'student'] },
  { name: 'a student in all courses: 20 a day', most: 20, ago: 23 * 60, over: 25 * 60, shares: ['student'] },
  { name: 'a phone of all students: 20 a day', most: 20, ago: 23 * 60, over: 25 * 60, shares: ['phone'] },
  { name: 'a phone of all students: 6 an hour', most: 6, ago: 59, over: 61, shares: ['phone'] },
  { name: 'an organization: 500 an hour', most: 500, ago: 59, over: 61, shares: [] },
]
test.each(limits)('limits the codes of $name', async ({ most, ago, over, shares }) => {
  const [first, second] = [await numbered(), await numbered()]
  const course = await selectStudentCourse(first.ctx, first.id)
  const phoneHash = Buffer.alloc(32, 7)
  const send = async (n: number, minutes: number) => {
    await read`delete from learning.phone_code`
    await read`
      insert into learning.phone_code
        (student_course_id, organization_id, user_id, channel, number_hash, code_hash, made_at, expires_at)
      select ${shares.includes('course') ? first.id : second.id}, 1,
             ${shares.includes('student') ? first.user_id : second.user_id}, 'sms',
             ${shares.includes('phone') ? phoneHash : Buffer.alloc(32, 8)}, '\\x00',
             platform.now() - make_interval(mins => ${minutes}), platform.now()
      from generate_series(1, ${n}::int)`
    return (await findCodeWaits(first.ctx, course, phoneHash)).many
  }
  expect(await send(most - 1, ago)).toBeNull()
  expect(await send(most, ago)).toBeGreaterThan(0)
  expect(await send(most, over)).toBeNull()
  await read`delete from learning.phone_code`
})

test("a phone is called only within the course's hours in the student's time zone", async () => {
  const { id, user_id, again } = await student()
  const [clock] = await read<{ day: string; time: string }>`
    select to_char(at, 'FMday') as day, to_char(at, 'HH24:MI') as time
    from (select platform.now() at time zone 'Pacific/Kiritimati' as at) there`
  // Open only today in one zone, from this minute on; in other zones it is another day or hour.
  const closed = Object.fromEntries(days.map((day) => [day, { ...always, enabled: false }]))
  const only = { ...phone, ...closed, [clock!.day]: { enabled: true, from: clock!.time, to: '' } }
  const setup = (await findSetup(again, id))!
  const usableIn = async (zone: string) => {
    await read`update identity.person set timezone = ${zone} where user_id = ${user_id}`
    const course = { course_version_id: 1, course_security_options: { methods: { phone: only } } } as never
    return isPhoneUsable(again, course, user_id, setup)
  }
  expect(await usableIn('Pacific/Kiritimati')).toBe(true)
  // A zone that is a full day behind.
  expect(await usableIn('Pacific/Pago_Pago')).toBe(false)
})

test('an unreachable phone is replaced by a question: undeliverable twice, but not unanswered', async () => {
  const { id, again } = await atPhone()
  const fail = async (state: 'failed' | 'unanswered') => {
    await text(again, id)
    const [code] = await read<{ reference: string; provider_id: string }>`
      select reference, provider_id from learning.phone_code where student_course_id = ${id}
      order by phone_code_id desc limit 1`
    expect(await receiveDelivery(again, code!.reference, { provider_id: 'SM0', state, detail: null })).toBe(false)
    const { provider_id } = code!
    expect(await receiveDelivery(again, code!.reference, { provider_id, state, detail: 'error 30005' })).toBe(true)
    await receiveDelivery(again, code!.reference, { provider_id, state: 'delivered', detail: null })
    await fixture.move(codeLimits.secondsBetween)
    return (await verifyStudentCourse.run(again, { studentCourseId: id })).task!
  }
  expect(await fail('unanswered')).toMatchObject({ method: 'phone', phone: { sent: { state: 'unanswered' } } })
  expect(await fail('failed')).toMatchObject({ method: 'phone', phone: { sent: { state: 'failed', usable: false } } })
  expect(await fail('failed')).toMatchObject({ method: 'security_questions', phone: null })
  expect(await verifyAnswer.run(again, { student_course_id: id, answer: 1 })).toMatchObject({ verified: true })
})

test('a provider that is down leaves the code unsent, with a message, and uses up no attempt', async () => {
  const { id, again } = await atPhone()
  phones.simulator.setDown(true)
  try {
    expect(await text(again, id)).toMatchObject({ sent: false, message: expect.stringContaining('deliver') })
  } finally {
    phones.simulator.setDown(false)
  }
  await expect(enter(again, id, '123456')).rejects.toMatchObject({ kind: { code: 'CODE_NOT_SENT' } })
})

test('staff see the phone and what was sent, and can turn it off with a reason, or allow a new setup', async () => {
  const { id, again, to } = await atPhone()
  await text(again, id)
  const admin = await staff()
  const course = { student_course_id: id }
  const result = await courseChecks.run(admin, course)
  expect(result.phone).toMatchObject({ ending: to.slice(-4), proven_at: expect.any(String), waived_at: null })
  expect(result.checks[0]!.codes).toMatchObject([{ channel: 'sms', state: 'sent' }])
  await expect(waiveMethod.run(again, { ...course, method: 'phone', waived: true, notes: 'me' })).rejects.toMatchObject(
    {
      kind: { status: 403 },
    },
  )
  await waiveMethod.run(admin, { ...course, method: 'phone', waived: true, notes: 'Has no phone.' })
  await fixture.move(601)
  expect((await verifyStudentCourse.run(again, { studentCourseId: id })).task!.method).toBe('security_questions')
  await waiveMethod.run(admin, { ...course, method: 'phone', waived: false, notes: 'Has one now.' })
  await resetSetup.run(admin, { ...course, notes: 'New number.' })
  expect((await courseChecks.run(admin, course)).phone).toMatchObject({ ending: null, proven_at: null })
})

test('refuses a number of fewer than ten digits, and hours in which the course sends nothing', async () => {
  const user_id = await fixture.person()
  const studentCourseId = await fixture.enrolled(user_id)
  const save = (number: string) => saveCourseSetup.run(fixture.student(user_id), { studentCourseId, phone: { number } })
  await expect(save('555-0110')).rejects.toMatchObject({ issues: [{ path: 'number' }] })
  await expect(save('')).rejects.toMatchObject({ issues: [{ path: 'number' }] })
})
