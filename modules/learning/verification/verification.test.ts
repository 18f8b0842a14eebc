import { beforeAll, expect, test } from 'vitest'
import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { fetchDashboard } from '#modules/learning/dashboard/fetch-dashboard.ts'
import { verificationOf } from '#modules/learning/due-check/due.ts'
import { disableStudentCourse } from '#modules/learning/player/disable-student-course.ts'
import { getComponent } from '#modules/learning/player/get-component.ts'
import { next } from '#modules/learning/player/next.ts'
import { start } from '#modules/learning/player/start.ts'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import { lockReason } from '#modules/learning/status/lock-reason.ts'
import { setStudentCourseStatus } from '#modules/learning/status/set-student-course-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { parts } from '#tests/fixtures/learning/course.ts'
import { answerAppeal, appeal, unlockCourse } from './appeal.ts'
import { usableQuestions } from './choose-tasks.ts'
import { lockCourse } from './lock-course.ts'
import { fetchSecurity, initialSetupSubmit, loadCourseSetup, saveCourseSetup } from './setup.ts'
import { resetSetup } from './staff.ts'
import { aboutLessons, answerNow, guardedFixture, personal } from './verification.fixture.ts'
import { securityAnswer, verifyAnswer, verifySetup, verifyStudentCourse } from './verify.ts'

const databases = await testDatabase()
let fixture: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  fixture = await guardedFixture(databases)
})

const { read } = databases.db
const verify = (id: number) => `/course/${id}/security/verify`
const statusOf = async (ctx: Ctx, id: number) => {
  const { lk_student_course_status_id, lk_student_course_status_reason_id } = await selectStudentCourse(ctx, id)
  return [lk_student_course_status_id, lk_student_course_status_reason_id]
}

async function student() {
  const user_id = await fixture.person()
  const id = await fixture.setUp(user_id)
  return { user_id, id, ctx: fixture.student(user_id), again: fixture.again(user_id) }
}

async function staff() {
  const user_id = await fixture.person(1, 1)
  const actor = { ...fixture.student(user_id).actor, role: 'Admin', permissions: new Set(['MANAGE_STUDENTS:UPDATE']) }
  return fixture.ctx(actor as never)
}

/** Opens a lesson and earns `seconds` in it by beats of ten. */
async function earn(ctx: Ctx, id: number, component_id: number, seconds: number) {
  const { component } = await getComponent.run(ctx, { studentCourseId: id, componentId: component_id })
  const student_progress_id = component!.studentProgress!.student_progress_id
  let last = null
  for (let spent = 0; spent < seconds; spent += 10) {
    await fixture.move(10)
    last = await updateStudentProgressTime.run(ctx, { student_progress_id, lease_id: component!.lease_id })
  }
  return { last: last!, student_progress_id, lease_id: component!.lease_id }
}

test('a course with identity checks requires the setup first, and opens when it is complete', async () => {
  const user_id = await fixture.person()
  const ctx = fixture.student(user_id)
  const id = await fixture.enrolled(user_id, status.paidRegistered)
  await expect(start.run(ctx, { studentCourseId: id })).rejects.toMatchObject({
    answer: { redirect: `/course/${id}/security/setup` },
  })
  const agreed = await saveCourseSetup.run(ctx, { studentCourseId: id, agreement: 'I Agree' })
  expect(agreed).toMatchObject({ completed: false, missing: ['questions'] })
  expect(await statusOf(ctx, id)).toEqual([status.inSecuritySetup, null])
  // The first agreement is the evidence: another one neither replaces it nor adds an event.
  const evidence = () => read`
    select agreed_at, (select count(*)::int from platform.audit_event e
                       where e.action = 'security.agree' and e.subject = ${`student_course_id:${id}`}) as events
    from learning.identity_setup where student_course_id = ${id}`
  const first = await evidence()
  expect(first).toEqual([{ agreed_at: expect.any(Date), events: 1 }])
  await fixture.move(60)
  await saveCourseSetup.run(ctx, { studentCourseId: id, agreement: 'I Agree' })
  expect(await evidence()).toEqual(first)
  const questions = personal.map((question_id) => ({ question_id, answer: 1 }))
  const result = await initialSetupSubmit.run(ctx, { student_course_id: id, questions })
  expect(result).toMatchObject({ completed: true, redirect: `/course/${id}/${parts.first}` })
  expect(await statusOf(ctx, id)).toEqual([status.paidRegistered, null])
  await expect(initialSetupSubmit.run(ctx, { student_course_id: id, questions })).rejects.toMatchObject({
    kind: { code: 'SETUP_CLOSED' },
  })
})

test('the setup refuses another wording, missing and unknown questions, and unknown choices', async () => {
  const user_id = await fixture.person()
  const ctx = fixture.student(user_id)
  const studentCourseId = await fixture.enrolled(user_id)
  const save = (overrides: object) => saveCourseSetup.run(ctx, { studentCourseId, ...overrides })
  await expect(save({ agreement: 'i agree' })).rejects.toMatchObject({ issues: [{ path: 'agreement' }] })
  const all = personal.map((question_id) => ({ question_id, answer: 1 }))
  await expect(save({ questions: all.slice(1) })).rejects.toMatchObject({ kind: { code: 'CHOOSE_QUESTIONS' } })
  await expect(save({ questions: [...all.slice(1), all[1]!] })).rejects.toMatchObject({
    kind: { code: 'CHOOSE_QUESTIONS' },
  })
  await expect(save({ questions: [...all.slice(1), { question_id: 601, answer: 1 }] })).rejects.toMatchObject({
    kind: { status: 404 },
  })
  await expect(save({ questions: [...all.slice(1), { question_id: personal[0], answer: 9 }] })).rejects.toMatchObject({
    issues: [{ path: `question_${personal[0]}` }],
  })
})

test('answers are stored as a hash that differs for each student and question, and no call returns them', async () => {
  const first = await student()
  await student()
  // All students of this file give the same answer to every question.
  const hashes = await read<{ answer_hash: Buffer }>`select answer_hash from learning.identity_answer`
  expect(hashes.length).toBeGreaterThanOrEqual(2 * personal.length)
  expect(new Set(hashes.map(({ answer_hash }) => answer_hash.toString('hex'))).size).toBe(hashes.length)
  const responses = JSON.stringify([
    await fetchSecurity.run(first.ctx, { student_course_id: first.id }),
    await loadCourseSetup.run(first.ctx, { studentCourseId: first.id }),
  ])
  expect(responses).not.toMatch(/correct|answer_hash|"answer"/)
})

test('another session is checked first; a correct answer opens the course for that session', async () => {
  const { id, ctx, again } = await student()
  await start.run(ctx, { studentCourseId: id })
  await expect(start.run(again, { studentCourseId: id })).rejects.toMatchObject({ answer: { redirect: verify(id) } })
  expect(await answerNow(again, id, 1)).toMatchObject({ verified: true, redirect: `/course/${id}/${parts.first}` })
  await start.run(again, { studentCourseId: id })
})

test('the same session is checked after a pause of more than half an hour, and not after a shorter one', async () => {
  const { id, ctx } = await student()
  await earn(ctx, id, parts.first, 10)
  await fixture.move(29 * 60)
  await start.run(ctx, { studentCourseId: id })
  await fixture.move(61)
  await expect(start.run(ctx, { studentCourseId: id })).rejects.toMatchObject({ answer: { redirect: verify(id) } })
})

test('a minute of seat time triggers the next check: the heartbeat reports it, and later ones earn nothing', async () => {
  const { id, ctx } = await student()
  const { last, ...beat } = await earn(ctx, id, parts.first, 60)
  expect(last).toMatchObject({ time_spent: 60, redirect: verify(id) })
  await fixture.move(10)
  await expect(updateStudentProgressTime.run(ctx, beat)).rejects.toMatchObject({ kind: { status: 409 } })
  const leave = { studentCourseId: id, componentId: parts.first }
  await expect(next.run(ctx, leave)).rejects.toMatchObject({ answer: { redirect: verify(id) } })
  expect(await getComponent.run(ctx, leave)).toMatchObject({ component: null, redirect: verify(id) })
  await answerNow(ctx, id, 1)
  await next.run(ctx, leave)
  const ranges = await read`select ended_because from learning.seat_range where student_course_id = ${id}`
  expect(ranges).toEqual([{ ended_because: 'check' }])
})

test("an answer counts within 15 seconds and is late at 15.1, by the database's clock; three are too many", async () => {
  const { id, again } = await student()
  const served = () => verifyStudentCourse.run(again, { studentCourseId: id })
  await served()
  await fixture.move(15.1)
  const answer = { student_course_id: id, answer: 1 }
  expect(await verifyAnswer.run(again, answer)).toMatchObject({ verified: false, result: 'late', attemptsRemaining: 2 })
  await served()
  await fixture.move(14)
  expect(await verifyAnswer.run(again, answer)).toMatchObject({ verified: true, result: 'right' })
})

test('a missing answer is late, too, and the third locks the course with reason 6', async () => {
  const { id, again } = await student()
  for (const attemptsRemaining of [2, 1]) {
    await verifyStudentCourse.run(again, { studentCourseId: id })
    await fixture.move(16)
    const result = await verifySetup.run(again, { student_course_id: id })
    expect(result).toMatchObject({
      attemptsRemaining,
      last_attempt: attemptsRemaining === 1,
      config: { type: 'security_questions' },
    })
  }
  await fixture.move(16)
  const end = await verifyStudentCourse.run(again, { studentCourseId: id })
  expect(end).toMatchObject({ locked: true, redirect: `/course/${id}/disabled` })
  expect(await statusOf(again, id)).toEqual([status.disabled, 6])
})

test('wrong answers lock with reason 7; each is followed by another question, and 20 count as 20', async () => {
  const { id, again } = await student()
  const first = await verifyStudentCourse.run(again, { studentCourseId: id })
  const result = await securityAnswer.run(again, { student_course_id: id, answer: 2 })
  expect(result).toMatchObject({
    verified: false,
    attemptsRemaining: 2,
    message: 'Verification Failed. Please try again.',
  })
  const second = await verifyStudentCourse.run(again, { studentCourseId: id })
  expect(second.task!.question!.question_id).not.toBe(first.task!.question!.question_id)
  await read`update learning.identity_check set tries = 0, tries_allowed = 25 where student_course_id = ${id}`
  const serve = async () => {
    const { task } = await verifySetup.run(again, { student_course_id: id })
    return verifyAnswer.run(again, { student_course_id: id, question_id: task!.question!.question_id, answer: 3 })
  }
  for (let index = 0; index < 20; index++) await serve()
  const [check] = await read`select tries from learning.identity_check where student_course_id = ${id}`
  expect(check!.tries).toBe(20)
  await read`update learning.identity_check set tries_allowed = 21 where student_course_id = ${id}`
  expect(await serve()).toMatchObject({ locked: true })
  expect(await statusOf(again, id)).toEqual([status.disabled, 7])
})

/** Whether the dashboard offers its student to unlock the course. */
async function unlockable(ctx: Ctx, student_course_id: number): Promise<boolean> {
  const { data } = await fetchDashboard.run(ctx, {})
  return data.course.find((row) => row.student_course_id === student_course_id)!.unlock_ind
}

test('a student can unlock the course twice; the third lock is reason 9, which staff open with a reason', async () => {
  const { id, again } = await student()
  const lock = async () => {
    for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
    await fixture.move(1)
  }
  for (const remaining of [1, 0]) {
    await lock()
    expect(await statusOf(again, id)).toEqual([status.disabled, 7])
    expect(await unlockable(again, id)).toBe(true)
    expect(await answerNow(again, id, 1, true)).toMatchObject({ verified: true })
    expect(await statusOf(again, id)).toEqual([status.inProgress, null])
    const [setup] = await read`select self_helps from learning.identity_setup where student_course_id = ${id}`
    expect(2 - (setup!.self_helps as number)).toBe(remaining)
    // Pauses and resumes once more.
    await fixture.move(31 * 60)
  }
  await lock()
  expect(await statusOf(again, id)).toEqual([status.disabled, 9])
  expect(await unlockable(again, id)).toBe(false)
  await expect(verifyStudentCourse.run(again, { studentCourseId: id, unlock: true })).rejects.toMatchObject({
    kind: { code: 'CANNOT_UNLOCK' },
  })
  await expect(unlockCourse.run(again, { student_course_id: id, notes: 'me' })).rejects.toMatchObject({
    kind: { status: 403 },
  })
  await unlockCourse.run(await staff(), { student_course_id: id, notes: 'Spoke to her on the phone' })
  expect(await statusOf(again, id)).toEqual([status.inProgress, null])
})

test('wrong answers during unlocks are limited in total, and then lock with reason 9', async () => {
  const { id, again } = await student()
  for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
  for (const attemptsRemaining of [2, 1, 0]) {
    expect(await answerNow(again, id, 4, true)).toMatchObject({ attemptsRemaining })
  }
  expect(await statusOf(again, id)).toEqual([status.disabled, 9])
})

test('an appeal awaits staff; accepting it opens the course and adds the days waited', async () => {
  const { id, again } = await student()
  await expect(appeal.run(again, { student_course_id: id, words: 'x' })).rejects.toMatchObject({
    kind: { code: 'NO_APPEAL' },
  })
  for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
  await read`update learning.student_course set expires_at = platform.now() + interval '1 day' where student_course_id = ${id}`
  const { expires_at: before } = await selectStudentCourse(again, id)
  const { identity_appeal_id } = await appeal.run(again, { student_course_id: id, words: 'My phone rang.' })
  await expect(appeal.run(again, { student_course_id: id, words: 'again' })).rejects.toMatchObject({
    kind: { code: 'APPEAL_OPEN' },
  })
  await fixture.move(3600)
  const admin = await staff()
  await answerAppeal.run(admin, { identity_appeal_id, accepted: true, reply: 'We believe you.' })
  expect(await statusOf(again, id)).toEqual([status.inProgress, null])
  const { expires_at: after } = await selectStudentCourse(again, id)
  expect(Math.round((after!.getTime() - before!.getTime()) / 1000)).toBe(3600)
  await expect(answerAppeal.run(admin, { identity_appeal_id, accepted: false, reply: 'No.' })).rejects.toMatchObject({
    kind: { status: 409 },
  })
})

test('no student can answer, unlock or appeal for another', async () => {
  const { id } = await student()
  const other = fixture.student(await fixture.person())
  const all = [
    () => verifyStudentCourse.run(other, { studentCourseId: id }),
    () => verifySetup.run(other, { student_course_id: id }),
    () => verifyAnswer.run(other, { student_course_id: id, answer: 1 }),
    () => saveCourseSetup.run(other, { studentCourseId: id, agreement: 'I Agree' }),
    () => appeal.run(other, { student_course_id: id, words: 'x' }),
  ]
  for (const run of all) await expect(run()).rejects.toMatchObject({ kind: { status: 404 } })
})

/** Everything recorded about the checks of a course, in order. */
async function recordOf(id: number) {
  const subject = `student_course_id:${id}`
  const checks = await read<{ reason: string; result: string | null }>`
    select reason, result from learning.identity_check where student_course_id = ${id} order by identity_check_id`
  const triedRows = await read<{ result: string }>`
    select result from learning.identity_try where student_course_id = ${id} order by identity_try_id`
  const audited = await read<{ action: string }>`
    select action from platform.v_audit_event
    where subject = ${subject} and action like 'security.%'
      and action not in ('security.setup', 'security.agree', 'security.answers')
    order by audit_event_id`
  const [setup] = await read<{ self_helps: number; unlock_tries: number; passed_session_id: string | null }>`
    select self_helps, unlock_tries, passed_session_id::text from learning.identity_setup where student_course_id = ${id}`
  const changes = await read<{ to: number; by: string }>`
    select to_status_id as to, changed_by as by from learning.student_course_status_change
    where student_course_id = ${id} and to_status_id <> 3 order by student_course_status_change_id`
  return {
    checks: checks.map(({ reason, result }) => `${reason} ${result}`),
    tries: triedRows.map(({ result }) => result),
    audited: audited.map(({ action }) => action.replace('security.', '')),
    setup: setup!,
    changes: changes.map(({ to, by }) => `${to} ${by}`),
  }
}
const sessionIn = (ctx: Ctx) => String((ctx.actor as { session_id: number }).session_id)

test('a check audits its attempts, result, lock, unlock and appeal decision', async () => {
  const { id, again } = await student()
  for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
  const locked = await recordOf(id)
  expect(locked).toMatchObject({
    checks: ['resume failed'],
    tries: ['wrong', 'wrong', 'wrong'],
    audited: ['check', 'try', 'try', 'try', 'fail', 'lock'],
    setup: { self_helps: 0, unlock_tries: 0 },
    changes: ['9 system'],
  })
  expect(fixture.facts.findLast(({ fact }) => fact === 'learning.status_changed')?.data).toMatchObject({
    student_course_id: id,
    to: status.disabled,
  })
  // Wrong answers of an earlier unlock count until an unlock is passed.
  await read`update learning.identity_setup set unlock_tries = 1 where student_course_id = ${id}`
  expect(await answerNow(again, id, 2, true)).toMatchObject({ attemptsRemaining: 1 })
  await answerNow(again, id, 1, true)
  expect(await recordOf(id)).toEqual({
    checks: ['resume failed', 'unlock passed'],
    tries: ['wrong', 'wrong', 'wrong', 'wrong', 'right'],
    audited: [...locked.audited, 'check', 'try', 'try', 'unlock'],
    setup: { self_helps: 1, unlock_tries: 0, passed_session_id: sessionIn(again) },
    changes: ['9 system', '4 system'],
  })
})

test('reopening by staff restores all unlocks, and drops the open check', async () => {
  const { id, again } = await student()
  for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
  for (let index = 0; index < 3; index++) await answerNow(again, id, 4, true)
  expect((await recordOf(id)).setup).toMatchObject({ self_helps: 0, unlock_tries: 3 })
  await read`
    update learning.student_course set lk_student_course_status_reason_id = 7 where student_course_id = ${id}`
  await read`update learning.identity_setup set unlock_tries = 1, self_helps = 1 where student_course_id = ${id}`
  await verifyStudentCourse.run(again, { studentCourseId: id, unlock: true })
  expect((await recordOf(id)).checks.at(-1)).toBe('unlock null')
  await unlockCourse.run(await staff(), { student_course_id: id, notes: 'By phone.' })
  const record = await recordOf(id)
  expect(record.checks.at(-1)).toBe('unlock dropped')
  expect(record.setup).toMatchObject({ self_helps: 0, unlock_tries: 0 })
  expect(record.audited.at(-1)).toBe('unlock-by-staff')
  expect(record.changes).toEqual(['9 system', '4 staff'])
  expect(fixture.facts.findLast(({ fact }) => fact === 'learning.reviewed')?.data).toMatchObject({
    student_course_id: id,
    result: 'unlocked',
    to: status.inProgress,
  })
  // The student is still checked before continuing.
  expect(await verifyStudentCourse.run(again, { studentCourseId: id })).toMatchObject({ verified: false })
})

test('a reset ends the running seat time, and the setup is due again', async () => {
  const { id, user_id, ctx } = await student()
  await earn(ctx, id, parts.first, 20)
  const leaseOf = async () => {
    const [lease] = await read`select ended_because from learning.seat_lease where user_id = ${user_id}`
    return lease
  }
  expect(await leaseOf()).toEqual({ ended_because: null })
  await resetSetup.run(await staff(), { student_course_id: id, notes: 'New phone.' })
  expect(await leaseOf()).toEqual({ ended_because: 'check' })
  expect((await recordOf(id)).audited.at(-1)).toBe('reset')
  const setups = await read`
    select completed_at, agreed_at from learning.identity_setup where student_course_id = ${id}`
  expect(setups).toEqual([{ completed_at: null, agreed_at: null }])
  expect(fixture.facts.findLast(({ fact }) => fact === 'learning.reviewed')?.data).toMatchObject({
    student_course_id: id,
    result: 'setup-reset',
  })
})

test('a refused appeal opens nothing and adds no time; the next one is open again', async () => {
  const { id, again } = await student()
  for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
  await read`update learning.student_course set expires_at = platform.now() + interval '1 day' where student_course_id = ${id}`
  const { expires_at: before } = await selectStudentCourse(again, id)
  const { identity_appeal_id } = await appeal.run(again, { student_course_id: id, words: 'My phone rang.' })
  await fixture.move(3600)
  await answerAppeal.run(await staff(), { identity_appeal_id, accepted: false, reply: 'We saw someone else.' })
  expect(await statusOf(again, id)).toEqual([status.disabled, 7])
  expect((await selectStudentCourse(again, id)).expires_at).toEqual(before)
  expect((await recordOf(id)).audited.at(-1)).toBe('answer-appeal')
  expect(fixture.facts.findLast(({ fact }) => fact === 'learning.reviewed')?.data).toMatchObject({ result: 'appeal' })
  expect(await appeal.run(again, { student_course_id: id, words: 'Please look again.' })).toMatchObject({
    identity_appeal_id: expect.any(Number),
  })
})

test('a course that does not lock repeats a failed check, and stays closed until a check is passed', async () => {
  const { id, again } = await student()
  const onFail = async (action: string) => {
    await read`
      update catalogue.course_version
      set course_security_options = jsonb_set(course_security_options, '{globalSettings,onFailValidation}', ${read.json(action)})`
    clearVersionCache()
  }
  await onFail('log_out')
  for (let index = 0; index < 2; index++) await answerNow(again, id, 2)
  expect(await answerNow(again, id, 2)).toMatchObject({ verified: false, locked: false })
  expect(await statusOf(again, id)).toEqual([status.inProgress, null])
  expect(await recordOf(id)).toMatchObject({
    checks: ['resume failed'],
    audited: ['check', 'try', 'try', 'try', 'fail'],
    changes: [],
  })
  await expect(getComponent.run(again, { studentCourseId: id, componentId: parts.first })).resolves.toMatchObject({
    redirect: verify(id),
  })
  expect(await answerNow(again, id, 1)).toMatchObject({ verified: true })
  await onFail('lock_course')
})

test('T-48: questions do not unlock a course disabled by staff, whatever the reason', async () => {
  for (const reason of [4, 5, 6, 7, 8, 9]) {
    const { id, again } = await student()
    await disableStudentCourse.run(await staff(), { student_course_id: id, lk_student_course_status_reason_id: reason })
    await expect(verifyStudentCourse.run(again, { studentCourseId: id, unlock: true })).rejects.toMatchObject({
      kind: { code: 'CANNOT_UNLOCK' },
    })
    expect(await unlockable(again, id)).toBe(false)
  }
})

test('T-48: the last correct answer of an unlock does not open a course disabled since then', async () => {
  const { id, again } = await student()
  for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
  const { task } = await verifyStudentCourse.run(again, { studentCourseId: id, unlock: true })
  const disabled = { student_course_id: id, lk_student_course_status_reason_id: 7, notes: 'Someone else answers.' }
  await disableStudentCourse.run(await staff(), disabled)
  const { question_id } = task!.question!
  await expect(verifyAnswer.run(again, { student_course_id: id, question_id, answer: 1 })).rejects.toMatchObject({
    kind: { code: 'CANNOT_UNLOCK' },
  })
  expect(await statusOf(again, id)).toEqual([status.disabled, 7])
  expect((await recordOf(id)).changes).toEqual(['9 system', '9 staff'])
})

test('only the student in person is checked, not staff viewing as the student, other staff or the server', async () => {
  const { id, ctx, again, user_id } = await student()
  const course = await selectStudentCourse(ctx, id)
  const reasonFor = async (callerCtx: Ctx) => (await verificationOf(callerCtx, course)).reason
  expect([await reasonFor(ctx), await reasonFor(again)]).toEqual([null, 'resume'])
  const viewing = again.as({ actor: { ...again.actor, viewed_by: user_id + 1 } as Ctx['actor'] })
  expect([await reasonFor(viewing), await reasonFor(await staff())]).toEqual([null, null])
  expect(await reasonFor(fixture.ctx({ kind: 'system', name: 'test' }))).toBeNull()
})

test("an abandoned unlock does not count as a check after staff changed the course's status", async () => {
  const { id, ctx, again } = await student()
  for (let index = 0; index < 3; index++) await answerNow(again, id, 2)
  await verifyStudentCourse.run(again, { studentCourseId: id, unlock: true })
  const movedCourse = { student_course_id: id, lk_student_course_status_id: status.inProgress, notes: 'By phone.' }
  await setStudentCourseStatus.run(await staff(), movedCourse)
  expect((await recordOf(id)).checks).toEqual(['resume failed', 'unlock null'])
  expect((await verificationOf(ctx, await selectStudentCourse(ctx, id))).reason).toBeNull()
})

test('a check from before the lock does not unlock, and an answer before its question is shown is wrong', async () => {
  const { id, again } = await student()
  const { task } = await verifyStudentCourse.run(again, { studentCourseId: id })
  await answerNow(again, id, 2)
  // The next question is chosen but not shown yet.
  expect(await securityAnswer.run(again, { student_course_id: id, answer: 1 })).toMatchObject({
    verified: false,
    attemptsRemaining: 1,
  })
  await again.tx(async (inner) => lockCourse(inner, await selectStudentCourse(inner, id), lockReason.idle))
  const { question_id } = task!.question!
  await expect(verifyAnswer.run(again, { student_course_id: id, question_id, answer: 1 })).rejects.toMatchObject({
    kind: { code: 'NO_VERIFICATION' },
  })
  expect(await statusOf(again, id)).toEqual([status.disabled, 5])
})

test('a question about a lesson is asked only of students who completed it', async () => {
  const { id, ctx } = await student()
  const course = await selectStudentCourse(ctx, id)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const methods = { ...version.course_security_options.methods, content_questions: { enabled: true } }
  const questionAbout = {
    ...version,
    course_security_options: { ...version.course_security_options, methods },
  } as unknown as typeof version
  const about = async (component_id: number | null) => {
    await read`
      update catalogue.question
      set configuration = jsonb_set(configuration, '{selectedComponent}', ${JSON.stringify(component_id)}::text::jsonb)
      where question_id = ${aboutLessons}`
    clearVersionCache()
    return (await usableQuestions(ctx, { course, version: questionAbout })).get('content_questions')
  }
  expect(await about(parts.first)).toEqual([])
  await read`
    insert into learning.student_progress (student_course_id, organization_id, component_id)
    values (${id}, 1, ${parts.first})`
  expect(await about(parts.first)).toEqual([])
  await read`update learning.student_progress set completed_at = platform.now() where student_course_id = ${id}`
  expect(await about(parts.first)).toEqual([aboutLessons])
  expect(await about(parts.second)).toEqual([])
  expect(await about(null)).toEqual([aboutLessons])
})
