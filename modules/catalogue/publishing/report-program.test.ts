import { beforeEach, expect, test } from 'vitest'
import { addProgramQuestions } from '#modules/catalogue/authoring/add-program-questions.ts'
import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { getFinalExam } from '#modules/catalogue/authoring/final-exam.ts'
import { getRegistration, updateRegistration } from '#modules/catalogue/authoring/registration.ts'
import { updateOverview } from '#modules/catalogue/authoring/update-overview.ts'
import { duplicateCourse } from '#modules/catalogue/courses/create-course.ts'
import { leaveProgramRulesEmpty, setProgramRule } from '#modules/catalogue/programs/set-rules.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { stateIdOf } from '#platform/states.ts'
import { publishCourse } from './publish-course.ts'
import { publishReport } from './report.ts'

const demo = await openDemo()
const [{ user_id } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
const keys = ['CREATE', 'READ', 'UPDATE'].map((type) => `MANAGE_COURSES:${type}`)
const author: Ctx = openCtx(demo.services, {
  actor: { ...someone('Admin', 1, keys), user_id } as ReturnType<typeof someone>,
  organization: {
    organization_id: 1,
    code: 'SSD',
    name: 'Safe',
    scope: [1],
    time_zone: 'America/New_York',
    runs_product: true,
  },
  locale: 'en-us',
})
const [{ course_id: original } = { course_id: 0 }] = await demo.db.read<{ course_id: number }>`
  select course_id from catalogue.course_version where name ilike '%drug%' order by 1 limit 1`

let course_id = 0
beforeEach(async () => {
  await demo.db.tx((sql) => sql`delete from catalogue.program_rule`)
  course_id = (await duplicateCourse.run(author, { course_id: original, name: 'Copy' })).course.course_id
  await updateOverview.run(author, { course_id, lk_course_state_ids: [stateIdOf('FL')!, stateIdOf('TX')!] })
  await register()
})

type QuestionCase = [lk_question_type_id: number, title: string]

/** Replaces the questions of the registration. */
async function register(...questions: QuestionCase[]) {
  const { course } = await courseOne.run(author, { course_id })
  const before = await getRegistration.run(author, { course_version_id: course.course_version_id })
  await updateRegistration.run(author, {
    course: { course_id },
    questions: questions.map(([lk_question_type_id, title]) => ({ lk_question_type_id, configuration: { title } })),
    questionsToDelete: before.questions.map(({ question_id }) => question_id),
  })
}

const reason = 'A test.'
type Program = 'fl-bdi' | 'nj-ddc' | 'tx-adult-6h' | 'tx-driving-safety' | 'ca-tvs' | 'us-eldt-theory'

/** Names a program, and records its unconfirmed rules as absent. */
async function follow(program_id: Program, ctx = author) {
  await updateOverview.run(ctx, { course_id, program_id })
  await leaveProgramRulesEmpty.run(ctx, { program_id, reason })
}

/** The problems that name a source or the program. */
async function problems(ctx = author): Promise<[severity: string, tab: string, message: string][]> {
  const report = await publishReport.run(ctx, { course_id })
  return report.problems
    .filter(({ message }) => /program|agency|agencia/.test(message))
    .map(({ severity, tab, message }) => [severity, tab, message])
}

const messagesLike = async (pattern: RegExp) => (await problems()).filter(([, , message]) => pattern.test(message))

test('a course without a program is not compared', async () => {
  expect(await problems()).toEqual([])
})

test('unconfirmed rules prevent publishing until they are set or recorded as absent', async () => {
  await updateOverview.run(author, { course_id, program_id: 'us-eldt-theory' })
  const open = await messagesLike(/not confirmed/)
  expect(open.length).toBeGreaterThan(5)
  expect(open).toContainEqual(['error', 'overview', expect.stringContaining('not confirmed: Age.')])
  const { problems: all } = await publishReport.run(author, { course_id })
  expect(all.map(({ href }) => href)).toContain('/manage/programs/us-eldt-theory/rule/eligibility.age')
  await leaveProgramRulesEmpty.run(author, { program_id: 'us-eldt-theory', reason })
  expect(await messagesLike(/not confirmed/)).toEqual([])
})

test('refuses to publish a course that cannot be reported, and names each missing datum with its source', async () => {
  await follow('fl-bdi')
  const messages = await messagesLike(/does not ask for it/)
  expect(messages.map(([severity, tab]) => [severity, tab])).toEqual(messages.map(() => ['warning', 'registration']))
  await setProgramRule.run(author, {
    program_id: 'fl-bdi',
    rule: 'student.data_required',
    value: ['driver_license', 'citation_number', 'citation_county', 'citation_date', 'date_of_birth'],
    citation: 's. 318.1451, F.S.',
    reason,
  })
  const errors = await messagesLike(/does not ask for it/)
  expect(errors.every(([severity]) => severity === 'error')).toBe(true)
  expect(errors.map(([, , message]) => message)).toContainEqual(
    'The agency needs this of each student, and the course does not ask for it: Citation or case number. Add a question to the registration. (s. 318.1451, F.S.)',
  )
  await expect(publishCourse.run(author, { course_id })).rejects.toMatchObject({ kind: { status: 422 } })
})

test('registration questions that collect the data resolve the problem', async () => {
  await follow('fl-bdi')
  await register(
    [questionType.drivers_license, 'Driver license number'],
    [questionType.short_answer, 'Citation number'],
    [questionType.county, 'County of the citation'],
    [questionType.date, 'Date of birth'],
    [questionType.state, 'In which state do you live?'],
  )
  // The state of the address is not that of the license.
  expect(await messagesLike(/does not ask for it/)).toEqual([
    ['warning', 'registration', expect.stringContaining('State that issued the driver license')],
  ])
  await addProgramQuestions.run(author, { course: { course_id } })
  expect(await messagesLike(/does not ask for it/)).toEqual([])
})

test('compares the time without excluded parts, at the limit and one minute below', async () => {
  await follow('tx-adult-6h')
  const { course } = await courseOne.run(author, { course_id })
  const minutes = Math.floor(course.required_seconds / 60)
  const setMinutes = (min: number) =>
    setProgramRule.run(author, { program_id: 'tx-adult-6h', rule: 'course.minimum_minutes', value: { min }, reason })
  await setMinutes(minutes)
  expect(await messagesLike(/of instruction/)).toEqual([])
  await setMinutes(minutes + 1)
  expect(await messagesLike(/of instruction/)).toEqual([
    ['error', 'outline', expect.stringContaining(`at least ${minutes + 1}`)],
  ])
  await setMinutes(minutes)
  const breaks = course.chapters.flatMap(({ sections }) =>
    sections.flatMap(({ components }) => components.filter(({ type }) => type === 'Break')),
  )
  await setProgramRule.run(author, {
    program_id: 'tx-adult-6h',
    rule: 'course.time_basis',
    value: ['breaks', 'quizzes'],
    reason,
  })
  const without = await messagesLike(/without breaks, quizzes/)
  expect(without.length).toBe(breaks.length > 0 ? 1 : without.length)
})

type NumberRule = [rule: string, holds: unknown, broken: unknown, tab: string, problem: RegExp]

/** The rules among these that the course breaks, with the tab of the setting. */
async function brokenBy(values: readonly (readonly [rule: string, value: unknown, problem: RegExp])[]) {
  const brokenRules: [rule: string, value: unknown, tab: string | undefined][] = []
  for (const [rule, value, problem] of values) {
    await setProgramRule.run(author, { program_id: 'fl-bdi', rule: rule as 'exam.attempts', value, reason })
    for (const [, tab] of await messagesLike(problem)) brokenRules.push([rule, value, tab])
  }
  return brokenRules
}

type Settings = { days: number | null; registration: object; security: object; exam: object }
const saveSettings = ({ days, registration, security, exam }: Settings) =>
  demo.db.tx(async (sql) => {
    await sql`
      update catalogue.course_version
      set registration_expires_after_days = ${days}::int, course_registration_options = ${sql.json(registration)},
          course_security_options = ${sql.json({ methods: { security_questions: security } })}
      where course_id = ${course_id} and version_number = 0`
    await sql`
      update catalogue.component c
      set data = jsonb_set(c.data, '{configuration}', (c.data -> 'configuration') || ${sql.json(exam)}::jsonb)
      from catalogue.course_version v
      where v.course_id = ${course_id} and v.version_number = 0 and c.course_version_id = v.course_version_id and c.final_ind`
  })

test('each rule with a number holds at its limit and is broken by one more or less, in the tab of its setting', async () => {
  await follow('fl-bdi')
  await setProgramRule.run(author, { program_id: 'fl-bdi', rule: 'course.time_basis', value: null, reason })
  const { course } = await courseOne.run(author, { course_id })
  const minutes = Math.floor(course.required_seconds / 60)
  const { component } = await getFinalExam.run(author, { course_version_id: course.course_version_id })
  const { questions, questionPools } = component!.data
  const poolCounts = (questionPools as { count: number }[]).map(({ count }) => count)
  const questionCount = poolCounts.reduce((sum, count) => sum + count, 0) || questions.length
  await saveSettings({
    days: 90,
    registration: { ageEnabled: true, age: 18, aboveOrBelowAge: 'Above' },
    security: { enabled: true, secondsToAnswerCorrectly: 15 },
    exam: { grading: { threshold: 80 }, retake: { fee: 0, attempts: 2 }, timer: { active: true, seconds: 1_800 } },
  })
  const rules: NumberRule[] = [
    ['course.minimum_minutes', { min: minutes }, { min: minutes + 1 }, 'outline', /at least .* of instruction/],
    ['course.minimum_minutes', { min: 1, max: minutes }, { min: 1, max: minutes - 1 }, 'outline', /allows at most/],
    ['course.time_limit_days', 90, 89, 'overview', /to finish\. Set/],
    ['eligibility.age', { min: 18 }, { min: 19 }, 'registration', /is for people who are/],
    ['identity.answer_window_seconds', 15, 14, 'security', /Identity questions may be answered/],
    ['exam.question_count', questionCount, questionCount + 1, 'finalexam', /final exam of the program has/],
    ['exam.passing_percent', 80, 81, 'finalexam', /is passed with/],
    ['exam.attempts', 3, 2, 'finalexam', /at the final exam\. Limit/],
    ['exam.time_minutes', 30, 31, 'finalexam', /gives at least/],
  ]
  expect(await brokenBy(rules.map(([rule, holds, , , problem]) => [rule, holds, problem]))).toEqual([])
  expect(await brokenBy(rules.map(([rule, , broken, , problem]) => [rule, broken, problem]))).toEqual(
    rules.map(([rule, , broken, tab]) => [rule, broken, tab]),
  )
})

test('a setting without a limit breaks a rule that demands one, and no rule about its number', async () => {
  await follow('fl-bdi')
  const exam = { retake: { fee: 0, attempts: null }, timer: { active: false, seconds: 60 } }
  const window = { enabled: false, secondsToAnswerCorrectly: 60 }
  const [days, age] = [/to finish\. Set/, /is for people who are/]
  const rules = [
    ['course.time_limit_days', 3650, days],
    ['eligibility.age', { min: 18 }, age],
    ['eligibility.age', { under: 21 }, age],
    ['exam.attempts', 100, /at the final exam\. Limit/],
    ['identity.answer_window_seconds', 15, /Identity questions may be answered/],
    ['exam.time_minutes', 30, /gives at least/],
  ] as const
  const registration = { ageEnabled: false, age: 18, aboveOrBelowAge: 'Above' }
  await saveSettings({ days: null, registration, security: window, exam })
  expect(await brokenBy(rules)).toEqual([
    ['course.time_limit_days', 3650, 'overview'],
    ['eligibility.age', { min: 18 }, 'registration'],
    ['eligibility.age', { under: 21 }, 'registration'],
    ['exam.attempts', 100, 'finalexam'],
  ])
  const below = { ageEnabled: true, age: 21, aboveOrBelowAge: 'Below' }
  await saveSettings({ days: null, registration: below, security: window, exam })
  const underAge = [20, 21].map((under) => ['eligibility.age', { under }, age] as const)
  expect(await brokenBy(underAge)).toEqual([['eligibility.age', { under: 20 }, 'registration']])
})

test('recommended courses break a rule against offers or advertising', async () => {
  await follow('fl-bdi')
  const rules = (['content.no_marketing', 'content.no_advertising'] as const).map(
    (rule) => [rule, true, /forbids offers/] as const,
  )
  const each = async () => {
    const brokenRules = []
    for (const rule of rules) {
      brokenRules.push(...(await brokenBy([rule])))
      await setProgramRule.run(author, { program_id: 'fl-bdi', rule: rule[0], value: null, reason })
    }
    return brokenRules
  }
  expect(await each()).toEqual([])
  await updateRegistration.run(author, { course: { course_id }, courseUpsells: [{ course_id: original }] })
  expect(await each()).toEqual(rules.map(([rule]) => [rule, true, 'marketing']))
})

test('refuses data that the program forbids', async () => {
  await updateOverview.run(author, { course_id, lk_course_state_ids: [stateIdOf('CA')!] })
  await follow('ca-tvs')
  expect(await messagesLike(/forbids/)).toEqual([])
  await register(
    [questionType.ssn, 'Last four digits'],
    [questionType.short_answer, "Your mother's maiden name"],
    [questionType.short_answer, 'Your first car'],
  )
  expect((await messagesLike(/forbids/)).map(([severity, tab]) => [severity, tab])).toEqual([
    ['error', 'registration'],
    ['error', 'registration'],
  ])
})

test('refuses questions of authors that ask for forbidden data in other words, with the citation', async () => {
  await follow('ca-tvs')
  await register(
    [questionType.short_answer, 'Please give us your Social-Security No.'],
    [questionType.short_answer, '¿Cuál es su número de Seguro Social?'],
    [questionType.short_answer, 'What is the name of your school?'],
  )
  expect(await messagesLike(/the program forbids/)).toEqual([
    ['error', 'registration', expect.stringMatching(/Social-Security No.*Social Security number.*345\.36/)],
    ['error', 'registration', expect.stringMatching(/Seguro Social.*345\.36/)],
  ])
})

test('a program that counts from the day of the citation requires its date', async () => {
  await follow('tx-driving-safety')
  const dateMessages = () => messagesLike(/Date of the citation/)
  expect(await dateMessages()).toEqual([['error', 'registration', expect.stringContaining('45A.356')]])
  await addProgramQuestions.run(author, { course: { course_id } })
  expect(await dateMessages()).toEqual([])
})

test('a program of a state the course does not name is an error, a federal one is not', async () => {
  await follow('ca-tvs')
  expect(await messagesLike(/does not name that state/)).toEqual([
    ['error', 'overview', expect.stringContaining('California')],
  ])
  await follow('us-eldt-theory')
  expect(await messagesLike(/does not name that state/)).toEqual([])
})

test('shows the report in Spanish to Spanish authors, and refuses to save an unknown program', async () => {
  await follow('ca-tvs')
  const spanish = await problems(author.as({ locale: 'es-es' }))
  expect(spanish.length).toBeGreaterThan(0)
  expect(spanish.map(([, , message]) => message).join(' ')).toMatch(/El programa/)
  expect(updateOverview.takes.safeParse({ course_id, program_id: 'xx-none' }).success).toBe(false)
  await updateOverview.run(author, { course_id, program_id: null })
  expect(await problems()).toEqual([])
})

test('the missing questions of the program are added once, in the language of the course', async () => {
  await follow('fl-bdi')
  expect(await messagesLike(/does not ask for it/)).not.toEqual([])
  const { added } = await addProgramQuestions.run(author, { course: { course_id } })
  expect(added).toEqual([
    'What is your driver license number?',
    'Which state issued your driver license?',
    'What is your citation or case number?',
    'In which county did you get the citation?',
  ])
  expect(await messagesLike(/does not ask for it/)).toEqual([])
  expect((await addProgramQuestions.run(author, { course: { course_id } })).added).toEqual([])
  const [event] = await demo.db.read<{ action: string }>`
    select action from platform.audit_event where subject = ${`course_id:${course_id}`} order by audit_event_id desc limit 1`
  expect(event).toEqual({ action: 'course.registration' })
  const { course } = await courseOne.run(author, { course_id })
  const { questions } = await getRegistration.run(author, { course_version_id: course.course_version_id })
  expect(questions).toHaveLength(4)
})

test('questions are added by authors of the organization only', async () => {
  await follow('fl-bdi')
  const reader = openCtx(demo.services, {
    actor: { ...someone('Instructor', 1, ['MANAGE_COURSES:READ']), user_id } as ReturnType<typeof someone>,
    organization: author.organization,
    locale: 'en-us',
  })
  await expect(addProgramQuestions.run(reader, { course: { course_id } })).rejects.toMatchObject({
    kind: { status: 403 },
  })
  const stranger = openCtx(demo.services, {
    actor: { ...someone('Admin', 2, keys), user_id } as ReturnType<typeof someone>,
    organization: { ...author.organization, organization_id: 2, code: 'XXX', scope: [2], runs_product: false },
    locale: 'en-us',
  })
  await expect(addProgramQuestions.run(stranger, { course: { course_id } })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('two simultaneous additions add the questions once, and a copy of the course keeps their subjects', async () => {
  await follow('nj-ddc')
  const added = await Promise.all([1, 2, 3].map(() => addProgramQuestions.run(author, { course: { course_id } })))
  expect(added.filter((each) => each.added.length > 0)).toHaveLength(1)
  const copy = await duplicateCourse.run(author, { course_id, name: 'A copy of it' })
  const { course } = await courseOne.run(author, { course_id: copy.course.course_id })
  const { questions } = await getRegistration.run(author, { course_version_id: course.course_version_id })
  expect(questions.map(({ configuration }) => configuration.asksFor)).toContain('eye-color')
})

test('a rule of a later day warns from today, once, and blocks nothing before it applies', async () => {
  await follow('fl-bdi')
  const before = await problems()
  const later = { program_id: 'fl-bdi', rule: 'course.minimum_minutes', citation: 'Rule of 2099', reason } as const
  const [nextYear, afterIt] = [1, 2].map((years) => `${new Date().getUTCFullYear() + years}-01-01`)
  await setProgramRule.run(author, { ...later, value: { min: 90_000 }, valid_from: nextYear! })
  await setProgramRule.run(author, { ...later, rule: 'exam.attempts', value: null, valid_from: afterIt! })
  const added = (await problems()).filter((problem) => !before.some(([, , message]) => message === problem[2]))
  expect(added).toEqual([
    [
      'warning',
      'outline',
      expect.stringMatching(/^From January 1, \d{4}: The program asks for at least 90,?000 minutes/),
    ],
  ])
})

test('warns of a license pattern that refuses other states, and allows publishing with it', async () => {
  const patternOf = async (regex: string, lk_question_type_id: number = questionType.drivers_license) => {
    const { course } = await courseOne.run(author, { course_id })
    const before = await getRegistration.run(author, { course_version_id: course.course_version_id })
    await updateRegistration.run(author, {
      course: { course_id },
      questions: [{ lk_question_type_id, configuration: { title: 'License?', validation: { regex } } }],
      questionsToDelete: before.questions.map(({ question_id }) => question_id),
    })
    const { problems } = await publishReport.run(author, { course_id })
    return problems.filter(({ message }) => message.includes('“License?”'))
  }
  // The course is for Florida and Texas.
  expect(await patternOf('^([A-Z][0-9]{12}|[0-9]{8})$')).toEqual([
    expect.objectContaining({
      severity: 'warning',
      tab: 'registration',
      message: expect.stringContaining('refuses licenses of other states, such as California, Georgia, and Illinois.'),
    }),
  ])
  expect(await patternOf('^[A-Z0-9-]{5,25}$')).toEqual([])
  expect(await patternOf('')).toEqual([])
  expect(await patternOf('^[A-Z][0-9]{12}$', questionType.short_answer)).toEqual([])
})
