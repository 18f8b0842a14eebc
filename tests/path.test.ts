import { beforeEach, describe, expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { type Client, openTestApp } from './support/app.ts'
import {
  aboutYou,
  buyAsGuest,
  completeComponent,
  componentsOf,
  ok,
  openSeat,
  registerOverHttp,
  type Seat,
} from './support/path.ts'

const app = await openTestApp({ jobs: true })
const course_website_id = 1001
const newCard = () =>
  app.gateway.simulator.token({ cardNumber: '4111111111111111', expirationDate: '1239', cardCode: '123' })

describe('Basic Driver Improvement from the shop to the certificate, over HTTP', () => {
  const person = { email: 'nora@example.com', password: 'Long-Road-Home-77', firstName: 'Nora', lastName: 'Vidal' }
  const client = app.visitor()
  let stranger: Client
  let studentCourseId: number
  let transaction_id: string
  let seat: Seat
  let outline: ReturnType<typeof componentsOf>

  // A new session each time: this file's clock runs for hours while the other student is idle.
  beforeEach(async () => {
    stranger = await app.as(await app.userId('student@example.com'))
  })

  const statusId = async () =>
    ok(await client.get(`/course/student/${studentCourseId}`)).studentCourse.lk_student_course_status_id

  test('a visitor finds the course by its name and opens its page', async () => {
    const { data } = ok(await client.get('/course/fetchPublicCourses?course_name=driver%20improvement'))
    expect(data.courses.map((course: { course_website_id: number }) => course.course_website_id)).toContain(
      course_website_id,
    )
    const { course } = ok(await client.get(`/course/fetch/details?id=${course_website_id}`))
    expect(course).toMatchObject({
      name: 'Basic Driver Improvement',
      price: 19.95,
      required_seconds: 14_400,
      has_final_ind: true,
    })
    expect((await client.visit(`/course/details/${course_website_id}`)).text).toContain('Basic Driver Improvement')
  })

  test('buys it as a guest with a code, and is a student with a session and a receipt', async () => {
    const purchase = await buyAsGuest(client, person, { course_website_id, promo: 'SUNNY5', card: newCard() })
    expect(purchase.cart).toMatchObject({ subtotal: 19.95, discount: 5, total: 14.95 })
    transaction_id = purchase.transaction_id
    expect(purchase.redirect).toBe(`/checkout/success/${transaction_id}`)
    expect(app.gateway.simulator.ledger().captures).toMatchObject([{ transaction_id, amount_cents: 1495 }])
    const { transaction } = ok(await client.get(`/order/transaction/${transaction_id}`))
    expect(transaction).toMatchObject({ amount_paid: 14.95, purchaser: 'Nora Vidal', email: person.email })
    expect((await stranger.get(`/order/transaction/${transaction_id}`)).status).toBe(404)
    const { user } = ok(await client.get('/user/getCurrentUser'))
    expect(user).toMatchObject({ email: person.email })
    const { course: courses } = ok(await client.get('/course/dashboard/fetch')).data
    expect(courses).toHaveLength(1)
    studentCourseId = courses[0].student_course_id
  })

  test('cannot start before the registration is complete', async () => {
    const response = await client.post('/course/start', { studentCourseId })
    expect(response.status).toBe(422)
    expect(response.body.redirect).toBe(`/course/${studentCourseId}/registration`)
  })

  test('completes the registration, without questions that do not apply', async () => {
    ok(await client.post('/user/saveAboutYou', aboutYou(person)))
    expect((await stranger.post('/registration/start', { studentCourseId })).status).toBe(404)
    const questions = await registerOverHttp(client, studentCourseId, 'A123456')
    expect(questions.length).toBeGreaterThan(6)
    expect((await stranger.get(`/registration/${studentCourseId}`)).status).toBe(404)
  })

  test('starts; no one else can, and no component opens out of order', async () => {
    expect((await stranger.post('/course/start', { studentCourseId })).status).toBe(404)
    const started = ok(await client.post('/course/start', { studentCourseId }))
    seat = await openSeat(app, client, studentCourseId, 1)
    outline = componentsOf(await seat.tableOfContents())
    expect(outline).toHaveLength(83)
    expect(started.redirect).toBe(`/course/${studentCourseId}/${outline[0]!.component_id}`)
    const result = ok(await client.get(`/course/component/${studentCourseId}/${outline[5]!.component_id}`))
    expect(result).toMatchObject({ component: null, redirect: started.redirect })
    expect((await stranger.get(`/course/component/${studentCourseId}/${outline[0]!.component_id}`)).status).toBe(404)
  })

  test('claimed time does not count, and nothing is left before its time is up', async () => {
    const first = outline[0]!.component_id
    const component = await seat.open(first)
    const { student_progress_id } = component.studentProgress
    const claim = {
      student_progress_id,
      lease_id: component.lease_id,
      sequence: 1,
      time_spent: 99_999,
      completed_ind: true,
    }
    expect(ok(await client.post('/course/updateStudentProgressTime', claim)).time_spent).toBeLessThan(5)
    expect((await stranger.post('/course/updateStudentProgressTime', claim)).status).toBe(404)
    await seat.wait(component.required_seconds)
    const earlyAnswered = await seat.next(first)
    expect(earlyAnswered.status).toBe(422)
    expect(earlyAnswered.body.reason).toBe('TIME')
    expect((await stranger.post('/course/next', { studentCourseId, componentId: first })).status).toBe(404)
    expect((await client.post('/course/complete', { studentCourseId })).status).toBe(422)
  })

  test('refuses to shorten a break and to skip a question in the text', async () => {
    for (const { component_id, type } of outline.slice(0, 12)) {
      const component = await seat.open(component_id)
      if (type === 'Break') {
        await seat.wait(component.data.seconds - 5)
        expect((await seat.next(component_id)).body.reason).toBe('BREAK')
      } else {
        await seat.stay(component)
      }
      if (component.hasInlineQuiz) expect((await seat.next(component_id)).body.reason).toBe('INLINE_QUESTIONS')
      if (type === 'Quiz') expect((await seat.next(component_id)).body.reason).toBe('QUIZ')
      await completeComponent(seat, component_id)
    }
  })

  test("completes every lesson, video, break and quiz; the credited time is the course's, and no more than the clock's", async () => {
    for (const { component_id, final_ind } of outline.slice(12)) {
      if (final_ind) break
      const component = await seat.open(component_id)
      if (component.unwatchedVideos.length > 0) {
        await seat.stay(component, { watch: false })
        expect((await seat.next(component_id)).body.reason).toBe('VIDEOS')
      }
      await completeComponent(seat, component_id)
    }
    const { studentCourse } = await seat.tableOfContents()
    expect(studentCourse.time_spent).toBeGreaterThanOrEqual(14_400 - 1_500)
    expect(studentCourse.time_spent).toBeLessThanOrEqual(seat.passed())
    expect(seat.beats()).toBeGreaterThan(700)
  })

  test('fails the final exam, retakes it and passes the course', async () => {
    const last = outline.at(-1)!
    expect(last.final_ind).toBe(true)
    expect((await stranger.post('/quiz/start', { studentCourseId, componentId: last.component_id })).status).toBe(404)
    await seat.open(last.component_id)
    const failedQuiz = await seat.sitQuiz(last.component_id, 'wrong')
    expect(failedQuiz.result).toMatchObject({ passed: false, courseFailed: false, attemptsRemaining: 2 })
    expect((await client.post('/course/complete', { studentCourseId })).status).toBe(422)
    const passedQuiz = await seat.sitQuiz(last.component_id, 'right', 'retake')
    expect(passedQuiz.result).toMatchObject({ passed: true })
    expect(passedQuiz.quiz.quiz_attempt_id).not.toBe(failedQuiz.quiz.quiz_attempt_id)
    expect(await statusId()).toBe(6)
  })

  test('the completion is reported, the certificate issued, and each of the three emails sent once', async () => {
    await app.runJobs(true)
    await app.runJobs(true)
    expect(await statusId()).toBe(7)
    expect(app.agency.simulator.ledger()).toMatchObject([{ agency: 'fl-dhsmv' }])
    const admin = await signInAdmin()
    expect(ok(await admin.get(`/report/completion/${studentCourseId}`)).data).toMatchObject({ state: 'accepted' })
    const emails = app.mail.sent.filter(({ to }) => to === person.email)
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your certificate: Basic Driver Improvement',
      'Your completion was reported: Basic Driver Improvement',
      expect.stringMatching(/^Your receipt from /),
    ])
    const attached = emails.flatMap(({ attachments = [] }) => attachments.map(({ name }) => name))
    expect(attached).toEqual(['Nora Vidal - Certificate of Completion.pdf'])
  })

  test('the student downloads the certificate as picture and PDF; the verification page finds it without the name', async () => {
    const [certificate] = await app.database.read<{ student_certificate_id: number; check_code: string }>`
      select student_certificate_id, check_code from learning.student_certificate
      where student_course_id = ${studentCourseId}`
    const address = `/certificate/download/${certificate!.student_certificate_id}`
    const picture = await client.get(address)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const pdf = await client.get(`${address}?format=pdf`)
    expect(pdf.text.slice(0, 5)).toBe('%PDF-')
    expect((await stranger.get(address)).status).toBe(404)
    const result = ok(await app.visitor().get(`/certificate/check/${certificate!.check_code}`))
    expect(result).toMatchObject({ valid: true, course_name: 'Basic Driver Improvement', initials: 'N. V.' })
    const page = await app.visitor().visit(`/certificate/check/${certificate!.check_code}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('N. V.')
    expect(page.text).not.toContain('Vidal')
    expect((await app.visitor().get('/certificate/check/AAAA-AAAA-AAAA')).status).toBe(404)
  })

  test('staff find the student and the sale in the grids; a student does not', async () => {
    const admin = await signInAdmin()
    const { students } = ok(await admin.get('/student/fetch?search=nora'))
    expect(students).toMatchObject([{ first_name: 'Nora', course_name: 'Basic Driver Improvement', course_status: 7 }])
    const { data: payments } = ok(await admin.get(`/payment/fetch?transaction_id=${transaction_id}`))
    expect(payments).toMatchObject([{ transaction_id, name: 'Nora Vidal' }])
    expect((await client.get('/student/fetch')).status).toBe(403)
    expect((await client.get('/payment/fetch')).status).toBe(403)
  })

  async function signInAdmin(): Promise<Client> {
    const admin = app.visitor()
    ok(await admin.post('/user/login', { loginid: 'admin@example.com', password: demoPassword }))
    return admin
  }
})

describe('Manejo Defensivo in Spanish', () => {
  const person = { email: 'luz@example.com', password: 'Camino-Largo-88', firstName: 'Luz', lastName: 'Peña' }

  test('a Spanish student registers and takes the first chapter, and every response is in Spanish', async () => {
    const client = app.visitor()
    await client.visit('/language', { locale: 'es-es', redirect: '/courses/search' })
    expect((await client.visit('/courses/search')).text).toContain('Manejo Defensivo')
    await buyAsGuest(client, person, { course_website_id: 1002, card: newCard() })
    const { course: courses } = ok(await client.get('/course/dashboard/fetch')).data
    const studentCourseId = courses[0].student_course_id
    expect(courses[0].status).toMatch(/pagado/i)
    const nameless = await client.post('/user/saveAboutYou', { ...aboutYou(person), firstName: '' })
    expect(nameless.body.issues[0].message).toMatch(/nombre/i)
    ok(await client.post('/user/saveAboutYou', aboutYou(person)))
    const questions = await registerOverHttp(client, studentCourseId, 'Seguros del Sol')
    expect(questions.join(' ')).toMatch(/licencia/i)
    ok(await client.post('/course/start', { studentCourseId }))
    const seat = await openSeat(app, client, studentCourseId, 3)
    const outline = componentsOf(await seat.tableOfContents())
    const first = await seat.open(outline[0]!.component_id)
    expect(first.name).toBe('Cómo funciona este curso')
    const earlyAnswered = await seat.next(first.component_id)
    expect(earlyAnswered.body.message).toMatch(/^Dedique .+ más a esta página para continuar\.$/)
    for (const { component_id } of outline.slice(0, 7)) await completeComponent(seat, component_id)
    const { studentCourse } = await seat.tableOfContents()
    expect(studentCourse.current_component_id).toBe(outline[7]!.component_id)
    expect(studentCourse.time_spent).toBeLessThanOrEqual(seat.passed())
  })
})
