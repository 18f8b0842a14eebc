import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Question } from '#modules/catalogue/index.ts'
import { openSeat, questionsOf } from '#tests/support/path.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { signIn } from './support/shop.ts'
import { type Site, startSite } from './support/site.ts'
import {
  callerOf,
  fillStudent,
  findAndAdd,
  follow,
  nextButton,
  pay,
  register,
  secondsLeft,
  sit,
  sitQuiz,
  typeCard,
  visit,
} from './support/student.ts'

/**
 * Mexican Spanish is imported from a file, reviewed, approved and offered. A visitor chooses it, buys a course in it
 * and passes. A mark at the start of its sentences distinguishes them from the product's Spanish.
 */
const language = 'es-mx'
const mark = '\u2060¬'
const settings = '/manage/settings'
const person = { email: 'ana@example.com', password: 'Long-Road-Home-77', firstName: 'Ana', lastName: 'Robles' }
const exam = 1083

let site: Site
let browser: Browser
let desk: Page
let page: Page
let problems: string[]
let questions: Map<number, Question>
let xliff = ''

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  desk = await (await browser.newContext({ ...desktop, reducedMotion: 'reduce' })).newPage()
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  await context.clock.install()
  for (const browserContext of [desk.context(), context]) browserContext.setDefaultTimeout(30_000)
  page = await context.newPage()
  problems = complaints(page)
  questions = await questionsOf(site, 1)
  await signIn(desk, site.origin, 'admin@example.com', `${settings}/languages`)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const langOf = (of: Page) => of.locator('html').getAttribute('lang')
const courseId = () => Number(/\/course\/(\d+)/.exec(page.url())![1])
const stateOf = () => site.database.read<{ state: string; count: number }>`
  select state, count(*)::int as count from settings.translation where language = ${language} group by state`

/** Chooses the file and its import state, and presses a button of the form. */
async function send(state: 'review' | 'approved', button: 'Show what would change' | 'Import'): Promise<string> {
  const file = { name: `${language}.xlf`, mimeType: 'application/xliff+xml', buffer: Buffer.from(xliff) }
  const form = desk.locator('form[enctype="multipart/form-data"]')
  await form.locator('[name=file]').setInputFiles(file)
  await form.locator('[name=language]').selectOption(language)
  await form.locator('[name=state]').selectOption(state)
  await follow(desk, () => form.getByRole('button', { name: button, exact: true }).click())
  return desk.locator('main').innerText()
}

describe('a third language, from its file to a certificate', { timeout: 300_000 }, () => {
  test('is added, translated in a file, reviewed, approved, and offered with its last text', async () => {
    await desk.locator('[name=language]').first().fill(language)
    await follow(desk, () => desk.getByRole('button', { name: 'Add', exact: true }).click())
    await visit(desk, `${site.origin}${settings}/translations`)
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('link', { name: 'SPANISH as XLIFF', exact: true }).click(),
    ])
    xliff = (await readFile(await download.path(), 'utf8'))
      .replaceAll('es-es', language)
      // A translation keeps the English text's placeholders.
      .replaceAll(/\{(\w+)_es\}/g, '{$1}')
      .replaceAll(/(<target[^>]*>)([^<{]{25,}\.<\/target>)/g, `$1${mark}$2`)
    expect(xliff.split(mark).length).toBeGreaterThan(500)
    const preview = await send('review', 'Show what would change')
    expect([preview.includes('Left out: 0.'), await stateOf()]).toEqual([true, []])
    expect(await send('review', 'Import')).toContain('Left out: 0.')
    expect((await stateOf()).map(({ state }) => state)).toEqual(['review'])

    await visit(desk, `${site.origin}${settings}/translations?language=${language}&state=review`)
    await desk.getByText('Needs review').and(desk.locator(':not(option)')).first().waitFor()
    expect(await violations(desk)).toEqual([])
    await visit(page, `${site.origin}/login`)
    expect(await page.getByRole('button', { name: /México/ }).count()).toBe(0)
    expect(await send('approved', 'Import')).toContain('Left out: 0.')
    expect((await stateOf()).map(({ state }) => state)).toEqual(['approved'])
    await visit(desk, `${site.origin}${settings}/languages`)
    await desk.getByText('Can choose it').waitFor()
  })

  test('a visitor chooses it, finds a course and buys it', async () => {
    await visit(page, `${site.origin}/courses/search`)
    const choice = page.locator(`button[value="${language}"]`).first()
    if (!(await choice.isVisible())) await page.locator('[popovertarget=account]').click()
    await follow(page, () => choice.click())
    expect(await langOf(page)).toBe(language)
    await findAndAdd(page, site.origin, { words: 'driver improvement', course: 'Basic Driver Improvement' })
    expect(await violations(page)).toEqual([])
    await fillStudent(page, person)
    await typeCard(page)
    await pay(page)
    expect(await langOf(page)).toBe(language)
    expect(await page.locator('main').innerText()).toContain(mark)
  })

  test('the visitor registers, takes a lesson until its time is up, and continues', async () => {
    await follow(page, () => page.locator('main a[href^="/course/"]').first().click())
    await register(page)
    expect(new URL(page.url()).pathname).toBe(`/course/${courseId()}/1001`)
    expect(await langOf(page)).toBe(language)
    await sit(page, site, await secondsLeft(page))
    await follow(page, () => nextButton(page).click())
    expect(new URL(page.url()).pathname).toBe(`/course/${courseId()}/1002`)
  })

  test('the visitor passes the final exam and is certified; every email is in the language', async () => {
    const id = courseId()
    await site.database.read`
      insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
      select ${id}, 1, component_id, platform.now() from catalogue.component
      where course_version_id = 1 and component_id < ${exam}
      on conflict (student_course_id, component_id)
        do update set completed_at = coalesce(student_progress.completed_at, excluded.completed_at)`
    const seat = await openSeat(site, callerOf(page), id, 1)
    await seat.open(exam)
    await visit(page, `${site.origin}/course/${id}/quiz/${exam}/intro`)
    await follow(page, () => page.getByRole('button', { name: /^(Empezar|Comenzar|Iniciar)/ }).click())
    expect(await sitQuiz(page, questions, 'right')).toBe(40)
    expect(await langOf(page)).toBe(language)
    const issued = `${site.origin}/course/${id}/issued`
    const openPage = async () => {
      await page.goto(issued)
      return page.url()
    }
    await expect.poll(openPage, { timeout: 60_000, interval: 500 }).toBe(issued)
    expect(await langOf(page)).toBe(language)
    // Texts missing from this language would appear in English.
    const greetings = async () =>
      (await site.emails(person.email)).map(({ text }) => /\b(Hola|Hi|Hello)\b/.exec(text)?.[1] ?? text)
    await expect.poll(async () => (await greetings()).length, { timeout: 60_000, interval: 500 }).toBeGreaterThan(2)
    expect(new Set(await greetings())).toEqual(new Set(['Hola']))
    expect(problems).toEqual([])
  })
})
