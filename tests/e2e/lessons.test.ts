import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeComponent, componentsOf, openSeat, questionsOf } from '#tests/support/path.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import {
  answerQuestion,
  becomeStudent,
  callerOf,
  follow,
  nextButton,
  register,
  secondsLeft,
  sit,
  sitQuiz,
  visit,
} from './support/student.ts'

let site: Site
let browser: Browser
let people = 0

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

let page: Page
let course: number
let loads: number
let parts: string[]
let errors: string[]

/** Opens the course of a new student, in its own browser. */
async function begin({ swaps = true, reducedMotion = 'reduce' as 'reduce' | 'no-preference' } = {}): Promise<void> {
  const context = await browser.newContext({ ...desktop, reducedMotion })
  await context.clock.install()
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
  errors = complaints(page)
  people += 1
  const email = `reader${people}@example.com`
  course = await becomeStudent(page, site, {
    email,
    password: 'Long-Road-Home-77',
    firstName: 'Ada',
    lastName: 'Reyes',
  })
  await visit(page, `${site.origin}/course/${course}`)
  await register(page)
  // The document becomes interactive just before its scripts run: without the mark, links load whole pages.
  if (!swaps) {
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        document.querySelector('[data-swap]')?.removeAttribute('data-swap')
      })
    })
  }
  await visit(page, lessonUrl(1001))
  await page.waitForLoadState('networkidle')
  loads = 0
  parts = []
  page.on('load', () => {
    loads += 1
  })
  page.on('request', (request) => {
    if (request.headers()['x-swap']) parts.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
}

const lessonUrl = (component: number) => `${site.origin}/course/${course}/${component}`
const heading = () => page.getByRole('heading', { level: 1 }).innerText()
const isFocused = () => page.evaluate(() => document.activeElement?.localName === 'h1')

/** The first lesson until its time is up, then on to the second one. */
async function takeFirst(): Promise<void> {
  await sit(page, site, 180)
  await follow(page, () => nextButton(page).click())
}

/** Opens a lesson from the table of contents. */
const choose = (component: number) =>
  follow(page, async () => {
    const link = page.locator(`.outline-entries a[href="/course/${course}/${component}"]`)
    if (!(await link.isVisible())) await page.getByRole('button', { name: 'Table of contents' }).click()
    await link.click()
  })

/** The intervals of earned time, with the heartbeats that earned them. */
const ledger = () => site.database.read`
  select component_id, beats, ended_because from learning.seat_range
  where student_course_id = ${course} order by seat_range_id`

describe('lessons replace each other in the frame of the course', { timeout: 180_000 }, () => {
  beforeEach(() => begin())

  test('Next shows the next lesson with its title, address and focus, without a full load', async () => {
    const first = await heading()
    await takeFirst()
    expect([page.url(), loads, parts]).toEqual([lessonUrl(1002), 0, [`GET /course/${course}/1002`]])
    expect(await heading()).not.toBe(first)
    expect(await page.title()).toContain(await heading())
    expect(await isFocused()).toBe(true)
    expect(await page.evaluate(() => [scrollY, document.querySelectorAll('h1').length])).toEqual([0, 1])
    expect(await violations(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test('back, forward and the table of contents each show lessons with a running clock', async () => {
    await takeFirst()
    const second = await heading()
    await choose(1001)
    const first = await heading()
    await follow(page, () => page.goBack({ waitUntil: 'commit' }))
    expect([await heading(), page.url(), await isFocused()]).toEqual([second, lessonUrl(1002), true])
    await follow(page, () => page.goForward({ waitUntil: 'commit' }))
    expect([await heading(), page.url(), loads]).toEqual([first, lessonUrl(1001), 0])
    await follow(page, () => page.goBack({ waitUntil: 'commit' }))
    const before = await secondsLeft(page)
    const beats: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/updateStudentProgressTime')) beats.push(request.postDataJSON().sequence)
    })
    await sit(page, site, 30)
    // Only the clock of the open lesson sends heartbeats.
    expect(beats).toEqual([1, 2, 3])
    expect(before - (await secondsLeft(page))).toBeGreaterThanOrEqual(29)
    expect(errors).toEqual([])
  })

  test('a page outside the frame, and a response that is not a part, are loaded in full', async () => {
    await takeFirst()
    await page.getByRole('button', { name: 'Course details' }).click()
    await follow(page, () => page.getByRole('link', { name: 'Course summary' }).click())
    expect([new URL(page.url()).pathname, loads]).toEqual([`/course/${course}/summary`, 1])
    await visit(page, lessonUrl(1002))
    await page.waitForLoadState('networkidle')
    await page.route(lessonUrl(1001), (route) =>
      route.request().headers()['x-swap'] ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
    )
    await choose(1001)
    expect([page.url(), loads]).toEqual([lessonUrl(1001), 3])
  })
})

test('a quiz goes from question to question, back and to its result, as parts', { timeout: 180_000 }, async () => {
  await begin()
  const questions = await questionsOf(site, 1)
  const seat = await openSeat(site, callerOf(page), course, 1)
  const outline = componentsOf(await seat.tableOfContents())
  const quiz = outline.find(({ type }) => type === 'Quiz')!.component_id
  for (const component of outline.slice(
    0,
    outline.findIndex(({ component_id }) => component_id === quiz),
  ))
    await completeComponent(seat, component.component_id)
  await visit(page, `${site.origin}/course/${course}/quiz/${quiz}`)
  await page.waitForLoadState('networkidle')
  loads = 0
  await follow(page, () => page.getByRole('button', { name: 'Start', exact: true }).click())
  const first = new URL(page.url()).pathname
  await answerQuestion(page, questions.get(Number(first.split('/').at(-1)))!, 'right')
  await follow(page, () => page.locator('button[name=go][value=next]:visible').click())
  expect(await isFocused()).toBe(true)
  await follow(page, () => page.getByRole('button', { name: 'Previous' }).click())
  expect(new URL(page.url()).pathname).toBe(first)
  await sitQuiz(page, questions, 'right')
  expect([new URL(page.url()).pathname, loads]).toEqual([`/course/${course}/quiz/${quiz}/summary`, 0])
  expect(await violations(page)).toEqual([])
})

test('on a phone, a sheet shows the whole texts of a matching question of a quiz', { timeout: 180_000 }, async () => {
  await begin()
  await page.setViewportSize({ width: 390, height: 844 })
  const questions = await questionsOf(site, 1)
  const seat = await openSeat(site, callerOf(page), course, 1)
  const outline = componentsOf(await seat.tableOfContents())
  const first = outline.findIndex(({ type }) => type === 'Quiz')
  for (const { component_id } of outline.slice(0, first)) await completeComponent(seat, component_id)
  await visit(page, `${site.origin}/course/${course}/quiz/${outline[first]!.component_id}`)
  await follow(page, () => page.getByRole('button', { name: 'Start', exact: true }).click())
  const openQuestion = () => questions.get(Number(page.url().split('/').at(-1)))!
  while (openQuestion().type !== 'matching') {
    await answerQuestion(page, openQuestion(), 'right')
    await follow(page, () => page.locator('button[name=go][value=next]:visible').click())
  }
  const buttons = page.locator('main button[aria-haspopup=dialog]')
  // The sheet needs the page's script, which may arrive after the question.
  await buttons.first().waitFor()
  const pairs = await buttons.count()
  expect(pairs).toBeGreaterThan(1)
  for (let index = 0; index < pairs; index += 1) {
    await buttons.nth(index).click()
    const options = page.locator('dialog[open] li button')
    for (const box of await options.all()) {
      const { x, width } = (await box.boundingBox())!
      expect(x + width).toBeLessThanOrEqual(390)
      // A text in one line would be cut.
      expect(await box.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    }
    expect(await violations(page)).toEqual([])
    await options.nth(index).click()
    expect(await buttons.nth(index).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(390)
  }
  const chosen = await page
    .locator('main select[name^=match_]')
    .evaluateAll((all) => all.map((select) => (select as HTMLSelectElement).value))
  expect(new Set(chosen).size).toBe(pairs)
  const before = page.url()
  await follow(page, () => page.locator('button[name=go][value=next]:visible').click())
  expect(page.url()).not.toBe(before)
})

test('a lesson fades into the next one, which has the focus and the clock', { timeout: 180_000 }, async () => {
  await begin({ reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    const transitions: ViewTransition[] = []
    document.startViewTransition = (update) => {
      const transition = start(update)
      transitions.push(transition)
      return transition
    }
    Object.assign(globalThis, { transitions })
  })
  await takeFirst()
  const updated = await page.evaluate(async () => {
    const { transitions } = globalThis as unknown as { transitions: ViewTransition[] }
    await Promise.all(transitions.map(({ finished }) => finished))
    return transitions.length
  })
  expect([updated, page.url(), loads, await isFocused()]).toEqual([1, lessonUrl(1002), 0, true])
  const before = await secondsLeft(page)
  await sit(page, site, 20)
  expect(before - (await secondsLeft(page))).toBeGreaterThanOrEqual(19)
  // The ledger has the time of a lesson once another one has taken over.
  await choose(1001)
  expect((await ledger()).at(-1)).toMatchObject({ component_id: 1002, beats: 2 })
  expect(errors).toEqual([])
})

test('the ledger is the same with and without full loads', { timeout: 180_000 }, async () => {
  const take = async (swaps: boolean) => {
    await begin({ swaps })
    await takeFirst()
    await sit(page, site, 20)
    await choose(1001)
    await choose(1002)
    await sit(page, site, 30)
    await choose(1001)
    return { rows: await ledger(), loads }
  }
  const swapped = await take(true)
  const whole = await take(false)
  expect([swapped.loads, whole.loads]).toEqual([0, 4])
  expect(swapped.rows.length).toBeGreaterThan(1)
  expect(swapped.rows).toEqual(whole.rows)
})
