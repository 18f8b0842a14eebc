import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateSync } from 'otplib'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { demoPassword } from '#modules/identity/entry.ts'
import { decomposed } from '#platform/composed.shared.ts'
import { releaseOnSignal, startPostgres } from '#platform/db/embedded.ts'
import { desktop, openBrowser, phone } from '#tests/e2e/support/browser.ts'
import { openSite, type Site } from '#tests/e2e/support/open-site.ts'
import { becomeStudent, callerOf, follow, newCard, sit, visit } from '#tests/e2e/support/student.ts'
import {
  aboutYou,
  buyAsGuest,
  completeComponent,
  ok,
  openSeat,
  type Person,
  registerOverHttp,
} from '#tests/support/path.ts'
import { requireChromium } from './chromium.ts'
import { root } from './run.ts'

const pictures = resolve(root, 'docs/pictures')
const maxBytes = 150_000

type SignIn = { loginid: string; password: string }
type PictureVariant = { screen: 'phone' | 'desktop'; language: 'en' | 'es'; dark?: boolean }

/** A new browser context on that screen size and in that language. */
async function openPage(
  browser: Browser,
  site: Site,
  { screen, language, dark = false }: PictureVariant,
): Promise<Page> {
  const context = await browser.newContext({
    ...(screen === 'phone' ? phone : desktop),
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const value = language === 'en' ? 'en-us' : 'es-es'
  await context.addCookies([{ name: 'locale', value, url: site.origin }])
  await context.clock.install()
  return context.newPage()
}

/** Saves a screenshot with few colors: the pages have no photographs. */
async function save(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const file = join(pictures, `${name}.png`)
  await writeFile(
    file,
    await sharp(await page.screenshot())
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  )
  const { size } = await stat(file)
  console.log(`${name}.png  ${Math.round(size / 1000)} kB`)
  if (size > maxBytes) throw new Error(`${name}.png is larger than ${maxBytes} bytes`)
}

const person = (firstName: string, lastName: string): Person => ({
  email: decomposed(`${firstName}.${lastName}@example.com`)
    .replaceAll(/[^\w@.]/g, '')
    .toLowerCase(),
  password: 'Long-Road-Home-77',
  firstName,
  lastName,
})

const crowd = [
  ['Rosa', 'Marín', 1002],
  ['Theo', 'Abbott', 1001],
  ['Imani', 'Cole', 1001],
  ['Lucía', 'Peña', 1002],
  ['Grace', 'Holloway', 1001],
  ['Marcus', 'Bell', 1001],
  ['Ana', 'Reyes', 1002],
  ['Owen', 'Fitch', 1001],
] as const

/** Buys courses for some students, so that the back office's lists have rows. */
async function fillShop(browser: Browser, site: Site): Promise<void> {
  for (const [firstName, lastName, course_website_id] of crowd) {
    const page = await openPage(browser, site, { screen: 'desktop', language: 'en' })
    await visit(page, `${site.origin}/terms`)
    const client = callerOf(page)
    const promo = lastName.length > 5 ? 'SUNNY5' : undefined
    await buyAsGuest(client, person(firstName, lastName), {
      course_website_id,
      card: await newCard(site),
      ...(promo && { promo }),
    })
    ok(await client.post('/user/saveAboutYou', aboutYou(person(firstName, lastName))))
    await site.moveClock(7 * 3_600_000)
    await page.context().close()
  }
}

async function paintShop(browser: Browser, site: Site): Promise<void> {
  for (const screen of ['desktop', 'phone'] as const) {
    for (const language of ['en', 'es'] as const) {
      const page = await openPage(browser, site, { screen, language })
      await visit(page, `${site.origin}/courses/search`)
      await save(page, `search-${screen}-${language}`)
      await visit(page, `${site.origin}/course/details/${language === 'en' ? 1001 : 1002}`)
      await save(page, `details-${screen}-${language}`)
      await follow(page, () => page.getByRole('button', { name: /^(Add to cart|Agregar al carrito)$/ }).click())
      await save(page, `checkout-${screen}-${language}`)
      await page.context().close()
    }
  }
}

/** A student in the middle of the course: dashboard, lesson, quiz. */
async function paintCourse(browser: Browser, site: Site, look: PictureVariant, person: Person): Promise<void> {
  const name = `${look.screen}-${look.language}${look.dark ? '-dark' : ''}`
  const english = look.language === 'en'
  const page = await openPage(browser, site, look)
  const studentCourseId = await becomeStudent(page, site, person, english ? 1001 : 1002)
  const client = callerOf(page)
  ok(await client.post('/user/saveAboutYou', aboutYou(person)))
  await registerOverHttp(client, studentCourseId, 'A123456')
  const [course_version_id, first, lesson, quiz] = english ? [1, 1001, 1005, 1011] : [3, 3001, 3003, 3006]
  const seat = await openSeat(site, client, studentCourseId, course_version_id)
  for (let component = first; component < lesson; component += 1) await completeComponent(seat, component)
  await visit(page, `${site.origin}/course/${studentCourseId}`)
  await sit(page, site, 60)
  await save(page, `player-${name}`)
  for (let component = lesson; component < quiz; component += 1) await completeComponent(seat, component)
  await visit(page, `${site.origin}/dashboard`)
  await save(page, `dashboard-${name}`)
  await visit(page, `${site.origin}/course/${studentCourseId}/quiz/${quiz}/intro`)
  await follow(page, () => page.getByRole('button', { name: /^(Start|Comenzar)$/ }).click())
  await page.getByRole('radio').first().check()
  await save(page, `quiz-${name}`)
  await page.context().close()
}

async function signIn(page: Page, site: Site, { loginid, password }: SignIn, redirect: string): Promise<void> {
  await visit(page, `${site.origin}/login?redirect=${redirect}`)
  await page.locator('[name=loginid]').fill(loginid)
  await page.locator('[name=password]').fill(password)
  await follow(page, () => page.locator('main form button[type=submit]').last().click())
}

const admin = { loginid: 'admin@example.com', password: demoPassword }

async function paintBackOffice(browser: Browser, site: Site, language: 'en' | 'es'): Promise<void> {
  const page = await openPage(browser, site, { screen: 'desktop', language })
  await signIn(page, site, admin, '/manage/students')
  await save(page, `students-desktop-${language}`)
  const user_id = await openAccount(page)
  await save(page, `account-desktop-${language}`)
  const places = {
    payments: 'payments',
    permissions: 'permissions',
    invoice: `invoices/details?invoice_id=${await generateInvoice(page, language === 'en' ? 1001 : 1002)}`,
    websites: 'organization/1/websites',
    'promo-codes': 'settings/promo-codes',
    home: 'home',
    'course-outline': `courses/${language === 'en' ? 1 : 3}/outline`,
    report: 'reports?report=sales&period=last-30-days&preview=1',
    translations: 'settings/translations',
  }
  for (const [name, place] of Object.entries(places)) {
    await visit(page, `${site.origin}/manage/${place}`)
    await save(page, `${name}-desktop-${language}`)
  }
  await visit(page, `${site.origin}/manage/event-history/user/${user_id}`)
  await save(page, `event-history-desktop-${language}`)
  await page.context().close()
}

/** Invoices a course's sales of these days; the site's clock has moved on. */
async function generateInvoice(page: Page, course_website_id: number): Promise<number> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const period = `created_at=gte:${day(-1)}&created_at=lte:${day(7)}`
  const { invoice_id } = ok(await callerOf(page).post(`/invoice/?${period}&courseWebsiteId=${course_website_id}`))
  return invoice_id
}

/** Opens the account dialog of a grid's first person and returns their name. */
async function openAccount(page: Page): Promise<number> {
  await page.waitForSelector('[data-ready] + x-island[name="web/account-modal"]', { state: 'attached' })
  await page.locator('tbody button').first().click()
  const link = page.locator('tbody a[href$="/account"]:visible').first()
  const address = (await link.getAttribute('href'))!
  await link.click()
  await page.locator('dialog[open] [name=first_name]').waitFor()
  return Number(/\d+/.exec(address)?.[0])
}

/** The step after the password of a person who has an authenticator app. */
async function paintSecondFactor(browser: Browser, site: Site, look: PictureVariant): Promise<void> {
  const page = await openPage(browser, site, look)
  const actor = person('Vera', look.language === 'en' ? 'Lane' : 'Campos')
  await becomeStudent(page, site, actor)
  const client = callerOf(page)
  // Confirms the address in the database: the email's link isn't part of the picture.
  await site.database.read`update identity.person set email_proven_at = platform.now() where email = ${actor.email}`
  const { secret } = ok(await client.post('/user/start2fa', {}))
  const [now] = await site.database.read<{ epoch: number }>`
    select floor(extract(epoch from platform.now()))::int as epoch`
  ok(await client.post('/user/save2fa', { token: generateSync({ secret, epoch: now!.epoch }) }))
  await client.post('/user/logout', {})
  await signIn(page, site, { loginid: actor.email, password: actor.password }, '/dashboard')
  await save(page, `code-${look.screen}-${look.language}`)
  await page.context().close()
}

process.env.CHROMIUM = await requireChromium()
const folder = await mkdtemp(join(tmpdir(), 'waypost-pictures-'))
releaseOnSignal()
const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false })
try {
  await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  const site = await openSite(postgres.url, join(folder, 'data'))
  const browser = await openBrowser()
  try {
    await fillShop(browser, site)
    await paintShop(browser, site)
    await paintCourse(browser, site, { screen: 'phone', language: 'en' }, person('Nora', 'Vidal'))
    await paintCourse(browser, site, { screen: 'desktop', language: 'es' }, person('Luz', 'Ocampo'))
    await paintCourse(browser, site, { screen: 'desktop', language: 'en', dark: true }, person('Eli', 'Stone'))
    await paintBackOffice(browser, site, 'en')
    await paintBackOffice(browser, site, 'es')
    await paintSecondFactor(browser, site, { screen: 'phone', language: 'en' })
    await paintSecondFactor(browser, site, { screen: 'phone', language: 'es' })
  } finally {
    await browser.close()
    await site.stop()
  }
} finally {
  await postgres.release()
  await rm(folder, { recursive: true, force: true })
}
