import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, openBrowser } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, follow, visit } from './support/student.ts'

const person = { email: 'olga@example.com', password: 'Long-Road-Home-77', firstName: 'Olga', lastName: 'Ruiz' }

let site: Site
let browser: Browser
let page: Page
let course: string

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const context = await browser.newContext(desktop)
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
  course = `${site.origin}/course/${await becomeStudent(page, site, person)}`
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)
const press = (name: string) => follow(page, () => page.getByRole('button', { name, exact: true }).click())

describe('a registration in a browser', { timeout: 180_000 }, () => {
  test('flags every empty profile field itself and focuses the first one', async () => {
    await visit(page, course)
    await page.locator('[name=zip]').fill('33602')
    await press('Continue')
    expect(
      await page
        .locator('[aria-invalid=true]')
        .evaluateAll((all) => all.map((element) => (element as HTMLInputElement).name)),
    ).toEqual(['address1', 'city'])
    // The course is for one state, so its address begins there.
    expect(await page.locator('[name=lk_state_id] option:checked').textContent()).toBe('Florida')
    expect([await focused(), await page.locator('[name=zip]').inputValue()]).toEqual(['address1', '33602'])
    await page.locator('[name=address1]').fill('12 Bay Street')
    await page.locator('[name=city]').fill('Tampa')
    await press('Continue')
  })

  test('keeps the typed text beside a wrong answer, and focuses the wrong one', async () => {
    await page.getByRole('radio').last().check()
    await press('Next')
    await page.locator('[name=ssn_10159]').fill('4321')
    await page.locator('[name=answer_10158]').fill('W426-?')
    await press('Next')
    expect(await focused()).toBe('answer_10158')
    expect(await page.locator('[name=answer_10158]').inputValue()).toBe('W426-?')
    await page.getByText('Use only letters, digits, and hyphens, without spaces.').waitFor()
  })

  test('an answer is changed from the review and returns to it', async () => {
    await visit(page, `${course}/registration`)
    await follow(page, () => page.getByRole('link', { name: /Why are you taking this course/ }).click())
    await page.getByRole('radio').first().check()
    await press('Save')
    expect(new URL(page.url()).pathname).toMatch(/\/registration$/)
    await page.getByText('I elected it with the clerk of court').waitFor()
  })
})
