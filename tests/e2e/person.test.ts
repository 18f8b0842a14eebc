import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { generateSync } from 'otplib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { follow, visit } from './support/student.ts'

/**
 * A person's life from sign-up until staff disable them: the first half in English, the second in Spanish, on a phone.
 */
const password = 'Long-Road-Home-77'
const rosa = { first_name: 'Rosa', last_name: 'Quintero', email: 'rosa@example.com' }
const second = { first_name: 'Rosa', last_name: 'Segunda', email: 'rosa.two@example.com' }

let site: Site
let browser: Browser
let page: Page
let problems: string[]
let desk: Page
let complained: string[]
let secret: string
let user_id: number

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
  page = await newPage(phone)
  problems = complaints(page)
  desk = await newPage(desktop)
  complained = complaints(desk)
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function newPage(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/** A code that the server hasn't seen: its clock moves to the next half minute. */
async function nextCode(): Promise<string> {
  await site.moveClock(30_000)
  const [row] = await site.database.read<{
    epoch: number
  }>`select floor(extract(epoch from platform.now()))::int as epoch`
  return generateSync({ secret, epoch: row!.epoch })
}

const idOf = async (loginid: string): Promise<number> => {
  const [row] = await site.database.read<{ user_id: number }>`
    select user_id from identity.person where loginid = ${loginid}`
  return row!.user_id
}
const pathOf = (target: Page) => new URL(target.url()).pathname
const open = (path: string) => visit(page, site.origin + path)
const button = (name: string | RegExp, target = page) => target.getByRole('button', { name, exact: true })

async function signUp(target: Page, person: typeof rosa): Promise<void> {
  await visit(target, `${site.origin}/signup`)
  for (const [name, text] of Object.entries({ ...person, password, confirmPassword: password }))
    await target.locator(`[name=${name}]`).fill(text)
  await target.locator('[name=agreeTerms]').check()
  await follow(target, () => button('Create an account', target).click())
}

/** Other ways to sign in can be added only with a confirmed address. */
async function confirmAddress(target: Page, { email }: typeof rosa): Promise<void> {
  await visit(target, `${site.origin}/settings?tab=security`)
  await follow(target, () => button('Send confirmation link', target).click())
  const link = async () => {
    const texts = (await site.emails(email)).map(({ text }) => text)
    return /https?:\S+\/confirm-email\?token=[\w-]+/.exec(texts.join('\n'))?.[0]
  }
  await expect.poll(link, { timeout: 60_000, interval: 250 }).toBeDefined()
  // The link leads to the organization's own host. The session belongs to the bare host, which serves the same
  // organization.
  const { pathname, search } = new URL((await link())!)
  await visit(target, site.origin + pathname + search)
  await follow(target, () => button('Confirm email', target).click())
  await target.getByText('Your email address is confirmed.').waitFor()
}

describe('a person, in English', () => {
  test('signs up, and has an older account', async () => {
    const other = await newPage(phone)
    await signUp(other, second)
    await confirmAddress(other, second)
    await other.context().close()
    await signUp(page, rosa)
    expect(pathOf(page)).toBe('/about')
    user_id = await idOf(rosa.email)
  })

  test('confirms the email address with the emailed link', () => confirmAddress(page, rosa))

  test("turns on the second factor with an app's code", async () => {
    await open('/settings?tab=two-factor')
    await button('Set up').click()
    secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Code', { exact: true }).fill(await nextCode())
    await button('Confirm').click()
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10)
    await button("I've saved my codes").click()
    await page.getByText('Recovery codes left: 10').waitFor()
  })

  test('adds a passkey', async () => {
    await addAuthenticator(page)
    await page.getByLabel('Name', { exact: true }).fill('Phone')
    await button('Add passkey').click()
    await page.getByText('Passkey added.').waitFor()
    await page.getByRole('listitem').getByText('Phone', { exact: true }).waitFor()
  })

  test('links the other account with its password', async () => {
    await open('/settings?tab=linked')
    await button('Link Account').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email of the other account').fill(second.email)
    await dialog.getByLabel('Password of the other account', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Link Account' }).click()
    await page.getByText('Rosa Segunda').waitFor()
  })
})

describe('the same person, in Spanish', () => {
  test('switches to the other account', async () => {
    await page.context().addCookies([{ name: 'locale', value: 'es-es', url: site.origin }])
    await open('/settings?tab=linked')
    await follow(page, () => button('Cambiar a Rosa Segunda').click())
    expect(pathOf(page)).toBe('/dashboard')
    expect(await signedInAs()).toBe(second.email)
  })

  test('links back: requires a proof of this account and the code of the first', async () => {
    await open('/settings?tab=linked')
    await button('Vincular cuenta').click()
    const dialog = page.getByRole('dialog', { name: 'Vincular cuenta' })
    await dialog.getByLabel('Correo electrónico de la otra cuenta').fill(rosa.email)
    await dialog.getByLabel('Contraseña de la otra cuenta', { exact: true }).fill(password)
    const link = () => dialog.getByRole('button', { name: 'Vincular cuenta' }).click()
    await link()
    const proofDialog = page.getByRole('dialog', { name: 'Confirme su identidad' })
    await proofDialog.getByLabel('Contraseña', { exact: true }).fill(password)
    await proofDialog.getByRole('button', { name: 'Confirmar' }).click()
    await dialog.getByLabel('Código de su aplicación de autenticación').fill(await nextCode())
    await link()
    await page.getByText('Rosa Quintero').waitFor()
  })

  test('switches back', async () => {
    await follow(page, () => button('Cambiar a Rosa Quintero').click())
    expect(pathOf(page)).toBe('/dashboard')
    expect(await signedInAs()).toBe(rosa.email)
  })
})

describe('an Admin at a desk', () => {
  test('views as the person, and cannot buy in their name', async () => {
    await visit(desk, `${site.origin}/login?redirect=/manage/view-as/${user_id}`)
    await desk.getByLabel('Username').fill('admin@example.com')
    await desk.getByLabel('Password', { exact: true }).fill(demoPassword)
    await follow(desk, () => button('Sign in', desk).click())
    await desk.getByLabel('Reason').fill('A call about the dashboard')
    await follow(desk, () => button('View as Rosa Quintero', desk).click())
    expect(pathOf(desk)).toBe('/dashboard')
    await desk.getByText('Viewing as Rosa Quintero').waitFor()

    await visit(desk, `${site.origin}/courses/search`)
    await follow(desk, () => desk.getByRole('link', { name: 'Basic Driver Improvement' }).first().click())
    await follow(desk, () => button('Add to cart', desk).click())
    await desk.getByText("You can't do this while viewing as someone else.").waitFor()
    expect(await site.database.read`select from checkout.cart where user_id = ${user_id}`).toHaveLength(0)
    await follow(desk, () => button('Exit', desk).click())
    expect(await desk.getByText('Viewing as').count()).toBe(0)
  })

  test('disables the person, who is signed out at the next request', async () => {
    await open('/dashboard')
    expect(pathOf(page)).toBe('/dashboard')
    await visit(desk, `${site.origin}/manage/students?search=${rosa.email}`)
    const row = desk.getByRole('row', { name: /Quintero/ })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await row.getByRole('button', { name: 'Disable' }).click()
    const question = desk.getByRole('dialog', { name: 'Disable this account?' })
    await question.getByLabel('Reason').fill('Shared the account.')
    await question.getByRole('button', { name: 'Disable' }).click()
    await expect.poll(statusOf).toBe(2)
    await page.goto(`${site.origin}/dashboard`)
    expect(pathOf(page)).toBe('/login')
  })

  test('reads everything in the event history', async () => {
    await visit(desk, `${site.origin}/manage/event-history/user/${user_id}?limit=100`)
    const history = await desk.locator('main').innerText()
    for (const sentence of [
      'The account was created at sign-up.',
      'Two-factor authentication was turned on.',
      'A passkey was added.',
      'An account was linked.',
      'Switched to a linked account.',
      'Staff started viewing as this person.',
      'An action was refused while staff viewed as this person.',
      'Staff stopped viewing as this person.',
      'The account was disabled.',
      'Shared the account.',
    ])
      expect(history).toContain(sentence)
  })

  test('the chain of the audit log is valid', async () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: site.url }
    const script = resolve(import.meta.dirname, '../../web/commands/waypost.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'verify', '--seal'], { env })
    expect(stdout).toMatch(/^ok +organization 1: \d{2,} events/m)
    expect(stdout).not.toContain('BROKEN')
  })

  test('the browsers reported no errors', () => {
    expect([...problems, ...complained]).toEqual([])
  })
})

const signedInAs = () =>
  page.evaluate(async () => (await (await fetch('/api/user/getCurrentUser')).json()).user.email as string)

async function statusOf(): Promise<number> {
  const [row] = await site.database.read<{ lk_user_status_id: number }>`
    select lk_user_status_id from identity.person where user_id = ${user_id}`
  return row!.lk_user_status_id
}
