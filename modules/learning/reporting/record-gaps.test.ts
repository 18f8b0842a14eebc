import { afterEach, beforeAll, expect, test } from 'vitest'
import { QuestionInput } from '#modules/catalogue/questions/question-input.schema.ts'
import { forgetVersions } from '#modules/catalogue/versions/version-cache.ts'
import { answerRegistrationQuestion } from '#modules/learning/registration/answer-question.ts'
import { listProfileMissing } from '#modules/learning/registration/profile-missing.ts'
import { registrationProblems } from '#modules/learning/registration/registration-problems.ts'
import { problemsOf, selectRegistrationState } from '#modules/learning/registration/registration-state.ts'
import { submitRegistration } from '#modules/learning/registration/submit-registration.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
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
const question = { number: 20, county: 21, date: 22 }

beforeAll(async () => {
  const { read: sql } = database
  await sql`
    update catalogue.course_version set course_registration_options = course_registration_options || '{"enabled": true, "requiredBefore": true}'
    where course_version_id = ${course.florida}`
  const questions = [
    [question.number, 'Citation number', 1],
    [question.county, 'County of the citation', 18],
    [question.date, 'Date of the citation', 16],
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
  forgetVersions()
})

afterEach(() => database.read`delete from learning.agency_account`)

const account = () =>
  saveAgencyAccount.run(admin, { agency: 'fl-dhsmv', method: 'service', settings, secrets: { password } })

/** A student of the Florida course who has given a license number and, unless told otherwise, nothing else. */
async function registering(person: { gender?: string; address?: boolean } = {}) {
  const { user_id, student_course_id } = await world.passed({ report: false })
  const { gender = null, address = true } = person
  await database.read`
    update identity.person set gender = ${gender}, lk_state_id = ${stateIdOf('FL')},
      address1 = ${address ? '1 Palm Avenue' : ''}, city = 'Miami', zip = '33101'
    where user_id = ${user_id}`
  await database.read`
    insert into identity.phone (organization_id, user_id, phone_number)
    values (1, ${user_id}, '3055550100')`
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
  await expect(submitRegistration.run(ctx, { studentCourseId: student_course_id })).rejects.toMatchObject({
    issues: [
      { path: String(question.number), message: expect.stringContaining('Florida Department') },
      { path: String(question.county), message: expect.stringContaining('Florida Department') },
    ],
  })
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
  expect(await listProfileMissing(ctx, studentCourse, gaps)).toEqual(['address', 'gender'])
  expect(await listProfileMissing(ctx, studentCourse, [])).toEqual([])
})

test('a course cannot be completed while the account lacks data that the agency needs', async () => {
  await account()
  const { ctx, student_course_id } = await registering()
  await database.read`
    update catalogue.course_version set course_registration_options = course_registration_options || '{"enabled": false}'
    where course_version_id = ${course.florida}`
  forgetVersions()
  const problem = async () => registrationProblems(ctx, await selectStudentCourse(ctx, student_course_id))
  expect(await problem()).toMatchObject({ reason: 'REG_INC', message: expect.stringContaining('Gender is required') })
  await database.read`update identity.person set gender = 'F' where user_id > 0`
  expect(await problem()).toBeNull()
  await database.read`
    update catalogue.course_version set course_registration_options = course_registration_options || '{"enabled": true, "requiredBefore": true}'
    where course_version_id = ${course.florida}`
  forgetVersions()
})

test('after a refusal, data that was never given can be given, and the number that proved the student cannot change', async () => {
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
  const of = {
    organization_id: 1,
    course_id: 1,
    program_id: null,
    lk_course_state_ids: [stateIdOf('FL')!],
    collected: new Set(['driver_license'] as const),
  }
  expect(await findCourseGaps(admin, of)).toEqual([])
  await account()
  expect((await findCourseGaps(admin, of)).map(({ datum }) => datum)).toEqual(['citation_number', 'citation_county'])
  const whole = new Set(['driver_license', 'citation_number', 'citation_county', 'citation_date'] as const)
  expect(await findCourseGaps(admin, { ...of, collected: whole })).toEqual([])
})
