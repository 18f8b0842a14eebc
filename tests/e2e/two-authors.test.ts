import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaints, desktop, openBrowser } from './support/browser.ts'
import { signIn } from './support/shop.ts'
import { type Site, startSite } from './support/site.ts'

/** Two browsers on the same course, each with its own copy of the page. */
let site: Site
let browser: Browser
let first: Page
let second: Page
const problems: string[][] = []

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  const open = async () => {
    const context = await browser.newContext({ ...desktop, reducedMotion: 'reduce' })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    problems.push(complaints(page))
    await signIn(page, site.origin, 'admin@example.com', '/manage/courses')
    return page
  }
  ;[first, second] = [await open(), await open()]
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const openTab = (tab: string) =>
  Promise.all([first, second].map((page) => page.goto(`${site.origin}/manage/courses/1/${tab}`)))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function save(page: Page): Promise<void> {
  await button(page, 'Save').click()
  await page.getByText('✓ Saved').waitFor()
}
const question = (page: Page, index: number) => page.getByLabel('Question', { exact: true }).nth(index)
const questions = () =>
  second
    .getByLabel('Question', { exact: true })
    .evaluateAll((fields) => fields.slice(0, 3).map((field) => (field as HTMLInputElement).value))
/** The field of the outline with a name: names are values, not texts. */
const inputWith = (page: Page, name: string) => page.locator(`main input[value="${name}"]`).first()

describe('two authors of one course', () => {
  test('changes in different places merge; the same place is chosen between both versions', async () => {
    await openTab('faq')
    await question(first, 0).fill('First of the first author')
    await question(first, 2).fill('Third of the first author')
    await save(first)
    await question(second, 1).fill('Second of the second author')
    await question(second, 2).fill('Third of the second author')
    await button(second, 'Save').click()
    await second.getByText('Both of you changed 1 place.', { exact: false }).waitFor()
    await second.getByRole('radio', { name: 'Their version' }).check()
    await button(second, 'Save merged version').click()
    await second.getByText('✓ Saved').waitFor()
    await second.reload()
    expect(await questions()).toEqual([
      'First of the first author',
      'Second of the second author',
      'Third of the first author',
    ])
  })

  test('a lesson that is being written keeps its text, and the renaming and deletion of the other author hold', async () => {
    const [chapter, removed] = ['Your Course and Your Driving Record', 'Proving That It Is You']
    await openTab('outline')
    await button(first, 'Edit “Why You May Be Here”').click()
    const text = first.locator('[contenteditable=true]').first()
    await text.waitFor()
    await inputWith(second, chapter).fill('Renamed by the other author')
    await button(second, `Delete “${removed}”`).click()
    await save(second)
    await text.click()
    await first.keyboard.press('ControlOrMeta+End')
    await first.keyboard.type(' Written meanwhile.')
    await save(first)
    // The editor of the open lesson reports what it holds even after the merge.
    await first.waitForTimeout(2_000)
    await save(first)
    await openTab('outline')
    await inputWith(second, 'Renamed by the other author').waitFor()
    expect(await button(second, `Edit “${removed}”`).count()).toBe(0)
    await button(second, 'Edit “Why You May Be Here”').click()
    await second.locator('[contenteditable=true]').first().getByText('Written meanwhile.').waitFor()
  })

  test('no page complained', () => {
    expect(problems.flat()).toEqual([])
  })
})
