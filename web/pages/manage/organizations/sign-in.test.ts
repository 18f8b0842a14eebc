import { afterAll, describe, expect, it } from 'vitest'
import { startOpenidSimulator } from '#simulators/openid/simulator.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'

const openidSimulator = await startOpenidSimulator()
afterAll(openidSimulator.close)
const app = await openTestApp()
const { read } = app.database
const [row] = await read<{ organization_id: number }>`
  select organization_id from identity.organization where default_ind`
const admin = await app.as(await app.userId('admin@example.com'))
const path = `/manage/organization/${row!.organization_id}/sign-in`
const form = {
  action: 'save',
  name: 'Fleet & Sons',
  ...openidSimulator.config,
  external_id_claim: 'sub',
  given_name_claim: 'given_name',
  family_name_claim: 'family_name',
  email_domains: 'fleet.example\nFleet.example, depot.example',
  creates_students: 'on',
  enabled: 'on',
}
const rosa = { sub: 'E-1', email: 'rosa@fleet.example', given_name: 'Rosa', family_name: 'Medina' }

/** Follows the button of the sign-in page to the provider and back. */
async function signIn(browser: Client, person: Record<string, string> = rosa, start = '/login/organization') {
  const away = (await browser.visit(start)).headers.get('location')!
  expect(away).toMatch(`${openidSimulator.url}/authorize?`)
  const response = await fetch(`${away}&${new URLSearchParams(person)}`, { redirect: 'manual' })
  const back = new URL(response.headers.get('location')!)
  expect(back.origin).toBe('http://localhost:3000')
  return browser.visit(back.pathname + back.search)
}
const afterwards = async (browser: Client) => (await browser.visit('/login')).text

describe("the page of an organization's sign-in provider", () => {
  it('saves and tests the provider, whose button is then on the sign-in page', async () => {
    expect((await admin.visit(path)).text).toContain('http://localhost:3000/login/organization/callback')
    expect(await afterwards(app.visitor())).not.toContain('/login/organization')
    expect((await app.visitor().visit('/login/organization')).headers.get('location')).toBe('/login')
    expect((await admin.visit(path, form)).status).toBe(303)
    const html = (await admin.visit(path)).text
    expect(html).toContain('fleet.example\ndepot.example</textarea>')
    expect(html).not.toContain(openidSimulator.config.client_secret)
    expect((await admin.visit(path, { action: 'test' })).status).toBe(303)
    expect((await admin.visit(path)).text).toContain('The connection works. The provider has 1 signing key.')
    const login = await app.visitor().visit('/login?redirect=%2Fcheckout')
    expect(login.text).toContain('href="/login/organization?redirect=%2Fcheckout"')
    expect(login.text).toContain('Continue with Fleet &amp; Sons')
  })

  it('shows what is wrong at its field, without the secret', async () => {
    const domain = await admin.visit(path, { ...form, email_domains: 'fleet.example x' })
    expect(domain.text).toContain('Enter a domain, such as example.com.')
    expect(domain.text).not.toContain(openidSimulator.config.client_secret)
    const other = await admin.visit(path, { ...form, issuer: 'https://login.example.com', client_secret: '' })
    expect(other.text).toContain('A new issuer or client ID needs its own.')
  })

  it('is for Admins, in their organizations', async () => {
    const instructor = await app.as(await app.userId('instructor@example.com'))
    expect((await instructor.visit(path)).status).toBe(302)
    expect((await instructor.visit(path, { ...form, name: 'Taken over' })).status).toBe(302)
    expect(await read`select name from identity.sign_in_provider`).toEqual([{ name: 'Fleet & Sons' }])
    expect((await admin.visit('/manage/organization/999999/sign-in')).headers.get('location')).toBe('/404')
    expect((await app.visitor().visit(path)).status).toBe(302)
  })
})

describe('the way through the provider', () => {
  it('leads to the page that was asked for, with a session, and uses up the cookie', async () => {
    const browser = app.visitor()
    const arrived = await signIn(browser, rosa, '/login/organization?redirect=%2Fsettings')
    expect([arrived.status, arrived.headers.get('location')]).toEqual([302, '/settings'])
    expect(browser.cookies()).toContain('waypost=')
    expect(browser.cookies()).not.toContain('waypost-oauth=')
    expect((await browser.get('/user/getCurrentUser')).body.user).toMatchObject({
      loginid: rosa.email,
      role: 'Student',
    })
    expect((await browser.visit('/settings?tab=security')).text).toContain('the sign-in of your organization')
  })

  it('leads back to the sign-in page with a sentence, and opens no session', async () => {
    const browser = app.visitor()
    const response = await signIn(browser, { ...rosa, sub: 'E-9', email: 'admin@elsewhere.example' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login'])
    expect(await afterwards(browser)).toContain('confirm your email address')
    expect(browser.cookies()).not.toContain('waypost=')
    const refusedResponse = await browser.visit('/login/organization/callback?error=access_denied&state=.x')
    expect(refusedResponse.headers.get('location')).toBe('/login')
    openidSimulator.script.replace.set('/token', { status: 500, body: '' })
    await signIn(browser)
    openidSimulator.script.replace.clear()
    expect(await afterwards(browser)).toContain('reach the other service right now')
  })

  it('connects the account of staff from their settings, and signs them in from then on', async () => {
    const person = { sub: 'S-1', email: 'admin@example.com' }
    const browser = app.visitor()
    await signIn(browser, person)
    expect(await afterwards(browser)).toContain('confirm your email address')
    const connected = await signIn(admin, person, '/login/organization?link=1&redirect=%2Fsettings')
    expect(connected.headers.get('location')).toBe('/settings')
    const secondClient = app.visitor()
    expect((await signIn(secondClient, person)).headers.get('location')).not.toBe('/login')
    expect((await secondClient.get('/user/getCurrentUser')).body.user.role).toBe('Admin')
  })
})
