import { beforeAll, expect, test } from 'vitest'
import { newTypist, seededRandom } from '#modules/security/typing/typist.fixture.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import {
  aboutYou,
  buyAsGuest,
  componentsOf,
  ok,
  openSeat,
  type Person,
  registerOverHttp,
  type Seat,
} from '#tests/support/path.ts'
import { readPdf } from '#tests/support/read-pdf.ts'

const app = await openTestApp({ checks: true, jobs: true })
const { read } = app.database
const florida = 1
const sentence = 'I keep a safe following distance and look well ahead, whatever the road and the weather.'
const person = { email: 'vera@example.com', password: 'Long-Road-Home-77', firstName: 'Vera', lastName: 'Story' }
const number = '8135550190'
const typist = newTypist(seededRandom(31))
const moment = seededRandom(32)
const input = () => ({ events: typist.type(sentence, moment), pasted: false })
const newCard = () =>
  app.gateway.simulator.token({ cardNumber: '4111111111111111', expirationDate: '1239', cardCode: '123' })

let client: Client
let staff: Client
let id: number
let seat: Seat
let lessons: number[]

beforeAll(async () => {
  staff = await app.as(await app.userId('admin@example.com'))
})

const place = async () => (await client.visit(`/course/${id}`)).headers.get('location')
const begin = async (unlock = false) =>
  ok(await client.post('/user/verifyStudentCourse', { studentCourseId: id, unlock }))
const answer = async (choice: number) =>
  ok(await client.post('/security/verifyAnswer', { student_course_id: id, answer: choice }))
/** The student chose the first answer of each question in the setup. */
const [right, wrong] = [1, 2]

/** A new student who bought the course and registered for it. */
async function enroll(student: Person) {
  client = app.visitor()
  await buyAsGuest(client, student, { course_website_id: 1001, card: newCard() })
  const { course } = ok(await client.get('/course/dashboard/fetch')).data
  id = course[0].student_course_id
  ok(await client.post('/user/saveAboutYou', aboutYou(student)))
  await registerOverHttp(client, id, 'A123456')
}

/** Passes the due check, of any kind, and returns its kind. */
async function passCheck(): Promise<string> {
  const { task } = await begin()
  const courseKey = { student_course_id: id }
  if (task.method === 'keystroke')
    expect(ok(await client.post('/security/verifyTyping', { ...courseKey, sample: input() })).result).toBe('right')
  else if (task.method === 'phone') {
    expect(ok(await client.post('/security/sendCode', { ...courseKey, channel: 'sms' })).sent).toBe(true)
    const code = app.phones.simulator.codeFor(`+1${number}`)
    expect(ok(await client.post('/security/verifyCode', { ...courseKey, code })).result).toBe('right')
  } else expect((await answer(right)).result).toBe('right')
  return task.method
}

/** Signs in again, as after a pause: the course counts as resumed. */
async function signInAgain() {
  client = app.visitor()
  await client.visit('/login', { loginid: person.email, password: person.password })
}

test('a student of the fresh demo sets up the checks before the Florida course opens', async () => {
  await enroll({ ...person, email: 'first@example.com' })
  const setup = `/course/${id}/security/setup`
  expect([await place(), (await client.visit(`/course/${id}/${1001}`)).headers.get('location')]).toEqual([setup, setup])
  expect((await client.post('/course/start', { studentCourseId: id })).body.redirect).toBe(setup)
  const page = (await client.visit(setup)).text
  expect(page).toContain('name="agreement"')
  expect(page.match(/name="question_\d+" value="1"/g)).toHaveLength(3)
  // About you, questions and their review came before; phone and typing follow.
  expect(page).toContain('Step 4 of 6')
})

test('the Florida demo course has identity checks; an author sets them to each minute and publishes it', async () => {
  const { configuration } = ok(await staff.post('/course/getSecurity', { course_version_id: florida }))
  const { security_questions, keystroke, phone } = configuration.methods
  expect([security_questions, keystroke, phone].map(({ enabled }) => enabled)).toEqual([true, true, true])
  expect([security_questions.courseResume.showOnEveryAttempt, keystroke.content]).toEqual([true, sentence])
  expect(configuration.globalSettings).toMatchObject({
    frequencySettings: { type: 'minutes', value: 30 },
    attempts_allowed: 2,
    selfHelp: { enabled: true, value: 2 },
  })
  const { error } = ok(
    await staff.post('/course/updateSecurity', {
      course: { course_id: florida },
      configuration: { globalSettings: { frequencySettings: { type: 'minutes', value: 1 } } },
    }),
  )
  expect(error).toBe(false)
  const { problems } = ok(await staff.get(`/course/publish/report?course_id=${florida}`))
  expect(problems.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([])
  ok(await staff.post('/course/publish', { course_id: florida }))
})

test('a student buys it, registers, and sets up the agreement, the questions, the phone and typing', async () => {
  await enroll(person)
  const setup = `/course/${id}/security/setup`
  expect(await place()).toBe(setup)
  expect((await client.post('/course/start', { studentCourseId: id })).body.redirect).toBe(setup)
  const { questions } = ok(await client.get(`/security/fetch?student_course_id=${id}`))
  ok(
    await client.post('/user/saveCourseSetup', {
      studentCourseId: id,
      agreement: 'I Agree',
      questions: questions.map(({ question_id }: { question_id: number }) => ({ question_id, answer: right })),
      phone: { number },
    }),
  )
  ok(await client.post('/security/sendCode', { student_course_id: id, channel: 'voice' }))
  const code = app.phones.simulator.codeFor(`+1${number}`)
  ok(await client.post('/security/verifyCode', { student_course_id: id, code }))
  for (const last of [false, false, true]) {
    const result = ok(await client.post('/security/typingSample', { student_course_id: id, sample: input() }))
    expect(result.completed).toBe(last)
  }
  ok(await client.post('/course/start', { studentCourseId: id }))
  const [row] = await read<{ course_version_id: number }>`
    select course_version_id from learning.student_course where student_course_id = ${id}`
  seat = await openSeat(app, client, id, row!.course_version_id)
  lessons = componentsOf(await seat.tableOfContents()).map(({ component_id }) => component_id)
})

test('it alternates between a question, typing and a code, and refuses all other calls while one is due', async () => {
  const calls: string[] = []
  while (calls.length < 3) {
    await sitUntilCheck()
    const verify = `/course/${id}/security/verify`
    expect(await place()).toBe(verify)
    expect((await client.post('/course/next', { studentCourseId: id, componentId: lessons[0] })).body.redirect).toBe(
      verify,
    )
    expect((await client.visit(`/course/${id}/${lessons[0]}`)).headers.get('location')).toBe(verify)
    calls.push(await passCheck())
  }
  expect(calls.toSorted()).toEqual(['keystroke', 'phone', 'security_questions'])
})

/** Sits the first lesson until an identity check is due. */
async function sitUntilCheck() {
  const component = await seat.open(lessons[0]!)
  const { student_progress_id } = component.studentProgress
  for (let sequence = 1; sequence < 10; sequence++) {
    await app.moveClock(18_000)
    const { lease_id } = component
    const beat = { student_progress_id, lease_id, sequence, interacted_ms_ago: 0, time_spent: 0 }
    const { body } = await client.post('/course/updateStudentProgressTime', beat)
    if (body.redirect) return
  }
  throw new Error('no check came')
}

/** Fails the first question after a resume, as often as allowed. */
async function failQuestion() {
  await signInAgain()
  expect(await place()).toBe(`/course/${id}/security/verify`)
  expect((await begin()).task.method).toBe('security_questions')
  expect(await answer(wrong)).toMatchObject({ locked: false, attemptsRemaining: 1 })
  await begin()
  return answer(wrong)
}

async function unlockReason() {
  const [row] = await read<{ status: number; reason: number | null }>`
    select lk_student_course_status_id as status, lk_student_course_status_reason_id as reason
    from learning.student_course where student_course_id = ${id}`
  return row!
}

test('two wrong answers on resumption lock the course; the student unlocks it twice, but not a third time', async () => {
  for (const remaining of [2, 1]) {
    expect(await failQuestion()).toMatchObject({ locked: true, redirect: `/course/${id}/disabled` })
    expect(await unlockReason()).toEqual({ status: 9, reason: 7 })
    const page = (await client.visit(`/course/${id}/disabled`)).text
    expect(page).toContain(`unlock this course yourself: ${remaining}.`)
    // A wrong answer in between uses one of the three attempts.
    expect(await begin(true)).toMatchObject({ attemptsRemaining: 3, last_attempt: false })
    expect(await answer(wrong)).toMatchObject({ verified: false, locked: false, attemptsRemaining: 2 })
    await begin(true)
    expect(await answer(right)).toMatchObject({ verified: true })
    expect(await unlockReason()).toEqual({ status: 4, reason: null })
  }
  expect(await failQuestion()).toMatchObject({ locked: true })
  expect(await unlockReason()).toEqual({ status: 9, reason: 9 })
  const response = await client.post('/user/verifyStudentCourse', { studentCourseId: id, unlock: true })
  expect([response.status, response.body.code]).toEqual([422, 'CANNOT_UNLOCK'])
})

test('the student appeals, staff accept, and the student is notified and continues after one more check', async () => {
  const disabled = `/course/${id}/disabled`
  await client.visit(disabled, { words: 'My sister called while I was answering.' })
  expect((await client.visit(disabled)).text).toContain('We received the appeal')
  const page = `/manage/identity-checks/${id}`
  const text = (await staff.visit(page)).text
  expect(text).toContain('My sister called while I was answering.')
  expect(text).toContain('Ends in 0190')
  const identity_appeal_id = /name="identity_appeal_id" value="(\d+)"/.exec(text)![1]!
  await staff.visit(page, { go: 'accept', identity_appeal_id, reply: 'That can happen. Please continue.' })
  await app.runJobs()
  const email = app.mail.sent.findLast(({ to }) => to === person.email)!
  expect(email.text).toContain('That can happen. Please continue.')
  await signInAgain()
  const calls: string[] = []
  while ((await place()) === `/course/${id}/security/verify`) calls.push(await passCheck())
  expect([calls[0], await place()]).toEqual(['security_questions', `/course/${id}/${lessons[0]}`])
  expect(calls).toHaveLength(2)
})

test('the footprint lists everything in order, with the method of each check', async () => {
  const print = ok(await staff.get(`/report/downloadStudentFootprintTX?student_course_id=${id}&format=json`))
  const checks = print.identity_checks as { action: string; method: string | null; result: string | null }[]
  const actions = checks.map(({ action }) => action)
  for (const action of ['agree', 'answers', 'phone', 'phone-proven', 'typing', 'setup', 'check', 'code', 'pass'])
    expect(actions).toContain(`security.${action}`)
  const story = [
    'security.lock',
    'security.unlock',
    'security.appeal',
    'security.answer-appeal',
    'security.unlock-by-staff',
  ]
  expect(actions.filter((action) => story.includes(action))).toEqual([
    ...['security.lock', 'security.unlock', 'security.lock', 'security.unlock', 'security.lock'],
    ...['security.appeal', 'security.answer-appeal', 'security.unlock-by-staff'],
  ])
  const tries = checks.filter(({ action }) => action === 'security.try')
  expect(new Set(tries.map(({ method }) => method))).toEqual(new Set(['security_questions', 'keystroke', 'phone']))
  expect(tries.filter(({ result }) => result === 'wrong')).toHaveLength(8)
  const { text: paper } = readPdf(
    (await staff.get(`/report/downloadStudentFootprintTX?student_course_id=${id}&format=pdf`)).bytes,
  )
  expect(paper).toContain('Student unlocked the course')
  expect(paper).toContain('Typing')
})
