import { beforeAll, describe, expect, test } from 'vitest'
import { listAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { openVictim, type Victim } from '#tests/support/victim.ts'
import { openView } from '#tests/support/view.ts'

/** Acts that prove something or bind someone. tests/viewing.test.ts covers the refusal of every other change. */
const app = await openTestApp({ jobs: true })
let student: Victim
let view: Client

beforeAll(async () => {
  student = await openVictim(app)
  view = await openView(app, student.user_id)
})

describe("T-18: staff viewing as a student cannot perform the student's legal acts", () => {
  const acts: Record<string, (ids: Victim['ids']) => [path: string, body: object]> = {
    'sit a quiz': ({ quiz }) => ['/quiz/answer', { ...quiz }],
    'finish a quiz': ({ sat }) => ['/quiz/finish', { ...sat }],
    'gain seat time': ({ beating }) => ['/course/updateStudentProgressTime', { ...beating, sequence: 1 }],
    'complete a course': ({ passed }) => ['/course/complete', { studentCourseId: passed.studentCourseId }],
    "type 'I Agree'": ({ agreeing }) => ['/registration/agree', { ...agreeing, agreement: 'I Agree' }],
    'submit a registration': ({ answered }) => ['/registration/submit', { ...answered }],
    'confirm the information': ({ confirming }) => ['/registration/confirm', { ...confirming }],
    pay: ({ purchase }) => ['/payment/process', { ...purchase }],
    'change the password': () => ['/user/changePassword', { oldPassword: 'a', newPassword: 'b', confirmPassword: 'b' }],
    'set a second factor': () => ['/user/save2fa', { token: '123456' }],
    'prove who they are': () => ['/user/prove', { password: 'a' }],
    'change the e-mail address': () => ['/user/saveAboutYou', { email: 'mallory@example.com' }],
    'add a passkey': () => ['/user/passkey/register', {}],
    'link an account': () => ['/user/addAccount', { email: 'mallory@example.com', password: 'a' }],
    'switch to a linked account': () => ['/user/switchAccount', { userId: 1 }],
  }
  test.each(Object.keys(acts))('%s', async (act) => {
    const [path, body] = acts[act]!(student.ids)
    const { status, body: refusal } = await view.post(path, body)
    expect([status, refusal.code]).toEqual([403, 'WHILE_VIEWING'])
    expect(refusal.message).toBe("You can't do this while viewing as someone else.")
  })
})

test('T-18: document numbers are not shown in a view', async () => {
  const { studentCourseId } = student.ids.answered
  const rows = await app.database.read<{ question_id: number }>`
    select question_id from learning.registration_answer
    where student_course_id = ${studentCourseId as number} and personal_answer is not null`
  const personal = new Set(rows.map(({ question_id }) => question_id))
  const system = await app.ctx({ kind: 'system', name: 'test' })
  const numbers = (await listAnswers(system, studentCourseId as number))
    .filter(({ question_id, answer }) => personal.has(question_id) && String(answer).length > 4)
    .map(({ answer }) => ({ number: String(answer) }))
  expect(numbers.length).toBeGreaterThan(0)
  const registration = await (await student.client()).get(`/registration/${studentCourseId}`)
  const response = await view.get(`/registration/${studentCourseId}`)
  expect([registration.status, response.status]).toEqual([200, 200])
  for (const { number } of numbers) {
    expect(registration.text).toContain(number)
    expect(response.text).not.toContain(number)
  }
})

test("T-18: a certificate, which shows the license number, is visible in a view only with the viewer's own permission", async () => {
  const { student_certificate_id } = student.ids.passed
  const path = `/certificate/download/${student_certificate_id}`
  expect((await view.get(path)).status).toBe(200)
  const instructor = await app.userId('instructor@example.com')
  const grant = (key: string, granted: boolean) => app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted) values (${instructor}, 1, ${key}, ${granted})
    on conflict (user_id, key) do update set granted = excluded.granted`
  await grant('CAN_VIEW_AS:READ', true)
  await grant('MANAGE_CERTIFICATES:READ', false)
  const other = await openView(app, student.user_id, 'instructor@example.com')
  for (const call of [path, `/certificate/downloadCertificateByStudentId?student_id=${student.user_id}`]) {
    expect((await other.get(call)).status).toBe(403)
  }
  await grant('MANAGE_CERTIFICATES:READ', true)
  expect((await other.get(path)).status).toBe(200)
})
