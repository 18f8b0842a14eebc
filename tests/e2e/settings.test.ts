import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok } from '#tests/support/path.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { signIn } from './support/shop.ts'
import { type Site, startSite } from './support/site.ts'
import { callerOf, follow, visit } from './support/student.ts'

/** An Admin of the top organization goes through the settings. */
let site: Site
let browser: Browser
let page: Page

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  page = await openPage()
  await signIn(page, site.origin, 'admin@example.com', '/settings')
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function openPage(more: Parameters<Browser['newContext']>[0] = desktop): Promise<Page> {
  const context = await browser.newContext({ ...more, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

const open = (path: string) => visit(page, site.origin + path)
const speak = (locale: string) => page.context().addCookies([{ name: 'locale', value: locale, url: site.origin }])
const dialog = () => page.getByRole('dialog')
const card = (name: string) => page.locator('main').getByRole('link', { name, exact: true })
const path = () => new URL(page.url()).pathname

describe('a small settings page opens in a dialog above the cards', { timeout: 120_000 }, () => {
  test('its form is sent in place, shows an error at its field, and then confirms the save', async () => {
    const problems = complaints(page)
    await open('/settings')
    await card('Support Settings').focus()
    await page.keyboard.press('Enter')
    await dialog().getByRole('heading', { name: 'Support Settings', level: 2 }).waitFor()
    expect(await violations(page)).toEqual([])
    const email = dialog().locator('[name="configuration.email"]')
    await email.fill('office@local')
    await dialog().getByRole('button', { name: 'Save', exact: true }).first().click()
    await dialog().locator('[name="configuration.email"][aria-invalid=true]').waitFor()
    expect(await email.inputValue()).toBe('office@local')
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
    await email.fill('help@example.com')
    await email.press('Enter')
    await dialog().getByText('Support settings updated.').waitFor()
    expect([path(), await email.inputValue()]).toEqual(['/settings', 'help@example.com'])
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await card('Support Settings').evaluate((link) => link === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
  })

  test('its labels refer to its own fields, though the page below has fields of the same name', async () => {
    await open('/settings')
    await card('Support Settings').click()
    await dialog().locator('[name="configuration.email"]').waitFor()
    const twice = await page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
      return ids.filter((id, index) => ids.indexOf(id) !== index)
    })
    expect(twice).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('a list links to its forms and back within the dialog', async () => {
    await open('/settings')
    await card('System Notices').click()
    await dialog().getByRole('link', { name: 'New system notice' }).first().click()
    await dialog().locator('[name=message]').fill('We are closed on Friday')
    await dialog()
      .locator('form')
      .first()
      .getByRole('button', { name: /^(Save|Add)/ })
      .click()
    await dialog().getByRole('link', { name: 'We are closed on Friday' }).click()
    await dialog().getByRole('button', { name: 'Remove notice' }).click()
    // The question's own button.
    await dialog().getByRole('button', { name: 'Remove notice' }).last().click()
    await dialog().getByText('We are closed on Friday').waitFor({ state: 'detached' })
    expect(path()).toBe('/settings')
    const rows = await site.database.read`
      select from settings.system_notice where message::text like '%closed on Friday%'`
    expect(rows).toHaveLength(0)
  })

  test('a key press does not lose typed text: the dialog asks first', async () => {
    await open('/settings')
    await card('Leaver Offer').click()
    await dialog().locator('[name=minutes]').fill('17')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
    // Escape answers the question until it is gone.
    await page.getByRole('button', { name: 'Leave', exact: true }).waitFor({ state: 'hidden' })
    expect(await dialog().first().locator('[name=minutes]').inputValue()).toBe('17')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await dialog().first().waitFor({ state: 'detached' })
    expect(path()).toBe('/settings')
  })

  test('an ended session redirects to sign in', async () => {
    const other = await openPage()
    await signIn(other, site.origin, 'admin@example.com', '/settings')
    await other.context().clearCookies({ name: /waypost/ })
    await other.locator('main').getByRole('link', { name: 'Leaver Offer', exact: true }).click()
    await other.waitForURL('**/login?**')
    await other.context().close()
  })

  test('it fits a phone, in Spanish', async () => {
    const small = await openPage(phone)
    await small.context().addCookies([{ name: 'locale', value: 'es-es', url: site.origin }])
    await signIn(small, site.origin, 'admin@example.com', '/settings')
    await small.locator('main').getByRole('link', { name: 'Oferta de salida', exact: true }).click()
    await small.getByRole('dialog').locator('[name=minutes]').waitFor()
    const wide = await small.evaluate(() => document.querySelector('dialog')!.scrollWidth > innerWidth)
    expect([wide, await violations(small)]).toEqual([false, []])
    await small.context().close()
  })

  test('without scripts the card is a link, and the page has the same form', async () => {
    const plain = await openPage({ ...desktop, javaScriptEnabled: false })
    await plain.goto(`${site.origin}/login?redirect=/settings`)
    await plain.locator('main [name=loginid]').fill('admin@example.com')
    await plain.locator('main [name=password]').fill('Demo-Password-2026!')
    await plain.locator('main [name=password]').press('Enter')
    await plain.waitForURL('**/settings')
    await plain.locator('main').getByRole('link', { name: 'Leaver Offer', exact: true }).click()
    await plain.waitForURL('**/manage/settings/leaver')
    await plain.locator('[name=minutes]').fill('12')
    await plain.locator('[name=minutes]').press('Enter')
    await plain.locator('main').getByText('Leaver offer updated.').waitFor()
    await plain.context().close()
  })
})

const places = [
  '/settings',
  '/manage/settings',
  '/manage/settings/all',
  '/manage/settings/promo-codes',
  '/manage/settings/leaver',
  '/manage/settings/checkout',
  '/manage/settings/notices',
  '/manage/settings/notices/new',
  '/manage/settings/banners',
  '/manage/settings/support',
  '/manage/settings/emails',
  '/manage/settings/emails?email=identity.welcome',
  '/manage/settings/sent-emails',
  '/manage/settings/saved-replies',
  '/manage/settings/system',
  '/manage/settings/languages',
  '/manage/settings/certificate-signer',
  '/manage/settings/translations',
  '/manage/settings/translations?search=Support+Center',
  '/manage/permissions',
  '/manage/clients',
]

describe('every settings page works by keyboard and with a screen reader', { timeout: 120_000 }, () => {
  test('every navigation entry is visited', async () => {
    await open('/manage/settings')
    const listed = await page
      .locator('main ul a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect(listed.filter((href) => !places.includes(href))).toEqual([])
    expect(listed.length).toBeGreaterThan(12)
  })

  test.each(places.flatMap((at) => [[at, 'en-us'] as const, [at, 'es-es'] as const]))(
    '%s in %s',
    async (at, locale) => {
      const problems = complaints(page)
      await speak(locale)
      await open(at)
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
      expect(await violations(page)).toEqual([])
      expect(await unreached()).toEqual([])
      expect(problems).toEqual([])
      await speak('en-us')
    },
  )

  test('a notice is written, changed and removed by keyboard alone', async () => {
    await speak('en-us')
    await open('/manage/settings/notices')
    await page.getByRole('link', { name: 'New system notice' }).first().focus()
    await follow(page, () => page.keyboard.press('Enter'))
    await page.locator('[name=message]').focus()
    await page.keyboard.type('By keyboard')
    const save = page
      .locator('main form')
      .first()
      .getByRole('button', { name: /^(Save|Add)/ })
    await follow(page, () => save.press('Enter'))
    await follow(page, () => page.getByRole('link', { name: 'By keyboard' }).press('Enter'))
    await page.getByRole('button', { name: 'Remove notice' }).press('Space')
    // The question's own button.
    await follow(page, () => page.getByRole('button', { name: 'Remove notice' }).last().press('Space'))
    expect(ok(await callerOf(page).get('/settings/fetchSystemNotices')).notices).not.toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('By keyboard') }),
    )
  })
})

/** Tabs through the page; returns the controls of its main part that never had the focus. */
async function unreached(): Promise<string[]> {
  await page.evaluate(() => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    for (const [index, element] of [...document.querySelectorAll<HTMLElement>(`main :is(${controls})`)].entries()) {
      const isShown = element.checkVisibility({ visibilityProperty: true }) && !(element as HTMLInputElement).disabled
      if (isShown && element.tabIndex >= 0) element.dataset.walked = String(index)
    }
    document.querySelector<HTMLElement>('#main')!.focus()
  })
  const all = await page.locator('[data-walked]').count()
  const reached = new Set<string>()
  for (let step = 0; step < all * 2 + 20; step += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.walked ?? null)
    const hasLeft = await page.evaluate(() => !document.activeElement?.closest('main'))
    // Past the main part: other tests cover the rest of the page.
    if (hasLeft) break
    if (at !== null) reached.add(at)
  }
  return page.evaluate(
    (focused) => {
      return [...document.querySelectorAll<HTMLInputElement>('[data-walked]')].flatMap((input) => {
        if (focused.includes(input.dataset.walked!)) return []
        // Only the chosen radio of a group is a tab stop; the arrows reach the others.
        if (input.type === 'radio') return []
        return [input.outerHTML.slice(0, 120)]
      })
    },
    [...reached],
  )
}
