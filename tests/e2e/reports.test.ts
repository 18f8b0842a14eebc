import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { visit } from './support/student.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  await site.database.read`
    insert into support.ticket (organization_id, visitor_name, visitor_email, lk_issue_category_id, issue_name, created_at,
                                first_answer_at, resolved_at, assigned_name)
    select 1, 'A Visitor', 'visitor@example.com', 1 + n % 8, 'Help', platform.now() - n * interval '9 hours',
           platform.now() - n * interval '9 hours' + n * interval '7 minutes',
           case when n % 3 > 0 then platform.now() - n * interval '9 hours' + n * interval '50 minutes' end,
           (array['Ana Diaz', 'Bo Ferris', null])[1 + n % 3]
    from generate_series(1, 70) n`
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function pageOf(options = desktop, locale = 'en-us'): Promise<{ page: Page; heard: string[] }> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(20_000)
  const form = { loginid: 'admin@example.com', password: demoPassword }
  await context.request.post(`${site.origin}/login`, { form, headers: { origin: site.origin }, maxRedirects: 0 })
  await context.addCookies([{ name: 'locale', value: locale, url: site.origin }])
  const page = await context.newPage()
  return { page, heard: complaints(page) }
}

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : null

test('by keyboard alone: choose a report, run it, schedule it', async () => {
  const { page, heard } = await pageOf()
  await visit(page, `${site.origin}/manage/reports`)
  await page.getByRole('link', { name: 'Support load' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Run report' }).waitFor()
  // From the form's first field to its submit button.
  await page.getByRole('textbox', { name: 'Course' }).focus()
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.textContent === 'Run report')) break
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage/reports/history')
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.getByRole('link', { name: 'Download' }).count()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(1)
  await page.getByRole('link', { name: 'Download' }).focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('Support load.xlsx')
  await visit(page, `${site.origin}/manage/reports/schedules?report=support-load&period=last-week`)
  await page.getByRole('textbox', { name: 'Recipients' }).focus()
  await page.keyboard.type('admin@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Schedule saved.').waitFor()
  expect(await page.getByText('Every week (Monday)').count()).toBe(1)
  expect(heard).toEqual([])
  await page.context().close()
})

const pages = {
  list: '/manage/reports',
  report: '/manage/reports?report=support-load&period=30-days-with-today&preview=1',
  wrong: '/manage/reports?report=sales&preview=1&startDate=13%2F13%2F2026',
  history: '/manage/reports/history',
  schedules: '/manage/reports/schedules',
  schedule: '/manage/reports/schedules?report=sales&period=last-month',
}

test.each([
  ['desktop', 'en-us', desktop],
  ['phone', 'es-es', phone],
  ['phone', 'en-us', phone],
  ['desktop', 'es-es', desktop],
] as const)(
  'on a %s in %s the pages have no errors, and none is wider than the window',
  async (width, locale, options) => {
    const { page, heard } = await pageOf(options, locale)
    for (const [name, path] of Object.entries(pages)) {
      await visit(page, site.origin + path)
      await shot(page, `${name}-${width}-${locale}`)
      expect(await violations(page), name).toEqual([])
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wider, name).toBe(0)
    }
    expect(heard).toEqual([])
    await page.context().close()
  },
)
