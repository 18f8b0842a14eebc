import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { ok } from '#tests/support/path.ts'
import { desktop, openBrowser } from './support/browser.ts'
import { type Server, startServer } from './support/server.ts'
import { addPeople, signIn } from './support/shop.ts'
import { type Site, startSite } from './support/site.ts'
import { callerOf, untilLive, visit } from './support/student.ts'

/** Staff of the top organization write on one web process; an affiliate's student reads on another. */
let site: Site
let other: Server
let browser: Browser
let desk: Page
/** An affiliate's student, on the other process. */
let student: Page
let dashboard = ''

beforeAll(async () => {
  site = await startSite()
  const code = 'LOW'
  const affiliate = { code, name: 'Lower School', parent_organization_id: 1 }
  await site.database.tx((sql) => insertOrganization(sql, affiliate))
  const port = String(await freePort())
  const base = `http://localhost:${port}`
  const env = { DATABASE_URL: site.url, BASE_URL: base, PORT: port, DATA_DIR: site.folder, RATE_LIMITS: 'off' }
  other = await startServer({ ...env, ROLE: 'web' })
  browser = await openBrowser()
  await addPeople(site, [
    { loginid: 'ines@example.com', code, role: 'Student', first_name: 'Inés', last_name: 'Roldán' },
  ])
  const origin = `http://${code.toLowerCase()}.localhost:${port}`
  dashboard = `${origin}/dashboard`
  desk = await openPage(site.origin, 'en-us')
  student = await openPage(origin, 'es-es')
  await signIn(desk, site.origin, 'admin@example.com', '/manage/home')
  await signIn(student, origin, 'ines@example.com')
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await other?.end('SIGTERM')
  await site?.stop()
})

async function openPage(url: string, locale: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...desktop, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  await context.addCookies([{ name: 'locale', value: locale, url }])
  return context.newPage()
}

const call = (path: string, body?: unknown) =>
  body === undefined ? callerOf(desk).get(path) : callerOf(desk).post(path, body)

/** The page's text from the other process. */
async function read(): Promise<string> {
  await visit(student, dashboard)
  return student.locator('body').innerText()
}

test("a notice of the top organization is on its affiliates' next page in their language, until removed", async () => {
  const text = { 'en-us': 'We are closed on Friday', 'es-es': 'Cerramos el viernes' }
  const { system_notice_id } = ok(
    await call('/settings/saveSystemNotice', { lk_system_notice_type_id: 4, message: { text, kind: 'attention' } }),
  )
  const page = await read()
  expect([page.includes('Cerramos el viernes'), page.includes('We are closed')]).toEqual([true, false])
  ok(await call('/settings/removeSystemNotice', { system_notice_id }))
  expect(await read()).not.toContain('Cerramos el viernes')
})

test('a text changed in one process soon appears in the other, and its original after a revert', async () => {
  await visit(student, dashboard)
  const heading = student.locator('h1')
  const before = await heading.innerText()
  const { translations } = ok(await call(`/systemLanguage/fetchTranslations?search=${encodeURIComponent(before)}`))
  const rows = translations.filter((translation: { spanish: string }) => translation.spanish === before)
  const entries = rows.map(({ key }: { key: string }) => ({
    key,

    msgstr: { 'es-es': 'Su rincón de cursos' },
  }))
  const { revision } = ok(await call('/systemLanguage/saveTranslations', { translations: entries }))
  const title = async () => {
    await student.reload()
    await untilLive(student)
    return heading.innerText()
  }
  await expect.poll(title, { timeout: 20_000, interval: 50 }).toBe('Su rincón de cursos')
  ok(await call('/systemLanguage/revertTranslations', { text_change_id: revision }))
  await expect.poll(title, { timeout: 20_000, interval: 50 }).toBe(before)
})
