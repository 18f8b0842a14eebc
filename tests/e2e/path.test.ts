import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Question } from '#modules/catalogue/index.ts'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { completeComponent, componentsOf, openSeat, questionsOf } from '#tests/support/path.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import {
  answerQuestion,
  callerOf,
  fillStudent,
  findAndAdd,
  follow,
  nextButton,
  pay,
  refusalOfNext,
  register,
  runVideo,
  secondsLeft,
  sit,
  sitQuiz,
  typeCard,
  untilLive,
  visit,
} from './support/student.ts'

const person = { email: 'nora@example.com', password: 'Long-Road-Home-77', firstName: 'Nora', lastName: 'Vidal' }
const course = 'Basic Driver Improvement'

let site: Site
let browser: Browser
let page: Page
let problems: string[]
let questions: Map<number, Question>
let transaction: string

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  await context.clock.install()
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
  problems = complaints(page)
  questions = await questionsOf(site, 1)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const courseId = () => Number(/\/course\/(\d+)/.exec(page.url())![1])
const componentId = () => Number(/\/course\/\d+\/(?:quiz\/)?(\d+)/.exec(page.url())![1])
const goTo = async (component_id: number) => {
  await visit(page, `${site.origin}/course/${courseId()}`)
  expect(componentId()).toBe(component_id)
}

/** Takes components through the calls that the pages make, up to (not with) one of them. */
async function takeUpTo(component_id: number): Promise<void> {
  const seat = await openSeat(site, callerOf(page), courseId(), 1)
  const outline = componentsOf(await seat.tableOfContents())
  const from = outline.findIndex((component) => component.component_id === componentId())
  const until = outline.findIndex((component) => component.component_id === component_id)
  for (const component of outline.slice(from, until)) await completeComponent(seat, component.component_id)
  await goTo(component_id)
}

describe('Basic Driver Improvement in a browser on a phone', { timeout: 180_000 }, () => {
  test('a visitor finds the course, pays as a guest with a code, and gets a receipt', async () => {
    await findAndAdd(page, site.origin, { words: 'driver improvement', course })
    await fillStudent(page, person)
    await page.locator('[name=code]').fill('sunny5')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('SUNNY5 was applied.').waitFor()
    await untilLive(page)
    // The code keeps everything that was typed before it.
    await typeCard(page)
    transaction = await pay(page)
    expect(await page.locator('main').innerText()).toContain('$14.95')
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(390)
    const { captures } = await (await fetch(`${site.origin}/dev/gateway/ledger`)).json()
    expect(captures).toMatchObject([{ transaction_id: transaction, amount_cents: 1495 }])
  })

  test("starts the course from the receipt with six clicks and the state's questions", async () => {
    const effort = { clicks: 1, fields: 0 }
    const start = page.getByRole('link', { name: /^Start your course \(about \d minutes of questions\)$/ })
    await follow(page, () => start.click())
    expect(new URL(page.url()).pathname).toBe(`/course/${courseId()}/registration`)
    await register(page, effort)
    expect(componentId()).toBe(1001)
    // The address begins in the course's state, and a license number is typed once.
    expect(effort).toEqual({ clicks: 6, fields: 12 })
  })

  test('a lesson counts the elapsed time and cannot be left before it is up', async () => {
    await goTo(1001)
    const needed = await secondsLeft(page)
    expect(needed).toBeGreaterThan(130)
    expect(await refusalOfNext(page)).toMatch(/Spend .+ more on this page to continue\./)
    await sit(page, site, 30)
    expect(await secondsLeft(page)).toBeLessThanOrEqual(needed - 28)
    await sit(page, site, needed - 30)
    await follow(page, () => nextButton(page).click())
    expect(componentId()).toBe(1002)
  })

  test('a question in a lesson is answered in place', async () => {
    await takeUpTo(1003)
    await sit(page, site, 150)
    await refusalOfNext(page)
    expect(componentId()).toBe(1003)
    const quiz = page.getByRole('region', { name: 'Check your understanding' })
    await quiz.scrollIntoViewIfNeeded()
    const title = await quiz.locator('legend').first().innerText()
    const question = [...questions.values()].find(({ configuration }) => title.startsWith(configuration.title))!
    await answerQuestion(page, question, 'right', 'main form:has([name=answer])')
    await quiz.getByRole('button', { name: 'Submit' }).click()
    await quiz.getByText('Correct', { exact: true }).waitFor()
    await follow(page, () => nextButton(page).click())
    expect(componentId()).toBe(1004)
  })

  test('an idle student is signed out, and not only redirected', async () => {
    const lesson = page.url()
    await sit(page, site, 570)
    await page.getByText('Are you still there?').waitFor()
    await follow(page, () => page.clock.runFor(32_000))
    expect(page.url()).toBe(`${site.origin}/login?logout=true&inactive=true`)
    await visit(page, lesson)
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.locator('main [name=loginid]').fill(person.email)
    await page.locator('main [name=password]').fill(person.password)
    await follow(page, () => page.locator('main [name=password]').press('Enter'))
    expect(page.url()).toBe(lesson)
  })

  test('a chapter quiz is passed, followed by its break', async () => {
    await takeUpTo(1011)
    await follow(page, () => page.getByRole('button', { name: 'Start' }).click())
    await sit(page, site, 360)
    expect(await sitQuiz(page, questions, 'right')).toBeGreaterThan(3)
    await page.getByText('Well done!').waitFor()
    await follow(page, () => page.getByRole('button', { name: 'Continue' }).click())
    expect(componentId()).toBe(1012)
    await refusalOfNext(page)
    expect(componentId()).toBe(1012)
    await site.moveClock(300_000)
    await page.clock.runFor(300_000)
    await page.getByText('Your break is over').waitFor()
    await follow(page, () => nextButton(page).click())
    expect(componentId()).toBe(1013)
  })

  test('a video must play through and cannot be seeked forward', async () => {
    await takeUpTo(1040)
    const video = page.locator('video')
    const currentTime = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 40
    })
    await expect.poll(currentTime).toBeLessThan(1)
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true
      void element.play()
    })
    await expect.poll(currentTime, { timeout: 60_000 }).toBeGreaterThan(1)
    await sit(page, site, 180)
    expect(await refusalOfNext(page)).toMatch(/watch/)
    expect(componentId()).toBe(1040)
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
    await runVideo(page, site, 50)
    await page.getByText('Video 100% Completed').waitFor()
    await follow(page, () => nextButton(page).click())
    expect(componentId()).toBe(1041)
  })

  test('the final exam is failed, retaken and passed', async () => {
    const exam = 1083
    await takeUpTo(exam)
    const seat = await openSeat(site, callerOf(page), courseId(), 1)
    expect((await seat.sitQuiz(exam, 'wrong')).result.passed).toBe(false)
    await visit(page, `${site.origin}/course/${courseId()}/quiz/${exam}`)
    await page.getByText('You have not passed this final exam').waitFor()
    await page.getByText('2 attempt(s) remaining').waitFor()
    await follow(page, () => page.getByRole('button', { name: 'Retake' }).click())
    expect(await sitQuiz(page, questions, 'right')).toBe(40)
    await page.getByText('Well done!').waitFor()
  })

  test('the certificate is issued automatically, downloaded, and found by the public verification page', async () => {
    const issued = `${site.origin}/course/${courseId()}/issued`
    await expect.poll(() => openedAt(issued), { timeout: 60_000, interval: 500 }).toBe(issued)
    // The report has its own job, which may run after the certificate's.
    const pageText = async () => {
      await page.goto(issued)
      return page.locator('main').innerText()
    }
    await expect.poll(pageText, { timeout: 60_000, interval: 500 }).toContain('We reported your completion to: Florida')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download certificate' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Nora Vidal - Certificate of Completion.jpg')
    const [certificate] = await site.database.read<{ check_code: string }>`
      select check_code from learning.student_certificate`
    const visitor = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    const check = await visitor.newPage()
    await check.goto(`${site.origin}/certificate/check`)
    await check.getByRole('textbox').last().fill(certificate!.check_code)
    await follow(check, () => check.keyboard.press('Enter'))
    const mainText = await check.locator('main').innerText()
    expect(mainText).toContain('N. V.')
    expect(mainText).not.toContain('Vidal')
    await visitor.close()
  })

  test('on a phone neither the certificate nor the dashboard scrolls sideways', async () => {
    const before = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of [`/course/${courseId()}/issued`, '/dashboard']) {
      await page.goto(`${site.origin}${path}`)
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth), path).toBe(390)
    }
    await page.getByRole('link', { name: 'See your certificate' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.setViewportSize(before)
  })

  test('each email was sent once, and the agency has one completion', async () => {
    const subjects = async () => (await site.emails(person.email)).map(({ subject }) => subject).toSorted()
    await expect
      .poll(subjects, { timeout: 60_000, interval: 500 })
      .toEqual([
        'Your certificate: Basic Driver Improvement',
        'Your completion was reported: Basic Driver Improvement',
        expect.stringMatching(/^Your receipt from /),
      ])
    const readLedger = async () => (await fetch(`${site.origin}/dev/agency/ledger`)).json()
    await expect.poll(readLedger, { timeout: 60_000, interval: 500 }).toMatchObject([{ agency: 'fl-dhsmv' }])
  })

  test('the browser reported no errors', () => {
    expect(problems).toEqual([])
  })
})

/** Opens an address and returns the final one. */
async function openedAt(address: string): Promise<string> {
  await page.goto(address)
  return page.url()
}

describe('staff at a desk', { timeout: 180_000 }, () => {
  let desk: Page
  let complained: string[]

  beforeAll(async () => {
    const context = await browser.newContext({ ...desktop, reducedMotion: 'reduce' })
    context.setDefaultTimeout(20_000)
    desk = await context.newPage()
    complained = complaints(desk)
    await visit(desk, `${site.origin}/login?redirect=/manage/students`)
    await desk.getByLabel('Username').fill('admin@example.com')
    await desk.getByLabel('Password', { exact: true }).fill(demoPassword)
    await follow(desk, () => desk.getByRole('button', { name: 'Sign in', exact: true }).click())
  })

  test('find the student with course and status, and export the list as a spreadsheet', async () => {
    await desk.getByRole('searchbox').fill('vidal')
    await desk.keyboard.press('Enter')
    const row = desk.getByRole('row', { name: /Nora Vidal/ })
    await row.waitFor()
    expect(await row.innerText()).toMatch(/Basic Driver Improvement[\s\S]*Certificate Issued/)
    await expect.poll(() => desk.getByRole('row').count()).toBe(2)
    await desk.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('link', { name: 'Export To Excel' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('StudentData.xlsx')
    const { headings, rows } = await readSheet(await readFile(await download.path()))
    expect(headings).toContain('First Name')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('Nora')
  })

  test('find the sale by its transaction', async () => {
    await visit(desk, `${site.origin}/manage/payments?transaction_id=${transaction}`)
    const row = desk.getByRole('row', { name: new RegExp(transaction) })
    expect(await row.innerText()).toMatch(/Nora Vidal[\s\S]*Paid[\s\S]*\$14\.95/)
  })

  test('the browser reported no errors', () => {
    expect(complained).toEqual([])
  })
})
