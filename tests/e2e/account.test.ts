import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { visit } from './support/student.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** A page of a signed-in person, in one of the two languages. */
async function pageOf(name: string, options = desktop, locale = 'en-us'): Promise<{ page: Page; heard: string[] }> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(20_000)
  const form = { loginid: `${name}@example.com`, password: demoPassword }
  await context.request.post(`${site.origin}/login`, { form, headers: { origin: site.origin }, maxRedirects: 0 })
  await context.addCookies([{ name: 'locale', value: locale, url: site.origin }])
  const page = await context.newPage()
  return { page, heard: complaints(page) }
}

test('a student changes the profile and a phone number, and both persist after a reload', async () => {
  const { page, heard } = await pageOf('student', phone)
  await visit(page, `${site.origin}/settings`)
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Middle name').fill('Quincy')
  await page.getByRole('button', { name: 'Add a phone number' }).click()
  // The new row has the focus, and the number is masked while it is typed.
  await page.keyboard.type('4075550123')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('✓ Saved').waitFor()
  await visit(page, `${site.origin}/settings`)
  expect(await page.getByLabel('Middle name').inputValue()).toBe('Quincy')
  expect(await page.getByRole('textbox', { name: 'Phone number' }).inputValue()).toBe('(407) 555-0123')
  expect(heard).toEqual([])
  await page.context().close()
})

test('a refusal is shown at its field, in Spanish', async () => {
  const { page, heard } = await pageOf('student', phone, 'es-es')
  await visit(page, `${site.origin}/settings`)
  await page.getByLabel('Apellido').fill('')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('El apellido es obligatorio.').waitFor()
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('last_name')
  expect(await violations(page)).toEqual([])
  expect(heard).toEqual([])
  await page.context().close()
})

test('a picture is cropped by keyboard on its own page, and then appears in the account and in the header', async () => {
  const { page, heard } = await pageOf('student')
  await visit(page, `${site.origin}/settings`)
  await page.getByRole('link', { name: 'Choose a picture' }).click()
  await page.waitForURL('**/settings/picture')
  await page.waitForFunction(() => document.querySelector('[data-ready]'))
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  const area = page.getByRole('application')
  await area.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByLabel('Zoom').press('ArrowRight')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await page.waitForURL('**/settings')
  await page.getByRole('img', { name: 'Picture of Sam Student' }).waitFor()
  expect(await page.locator('header img[src*=picture], header img[src*=avatar]').count()).toBe(1)
  expect(heard).toEqual([])
  await page.context().close()
})

test('a student uploads a document, confirms a duplicate, and deletes it', async () => {
  const { page, heard } = await pageOf('student')
  await visit(page, `${site.origin}/settings?tab=documents`)
  const file = { name: 'proof.png', mimeType: 'image/png', buffer: picture }
  const choose = () => page.locator('input[type=file]').setInputFiles(file)
  await choose()
  await page.getByRole('link', { name: 'proof.png' }).waitFor()
  await choose()
  await page.getByRole('heading', { name: 'Duplicate File Detected' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete proof.png' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No documents yet.').waitFor()
  expect(heard).toEqual([])
  await page.context().close()
})

test('an Admin creates a student in the dialog by keyboard, changes it and reads its event history', async () => {
  const { page, heard } = await pageOf('admin')
  await visit(page, `${site.origin}/manage/students`)
  await page.waitForFunction(() => document.querySelector('x-island[name="web/account-modal"]'))
  const opener = page.getByRole('link', { name: 'Add Student' })
  await page.waitForFunction(() =>
    document.querySelector('x-island[name="web/account-modal"]')?.previousElementSibling?.hasAttribute('data-ready'),
  )
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel('First name').focus()
  await page.keyboard.type('Nina')
  await dialog.getByLabel('Last name').fill('Newman')
  await dialog.getByLabel('Email', { exact: true }).fill('nina@example.com')
  await dialog.getByText('Username is available.').waitFor()
  // Escape asks first, since something would be lost; a second one returns to the form.
  await page.keyboard.press('Escape')
  await page.getByText('Your changes to Add Student will be lost.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('link', { name: 'Notes' }).click()
  await dialog.getByText('Cannot access until user is created.').waitFor()
  await dialog.getByRole('link', { name: 'General' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('heading', { name: 'Nina Newman' }).waitFor()
  expect(await violations(page)).toEqual([])

  await dialog.getByLabel('Middle name').fill('Rae')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('✓ Saved').waitFor()
  await dialog.getByRole('link', { name: 'Event Logs' }).click()
  await dialog.getByText('The account was created by staff.').waitFor()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.getByRole('cell', { name: 'Newman', exact: true }).waitFor()
  expect(heard).toEqual([])
  await page.context().close()
})

test('the tabs of an account fit on a phone in dark mode, in both languages', async () => {
  const faults: string[] = []
  for (const locale of ['en-us', 'es-es']) {
    const { page, heard } = await pageOf('student', { ...phone, colorScheme: 'dark' }, locale)
    await visit(page, `${site.origin}/settings`)
    const tabs = await page
      .locator('a[href^="/settings?tab="]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(tabs.length).toBeGreaterThan(5)
    for (const tab of tabs) {
      await visit(page, tab)
      const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth > innerWidth)
      const pageFaults = [...(await violations(page)), ...(wide ? ['scrolls sideways'] : []), ...heard.splice(0)]
      faults.push(...pageFaults.map((fault) => `${tab}, ${locale}: ${fault}`))
    }
    await page.context().close()
  }
  expect(faults).toEqual([])
})

test('a new email address awaits its link, on a phone; the link is opened in the same browser', async () => {
  const { page, heard } = await pageOf('student', phone)
  const newEmail = 'sam.marsh@example.org'
  await visit(page, `${site.origin}/settings`)
  await page.getByLabel('Email', { exact: true }).fill(newEmail)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`We sent a link to ${newEmail}.`).waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('student@example.com')
  expect(await violations(page)).toEqual([])
  const texts = async () => (await site.emails(newEmail)).map(({ text }) => text).join()
  await expect.poll(texts, { timeout: 60_000 }).toMatch(/\/confirm-email\?token=/)
  const [link] = /http:\S+\/confirm-email\?token=[\w-]+/.exec(await texts())!
  // A reader of the mailbox without an account here is asked to sign in.
  const stranger = await (await browser.newContext(phone)).newPage()
  await visit(stranger, link)
  await stranger.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await stranger.getByRole('button', { name: 'Confirm email' }).count()).toBe(0)
  await stranger.context().close()
  await visit(page, link)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.getByText('Your email address is confirmed.').waitFor()
  await visit(page, `${site.origin}/settings`)
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(newEmail)
  expect(heard).toEqual([])
  await page.context().close()
})

test('an account as staff see it fits the screen, in both languages', async () => {
  /** Names the elements that extend beyond the window's width. */
  const beyond = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[role=group]')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((group) => group.getAttribute('aria-label')),
    )
  for (const locale of ['en-us', 'es-es'])
    for (const screen of [desktop, phone]) {
      const { page } = await pageOf('admin', screen, locale)
      const headers = { origin: site.origin }
      const { students } = await (await page.request.get(`${site.origin}/api/student/fetch?limit=100`)).json()
      const [student] = students
      const data = { user_id: student.student_id, course_website_id: 1001 }
      await page.request.post(`${site.origin}/api/student/addUnpaidStudentCourse`, { data, headers })
      await visit(page, `${site.origin}/manage/student/${student.student_id}/account?tab=courses`)
      await page.locator('table tbody tr').first().waitFor()
      expect(await beyond(page)).toEqual([])
      await visit(page, `${site.origin}/manage/permissions`)
      await page.locator('table tbody tr').first().waitFor()
      expect(await beyond(page)).toEqual([])
      await page.context().close()
    }
})
