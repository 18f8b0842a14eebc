import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../modules/identity/demo-people.ts'
import { aboutYou, ok, openSeat, registerOverHttp } from '../support/path.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, callerOf, follow, visit } from './support/student.ts'

const person = { email: 'nora@example.com', password: 'Long-Road-Home-77', firstName: 'Nora', lastName: 'Vale' }
const quiz = 1011
const upload = 10157
const paper = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYGBgAAAABAABJzQnCgAAAABJRU5ErkJggg==',
  'base64',
)

let site: Site
let browser: Browser
let student: Page
let desk: Page
let id: number
const heard: string[] = []

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  student = await openPage(phone)
  desk = await openPage(desktop)
  await signIn(desk, 'instructor@example.com')
  id = Number(await becomeStudent(student, site, person))
  const client = callerOf(student)
  ok(await client.post('/user/saveAboutYou', aboutYou(person)))
  await registerOverHttp(client, id, { 10153: 1 }, 'A123456')
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const signIn = (page: Page, loginid: string) =>
  page.context().request.post(`${site.origin}/login`, {
    form: { loginid, password: demoPassword },
    headers: { origin: site.origin },
    maxRedirects: 0,
  })

async function openPage(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  heard.push(...complaints(page))
  return page
}

const press = (page: Page, name: string) => follow(page, () => page.getByRole('button', { name, exact: true }).click())
const statusOf = async () =>
  (
    await site.database.read<{ id: number }>`
      select lk_student_course_status_id as id from learning.student_course where student_course_id = ${id}`
  )[0]!.id

type Certificate = {
  student_certificate_id: number
  certificate_number: string
  check_code: string
  shipped_at: Date | null
}
const certificates = async () => [
  ...(await site.database.read<Certificate>`
    select student_certificate_id, certificate_number, check_code, shipped_at
    from learning.student_certificate where student_course_id = ${id} order by version`),
]

/** Everything before the quiz is done, and its written answer waits for a person. */
async function handQuizIn(): Promise<number> {
  await site.database.read`
    update learning.student_course set lk_student_course_status_id = 4, started_at = platform.now(),
           registered_at = coalesce(registered_at, platform.now()), agreed_at = coalesce(agreed_at, platform.now())
    where student_course_id = ${id}`
  await site.database.read`
    insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
    select ${id}, 1, component_id, platform.now() from catalogue.component
    where course_version_id = 1 and component_id < ${quiz} on conflict do nothing`
  const seat = await openSeat(site, callerOf(student), id, 1)
  const sat = await seat.sitQuiz(quiz, 'right')
  const { quiz_attempt_id } = sat.quiz
  await site.database.read`
    update learning.quiz_attempt set lk_quiz_attempt_status_id = 3, passed = null
    where quiz_attempt_id = ${quiz_attempt_id}`
  await site.database.read`update learning.submission set waiting = 1 where student_course_id = ${id} and kind = 'quiz'`
  // The course waits for nothing else.
  await site.database.read`
    update learning.student_course set lk_student_course_status_id = 5 where student_course_id = ${id}`
  return quiz_attempt_id
}

describe('a review, from both sides', { timeout: 180_000 }, () => {
  let quiz_attempt_id: number

  test('a student who now has a citation uploads the court paper', async () => {
    const client = callerOf(student)
    ok(await client.post('/registration/answer/submit', { studentCourseId: id, questionId: 10153, answer: 2 }))
    await visit(student, `${site.origin}/course/${id}/registration/${upload}?change=1`)
    await student.locator('input[type=file]').setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer: paper })
    await press(student, 'Save')
    quiz_attempt_id = await handQuizIn()
  })

  test('staff find it among what waits, and refuse the paper with a reason', async () => {
    await visit(desk, `${site.origin}/manage/submissions`)
    expect(new URL(desk.url()).pathname).toBe('/manage/submissions/quizzes')
    expect(await desk.locator('tbody').innerText()).toContain('Vale')
    expect(await violations(desk)).toEqual([])
    await visit(desk, `${site.origin}/manage/submissions/documents`)
    await follow(desk, () => desk.locator('tbody tr').first().click())
    expect(await violations(desk)).toEqual([])
    await desk.getByLabel('Do not accept').check()
    await press(desk, 'Save')
    await desk.getByText("Say what's wrong with the document").waitFor()
    await desk.getByLabel('What is wrong with it').fill('The date cannot be read.')
    await press(desk, 'Save')
    await desk.getByText('Documents updated.').waitFor()
    expect(await statusOf()).toBe(13)
  })

  test('and send the answer back', async () => {
    await visit(desk, `${site.origin}/manage/submission/quiz/${quiz_attempt_id}`)
    expect(await violations(desk)).toEqual([])
    const written = desk.getByRole('listitem').filter({ hasText: 'Not graded yet' }).first()
    await written.getByLabel('Comment').fill('Say more about speed.')
    await desk.getByLabel('Result').selectOption({ label: 'Send back to the student' })
    await press(desk, 'Save')
    await desk.getByText('Quiz updated.').waitFor()
  })

  test('the student sees on a phone what is wanted, and mends both', async () => {
    await visit(student, `${site.origin}/course/${id}`)
    expect(new URL(student.url()).pathname).toBe(`/course/${id}/review`)
    expect(await violations(student)).toEqual([])
    const main = await student.locator('main').innerText()
    expect(main).toContain('The following uploaded document(s) were not accepted:')
    expect(main).toContain('The date cannot be read.')
    await follow(student, () => student.getByRole('link', { name: 'Upload another document' }).click())
    await student.locator('input[type=file]').setInputFiles({ name: 'clear.png', mimeType: 'image/png', buffer: paper })
    await press(student, 'Save')
    await visit(student, `${site.origin}/course/${id}`)
    await follow(student, () => student.getByRole('link', { name: 'Open the quiz' }).click())
    expect(await violations(student)).toEqual([])
    expect(await student.locator('main').innerText()).toContain('Instructor: Say more about speed.')
    const answer = student.locator('textarea').first()
    await answer.fill(`${await answer.inputValue()} and slower`)
    await press(student, 'Resubmit')
    await student.getByText('Fixed and in review').waitFor()
    expect(await statusOf()).toBe(14)
  })

  test('staff accept the paper, and pass the quiz; the course goes on', async () => {
    await visit(desk, `${site.origin}/manage/submission/documents/${id}`)
    await desk.getByLabel('Accept', { exact: true }).check()
    await press(desk, 'Save')
    await visit(desk, `${site.origin}/manage/submission/quiz/${quiz_attempt_id}`)
    expect(await desk.locator('main').innerText()).toContain('Answer before it was sent back')
    await desk.getByRole('listitem').filter({ hasText: 'Not graded yet' }).first().getByLabel('Right').check()
    await press(desk, 'Save')
    await visit(desk, `${site.origin}/manage/submission/quiz/group/${id}`)
    expect(await violations(desk)).toEqual([])
    expect(await desk.locator('main').innerText()).toContain('Passed')
    expect(await statusOf()).toBe(4)
  })

  test('the course is passed, and its certificate waits to be mailed', async () => {
    await site.database.read`
      insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
      select ${id}, 1, component_id, platform.now() from catalogue.component
      where course_version_id = 1 and not final_ind on conflict do nothing`
    await site.database.read`update learning.student_course set lk_shipping_type_id = 2 where student_course_id = ${id}`
    await (await openSeat(site, callerOf(student), id, 1)).sitQuiz(1083, 'right')
    await expect.poll(certificates, { timeout: 60_000 }).toHaveLength(1)
    await desk.context().clearCookies()
    await signIn(desk, 'admin@example.com')
    await visit(desk, `${site.origin}/manage/certificates`)
    expect(new URL(desk.url()).pathname).toBe('/manage/certificates/issued')
    expect(await violations(desk)).toEqual([])
    expect(await desk.locator('tbody').innerText()).toContain('Mail (7-10 Days)')
  })

  test('staff correct the name on it: the old code leads to the number that counts', async () => {
    const [{ student_certificate_id, check_code } = { student_certificate_id: 0, check_code: '' }] =
      await certificates()
    await visit(desk, `${site.origin}/manage/certificates/${student_certificate_id}/edit`)
    expect(await violations(desk)).toEqual([])
    await desk.getByLabel('Name on the certificate').fill('Nora Vale-Ortiz')
    await press(desk, 'Update')
    await desk.getByText('Successfully updated certificate.').waitFor()
    const [, second] = await certificates()
    expect(await desk.locator('main').innerText()).toContain('Nora Vale-Ortiz')
    await visit(student, `${site.origin}/certificate/check/${check_code}`)
    expect(await violations(student)).toEqual([])
    const main = await student.locator('main').innerText()
    expect(main).toContain('This certificate was replaced by a newer version.')
    expect(main).toContain(second!.certificate_number)
    await visit(desk, `${site.origin}/manage/certificates/${student_certificate_id}/edit`)
    expect(await violations(desk)).toEqual([])
    expect(await desk.locator('main').innerText()).toContain('This certificate has been replaced by')
  })

  test('and mail it with a tracking number, ticked in the list', async () => {
    const [, second] = await certificates()
    await visit(desk, `${site.origin}/manage/certificates/${second!.student_certificate_id}/edit`)
    await desk.getByRole('textbox', { name: 'Tracking number' }).fill('9400 1000 0000')
    await press(desk, 'Save')
    await desk.getByText('Tracking number updated').waitFor()
    await visit(desk, `${site.origin}/manage/certificates`)
    await desk.locator('tbody input[type=checkbox]').first().check()
    await desk.getByRole('button', { name: 'Ship', exact: true }).last().click()
    await expect.poll(async () => (await certificates())[1]!.shipped_at).not.toBeNull()
    await visit(desk, `${site.origin}/manage/certificates/issued?sort_by=-issued_at&viewShipped=exact:true`)
    expect(await desk.locator('tbody').innerText()).toContain('9400 1000 0000')
  })

  test('the browsers had nothing to complain of', () => expect(heard).toEqual([]))
})
