import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { aboutYou, ok, openSeat, questionsOf, registerOverHttp } from '#tests/support/path.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, callerOf, follow, sitQuiz, visit } from './support/student.ts'

/**
 * From a written answer and an uploaded document to the rating: the student in Spanish on a phone, staff in English.
 */
const person = { email: 'nora@example.com', password: 'Long-Road-Home-77', firstName: 'Nora', lastName: 'Vale' }
const quiz = 1011
const upload = 10157
/** A quiz question answered wrong; the written answer decides whether the quiz is passed. */
const missed = 10106
const course = '/course/details/1001'
const paper = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYGBgAAAABAABJzQnCgAAAABJRU5ErkJggg==',
  'base64',
)

let site: Site
let browser: Browser
let student: Page
let desk: Page
let id: number
const problems: string[][] = []

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  student = await openPage(phone, 'es-es')
  desk = await openPage(desktop, 'en-us')
  await signIn(desk, 'instructor@example.com')
  id = Number(await becomeStudent(student, site, person))
  const client = callerOf(student)
  ok(await client.post('/user/saveAboutYou', aboutYou(person)))
  await registerOverHttp(client, id, 'A123456')
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

async function openPage(options: Parameters<Browser['newContext']>[0], locale: string): Promise<Page> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'locale', value: locale, url: site.origin }])
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  problems.push(complaints(page))
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

/** The subjects of the student's emails, oldest first. */
const subjects = async () => (await site.emails(person.email)).map(({ subject }) => subject).toReversed()
const untilEmailed = (subject: string | RegExp) =>
  expect.poll(subjects, { timeout: 60_000, interval: 250 }).toContainEqual(expect.stringMatching(subject))

/** Completes all parts before this one. */
async function completeUpTo(component_id: number): Promise<void> {
  await site.database.read`
    update learning.student_course
    set lk_student_course_status_id = 4, started_at = coalesce(started_at, platform.now()),
        registered_at = coalesce(registered_at, platform.now()), agreed_at = coalesce(agreed_at, platform.now())
    where student_course_id = ${id} and lk_student_course_status_id < 4`
  await site.database.read`
    insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
    select ${id}, 1, component_id, platform.now() from catalogue.component
    where course_version_id = 1 and component_id < ${component_id}
    on conflict (student_course_id, component_id)
      do update set completed_at = coalesce(student_progress.completed_at, excluded.completed_at)`
}
const exam = 1083

describe('a course from its first review to its rating', { timeout: 180_000 }, () => {
  let quiz_attempt_id: number

  test('a student who now has a citation uploads the court document', async () => {
    const client = callerOf(student)
    ok(await client.post('/registration/answer/submit', { studentCourseId: id, questionId: 10153, answer: 2 }))
    await visit(student, `${site.origin}/course/${id}/registration/${upload}?change=1`)
    await student.locator('input[type=file]').setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer: paper })
    await press(student, 'Guardar')
  })

  test('the student writes a quiz answer that decides its result', async () => {
    await completeUpTo(quiz)
    await visit(student, `${site.origin}/course/${id}/quiz/${quiz}/intro`)
    await press(student, 'Comenzar')
    const questions = await questionsOf(site, 1)
    await sitQuiz(student, questions, (question_id) => (question_id === missed ? 'wrong' : 'right'))
    await student.getByText('Marcado para revisión').waitFor()
    expect(await violations(student)).toEqual([])
    const [attempt] = await site.database.read<{ id: number; status: number }>`
      select quiz_attempt_id as id, lk_quiz_attempt_status_id as status
      from learning.quiz_attempt where student_course_id = ${id}`
    expect(attempt!.status).toBe(3)
    quiz_attempt_id = attempt!.id
  })

  test('the student passes the final exam: the course awaits both reviews', async () => {
    await completeUpTo(exam)
    await site.database.read`update learning.student_course set lk_shipping_type_id = 2 where student_course_id = ${id}`
    await (await openSeat(site, callerOf(student), id, 1)).sitQuiz(exam, 'right')
    expect(await statusOf()).toBe(5)
    await visit(student, `${site.origin}/course/${id}`)
    expect(await violations(student)).toEqual([])
    expect(await student.locator('main').innerText()).toContain('Curso enviado para revisión')
  })

  test('staff find it among pending work, and refuse the document with a reason', async () => {
    await visit(desk, `${site.origin}/manage/submissions`)
    expect(new URL(desk.url()).pathname).toBe('/manage/submissions/quizzes')
    expect(await violations(desk)).toEqual([])
    await visit(desk, `${site.origin}/manage/submissions/documents`)
    await follow(desk, () => desk.locator('tbody tr').first().click())
    expect(await violations(desk)).toEqual([])
    await desk.getByLabel('Do not accept').check()
    await press(desk, 'Save')
    await desk.getByText("Say what's wrong with the document").waitFor()
    await desk.getByLabel("What's wrong with it").fill('The date cannot be read.')
    await press(desk, 'Save')
    await desk.getByText('Documents updated.').waitFor()
    expect(await statusOf()).toBe(13)
  })

  test('staff return the answer', async () => {
    await visit(desk, `${site.origin}/manage/submission/quiz/${quiz_attempt_id}`)
    expect(await violations(desk)).toEqual([])
    const ungraded = desk.getByRole('listitem').filter({ hasText: 'Not graded yet' }).first()
    await ungraded.getByLabel('Comment').fill('Say more about speed.')
    await desk.getByLabel('Result').selectOption({ label: 'Send back to the student' })
    await press(desk, 'Save')
    await desk.getByText('Quiz updated.').waitFor()
  })

  test('the student sees both requests on a phone, and corrects them', async () => {
    await visit(student, `${site.origin}/course/${id}`)
    expect(new URL(student.url()).pathname).toBe(`/course/${id}/review`)
    expect(await violations(student)).toEqual([])
    const main = await student.locator('main').innerText()
    expect(main).toContain('No se aceptaron los siguientes documentos:')
    expect(main).toContain('The date cannot be read.')
    await follow(student, () => student.getByRole('link', { name: 'Subir otro documento' }).click())
    await student.locator('input[type=file]').setInputFiles({ name: 'clear.png', mimeType: 'image/png', buffer: paper })
    await press(student, 'Guardar')
    await visit(student, `${site.origin}/course/${id}`)
    await follow(student, () => student.getByRole('link', { name: 'Abrir el cuestionario' }).click())
    expect(await violations(student)).toEqual([])
    expect(await student.locator('main').innerText()).toContain('Instructor: Say more about speed.')
    const answer = student.locator('textarea').first()
    await answer.fill(`${await answer.inputValue()} and slower`)
    await press(student, 'Volver a enviar')
    await student.getByText('Corregido y en revisión').waitFor()
    expect(await statusOf()).toBe(14)
  })

  test('staff accept the document and pass the quiz; the course passes', async () => {
    await visit(desk, `${site.origin}/manage/submission/documents/${id}`)
    await desk.getByLabel('Accept', { exact: true }).check()
    await press(desk, 'Save')
    await visit(desk, `${site.origin}/manage/submission/quiz/${quiz_attempt_id}`)
    expect(await desk.locator('main').innerText()).toContain('Answer before it was sent back')
    await desk
      .getByRole('listitem')
      .filter({ hasText: 'Not graded yet' })
      .first()
      .getByLabel('Correct', { exact: true })
      .check()
    await press(desk, 'Save')
    await visit(desk, `${site.origin}/manage/submission/quiz/group/${id}`)
    expect(await violations(desk)).toEqual([])
    expect(await desk.locator('main').innerText()).toContain('Passed')
    expect([6, 7]).toContain(await statusOf())
  })

  test('its certificate is issued, and waits to be mailed', async () => {
    await expect.poll(certificates, { timeout: 60_000 }).toHaveLength(1)
    await desk.context().clearCookies({ name: 'waypost' })
    await signIn(desk, 'admin@example.com')
    await visit(desk, `${site.origin}/manage/certificates`)
    expect(new URL(desk.url()).pathname).toBe('/manage/certificates/issued')
    expect(await violations(desk)).toEqual([])
    expect(await desk.locator('tbody').innerText()).toContain('Mail (7-10 Days)')
  })

  test('staff correct its name: the old code opens the number of the new version', async () => {
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
    expect(main).toContain('Este certificado fue reemplazado por una versión más reciente.')
    expect(main).toContain(second!.certificate_number)
    await visit(desk, `${site.origin}/manage/certificates/${student_certificate_id}/edit`)
    expect(await violations(desk)).toEqual([])
    expect(await desk.locator('main').innerText()).toContain('This certificate has been replaced by')
  })

  test('staff mail it with a tracking number, selected in the list; the student is notified once', async () => {
    const [, second] = await certificates()
    // The student requests it on paper.
    await site.database.read`update checkout.order_item set lk_shipping_type_id = 2`
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
    await untilEmailed('Su certificado está en camino')
    await expect
      .poll(
        () => site.database.read`
      select from queue.job
      where name = 'learning.send-certificate-shipped' and state in ('created', 'retry', 'active')`,
      )
      .toHaveLength(0)
    expect(await subjects()).not.toContainEqual(expect.stringContaining('Enviamos su certificado'))
  })

  test('the footprint shows an auditor everything', async () => {
    await visit(desk, `${site.origin}/manage/student/${await userOfCourse()}/account?tab=courses`)
    const link = desk.getByRole('link', { name: 'Student footprint' }).first()
    const answer = await desk.context().request.get(new URL((await link.getAttribute('href'))!, site.origin).href)
    expect(answer.headers()['content-type']).toBe('application/pdf')
    const { text, pages } = readPdf(await answer.body())
    expect(pages).toBeGreaterThan(2)
    const [first, second] = await certificates()
    for (const part of [first!.certificate_number, second!.certificate_number]) expect(text).toContain(part)
  })

  test("the page of a student with courses fits a staff member's phone", async () => {
    const before = desk.viewportSize()!
    await desk.setViewportSize({ width: 390, height: 800 })
    await visit(desk, `${site.origin}/manage/student/${await userOfCourse()}`)
    expect(await desk.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(390)
    await desk.setViewportSize(before)
  })

  test("the student's rating appears in the catalogue", async () => {
    await visit(student, `${site.origin}/course/${id}`)
    expect(await violations(student)).toEqual([])
    await student.getByLabel('4 estrellas: bueno').check()
    await press(student, 'Enviar reseña')
    await expect
      .poll(async () => (await (await fetch(site.origin + course)).text()).includes('4.0'), {
        timeout: 60_000,
        interval: 500,
      })
      .toBe(true)
  })

  test('the browsers reported no errors', () => expect(problems.flat()).toEqual([]))
})

const userOfCourse = async () =>
  (
    await site.database.read<{ user_id: number }>`
      select user_id from learning.student_course where student_course_id = ${id}`
  )[0]!.user_id
