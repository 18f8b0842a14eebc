import { beforeAll, expect, test } from 'vitest'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { dicdsAccount, dicdsWsdl } from '#simulators/agencies/dicds.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { ok } from '#tests/support/path.ts'

/**
 * A course is checked against its program, line by line, and a course that would end in a dead end is not published,
 * over HTTP.
 */
const app = await openTestApp()
const { password, ...known } = dicdsAccount
let admin: Client
let course_id = 0

type Problem = { severity: string; message: string; tab: string; href: string }

beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
  course_id = ok(await admin.post('/course/duplicate', { course_id: 1, name: 'A course of the walk' })).course.course_id
  ok(await admin.post('/course/updateOverview', { course_id, program_id: 'fl-bdi' }))
  ok(await admin.post('/course/addProgramQuestions', { course: { course_id } }))
})

const errors = async (): Promise<Problem[]> =>
  (ok(await admin.get(`/course/publish/report?course_id=${course_id}`)).problems as Problem[]).filter(
    ({ severity }) => severity === 'error',
  )
const publish = () => admin.post('/course/publish', { course_id })

const messages = async () => (await errors()).map(({ message }) => message)
const rule = (name: string, value: unknown) =>
  admin.post('/program/rule', {
    program_id: 'fl-bdi',
    rule: name,
    value,
    citation: 'Form HSMV 72908',
    reason: 'Read in the form of the department',
  })

type Asked = { questions: { lk_question_type_id: number }[] }

/** Sets the questions of the registration; without arguments, removes the existing ones. */
async function register(questions: object[]): Promise<void> {
  const [row] = await app.database.read<{ ids: number[] }>`
    select coalesce(array_agg(question_id), '{}') as ids from catalogue.question
    where used_in = 'registration' and course_version_id = (
      select course_version_id from catalogue.course_version where course_id = ${course_id} and version_number = 0)`
  ok(
    await admin.post('/course/updateRegistration', {
      course: { course_id },
      questions,
      questionsToDelete: row!.ids,
    }),
  )
}

test('unconfirmed rules keep a course from being published, and the page says who must act', async () => {
  const open = (await errors()).filter(({ href }) => href.startsWith('/manage/programs/fl-bdi/rule/'))
  expect(open.length).toBeGreaterThan(5)
  const { status, body } = await publish()
  expect([status, body.code]).toEqual([422, 'COURSE_NOT_READY'])
  const page = await admin.visit(`/manage/courses/${course_id}/versions`)
  expect(page.text).toContain(`An Admin of the product must confirm ${open.length} rules of the program`)
  ok(await admin.post('/program/leaveEmpty', { program_id: 'fl-bdi', reason: 'The department has no such rule' }))
  // The department takes nothing from a school without an account, so its reports would wait.
  expect(await messages()).toEqual([expect.stringContaining('Florida Department of Highway Safety')])
  const withoutAccount = (await admin.visit(`/manage/courses/${course_id}/versions`)).text
  expect(withoutAccount).toContain('An Admin of the school must set up 1 account at agencies')
  expect(withoutAccount).toContain('href="/manage/agencies"')
  expect(withoutAccount).not.toContain('An author must correct')
  const settings = {
    ...known,
    start_time: '0001',
    courses: `${course_id} = 4001, B1`,
    citation_date: 'record',
    wsdl: dicdsWsdl,
  }
  ok(await admin.put('/agency/account', { agency: 'fl-dhsmv', method: 'service', settings, secrets: { password } }))
  ok(await admin.post('/course/addProgramQuestions', { course: { course_id } }))
  expect(await messages()).toEqual([])
})

test('refuses a course that breaks a rule line by line with the citation, and publishes it once it complies', async () => {
  ok(await rule('exam.question_count', 500))
  ok(await rule('exam.passing_percent', 99))
  const problems = await messages()
  expect(problems).toHaveLength(2)
  expect(problems.every((message) => message.includes('Form HSMV 72908'))).toBe(true)
  const response = await publish()
  expect(response.status).toBe(422)
  expect(response.body.issues.map(({ message }: { message: string }) => message)).toEqual(problems)
  const page = await admin.visit(`/manage/courses/${course_id}/versions`)
  expect(page.text).toContain('An author must correct 2 problems before the course can be published.')
  // Removing the values restores the rules of the pack, which are not confirmed. Once they are left empty, the course
  // complies.
  ok(await rule('exam.question_count', null))
  ok(await rule('exam.passing_percent', null))
  expect(await messages()).toEqual([])
})

test('a course whose passed students could not be reported is not published until it asks for the missing data', async () => {
  await register([])
  const dead = await messages()
  expect(dead.some((message) => /Driver license number/.test(message))).toBe(true)
  expect((await publish()).body).toMatchObject({ code: 'COURSE_NOT_READY' })
  ok(await admin.post('/course/addProgramQuestions', { course: { course_id } }))
  // With a citation, the department's service also needs its date, which the program's own list does not name; with a
  // license it needs the state that issued it.
  const [row] = await app.database.read<{ course_version_id: number }>`
    select course_version_id from catalogue.course_version where course_id = ${course_id} and version_number = 0`
  const { questions } = ok(
    await admin.post('/course/getRegistration', { course_version_id: row!.course_version_id }),
  ) as Asked
  const types = questions.map(({ lk_question_type_id }) => lk_question_type_id)
  expect(types.filter((type) => type === questionType.state)).toHaveLength(1)
  expect(types.filter((type) => type === questionType.date)).toHaveLength(1)
  expect(await messages()).toEqual([])
  expect((await publish()).status).toBe(200)
})
