import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceUnreadAnswersJob } from '#jobs/support/announce-unread-answers.job.ts'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { type Centrifugo, startCentrifugo } from '#platform/testing/centrifugo.ts'
import { emptyCopy } from '#platform/testing/database.ts'
import { aboutYou, ok, registerOverHttp } from '#tests/support/path.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { openSite, type Site } from './support/open-site.ts'
import { runOfClock } from './support/shop.ts'
import { becomeStudent, callerOf, follow, visit } from './support/student.ts'

/**
 * Support in the middle of a lesson: the student in Spanish on a phone, staff in English; over the hub and Centrifugo.
 */
const binary = process.env.CENTRIFUGO_BIN
const key = 'a key that Centrifugo and the server know'
const places = [{ by: 'the hub', centrifugo: null }, ...(binary ? [{ by: 'Centrifugo', centrifugo: binary }] : [])]
const person = { email: 'nora@example.com', password: 'Long-Road-Home-77', firstName: 'Nora', lastName: 'Vale' }
const lesson = 1002
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

describe.each(places)('support of a student by $by', { timeout: 240_000 }, ({ centrifugo }) => {
  let site: Site
  let browser: Browser
  let student: Page
  let desk: Page
  let id: number
  let thread: number
  const ends: (() => Promise<unknown>)[] = []
  const problems: string[][] = []

  beforeAll(async () => {
    const { url, drop } = await emptyCopy()
    ends.push(drop)
    const folder = await mkdtemp(join(tmpdir(), 'waypost-site-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const runningCentrifugo: Centrifugo | null = centrifugo
      ? await startCentrifugo(centrifugo, { databaseUrl: url, key })
      : null
    if (runningCentrifugo) ends.push(runningCentrifugo.kill)
    const more: NodeJS.ProcessEnv = runningCentrifugo
      ? { CENTRIFUGO_URL: runningCentrifugo.url, REALTIME_KEY: key }
      : {}
    site = await openSite(url, folder, 'node', more)
    ends.push(site.stop)
    browser = await openBrowser()
    ends.push(() => browser.close())
    student = await openPage(phone, 'es-es')
    desk = await openPage(desktop, 'en-us')
    await signIn(desk, 'admin@example.com')
    id = Number(await becomeStudent(student, site, person))
    ok(await callerOf(student).post('/user/saveAboutYou', aboutYou(person)))
    await registerOverHttp(callerOf(student), id, 'A123456')
    await desk.goto(`${site.origin}/support?view=list`)
    const reply = {
      title: 'Unlocked',
      english: 'Hi {first_name}, {course} is open again.',
      spanish: 'Hola {first_name}: {course} está abierto de nuevo.',
    }
    ok(await callerOf(desk).post('/support/savedReply', reply))
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
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
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    problems.push(complaints(page))
    return page
  }

  const panel = () => student.getByRole('region', { name: 'Hable con nosotros' })
  const messagesOf = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')
  const write = async (text: string) => {
    await panel().getByRole('textbox', { name: 'Mensaje' }).fill(text)
    await panel().getByRole('button', { name: 'Enviar' }).click()
  }
  const state = async () =>
    (
      await site.database.read<{ status: number }>`
        select lk_student_course_status_id as status from learning.student_course where student_course_id = ${id}`
    )[0]!.status

  test('a student asks in the middle of a lesson, about the open course, by keyboard alone', async () => {
    await visit(student, `${site.origin}/course/${id}/${lesson}`)
    const bubble = student.getByRole('link', { name: 'Hablar con soporte' })
    await bubble.focus()
    await student.keyboard.press('Enter')
    await panel().getByLabel('¿En qué podemos ayudarle?').waitFor()
    expect(await panel().evaluate((section) => section === document.activeElement)).toBe(true)
    expect(await panel().getByLabel('Curso').inputValue()).toBe(String(id))
    expect(await violations(student)).toEqual([])
    await student.keyboard.press('Escape')
    expect(await bubble.evaluate((link) => link === document.activeElement)).toBe(true)
    await student.keyboard.press('Enter')
    await panel().getByLabel('¿En qué podemos ayudarle?').fill('El curso no me deja seguir. 100 %')
    await panel().getByRole('button', { name: 'Enviar' }).click()
    await panel().getByText('El curso no me deja seguir. 100 %').waitFor()
    await panel().getByText('24 a 48 horas').waitFor()
    const [ticket] = await site.database.read<{ chat_thread_id: number; course_id: number }>`
      select chat_thread_id, course_id from support.ticket order by issue_id desc limit 1`
    expect(ticket!.course_id).toBe(1)
    thread = ticket!.chat_thread_id
  })

  test('an agent sees it appear, takes it, and sees why the course is locked', async () => {
    await site.database.read`
      update learning.student_course set lk_student_course_status_id = 9, lk_student_course_status_reason_id = 7
      where student_course_id = ${id}`
    // The list shows the new ticket by itself, and opens and assigns it in place.
    await desk.getByRole('link', { name: new RegExp(`#${thread}`) }).click()
    await desk.waitForURL((url) => url.pathname === `/support/${thread}`)
    expect(await violations(desk)).toEqual([])
    await desk.evaluate(() => Object.assign(window, { stays: true }))
    await desk.getByRole('button', { name: 'Assign to me' }).click()
    await desk.getByText('Assignee: ').waitFor()
    expect(await desk.evaluate(() => 'stays' in window)).toBe(true)
    await desk.getByText('Disabled').first().waitFor()
  })

  test('the agent unlocks it with a reason, and replies with a saved reply and an image', async () => {
    await desk.getByLabel('Reason (shown to the student)').fill('We spoke on the phone.')
    await follow(desk, () => desk.getByRole('button', { name: 'Unlock course' }).click())
    expect(await state()).not.toBe(9)
    await desk.getByLabel('Saved reply').selectOption({ label: 'Unlocked' })
    await desk.getByRole('textbox', { name: 'Message' }).press('Enter')
    await panel().getByText('está abierto de nuevo.').waitFor()
    await desk.locator('input[name=image]').setInputFiles({ name: 'where.png', mimeType: 'image/png', buffer: picture })
    await desk.getByRole('button', { name: 'Send', exact: true }).click()
    await panel().getByRole('img', { name: 'Adjunto: imagen' }).waitFor()
  })

  test('the student loses the network, writes, and has everything in order after reconnecting', async () => {
    await student.context().setOffline(true)
    await write('¿Hola?')
    await panel().getByText('No se envió.').waitFor()
    await desk.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
    await desk.getByRole('textbox', { name: 'Message' }).press('Enter')
    await desk.getByRole('textbox', { name: 'Message' }).fill('Take your time.')
    await desk.getByRole('textbox', { name: 'Message' }).press('Enter')
    // Shown immediately, and stored later.
    const storedMessages = () => site.database.read`select from support.message where message = 'Take your time.'`
    await expect.poll(storedMessages).toHaveLength(1)
    await student.context().setOffline(false)
    await panel().getByRole('button', { name: 'Volver a intentar' }).click()
    await panel().getByText('Take your time.').waitFor()
    await panel().getByText('No se envió.').waitFor({ state: 'detached' })
    const words = (await messagesOf(student, 'Mensajes').allInnerTexts()).join(' ')
    const places = ['Are you there?', 'Take your time.', '¿Hola?'].map((text) => words.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(words.match(/¿Hola\?/g)).toHaveLength(1)
    await expect
      .poll(() => messagesOf(desk, 'Messages').allInnerTexts(), { timeout: 30_000 })
      .toContainEqual(expect.stringContaining('¿Hola?'))
  })

  test('it is resolved with shortcuts, rated by the student, and reopened by another message', async () => {
    await desk.locator('h1').click()
    await desk.keyboard.press('e')
    await follow(desk, () => desk.keyboard.press('Enter'))
    await visit(student, `${site.origin}/support/${thread}`)
    await student.getByLabel('Calificación').selectOption('4')
    await follow(student, () => student.getByRole('button', { name: 'Enviar calificación' }).click())
    await student.getByText('Usted dio una calificación de 4 de 5.').waitFor()
    expect(await violations(student)).toEqual([])
    const statusNow = async () =>
      (
        await site.database.read`select lk_issue_status_id as status, rating from support.ticket
        where chat_thread_id = ${thread}`
      )[0]
    expect(await statusNow()).toMatchObject({ status: 3, rating: 4 })
    await student.getByRole('textbox', { name: 'Mensaje' }).fill('Una pregunta más.')
    await student.getByRole('button', { name: 'Enviar', exact: true }).click()
    await desk.getByText('Una pregunta más.').waitFor()
    expect(await statusNow()).toMatchObject({ status: 4 })
  })

  test('the thread stays in the bubble, also on the next page, until it is closed there', async () => {
    // The bubble was opened in the lesson.
    await visit(student, `${site.origin}/dashboard`)
    const recent = panel().getByRole('list', { name: 'Solicitudes recientes' }).getByRole('button')
    await panel().getByText('Una pregunta más.').waitFor()
    const draft = 'Dos minutos, por fa'
    await panel().getByRole('textbox', { name: 'Mensaje' }).fill(draft)
    for (const path of ['/settings', '/notifications', '/dashboard']) {
      await student.goto(site.origin + path)
      await panel().getByText('Una pregunta más.').waitFor()
      await expect.poll(() => panel().getByRole('textbox', { name: 'Mensaje' }).inputValue()).toBe(draft)
    }
    await panel().getByRole('textbox', { name: 'Mensaje' }).fill('')
    await panel().getByRole('button', { name: 'Cerrar este chat' }).click()
    await panel().getByText('Solicitudes: 1').waitFor()
    expect(await recent.count()).toBe(0)
  })

  test('the minimized bubble counts new messages until they are read', async () => {
    await panel().getByRole('button', { name: 'Minimizar' }).click()
    await student.getByRole('link', { name: 'Hablar con soporte', exact: true }).waitFor()
    await desk.getByRole('textbox', { name: 'Message' }).fill('Anything else?')
    await desk.getByRole('textbox', { name: 'Message' }).press('Enter')
    await student.getByRole('link', { name: 'Hablar con soporte, sin leer: 1' }).click()
    await panel()
      .getByRole('button', { name: /Anything else\?/ })
      .click()
    await panel().getByRole('listitem').filter({ hasText: 'Anything else?' }).waitFor()
    await panel().getByRole('button', { name: 'Minimizar' }).click()
    await student.getByRole('link', { name: 'Hablar con soporte', exact: true }).waitFor()
  })

  test('a visitor who cannot sign in is helped by email, with a link that opens only this thread', async () => {
    const visitor = await openPage(phone, 'en-us')
    await visit(visitor, `${site.origin}/support/contact`)
    await visitor.getByLabel('Your name').fill('Lee Ng')
    await visitor.getByLabel('Email', { exact: true }).fill('lee@example.com')
    await visitor.getByLabel('How can we help?').fill('I forgot my sign-in name.')
    await follow(visitor, () => visitor.locator('main form button[type=submit]').click())
    await follow(desk, () => desk.goto(`${site.origin}/support?search=lee@example.com`))
    await desk.getByRole('textbox', { name: 'Message' }).fill('It is your email address.')
    await desk.getByRole('textbox', { name: 'Message' }).press('Enter')
    await site.moveClock(6 * 60_000)
    await runOfClock(site, announceUnreadAnswersJob)
    const link = async () => {
      for (const { text } of await site.emails('lee@example.com')) {
        const link = /https?:\/\/\S+\/support\/\S+/.exec(text)?.[0]
        if (link) return link
      }
      return null
    }
    await expect.poll(link, { timeout: 60_000, interval: 500 }).not.toBeNull()
    await visit(visitor, (await link())!)
    await visitor.getByText('It is your email address.').waitFor()
    await visitor.goto(`${site.origin}/support/${thread}`)
    expect(new URL(visitor.url()).pathname).toBe('/login')
  })

  test('no page reported errors', () => {
    // Offline, requests fail, and a page that is left drops the socket it was opening: the test caused both.
    const caused = /ERR_INTERNET_DISCONNECTED|WebSocket is closed before the connection is established/
    expect(problems.flat().filter((line) => !caused.test(line))).toEqual([])
  })
})
