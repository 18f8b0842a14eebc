import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendLeaverEmails } from '#jobs/checkout/send-leaver-emails.job.ts'
import { reconcile } from '#modules/checkout/entry.ts'
import { demoPassword } from '#modules/identity/entry.ts'
import { encodeId } from '#platform/ids.ts'
import { readSheet } from '#tests/support/read-sheet.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { addPeople, fillRules, payAsMinor, runOfClock, signIn } from './support/shop.ts'
import { type Site, startSite } from './support/site.ts'
import { agree, fillStudent, follow, pay, payButton, typeCard, visit } from './support/student.ts'

/**
 * Money across the product, in a browser: an affiliate (Lone Star Teen Drivers) of an organization (Lone Star Defensive
 * Driving), a company that gives its people keys (Hudson Valley), and a student of the default organization.
 */
const teen = 'Teen Permit Course: Traffic Law, Alcohol and Drugs'
const offered = { teenOfAffiliate: 1010, spanishOfCompany: 1011, improvement: 1001, spanish: 1002, teen: 1003 }
const password = 'Long-Road-Home-77'
const marta = { email: 'marta@example.com', password, firstName: 'Marta', lastName: 'Ibarra' }
const rosa = { email: 'rosa@example.com', password, firstName: 'Rosa', lastName: 'Quintero' }
const birthAndWord = { dob: '20/05/2010', typed: 'Acepto' }
const declined = '4000000000000002'
const redeemers = Array.from({ length: 51 }, (_, n) => `driver${n + 1}@example.com`)

let site: Site
let browser: Browser
let visitor: Page
let affiliate: Page
let boss: Page
let company: Page
let driver: Page
let buyer: Page
let desk: Page
let seller: number
const problems: string[][] = []

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  ;[visitor, driver] = [await newPage(phone, 'es-es'), await newPage(phone, 'es-es')]
  buyer = await newPage(phone)
  ;[affiliate, boss] = [await newPage(desktop), await newPage(desktop)]
  ;[company, desk] = [await newPage(desktop), await newPage(desktop)]
  const staff = { role: 'Admin', first_name: 'Lee' } as const
  const people = redeemers.map((loginid, n) => ({ loginid, last_name: `${n + 1}` }))
  const addedIds = await addPeople(site, [
    { ...staff, loginid: 'seller@example.com', code: 'LST', last_name: 'Seller' },
    { ...staff, loginid: 'boss@example.com', code: 'LSD', last_name: 'Boss' },
    { ...staff, loginid: 'company@example.com', code: 'HVS', last_name: 'Company' },
    ...people.map((person) => ({ ...person, code: 'HVS', role: 'Student' as const, first_name: 'Driver' })),
  ])
  seller = addedIds[0]!
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function newPage(options: BrowserContextOptions, locale = 'en-us'): Promise<Page> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  const urls = [site.origin, ...['LST', 'HVS'].map(site.of)]
  await context.addCookies(urls.map((url) => ({ name: 'locale', value: locale, url })))
  const page = await context.newPage()
  problems.push(complaints(page))
  return page
}

const pathOf = (page: Page) => new URL(page.url()).pathname
const main = (page: Page) => page.locator('main').innerText()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const offerOf = (course_website_id: number) => `/checkout?course=${encodeId(course_website_id)}`
const subjectsTo = async (email: string) => (await site.emails(email)).map(({ subject }) => subject)
const ledgerOf = async (place: 'gateway' | 'paypal') => (await fetch(`${site.origin}/dev/${place}/ledger`)).json()

/** The date on the site's clock, in this many days. */
async function dayIn(days: number): Promise<string> {
  const [row] = await site.database.read<{ day: string }>`
    select ((platform.now() at time zone 'UTC')::date + ${days}::integer)::text as day`
  return row!.day
}

/** Clicks a download; returns the file's name and bytes. */
async function download(page: Page, press: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

describe("an affiliate's visitor, in Spanish on a phone", { timeout: 180_000 }, () => {
  let links: string[]
  let transaction: string

  test('the affiliate sets up an exit offer with a code, and has referral links', async () => {
    await signIn(affiliate, site.of('LST'), 'seller@example.com', '/manage/settings/leaver')
    await affiliate.getByLabel('Show the offer').check()
    await affiliate.getByLabel('Promo code').selectOption({ label: 'SIBLING · Lone Star Teen Drivers' })
    await affiliate.getByLabel('Seconds before it shows on phones').fill('3600')
    await affiliate.getByLabel(/^Also show it when a visitor scrolls/).uncheck()
    await follow(affiliate, () => button(affiliate, 'Save').first().click())
    await affiliate.getByLabel('Send the reminder').check()
    await affiliate.getByLabel('Minutes after the last visit').fill('20')
    await follow(affiliate, () => button(affiliate, 'Save').last().click())
    await visit(affiliate, `${site.of('LST')}/manage/organization/4/websites`)
    const hrefs = (title: string) =>
      affiliate
        .locator(`a[title="${title}"]`)
        .evaluateAll((all) => all.map((element) => (element as HTMLAnchorElement).href))
    links = await hrefs('Copy link')
    expect(links).toEqual([
      site.of('LST') + offerOf(offered.teenOfAffiliate),
      `${site.of('LST')}/login?administrator=${encodeId(seller)}`,
    ])
  })

  test('the links add the course to the cart, and the cart names the referrer', async () => {
    const [course, own] = links
    await visit(visitor, own!)
    await visit(visitor, course!)
    expect(pathOf(visitor)).toBe('/checkout')
    expect(await main(visitor)).toContain(teen)
    expect(await site.database.read`select referred_by_user_id from checkout.cart`).toEqual([
      { referred_by_user_id: seller },
    ])
  })

  test('the card is declined, and the visitor leaves', async () => {
    await fillStudent(visitor, marta)
    await fillRules(visitor, birthAndWord)
    await typeCard(visitor, declined)
    await payAsMinor(visitor)
    await visitor.getByText('Su tarjeta fue rechazada. No se le cobró nada.').waitFor()
    await visit(visitor, `${site.of('LST')}/checkout`)
    await visitor.goto('about:blank')
  })

  test('after the set minutes, not before, an email links to the cart with the code applied', async () => {
    await site.moveClock(19 * 60_000)
    await runOfClock(site, sendLeaverEmails)
    expect(await subjectsTo(marta.email)).toEqual([])
    await site.moveClock(2 * 60_000)
    await runOfClock(site, sendLeaverEmails)
    await expect.poll(() => subjectsTo(marta.email), { timeout: 60_000 }).toHaveLength(1)
    const [message] = await site.emails(marta.email)
    expect(message!.text).toContain('SIBLING')
    await visit(visitor, /\S+\/checkout\/return\/\S+/.exec(message!.text)![0])
    expect(pathOf(visitor)).toBe('/checkout')
    const mainText = await main(visitor)
    expect(mainText).toContain('Se aplicó SIBLING.')
    expect(mainText).toContain('$24.95')
    // Someone who tried to pay is already a student.
    expect(mainText).toContain('Marta Ibarra')
  })

  test('another card pays; the receipt is printed, saved as PDF and sent', async () => {
    await agree(visitor)
    // Their date of birth was confirmed with the first card and is not asked for again.
    await visitor.locator('[name=typed]').fill(birthAndWord.typed)
    await typeCard(visitor)
    await payButton(visitor).click()
    await visitor.waitForURL('**/checkout/success/*')
    transaction = pathOf(visitor).split('/').at(-1)!
    expect(await main(visitor)).toMatch(/Gracias por su pedido[\s\S]*\$24\.95/)
    expect(await site.database.read`select referred_by_user_id from checkout.customer_order`).toEqual([
      { referred_by_user_id: seller },
    ])
    await visitor.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await button(visitor, 'Imprimir').click()
    await visitor.locator('body[data-printed]').waitFor()
    const { bytes } = await download(visitor, () => visitor.getByRole('link', { name: 'Descargar PDF' }).click())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await expect.poll(() => subjectsTo(marta.email), { timeout: 60_000 }).toHaveLength(2)
    expect((await ledgerOf('gateway')).captures).toMatchObject([{ transaction_id: transaction, amount_cents: 2495 }])
  })

  test('staff above the affiliate refund half of it after reauthentication', async () => {
    await fetch(`${site.origin}/dev/gateway/settle`, { method: 'POST' })
    await signIn(boss, site.of('LSD'), 'boss@example.com', `/manage/payments?transaction_id=${transaction}`)
    await site.moveClock(16 * 60_000)
    const row = boss.getByRole('row', { name: new RegExp(transaction) })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await row.getByRole('link', { name: 'Refund' }).click()
    const dialog = boss.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel(/^Amount/).fill('12.48')
    await dialog.getByText('To be refunded: $12.48').waitFor()
    await dialog.getByRole('button', { name: 'Refund' }).click()
    const proofDialog = boss.getByRole('dialog', { name: "Confirm it's you" })
    await proofDialog.getByLabel('Password', { exact: true }).fill(demoPassword)
    await proofDialog.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => row.innerText(), { timeout: 60_000 }).toContain('$12.48')
    expect((await ledgerOf('gateway')).refunds).toMatchObject([{ amount_cents: 1248 }])
  })

  test("the affiliate's invoice is correct to the cent: price, minus discount, refund and admin fee", async () => {
    await visit(boss, `${site.of('LSD')}/manage/generate-invoice`)
    await boss.locator('[name=course_website_id]').selectOption(String(offered.teenOfAffiliate))
    await boss.locator('[name=from]').fill(await dayIn(-1))
    await boss.locator('[name=to]').fill(await dayIn(1))
    await follow(boss, () => button(boss, 'Generate Invoice').click())
    expect(pathOf(boss)).toBe('/manage/invoices/details')
    const line = boss.getByRole('region', { name: 'Courses' }).getByRole('row', { name: teen }).last()
    // 32.95 - 8.00 - 12.48 - 1.00
    expect(await line.innerText()).toMatch(/\$32\.95\s+\$8\.00\s+\$12\.48\s+\$1\.00\s+\$11\.47/)
    expect(await main(boss)).toMatch(/Due to the organization\s+\$11\.47/)
  })

  test('the affiliate reads the invoice, and cannot delete it', async () => {
    await visit(affiliate, `${site.of('LST')}/manage/invoices`)
    const row = affiliate.getByRole('row', { name: /LST-000001/ })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await follow(affiliate, () => row.getByRole('link', { name: 'View Invoice' }).click())
    expect(await main(affiliate)).toMatch(/Due to the organization\s+\$11\.47/)
    expect(await button(affiliate, 'Delete').count()).toBe(0)
    const refused = await affiliate.evaluate(async () => {
      const response = await fetch(`/api/invoice${location.search}`, { method: 'DELETE' })
      return { status: response.status, code: (await response.json()).code }
    })
    expect(refused).toEqual({ status: 403, code: 'SETTLES_ITSELF' })
  })
})

describe('a company that distributes keys', { timeout: 180_000 }, () => {
  let codes: string[]

  test('creates fifty keys and downloads their codes, once', async () => {
    await signIn(company, site.of('HVS'), 'company@example.com', '/manage/authorizationKeys/create')
    await company.locator('[name=course_website_id]').selectOption(String(offered.spanishOfCompany))
    await company.locator('[name=count]').fill('50')
    await follow(company, () => button(company, 'Create Keys').click())
    const link = company.getByRole('link', { name: 'Download codes' })
    const { bytes } = await download(company, () => link.click())
    codes = (await readSheet(bytes)).rows.map(([code]) => code!)
    expect(new Set(codes).size).toBe(50)
    await visit(company, company.url())
    expect(await link.count()).toBe(0)
  })

  test('forty-nine of its people redeem one each', async () => {
    const pairs = redeemers.slice(0, 49).map((loginid, n) => ({ loginid, code: codes[n]! }))
    const openedIds = await company.evaluate(redeemAll, { pairs, password: demoPassword })
    expect(openedIds).toEqual(Array(49).fill(200))
  })

  test('the fiftieth redeems one on the dashboard, in Spanish on a phone', async () => {
    await signIn(driver, site.of('HVS'), redeemers[49]!)
    const dialog = await redeemOnDashboard(codes[49]!)
    await dialog.getByLabel('He leído las condiciones y las acepto.').check()
    await Promise.all([driver.waitForURL(/course/), dialog.getByRole('button', { name: 'Canjear' }).click()])
  })

  test('a fifty-first redemption is refused', async () => {
    await driver.context().clearCookies({ name: 'waypost' })
    await signIn(driver, site.of('HVS'), redeemers[50]!)
    const dialog = await redeemOnDashboard(codes[49]!)
    await dialog.getByText('La clave no es válida').waitFor()
    const [keys] = await site.database.read`
      select count(*)::integer as all, count(redeemed_at)::integer as redeemed from checkout.authorization_key`
    expect(keys).toEqual({ all: 50, redeemed: 50 })
  })

  async function redeemOnDashboard(code: string): Promise<Locator> {
    await driver.getByRole('link', { name: 'Canjear una clave' }).click()
    const dialog = driver.getByRole('dialog')
    await dialog.getByLabel('Clave de autorización').fill(code)
    await dialog.getByRole('button', { name: 'Canjear' }).click()
    return dialog
  }
})

/** Runs in a page: signs each person in and redeems their code, some at a time; returns the statuses. */
async function redeemAll({ pairs, password }: { pairs: { loginid: string; code: string }[]; password: string }) {
  const post = (path: string, body: unknown, token = '') =>
    fetch(`/api${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const agreement = { accepted: true, typed: 'I agree', opened: true }
  const redeem = async ({ loginid, code }: (typeof pairs)[number]) => {
    const { token } = await (await post('/user/login', { loginid, password })).json()
    return (await post('/authorizationKeys/redeemKey', { code, agreement }, token)).status
  }
  const done: number[] = []
  for (let index = 0; index < pairs.length; index += 7)
    done.push(...(await Promise.all(pairs.slice(index, index + 7).map(redeem))))
  return done
}

describe('a student of the default organization', { timeout: 180_000 }, () => {
  test('buys a course as a guest and approves it at PayPal', async () => {
    await visit(buyer, site.origin + offerOf(offered.spanish))
    await fillStudent(buyer, rosa)
    await buyer.getByRole('radio', { name: 'PayPal' }).check()
    await Promise.all([buyer.waitForURL('**/dev/paypal/**'), button(buyer, /^Continue to PayPal/).click()])
    await Promise.all([buyer.waitForURL('**/checkout/success/*'), button(buyer, 'Approve and pay').click()])
    expect(await main(buyer)).toContain('$24.95')
    expect((await ledgerOf('paypal')).captures).toMatchObject([{ amount_cents: 2495 }])
  })

  test('pays the next one by card, which is offered at the following one', async () => {
    await visit(buyer, site.origin + offerOf(offered.improvement))
    await agree(buyer)
    await buyer.getByRole('radio', { name: 'Credit Card' }).check()
    await typeCard(buyer)
    await buyer.getByLabel('Save this card for future use').check()
    await pay(buyer)
    const savedCards = () => site.database.read`
      select from checkout.payment_profile join identity.person using (user_id) where email = ${rosa.email}`
    await expect.poll(savedCards, { timeout: 60_000 }).toHaveLength(1)
    await visit(buyer, site.origin + offerOf(offered.teen))
    await agree(buyer)
    await fillRules(buyer, { dob: '05/20/2010', typed: 'I agree' })
    expect(await buyer.getByRole('radio', { name: 'Credit Card ending in 1111' }).isChecked()).toBe(true)
    await payAsMinor(buyer)
    await buyer.waitForURL('**/checkout/success/*')
    expect(await main(buyer)).toContain('$34.95')
  })

  test('removes the saved card in the settings', async () => {
    await visit(buyer, `${site.origin}/settings/cards`)
    await buyer.getByText('Visa ending in 1111').first().waitFor()
    await buyer.getByRole('button', { name: /^Remove/ }).click()
    await follow(buyer, () =>
      buyer
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Remove/ })
        .click(),
    )
    await buyer.getByText('No saved cards.').waitFor()
  })

  test('is charged a fee by staff and pays it with Pay Now on the dashboard', async () => {
    await signIn(desk, site.origin, 'admin@example.com', `/manage/students?search=${rosa.email}`)
    const row = desk.getByRole('row', { name: /Quintero/ })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await follow(desk, () => row.getByRole('link', { name: 'Charge' }).click())
    await follow(desk, () => desk.getByRole('link', { name: 'Fee' }).click())
    await desk.getByLabel('What the fee is for').fill('Replacement certificate')
    await desk.getByLabel('Amount in US dollars').fill('12.34')
    await follow(desk, () => button(desk, 'Charge the student').click())
    await visit(buyer, `${site.origin}/dashboard`)
    await follow(buyer, () => buyer.getByRole('link', { name: 'Pay Now: Replacement certificate' }).click())
    await typeCard(buyer)
    expect(await payButton(buyer).innerText()).toBe('Pay $12.34')
    await pay(buyer)
    expect(await main(buyer)).toMatch(/Replacement certificate[\s\S]*\$12\.34/)
  })
})

describe('final state', { timeout: 180_000 }, () => {
  test('the books agree with the gateway, with PayPal and with themselves', async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: site.url, BASE_URL: site.origin }
    const script = resolve(import.meta.dirname, '../../web/commands/waypost.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'reconcile'], { env })
    expect(stdout.trim()).toBe('the books agree')
    const wallet = { provider: 'paypal', ...(await ledgerOf('paypal')) } as const
    expect(await reconcile(site.database.read, wallet)).toEqual([])
  })

  test('the browsers reported no errors', () => {
    expect(problems.flat()).toEqual([])
  })
})
