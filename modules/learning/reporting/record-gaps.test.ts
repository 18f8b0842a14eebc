import { afterEach, beforeAll, expect, test } from 'vitest'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { genderLabels } from '#modules/identity/people/gender.shared.ts'
import { listAccountNotices } from '#modules/learning/registration/account-notices.ts'
import { answerRegistrationQuestion } from '#modules/learning/registration/answer-question.ts'
import { completeRegistration } from '#modules/learning/registration/complete-registration.ts'
import { confirmRegistration, isConfirmed } from '#modules/learning/registration/confirm-registration.ts'
import { listMissingProfileFields } from '#modules/learning/registration/profile-missing.ts'
import { findRegistrationProblem } from '#modules/learning/registration/registration-problems.ts'
import { problemsOf, selectRegistrationState } from '#modules/learning/registration/registration-state.ts'
import { showRegistration } from '#modules/learning/registration/show-registration.ts'
import { submitRegistration } from '#modules/learning/registration/submit-registration.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { counties } from '#modules/settings/index.ts'
import { stateIdOf } from '#platform/states.ts'
import { dicdsAccount, dicdsWsdl } from '#simulators/agencies/dicds.ts'
import { course, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { saveAgencyAccount } from './accounts/save-account.ts'
import { findCourseGaps } from './course-gaps.ts'

const world = await openCompletions()
const { database } = world
const { password, ...known } = dicdsAccount
const settings = { ...known, start_time: '0001', courses: '1 = 4001, B1', citation_date: 'record', wsdl: dicdsWsdl }
const permissions = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'] as const)
const admin = world.ctx({ ...studentActor(900_100), role: 'Admin', permissions })
/** The author requires no answer, but the agency does. */
const configurationOf = (lk_question_type_id: number, title: string) =>
  QuestionInput.parse({ lk_question_type_id, configuration: { title, required: false } }).configuration
const question = { number: 20, county: 21, date: 22, state: 23 }
const leon = counties.find(({ name, lk_state_id }) => name === 'Leon' && lk_state_id === stateIdOf('FL'))!.county_id

beforeAll(async () => {
  const { read: sql } = database
  await sql`
    update catalogue.course_version set course_registration_options = course_registration_options || '{"enabled": true, "requiredBefore": true}'
    where course_version_id = ${course.florida}`
  const questions = [
    [question.number, 'Citation number', 1],
    [question.county, 'County of the citation', 18],
    [question.date, 'Date of the citation', 16],
    [question.state, 'Which state issued your driver license?', questionType.state],
  ] as const
  await sql`insert into catalogue.question ${sql(
    questions.map(([question_id, title, lk_question_type_id]) => ({
      course_version_id: course.florida,
      question_id,
      used_in: 'registration',
      position: question_id,
      lk_question_type_id,
      title,
      configuration: sql.json(configurationOf(lk_question_type_id, title)),
    })),
  )}`
  await sql`
    update catalogue.question set configuration = ${sql.json(configurationOf(9, 'What is your driver license number?'))}
    where question_id = 1`
  clearVersionCache()
})

const deleteAccount = () => database.read`delete from learning.agency_account`
afterEach(deleteAccount)

const account = () =>
  saveAgencyAccount.run(admin, { agency: 'fl-dhsmv', method: 'service', settings, secrets: { password } })

/** A student of the Florida course who has given a license number and, unless told otherwise, nothing else. */
async function registering(person: { gender?: string; address?: boolean; license_state?: string | null } = {}) {
  const { user_id, student_course_id } = await world.passed({ report: false })
  const { gender = null, address = true, license_state = 'FL' } = person
  await database.read`
    update identity.person set gender = ${gender}, lk_state_id = ${stateIdOf('FL')},
      address1 = ${address ? '1 Palm Avenue' : ''}, city = 'Miami', zip = '33101'
    where user_id = ${user_id}`
  await database.read`
    insert into identity.phone (organization_id, user_id, phone_number)
    values (1, ${user_id}, '3055550100')`
  if (license_state !== null)
    await database.read`
      insert into learning.registration_answer (student_course_id, organization_id, question_id, answer)
      values (${student_course_id}, 1, ${question.state}, ${database.read.json(stateIdOf(license_state)!)})`
  await setStatus(student_course_id, status.inRegistration)
  const ctx = world.student(user_id)
  const state = async () => selectRegistrationState(ctx, await selectStudentCourse(ctx, student_course_id))
  return { user_id, student_course_id, ctx, state }
}

const setStatus = (student_course_id: number, to: number) => database.read`
  update learning.student_course set lk_student_course_status_id = ${to}, passed_at = null
  where student_course_id = ${student_course_id}`

const gapsOf = ({ gaps }: Awaited<ReturnType<typeof selectRegistrationState>>) => gaps.map(({ datum }) => datum)

test('an agency without an account, for a course without a program, requires nothing', async () => {
  const { state } = await registering()
  expect(gapsOf(await state())).toEqual([])
})

test('names the unanswered question and the agency that needs its answer, even if the course does not', async () => {
  await account()
  const { ctx, state, student_course_id } = await registering({ gender: 'F' })
  expect(gapsOf(await state())).toEqual(['citation_number', 'citation_county'])
  const problems = problemsOf(ctx, await state())
  expect(problems.map(({ question_id, missing }) => [question_id, missing])).toEqual([
    [question.number, true],
    [question.county, true],
  ])
  expect(problems[0]!.params).toEqual({ agency: expect.stringContaining('Florida Department') })
  const incomplete = {
    issues: [
      { path: String(question.number), message: expect.stringContaining('Florida Department') },
      { path: String(question.county), message: expect.stringContaining('Florida Department') },
    ],
  }
  const input = { studentCourseId: student_course_id }
  await expect(submitRegistration.run(ctx, input)).rejects.toMatchObject(incomplete)
  await database.read`
    update learning.student_course set registered_at = null where student_course_id = ${student_course_id}`
  await expect(completeRegistration.run(ctx, input)).rejects.toMatchObject(incomplete)
  await setStatus(student_course_id, status.confirmingInformation)
  await expect(confirmRegistration.run(ctx, input)).rejects.toMatchObject(incomplete)
})

test('the license state is requested regardless of the address', async () => {
  await account()
  const { ctx, state, student_course_id: studentCourseId } = await registering({ gender: 'F', license_state: null })
  expect(gapsOf(await state())).toContain('license_state')
  expect(problemsOf(ctx, await state()).map(({ question_id }) => question_id)).toContain(question.state)
  expect((await state()).license_state).toBe('')
  await answerRegistrationQuestion.run(ctx, { studentCourseId, questionId: question.state, answer: stateIdOf('GA')! })
  expect(gapsOf(await state())).not.toContain('license_state')
  expect((await state()).license_state).toBe('GA')
})

test('a version that asks for no state of the license is still completed', async () => {
  await account()
  const { ctx, state, student_course_id: studentCourseId } = await registering({ gender: 'F', license_state: null })
  for (const [questionId, answer] of [
    [question.number, 'A1B2C3D'],
    [question.county, leon],
    [question.date, '01/15/2026'],
  ] as const)
    await answerRegistrationQuestion.run(ctx, { studentCourseId, questionId, answer })
  const sql = database.read
  await sql`update catalogue.question set used_in = 'quiz' where question_id = ${question.state}`
  clearVersionCache()
  expect(gapsOf(await state())).toEqual(['license_state'])
  expect((await showRegistration(ctx, studentCourseId)).registration.notice).toBeNull()
  await submitRegistration.run(ctx, { studentCourseId })
  const problem = await findRegistrationProblem(ctx, await selectStudentCourse(ctx, studentCourseId))
  expect(problem?.message ?? '').not.toContain('State that issued')
  await sql`update catalogue.question set used_in = 'registration' where question_id = ${question.state}`
  clearVersionCache()
})

test('a gender that the agency has no code for is found before the course, with what it accepts', async () => {
  await account()
  const { ctx, state, student_course_id: studentCourseId, user_id } = await registering({ gender: 'X' })
  const { gaps } = await state()
  expect(gaps.filter(({ datum }) => datum === 'gender')).toMatchObject([{ accepts: [genderLabels.M, genderLabels.F] }])
  const sentence = expect.stringMatching(/^Gender: Florida .* accepts only Male or Female\. .* contact support/)
  expect((await showRegistration(ctx, studentCourseId)).registration).toMatchObject({
    notice: sentence,
    profile_missing: ['gender'],
  })
  expect(await listAccountNotices(ctx, user_id)).toEqual([sentence])
  const studentCourse = await selectStudentCourse(ctx, studentCourseId)
  for (const [questionId, answer] of [
    [question.number, 'A1B2C3D'],
    [question.county, leon],
    [question.date, '01/15/2026'],
  ] as const)
    await answerRegistrationQuestion.run(ctx, { studentCourseId, questionId, answer })
  await expect(submitRegistration.run(ctx, { studentCourseId })).rejects.toMatchObject({ params: { notice: sentence } })
  await setStatus(studentCourseId, status.confirmingInformation)
  await expect(confirmRegistration.run(ctx, { studentCourseId })).rejects.toMatchObject({
    params: { notice: sentence },
  })
  expect(await isConfirmed(ctx, studentCourseId)).toBe(false)
  await setStatus(studentCourseId, status.inRegistration)
  expect(await findRegistrationProblem(ctx, studentCourse)).toMatchObject({ reason: 'REG_INC', message: sentence })
  await database.read`update identity.person set gender = 'F' where user_id = ${user_id}`
  expect(await findRegistrationProblem(ctx, studentCourse)).toBeNull()
  expect(await listAccountNotices(ctx, user_id)).toEqual([])
  expect((await showRegistration(ctx, studentCourseId)).registration.notice).toBeNull()
})

test('an answer or a value that the layout of a file cannot express is found in the same way', async () => {
  const layout = {
    form: 'csv',
    encoding: 'ascii',
    line_end: 'lf',
    file_name: 'completions.csv',
    fields: [
      { name: 'gender', from: 'student.gender', codes: { M: '1', F: '2', X: '3' }, required: true },
      { name: 'state', from: 'student.license_state', codes: { FL: '10', GA: '11' }, required: true },
      { name: 'name', from: 'student.last_name', required: true },
    ],
  }
  const fileSettings = { layout: JSON.stringify(layout), sample: '2,10,Reyes\n', delivery: 'download' }
  await saveAgencyAccount.run(admin, { agency: 'ny-dmv', method: 'file', settings: fileSettings, secrets: {} })
  await database.read`update catalogue.course set reports_to = 'ny-dmv' where course_id = 1`
  const { ctx, state, student_course_id: studentCourseId } = await registering({ gender: 'X', license_state: 'TX' })
  await database.read`update identity.person set last_name = '李' where user_id = ${ctx.actor.kind === 'user' ? ctx.actor.user_id : 0}`
  expect((await state()).gaps).toMatchObject([
    {
      agency: 'ny-dmv',
      datum: 'license_state',
      accepts: [
        ['FL', 'FL'],
        ['GA', 'GA'],
      ],
    },
    { agency: 'ny-dmv', datum: 'name', accepts: [] },
  ])
  const [problem] = problemsOf(ctx, await state())
  expect(problem).toMatchObject({ question_id: question.state, missing: false, params: { values: 'FL or GA' } })
  expect((await showRegistration(ctx, studentCourseId)).registration.notice).toMatch(
    /^Name: .* can't record your entry\. Change/,
  )
  await database.read`update catalogue.course set reports_to = null where course_id = 1`
})

test('an answer may require another one: a citation number requires the date', async () => {
  await account()
  const { ctx, state, student_course_id: studentCourseId } = await registering({ gender: 'F' })
  await answerRegistrationQuestion.run(ctx, { studentCourseId, questionId: question.number, answer: 'A1B2C3D' })
  expect(gapsOf(await state())).toEqual(['citation_county', 'citation_date'])
})

test('asks at registration for data of the account that the agency needs and the student has not given', async () => {
  await account()
  const { ctx, state, student_course_id } = await registering({ address: false })
  expect(gapsOf(await state())).toEqual(expect.arrayContaining(['gender', 'address']))
  const { gaps } = await state()
  const studentCourse = await selectStudentCourse(ctx, student_course_id)
  expect(await listMissingProfileFields(ctx, studentCourse, gaps)).toEqual(['address', 'gender'])
  expect(await listMissingProfileFields(ctx, studentCourse, [])).toEqual([])
})

test('a registration cannot be submitted while the account lacks data that the agency needs', async () => {
  await account()
  const { ctx, student_course_id: studentCourseId, user_id } = await registering()
  for (const [questionId, answer] of [
    [question.number, 'A1B2C3D'],
    [question.county, leon],
    [question.date, '01/15/2026'],
  ] as const)
    await answerRegistrationQuestion.run(ctx, { studentCourseId, questionId, answer })
  const submit = () => submitRegistration.run(ctx, { studentCourseId })
  await expect(submit()).rejects.toMatchObject({ issues: [{ path: 'gender', message: 'Gender is required' }] })
  await database.read`update identity.person set gender = 'F' where user_id = ${user_id}`
  await submit()
})

test('a course cannot be completed while the account lacks data that the agency needs', async () => {
  await account()
  const { ctx, student_course_id } = await registering()
  await database.read`
    update catalogue.course_version set course_registration_options = course_registration_options || '{"enabled": false}'
    where course_version_id = ${course.florida}`
  clearVersionCache()
  const problem = async () => findRegistrationProblem(ctx, await selectStudentCourse(ctx, student_course_id))
  expect(await problem()).toMatchObject({ reason: 'REG_INC', message: expect.stringContaining('Gender is required') })
  await database.read`update identity.person set gender = 'F' where user_id > 0`
  // Without a registration no one asks for the citation, either.
  expect(await problem()).toMatchObject({
    message: expect.stringContaining('Citation or case number. Contact support'),
  })
  await deleteAccount()
  expect(await problem()).toBeNull()
  await database.read`
    update catalogue.course_version set course_registration_options = course_registration_options || '{"enabled": true, "requiredBefore": true}'
    where course_version_id = ${course.florida}`
  clearVersionCache()
})

test("data that was never given can be given after a refusal, and the number that proved the student can't change", async () => {
  await account()
  const { ctx, student_course_id: studentCourseId } = await registering({ gender: 'F' })
  await setStatus(studentCourseId, status.completionErrorFlhsmv)
  const answer = (questionId: number, answer: string) =>
    answerRegistrationQuestion.run(ctx, { studentCourseId, questionId, answer })
  await answer(question.number, 'A1B2C3D')
  // No check has verified it, so a typo can be corrected.
  await answer(question.number, 'A1B2C3E')
  await expect(answer(1, 'W316-412-99-140-9')).rejects.toMatchObject({ kind: { status: 422 } })
  await setStatus(studentCourseId, status.certificateIssued)
  await expect(answer(question.number, 'A1B2C3F')).rejects.toMatchObject({ kind: { status: 422 } })
})

test('a course that does not collect what its agency account needs cannot be completed', async () => {
  const courseRules = {
    organization_id: 1,
    course_id: 1,
    program_id: null,
    lk_course_state_ids: [stateIdOf('FL')!],
    collected: new Set(['driver_license'] as const),
  }
  expect(await findCourseGaps(admin, courseRules)).toEqual([])
  await account()
  expect((await findCourseGaps(admin, courseRules)).map(({ datum }) => datum)).toEqual([
    'license_state',
    'citation_number',
    'citation_county',
  ])
  const allFields = new Set([
    'driver_license',
    'license_state',
    'citation_number',
    'citation_county',
    'citation_date',
  ] as const)
  expect(await findCourseGaps(admin, { ...courseRules, collected: allFields })).toEqual([])
})

const registry = 'fmcsa-tpr'
const theory = {
  organization_id: 1,
  course_id: 1,
  program_id: 'us-eldt-theory',
  lk_course_state_ids: [stateIdOf('FL')!],
  collected: new Set(['driver_license'] as const),
}
const dataMissing = async (course: Parameters<typeof findCourseGaps>[1]) =>
  (await findCourseGaps(admin, course)).map(({ datum }) => datum)

test('a course for the federal registry asks for the state and the class, regardless of the reporting method', async () => {
  const settings = { tpr_number: 'TPR-4711' }
  expect(await dataMissing(theory)).toEqual(['account', 'license_state', 'license_class'])
  for (const method of ['worksheet', 'neutral'] as const) {
    const account = { agency: registry, method, settings: method === 'worksheet' ? settings : {}, secrets: {} }
    await saveAgencyAccount.run(admin, account)
    expect(await dataMissing(theory), method).toEqual(['license_state', 'license_class'])
  }
  const allFields = new Set(['driver_license', 'license_state', 'license_class'] as const)
  expect(await dataMissing({ ...theory, collected: allFields })).toEqual([])
})

test('the dry run finds the class that no one asked for with a worksheet, and without an account only by a program', async () => {
  await database.read`update catalogue.course set reports_to = ${registry} where course_id = 1`
  const { ctx, state, student_course_id } = await registering({ license_state: null })
  expect(gapsOf(await state())).toEqual([])
  await saveAgencyAccount.run(admin, { agency: registry, method: 'worksheet', settings: {}, secrets: {} })
  expect(gapsOf(await state())).toEqual(['license_state', 'license_class'])
  const { registration } = await showRegistration(ctx, student_course_id)
  expect(registration.notice).toContain("doesn't ask for it: Class or endorsement of the license")
  await database.read`update catalogue.course set reports_to = null where course_id = 1`
})

test.each([
  ['us-eldt-theory', registry, 'worksheet', { tpr_number: 'TPR-4711' }],
  ['tx-driving-safety', 'tx-tdlr', 'file', null],
] as const)('a course of %s needs the complete account at its agency', async (program_id, agency, method, settings) => {
  const course = { ...theory, program_id }
  expect(await dataMissing(course)).toContain('account')
  expect(await dataMissing({ ...course, program_id: null })).not.toContain('account')
  await saveAgencyAccount.run(admin, { agency, method, settings: {}, secrets: {} })
  expect(await dataMissing(course)).toContain('account')
  const layout = {
    form: 'csv',
    encoding: 'ascii',
    line_end: 'lf',
    file_name: 'completions.csv',
    fields: [{ name: 'number', from: 'certificate_number' }],
  }
  const ofFile = { layout: JSON.stringify(layout), sample: '90000001\n', delivery: 'download' }
  await saveAgencyAccount.run(admin, { agency, method, settings: settings ?? ofFile, secrets: {} })
  expect(await dataMissing(course)).not.toContain('account')
})
