import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaints, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser
let page: Page
let proved: string
let unproved: string

/** A partner's page on another origin, with the three elements or the frame. */
const partner = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://partner')
  const body =
    pathname === '/frame'
      ? `<iframe title="Courses" src="${site.origin}/embed/catalogue" width="380" height="600"></iframe>`
      : pathname === '/two'
        ? `<waypost-checkout course="1001" site="${site.of('GCT')}">GCT</waypost-checkout>
           <waypost-checkout course="1001">First</waypost-checkout>
           <waypost-checkout course="1001" site="https://unknown.example">Unknown</waypost-checkout>
           <waypost-catalogue site="${site.of('GCT')}"></waypost-catalogue>
           <script type="module" src="${site.origin}/embed.js"></script>
           <script type="module" src="${site.of('GCT')}/embed.js"></script>`
        : `<script type="module" src="${site.origin}/embed.js"></script>
         <waypost-catalogue></waypost-catalogue><waypost-course id="1001"></waypost-course>
         <waypost-checkout course="1001" code="SAVE5"></waypost-checkout>`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><html lang="${searchParams.get('lang') ?? 'en'}"><title>Partner</title><body style="font-family:serif">${body}</body></html>`,
  )
})

beforeAll(async () => {
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  const { port } = partner.address() as AddressInfo
  proved = `http://127.0.0.1:${port}`
  unproved = `http://localhost:${port}`
  site = await startSite()
  await site.database.read`
    insert into identity.own_site (organization_id, origin, proof, proved_at, proved_by)
    select organization_id, ${proved}, 'x', platform.now(), 'file' from identity.organization
    where default_ind or code = 'GCT'`
  browser = await openBrowser()
  const context = await browser.newContext(phone)
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
})
afterAll(async () => {
  partner.close()
  await browser?.close()
  await site?.stop()
})

describe("courses on a partner's page", { timeout: 180_000 }, () => {
  test('are shown on a proved site without cookies, with its fonts, and link to the checkout', async () => {
    const problems = complaints(page)
    await page.goto(proved)
    await page.locator('waypost-catalogue article').first().waitFor()
    await page.locator('waypost-course article').waitFor()
    expect(await page.locator('waypost-catalogue article').count()).toBeGreaterThan(2)
    const heading = page.locator('waypost-course h3')
    expect(await heading.evaluate((element) => getComputedStyle(element).fontFamily)).toBe('serif')
    expect(await page.context().cookies()).toEqual([])
    expect(problems).toEqual([])
    await page.getByRole('searchbox', { name: 'Find a course' }).fill('no such course at all')
    await page.keyboard.press('Enter')
    await page.locator('waypost-catalogue').getByRole('status').filter({ hasText: /.+/ }).waitFor()
    await page.locator('waypost-checkout a').click()
    await page.waitForURL(`${site.origin}/checkout`)
  })

  test('use the language of the page', async () => {
    await page.goto(`${proved}/?lang=es`)
    await page.locator('waypost-checkout').getByRole('link', { name: 'Inscribirse ahora' }).waitFor()
    await page.getByRole('searchbox', { name: 'Buscar un curso' }).waitFor()
  })

  test('are refused to a site without a proof, which shows a link instead', async () => {
    await page.goto(unproved)
    await page.locator('waypost-catalogue').getByRole('link', { name: 'Open the course catalog' }).waitFor()
    expect(await page.locator('waypost-catalogue article').count()).toBe(0)
  })

  test('of two schools are shown on one page, each from its own site', async () => {
    const problems = complaints(page)
    await page.goto(`${proved}/two`)
    const links = page.locator('waypost-checkout a')
    await expect.poll(() => links.count()).toBe(2)
    const origins = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).origin),
    )
    expect(origins).toEqual([new URL(site.of('GCT')).origin, site.origin])
    const card = page.locator('waypost-catalogue article a').first()
    await card.waitFor()
    expect(new URL((await card.getAttribute('href'))!).origin).toBe(new URL(site.of('GCT')).origin)
    expect(problems).toEqual([])
  })

  test('are shown in a frame on a proved site only', async () => {
    await page.goto(`${proved}/frame`)
    await page.frameLocator('iframe').getByRole('link').first().waitFor()
    await page.goto(`${unproved}/frame`)
    await page.waitForLoadState()
    expect(await page.frameLocator('iframe').getByRole('link').count()).toBe(0)
  })
})
