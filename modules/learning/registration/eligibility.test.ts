import { afterEach, beforeAll, expect, test } from 'vitest'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { startCourse } from '#modules/learning/opening/start-course.ts'
import { completionDeadline } from '#modules/learning/reporting/complete-by.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Refusal } from '#platform/errors.ts'
import { course, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { completeRegistration } from './complete-registration.ts'
import { requireEligible } from './eligibility.ts'
import { selectRegistrationState } from './registration-state.ts'
import { submitRegistration } from './submit-registration.ts'

const world = await openCompletions()
const { database } = world

async function setProgram(program_id: string | null, version: number = course.florida) {
  await database.read`
    update catalogue.course_version
    set program_id = ${program_id}, course_registration_options = course_registration_options || '{"enabled": true}'
    where course_version_id = ${version}`
  clearVersionCache()
}

async function setRule(program_id: string, rule: string, value: object | number) {
  await database.read`
    insert into catalogue.program_rule (program_id, rule, valid_from, value, citation, reason, user_id)
    values (${program_id}, ${rule}, '2020-01-01', ${database.read.json(value)}, 'Rule 7', 'A test', 1)`
}

beforeAll(async () => {
  const { read: sql } = database
  const { configuration } = QuestionInput.parse({
    lk_question_type_id: 9,
    configuration: { title: 'What is your driver license number?', required: false },
  })
  await sql`update catalogue.question set configuration = ${sql.json(configuration)}`
})
afterEach(() => database.read`delete from catalogue.program_rule`)

/** A student of the Florida course who has not started it. */
async function addRegistration(user_id?: number, instant?: Date) {
  const passedPerson = await world.passed({ report: false })
  await database.read`
    update learning.student_course
    set lk_student_course_status_id = ${status.paidRegistered}, passed_at = null, completed_at = null,
        user_id = coalesce(${user_id ?? null}, user_id), created_at = coalesce(${instant ?? null}, created_at)
    where student_course_id = ${passedPerson.student_course_id}`
  const ownerId = user_id ?? passedPerson.user_id
  const ctx = world.student(ownerId)
  return {
    ...passedPerson,
    user_id: ownerId,
    ctx,
    course: () => selectStudentCourse(ctx, passedPerson.student_course_id),
  }
}

const setBirthDate = (user_id: number, dob: string) => database.read`
  update identity.person set dob = ${dob} where user_id = ${user_id}`

test.each([
  ['2008-11-28', 'NOT_ELIGIBLE'],
  ['2008-11-27', null],
  ['1986-11-28', null],
  ['1986-11-27', 'NOT_ELIGIBLE'],
])('a student born on %s, on the day of the start: %s for a program from 18 to under 40', async (dob, code) => {
  await setProgram('fl-tlsae')
  await setRule('fl-tlsae', 'eligibility.age', { min: 18, under: 40 })
  const student = await addRegistration()
  await setBirthDate(student.user_id, dob)
  const ctx = student.ctx.as({ now: new Date('2026-11-27T17:00:00Z') })
  const required = requireEligible(ctx, await student.course())
  if (code === null) expect(await required).toBeUndefined()
  else
    await expect(required).rejects.toMatchObject({
      kind: { code },
      params: { reason: expect.stringContaining('Rule 7') },
    })
})

test('a program with an age needs the date of birth at the start, not earlier', async () => {
  await setProgram('fl-tlsae')
  const student = await addRegistration()
  await database.read`update identity.person set dob = null where user_id = ${student.user_id}`
  await requireEligible(student.ctx, await student.course(), { ageOptional: true })
  await expect(requireEligible(student.ctx, await student.course())).rejects.toMatchObject({
    kind: { code: 'AGE_UNKNOWN' },
  })
})

test('a second completion within the months of the program is refused by our own records, up to the day', async () => {
  await setProgram('fl-bdi')
  const first = await world.passed({ report: false, at: new Date('2026-02-28T17:00:00Z') })
  const second = await addRegistration(first.user_id)
  const requireOn = (now: string, cited_on?: string) => async () =>
    requireEligible(second.ctx.as({ now: new Date(now) }), await second.course(), cited_on ? { cited_on } : {})
  await expect(requireOn('2027-02-27T17:00:00Z')()).rejects.toMatchObject({
    kind: { code: 'NOT_ELIGIBLE' },
    params: { reason: expect.stringMatching(/on 2026-02-28\..*12 months.*from 2027-02-28\. \(s\. 318\.14\(9\)/) },
  })
  await requireOn('2027-02-28T17:00:00Z')()
  // The day of the citation decides if it is known.
  await expect(requireOn('2027-06-01T17:00:00Z', '2027-02-27')()).rejects.toMatchObject({
    kind: { code: 'NOT_ELIGIBLE' },
  })
  await requireOn('2027-06-01T17:00:00Z', '2027-02-28')()
  // A future day changes nothing.
  await expect(requireOn('2026-06-01T17:00:00Z', '2099-12-31')()).rejects.toMatchObject({
    kind: { code: 'NOT_ELIGIBLE' },
  })
  // Two accounts of one person count as one person.
  const linkedAccount = await addRegistration()
  const earlyCtx = () => linkedAccount.ctx.as({ now: new Date('2026-06-01T17:00:00Z') })
  await requireEligible(earlyCtx(), await linkedAccount.course())
  await database.read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    select organization_id, user_id, ${first.user_id}::int from identity.person where user_id = ${linkedAccount.user_id}`
  await expect(
    linkedAccount.course().then((studentCourse) => requireEligible(earlyCtx(), studentCourse)),
  ).rejects.toMatchObject({
    kind: { code: 'NOT_ELIGIBLE' },
  })
  // A completion of another program, or of another person, does not count.
  const other = await addRegistration()
  await requireEligible(other.ctx.as({ now: new Date('2026-03-01T17:00:00Z') }), await other.course())
})

test('a second course of the program cannot start while another one is in progress, only after its end', async () => {
  await setProgram('fl-bdi')
  const first = await addRegistration()
  const second = await addRegistration(first.user_id)
  const start = (registration: typeof first) =>
    registration.ctx.tx(async (inner) => startCourse(inner, await registration.course()))
  await start(first)
  await expect(start(second)).rejects.toMatchObject({
    kind: { code: 'NOT_ELIGIBLE' },
    params: { reason: expect.stringMatching(/already taking .*12 months.*\(s\. 318\.14\(9\)/) },
  })
  await database.read`
    update learning.student_course set lk_student_course_status_id = ${status.expired}
    where student_course_id = ${first.student_course_id}`
  await start(second)
  expect((await second.course()).started_at).not.toBeNull()
})

test('a course that ran out of time is not in progress, even before its status changes', async () => {
  await setProgram('fl-bdi')
  const first = await addRegistration()
  const second = await addRegistration(first.user_id)
  const start = (registration: typeof first) =>
    registration.ctx.tx(async (inner) => startCourse(inner, await registration.course()))
  await start(first)
  const endsIn = (time: string) => database.read`
    update learning.student_course set expires_at = platform.now() + ${time}::interval
    where student_course_id = ${first.student_course_id}`
  await endsIn('1 hour')
  await expect(start(second)).rejects.toMatchObject({ kind: { code: 'NOT_ELIGIBLE' } })
  await endsIn('0 seconds')
  await start(second)
  expect((await second.course()).started_at).not.toBeNull()
})

test('one of two courses of a program starts when a person starts both from two accounts simultaneously', async () => {
  await setProgram('fl-bdi')
  const first = await addRegistration()
  const registrations = [await addRegistration(first.user_id), await addRegistration()]
  await database.read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    select organization_id, user_id, ${first.user_id}::int from identity.person where user_id = ${registrations[1]!.user_id}`
  const all = [first, ...registrations]
  const results = await whileHeld(database, 'learning.student_course', () =>
    all.map((student) =>
      student.ctx
        .tx(async (inner) => startCourse(inner, await lockStudentCourse(inner, student.student_course_id)))
        .then(
          () => 'started',
          ({ kind }: Refusal) => kind.code,
        ),
    ),
  )
  expect(results.toSorted()).toEqual(['NOT_ELIGIBLE', 'NOT_ELIGIBLE', 'started'])
  const courses = await Promise.all(all.map((student) => student.course()))
  expect(courses.filter(({ started_at }) => started_at !== null)).toHaveLength(1)
})

test('closes registration and the first lesson to a student whom the program excludes', async () => {
  await setProgram('fl-bdi')
  const first = await world.passed({ report: false })
  const second = await addRegistration(first.user_id)
  const refusal = { kind: { code: 'NOT_ELIGIBLE' } }
  await setRule('fl-bdi', 'student.data_required', ['name'])
  await expect(submitRegistration.run(second.ctx, { studentCourseId: second.student_course_id })).rejects.toMatchObject(
    refusal,
  )
  await expect(second.ctx.tx(async (inner) => startCourse(inner, await second.course()))).rejects.toMatchObject(refusal)
})

test("the course's own age is required when the registration is completed, and when it is submitted if it is known", async () => {
  await setProgram(null)
  const student = await addRegistration()
  const setAge = (ageEnabled: boolean) => database.read`
    update catalogue.course_version
    set course_registration_options = course_registration_options
      || ${database.read.json({ ageEnabled, aboveOrBelowAge: 'Above', age: 18 })}
    where course_version_id = ${course.florida}`
  await setAge(true)
  clearVersionCache()
  await database.read`
    update learning.student_course set registered_at = null where student_course_id = ${student.student_course_id}`
  const input = { studentCourseId: student.student_course_id }
  const ctx = student.ctx.as({ now: new Date('2026-11-27T17:00:00Z') })
  const codeOf = (run: Promise<unknown>) =>
    run.then(
      () => null,
      (error) => error.kind.code,
    )
  const codes = async (dob: string | null) => {
    await database.read`update identity.person set dob = ${dob} where user_id = ${student.user_id}`
    return [await codeOf(submitRegistration.run(ctx, input)), await codeOf(completeRegistration.run(ctx, input))]
  }
  expect(await codes(null)).toEqual([null, 'AGE_UNKNOWN'])
  expect(await codes('2010-01-01')).toEqual(['TOO_YOUNG', 'TOO_YOUNG'])
  expect(await codes('2008-11-27')).toEqual([null, null])
  await setAge(false)
  clearVersionCache()
})

test('the day of the citation that the student states decides at the submission and at the completion', async () => {
  await setProgram('fl-bdi')
  await setRule('fl-bdi', 'student.data_required', ['name'])
  const citation = { question_id: 77, used_in: 'registration', position: 77, lk_question_type_id: 16 }
  const { configuration } = QuestionInput.parse({
    lk_question_type_id: 16,
    configuration: { title: 'Date of the citation', required: false },
  })
  const question = { ...citation, title: 'Date of the citation', course_version_id: course.florida }
  await database.read`
    insert into catalogue.question ${database.read({ ...question, configuration: database.read.json(configuration) })}`
  clearVersionCache()
  const first = await world.passed({ report: false, at: new Date('2026-02-28T17:00:00Z') })
  const second = await addRegistration(first.user_id)
  const { student_course_id } = second
  await setBirthDate(second.user_id, '1990-01-01')
  await database.read`
    update learning.student_course set registered_at = null where student_course_id = ${student_course_id}`
  const ctx = second.ctx.as({ now: new Date('2027-06-01T17:00:00Z') })
  const state = (on: string) => database.read`
    insert into learning.registration_answer (student_course_id, organization_id, question_id, answer)
    values (${student_course_id}, 1, 77, ${database.read.json(on)})
    on conflict (student_course_id, question_id) do update set answer = excluded.answer`
  const input = { studentCourseId: student_course_id }
  const submit = () => submitRegistration.run(ctx, { ...input, affirmation: { confirmed: true } })
  const refusal = { kind: { code: 'NOT_ELIGIBLE' } }
  await state('02/27/2027')
  await expect(submit()).rejects.toMatchObject(refusal)
  await state('02/28/2027')
  await submit()
  await state('02/27/2027')
  await expect(completeRegistration.run(ctx, input)).rejects.toMatchObject(refusal)
  await state('02/28/2027')
  await completeRegistration.run(ctx, input)
  await database.read`delete from catalogue.question where question_id = 77`
  clearVersionCache()
})

test('a program without a confirmed age excludes no one by age', async () => {
  await setProgram('tx-driving-safety')
  const student = await addRegistration()
  await database.read`update identity.person set dob = null where user_id = ${student.user_id}`
  expect(await requireEligible(student.ctx, await student.course())).toBeUndefined()
})

test('a time limit from the start of the course runs from then, not from the registration', async () => {
  await setProgram('il-adult')
  await setRule('il-adult', 'student.data_required', ['name'])
  await setRule('il-adult', 'eligibility.age', { min: 1 })
  const student = await addRegistration()
  await database.read`
    update learning.student_course set registered_at = null where student_course_id = ${student.student_course_id}`
  const input = { studentCourseId: student.student_course_id }
  const registrationCtx = student.ctx.as({ now: new Date('2026-03-02T17:00:00Z') })
  await submitRegistration.run(registrationCtx, input)
  await completeRegistration.run(registrationCtx, input)
  expect((await student.course()).expires_at).toBeNull()
  expect(await completionDeadline(student.ctx, await student.course())).toBeNull()
  const startCtx = student.ctx.as({ now: new Date('2026-03-20T17:00:00Z') })
  await startCtx.tx(async (inner) => startCourse(inner, await student.course()))
  // 30 days, until midnight in Illinois.
  const limit = new Date('2026-04-20T05:00:00Z')
  const started = await student.course()
  expect(started.expires_at).toEqual(limit)
  expect((await completionDeadline(student.ctx, { ...started, started_at: startCtx.now }))?.at).toEqual(limit)
})

test("the course ends no later than the program's time limit after registration", async () => {
  await setProgram('ny-pirp')
  await setRule('ny-pirp', 'student.data_required', ['name'])
  await setRule('ny-pirp', 'eligibility.age', { min: 1 })
  const instant = new Date('2026-03-02T17:00:00Z')
  const finishRegistration = async (expires_at: string | null) => {
    const student = await addRegistration()
    await database.read`
      update learning.student_course set expires_at = ${expires_at}, registered_at = null
      where student_course_id = ${student.student_course_id}`
    const ctx = student.ctx.as({ now: instant })
    const input = { studentCourseId: student.student_course_id }
    await submitRegistration.run(ctx, input)
    await completeRegistration.run(ctx, input)
    return student.course()
  }
  // 30 days, until midnight in New York.
  const limit = new Date('2026-04-02T04:00:00Z')
  expect((await finishRegistration(null)).expires_at).toEqual(limit)
  expect((await finishRegistration('2026-12-31T00:00:00Z')).expires_at).toEqual(limit)
  expect((await finishRegistration('2026-03-10T00:00:00Z')).expires_at).toEqual(new Date('2026-03-10T00:00:00Z'))
  const registered = { ...(await finishRegistration(null)), registered_at: instant }
  expect((await completionDeadline(world.student(registered.user_id), registered))?.at).toEqual(limit)
})

test('a question for data that the program forbids is not asked, even in a version published before the rule', async () => {
  await setProgram('ca-tvs')
  await setRule('ca-tvs', 'student.data_required', ['name'])
  const { read: sql } = database
  const { configuration } = QuestionInput.parse({
    lk_question_type_id: 14,
    configuration: { title: 'Last four digits' },
  })
  await sql`insert into catalogue.question ${sql({
    course_version_id: course.florida,
    question_id: 30,
    used_in: 'registration',
    position: 30,
    lk_question_type_id: 14,
    title: 'Last four digits',
    configuration: sql.json(configuration),
  })}`
  clearVersionCache()
  const student = await addRegistration()
  const ids = async () =>
    (await selectRegistrationState(student.ctx, await student.course())).visible.map(({ question_id }) => question_id)
  expect(await ids()).toEqual([1])
  await setProgram('fl-bdi')
  expect(await ids()).toEqual([1, 30])
})

test('a program with a limit in a lifetime refuses the completion after it, by our own records', async () => {
  await setProgram('fl-bdi')
  const first = await world.passed({ report: false, at: new Date('2020-01-01T17:00:00Z') })
  const next = await addRegistration(first.user_id)
  const start = async () => requireEligible(next.ctx, await next.course())
  await setRule('fl-bdi', 'eligibility.lifetime_limit', 2)
  await start()
  await database.read`
    update learning.student_course set user_id = ${first.user_id}
    where student_course_id = ${(await world.passed({ report: false, at: new Date('2022-01-01T17:00:00Z') })).student_course_id}`
  await expect(start()).rejects.toMatchObject({
    kind: { code: 'NOT_ELIGIBLE' },
    params: { reason: expect.stringMatching(/at most 2 times in a lifetime.*Rule 7/) },
  })
  await database.read`delete from catalogue.program_rule`
  await setRule('fl-bdi', 'eligibility.lifetime_limit', 3)
  await start()
})
