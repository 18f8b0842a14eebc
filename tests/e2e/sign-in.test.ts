import { generateSync } from 'otplib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { hashReference, newReference } from '#modules/identity/sessions/reference.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { violations } from './support/axe.ts'
import { complaints, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { follow, visit } from './support/student.ts'

const loginid = 'student@example.com'

let site: Site
let browser: Browser
let secret: string

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function newPage(locale: 'en-us' | 'es-es'): Promise<{ page: Page; context: BrowserContext; heard: string[] }> {
  const context = await browser.newContext(phone)
  context.setDefaultTimeout(20_000)
  await context.addCookies([{ name: 'locale', value: locale, url: site.origin }])
  const page = await context.newPage()
  return { page, context, heard: complaints(page) }
}

/** Presses Tab until the element of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    const focused = await page.evaluate(() => {
      const focused = document.activeElement as HTMLInputElement
      return focused === document.body ? '' : (focused.labels?.[0] ?? focused).textContent.trim()
    })
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${name}`)
}

async function nextCode(): Promise<string> {
  await site.database.read`update identity.totp set last_step = 0`
  const [row] = await site.database.read<{ epoch: number }>`
    select floor(extract(epoch from platform.now()))::int as epoch`
  return generateSync({ secret, epoch: row!.epoch })
}

async function typeSignIn(page: Page, words: { username: string; password: string }): Promise<void> {
  await tabTo(page, words.username)
  await page.keyboard.type(loginid)
  await tabTo(page, words.password)
  await page.keyboard.type(demoPassword)
  await follow(page, () => page.keyboard.press('Enter'))
}

const pathOf = (page: Page) => new URL(page.url()).pathname

describe('signing in by keyboard alone, on a phone', () => {
  test('by password without a second factor, in English', async () => {
    const { page, heard } = await newPage('en-us')
    await visit(page, `${site.origin}/login`)
    expect(await violations(page)).toEqual([])
    await typeSignIn(page, { username: 'Username', password: 'Password' })
    expect(pathOf(page)).toBe('/dashboard')
    expect(heard).toEqual([])
    // The second factor is turned on through the calls that the account screen makes.
    const call = (path: string, body: object) =>
      page.evaluate(
        async ([path, body]) => {
          const headers = { 'content-type': 'application/json' }
          const response = await fetch(path as string, { method: 'POST', headers, body: JSON.stringify(body) })
          return response.json()
        },
        [path, body] as const,
      )
    secret = (await call('/api/user/start2fa', {})).secret
    expect(await call('/api/user/save2fa', { token: await nextCode() })).toMatchObject({ tfa_enabled: true })
  })

  test('by password and code, in Spanish', async () => {
    const { page, heard } = await newPage('es-es')
    await visit(page, `${site.origin}/login?redirect=/about`)
    await typeSignIn(page, { username: 'Nombre de usuario', password: 'Contraseña' })
    expect(pathOf(page)).toBe('/login/code')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Confirme su identidad')
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('000000')
    await follow(page, () => page.keyboard.press('Enter'))
    await page.getByText('Este código no es correcto').waitFor()
    await tabTo(page, 'Código')
    await page.keyboard.type(await nextCode())
    await follow(page, () => page.keyboard.press('Enter'))
    expect(pathOf(page)).toBe('/about')
    expect(heard).toEqual([])
  })

  test('by a passkey instead of the code, and by the passkey offered by the browser', async () => {
    const { page, context, heard } = await newPage('en-us')
    const touch = await addAuthenticator(page)
    await touch(false)
    await visit(page, `${site.origin}/login`)
    await typeSignIn(page, { username: 'Username', password: 'Password' })
    await page.keyboard.type(await nextCode())
    await follow(page, () => page.keyboard.press('Enter'))
    await touch(true)
    await addPasskey(page)

    await touch(false)
    await context.clearCookies({ name: 'waypost' })
    await visit(page, `${site.origin}/login?redirect=/about`)
    await typeSignIn(page, { username: 'Username', password: 'Password' })
    expect(pathOf(page)).toBe('/login/code')
    await touch(true)
    await tabTo(page, 'Use a passkey')
    await follow(page, () => page.keyboard.press('Enter'))
    expect(pathOf(page)).toBe('/about')

    // A touch answers the passkey request of the login ID field: nothing is typed at all.
    await context.clearCookies({ name: 'waypost' })
    await page.goto(`${site.origin}/login?redirect=/dashboard`)
    await page.waitForURL('**/dashboard')
    expect(heard).toEqual([])
  })
})

// Its page sends no referrer, and browsers then send its form with the origin 'null'.
test('the link of an email sets a password in a browser', async () => {
  const { page, heard } = await newPage('en-us')
  const token = newReference()
  await site.database.read`
    insert into identity.password_reset (token_hash, user_id, organization_id, created_at, expires_at)
    select ${hashReference(token)}, user_id, organization_id, platform.now(), platform.now() + interval '30 minutes'
    from identity.person where loginid = 'instructor@example.com'`
  await visit(page, `${site.origin}/change-password?token=${token}`)
  for (const name of ['newPassword', 'confirmPassword'])
    await page.locator(`[name=${name}]`).fill('Merge-With-Care-77!')
  await follow(page, () => page.keyboard.press('Enter'))
  expect(pathOf(page)).toBe('/manage/home')
  expect(heard).toEqual([])
})

/** Adds a passkey as the account screen does, with the browser's own JSON forms. */
async function addPasskey(page: Page): Promise<void> {
  const answer = await page.evaluate(async () => {
    const post = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`/api/user/passkey/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const { options } = await post('startRegistration', {})
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const publicKeyCredential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const { id, rawId, type, response, clientExtensionResults } =
      publicKeyCredential.toJSON() as RegistrationResponseJSON
    const { clientDataJSON, attestationObject, transports } = response
    const credential = { id, rawId, type, clientExtensionResults }
    return post('register', {
      name: 'Test',
      response: { ...credential, response: { clientDataJSON, attestationObject, transports } },
    })
  })
  expect(answer).toMatchObject({ error: false })
}
