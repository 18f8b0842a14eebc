import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { type HumanCheck, humanCheck, identityErrors } from '#modules/identity/index.ts'
import { findInvitationEmail } from '#modules/identity/invitations/invitation.sql.ts'
import { inviteInstructor } from '#modules/identity/invitations/invite-instructor.ts'
import { makeSignInLinks } from '#modules/identity/sign-in-link/make-sign-in-links.ts'
import { sealAddress } from '#modules/identity/sign-in-link/sealed-address.ts'
import { openSocialProviders } from '#modules/identity/social/open-providers.ts'
import { socialProviders } from '#modules/identity/social/provider.ts'
import { makeOrderCode } from '#modules/identity/storefront/order-code.ts'
import { openShopify } from '#modules/identity/storefront/shopify.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import type { Actor } from '#platform/actor.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import type { Locale } from '#platform/texts.ts'
import type { FrameContent } from '#platform/web/frame.ts'
import { pageRoutes } from '#platform/web/pages.ts'
import { startSocialSimulator } from '#simulators/social/simulator.ts'
import { startStorefrontSimulator } from '#simulators/storefront/simulator.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { Document } from '#web/layouts/document.tsx'
import { pages } from '#web/pages.ts'

const socialSimulator = await startSocialSimulator()
const { simulator, config, close } = await startStorefrontSimulator('AAA')
const shop = openShopify(config)
afterAll(() => Promise.all([socialSimulator.close(), close()]))
const check: HumanCheck = {
  site: { site_key: 'key', script: 'https://www.google.com/recaptcha/enterprise.js', enterprise: true },
  async require(_ctx, { token }) {
    if (token !== 'human') throw identityErrors.notHuman()
    return null
  },
  bind: async () => {},
  reportOutcome: async () => {},
}
const ports = fillPorts(
  [socialProviders, openSocialProviders(socialSimulator.config)],
  [storefronts, [shop]],
  [humanCheck, check],
)
const site = await openTestSite(ports)
const content: FrameContent = {
  brand: { name: 'Alpha', logo: null, color: null },
  user: null,
  viewing_as: null,
  notifications: { total: 0, list: [] },
  notices: { shown: [], ids: [] },
  banner: null,
  drawer: [],
  support: { phone: null, email: null, hours: '', href: null },
}

/** A browser without scripts: it keeps cookies and does not follow redirects. */
function openBrowser({ locale = 'en-us', code = 'AAA' }: { locale?: Locale; code?: string } = {}) {
  const jar = new Map<string, string>()
  const actor = async (): Promise<Actor> =>
    (await site.whois(jar.get('waypost') ?? '', code))?.actor ?? { kind: 'anonymous' }
  // All of them are loaded, because the address of a page depends on the others.
  const app = new Hono().route(
    '/',
    pageRoutes(pages, {
      document: Document,
      makeCtx: async () => site.visit({ code, actor: await actor(), locale }),
      frame: async () => content,
      failed: (c, _ctx, error) => c.text(String(error), 500),
    }),
  )
  async function visit(path: string, form?: Record<string, string>, overrides: Record<string, string> = {}) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const body = form && new URLSearchParams(form)
    const response = await app.request(new URL(path, 'http://localhost').href, {
      method: form ? 'POST' : 'GET',
      headers: { cookie, ...overrides },
      ...(body && { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    const html = (await response.text()).replaceAll('&#x27;', "'")
    return { status: response.status, to: response.headers.get('location') ?? '', html, headers: response.headers }
  }
  return { visit, jar, signedIn: async () => (await actor()).kind === 'user' }
}

/** The provider's page after someone has chosen a person. */
async function choose(href: string, person: Record<string, string>): Promise<string> {
  const response = await fetch(`${href}&${new URLSearchParams(person)}`, { redirect: 'manual' })
  return response.headers.get('location')!
}
const flashOf = (jar: Map<string, string>) => decodeURIComponent(jar.get('flash') ?? '')

test('sign-in and sign-up offer the configured providers as links, in both languages', async () => {
  for (const path of ['/login', '/signup']) {
    const { html } = await openBrowser().visit(`${path}?redirect=/checkout`)
    for (const name of ['google', 'facebook', 'order'])
      expect(html).toContain(`href="/login/${name}?redirect=%2Fcheckout"`)
    expect((await openBrowser({ locale: 'es-es' }).visit(path)).html).toContain('Continuar con Google')
    // The shop belongs to another organization.
    expect((await openBrowser({ code: 'CCC' }).visit(path)).html).not.toContain('/login/order')
  }
  expect((await openBrowser({ code: 'CCC' }).visit('/login/order')).to).toBe('/404')
})

test.each(['google', 'facebook'])(
  'without scripts the visitor goes to %s, chooses an account, and returns to the requested page',
  async (name) => {
    const browser = openBrowser()
    const start = await browser.visit(`/login/${name}?redirect=/checkout`)
    expect(start.status).toBe(302)
    const person = { sub: name === 'google' ? '31' : '32', email: `${name}@example.com`, given_name: 'Ana' }
    const back = await choose(start.to, person)
    const response = await browser.visit(back)
    expect([response.status, response.to, await browser.signedIn()]).toEqual([302, '/checkout', true])
    expect(browser.jar.has('waypost-oauth')).toBe(false)
    expect((await openBrowser().visit(back)).to).toBe('/login')
  },
)

test('a person who returns without finishing is at the sign-in page', async () => {
  const browser = openBrowser()
  expect((await browser.visit('/login/google/callback?code=x&state=.x')).to).toBe('/login')
  expect(flashOf(browser.jar)).toContain('Please login again to acces your account')
  const other = openBrowser()
  expect((await other.visit('/login/google/callback?error=access_denied&state=.x')).to).toBe('/login')
  expect(other.jar.has('flash')).toBe(false)
  expect(await browser.signedIn()).toBe(false)
})

test('a return for another site is forwarded there, and nowhere else', async () => {
  const path = '/login/google/callback?code=x&state='
  expect((await openBrowser().visit(`${path}BBB.x`)).to).toBe(`http://bbb.localhost${path}BBB.x`)
  expect((await openBrowser().visit(`${path}evil.example.x`)).to).toBe('/login')
})

test('a signed-in person connects a provider in the same way, with a recent proof', async () => {
  const student = await site.addPerson()
  const browser = openBrowser()
  expect((await browser.visit('/login/google?link=1')).to).toContain('/login?redirect=')
  browser.jar.set('waypost', (await site.signIn(student)).token)
  const start = await browser.visit('/login/google?link=1&redirect=/settings')
  const back = await choose(start.to, { sub: '41', email: 'other@example.com' })
  expect((await browser.visit(back)).to).toBe('/settings')
  expect(flashOf(browser.jar)).toContain('Connected.')
  const [link] = await site.database.read<{ subject: string }>`
    select subject from identity.social_account where user_id = ${student.user_id}`
  expect(link?.subject).toBe('41')
  const crossSite = await browser.visit('/login/facebook?link=1', undefined, { 'sec-fetch-site': 'cross-site' })
  expect(crossSite.to).toBe('/settings')
  await site.database.read`update identity.session set proved_at = null where user_id = ${student.user_id}`
  expect((await browser.visit('/login/facebook?link=1')).to).toBe('/dashboard')
})

test('without scripts signing in with an order takes two steps; the address never contains the input', async () => {
  const boughtOrder = simulator.place({ email: 'olivia@example.com' })
  const browser = openBrowser()
  const reply = await browser.visit('/login/order', { shopify_order_id: '', email: 'nowhere' })
  expect(reply.html).toContain('Enter your order number.')
  const response = await browser.visit('/login/order', {
    shopify_order_id: `#${boughtOrder.number}`,
    email: boughtOrder.email,
  })
  expect([response.status, response.to]).toEqual([303, '/login/order'])
  const { html } = await browser.visit('/login/order')
  expect(html).toContain("we'll send a code to that address")
  expect(html).toContain('autoComplete="one-time-code"')
  const { data } = site.facts.findLast(({ fact }) => fact === 'identity.storefront_code_asked')!
  const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  const email = await makeOrderCode(job, data.storefront_request_id as number)
  expect((await browser.visit('/login/order', { code: '1' })).html).toContain("This code isn't right or has expired.")
  const done = await browser.visit('/login/order', { code: email!.code })
  expect([done.status, done.to, await browser.signedIn()]).toEqual([303, '/dashboard', true])
  expect(browser.jar.has('waypost-order')).toBe(false)
})

test('another order can be entered', async () => {
  const browser = openBrowser({ locale: 'es-es' })
  await browser.visit('/login/order', { shopify_order_id: '1', email: 'a@example.com' })
  expect((await browser.visit('/login/order')).html).toContain('Escriba los 8 dígitos')
  await browser.visit('/login/order', { again: '1' })
  expect((await browser.visit('/login/order')).html).toContain('Número de pedido')
})

test('an invitation is accepted by a plain form; its address is not leaked to other sites', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const { invitation_id } = await inviteInstructor.run(ctx, { email: 'teacher@example.com', first_name: 'Tia' })
  const address = `/invitation/instructor?token=${(await findInvitationEmail(ctx, invitation_id))!.token}`
  const browser = openBrowser()
  const { html, headers } = await browser.visit(address)
  expect(html).toContain('Accept Invitation')
  expect(html).toContain('value="teacher@example.com"')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  const form = { first_name: 'Tia', last_name: 'Teacher', loginid: 'tia', password: 'short', confirmPassword: 'short' }
  const page = await browser.visit(address, form)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([422, 'no-referrer'])
  expect(page.html).toContain('Minimum Length 14')
  const validForm = { password: 'Merge-With-Care-77!', confirmPassword: 'Merge-With-Care-77!' }
  expect((await browser.visit(address, { ...form, ...validForm })).to).toBe('/manage/home')
  expect(await browser.signedIn()).toBe(true)
  expect((await openBrowser({ locale: 'es-es' }).visit(address)).html).toContain('Esta invitación venció')
})

test('the captcha of sign-in appears after failed tries, and with it the correct password works', async () => {
  const { loginid } = await site.addPerson({ role: 'Student' })
  const { visit, signedIn } = openBrowser()
  const before = await visit('/login')
  expect(before.html).not.toContain('security/human-check')
  expect(before.headers.get('content-security-policy')).not.toContain('recaptcha')
  for (let tries = 0; tries < 5; tries++) await visit('/login', { loginid, password: 'Wrong-Of-Way-2026!' })
  const response = await visit('/login', { loginid, password })
  expect(response.status).toBe(429)
  expect(response.html).toContain('security/human-check')
  expect(response.headers.get('content-security-policy')).toContain('https://www.google.com/recaptcha/')
  const robot = await visit('/login', { loginid, password, captcha: 'robot' })
  expect(robot.html).toContain('security/human-check')
  expect(await signedIn()).toBe(false)
  expect((await visit('/login', { loginid, password, captcha: 'human' })).status).toBe(303)
  expect(await signedIn()).toBe(true)
})

test('without scripts a link by email signs in and continues where the person wanted to go', async () => {
  const student = await site.addPerson()
  const browser = openBrowser()
  expect((await browser.visit('/login?redirect=/checkout')).html).toContain('href="/login/link?redirect=%2Fcheckout"')
  expect((await browser.visit('/login/link', { email: 'nowhere' })).status).toBe(422)
  const requested = await browser.visit('/login/link?redirect=/checkout', { email: student.loginid })
  expect([requested.status, requested.to]).toEqual([303, '/login/link?redirect=%2Fcheckout'])
  expect((await browser.visit(requested.to)).html).toContain('autoComplete="one-time-code"')
  const links = await listLinks()
  const address = `/login/link/open?token=${links[0]!.token}`
  const otherResponse = await openBrowser({ locale: 'es-es' }).visit(address)
  expect(otherResponse.html).toContain('Este enlace funciona solo en el navegador donde lo solicitó.')
  const opened = await browser.visit(address)
  expect(opened.html).toContain(`Press the button to sign in as ${student.loginid}.`)
  expect([opened.headers.get('referrer-policy'), await browser.signedIn()]).toEqual(['no-referrer', false])
  const response = await browser.visit(address, {})
  expect([response.status, response.to, await browser.signedIn()]).toEqual([303, '/checkout', true])
  expect(browser.jar.has('waypost-link')).toBe(false)
  expect((await openBrowser().visit(address)).html).toContain('This link was already used.')
})

test("a receipt's link fills in its buyer's address, and leads to the course after sign-in; a forged one fills in nothing", async () => {
  const student = await site.addPerson()
  const ciphertext = sealAddress(await site.visit(), student.loginid)
  const linkFor = (address: string) => `/login/link?for=${address}&redirect=%2Fcourse%2F7`
  const browser = openBrowser()
  expect((await browser.visit(linkFor(ciphertext))).html).toContain(`value="${student.loginid}"`)
  const forgedCiphertext = `${ciphertext.slice(0, -2)}${ciphertext.endsWith('AA') ? 'BB' : 'AA'}`
  for (const invalidValue of [forgedCiphertext, 'x', 'A'.repeat(1_001)])
    expect((await openBrowser().visit(linkFor(invalidValue))).html).not.toContain(student.loginid)
  await browser.visit(linkFor(ciphertext), { email: student.loginid })
  const [link] = await listLinks()
  expect((await browser.visit('/login/link?redirect=%2Fcourse%2F7', { code: link!.code })).to).toBe('/course/7')
  // The same browser needs no other link.
  expect((await browser.visit(linkFor(ciphertext))).to).toBe('/course/7')
})

test('without scripts the emailed code signs in where the link was requested', async () => {
  const student = await site.addPerson()
  const browser = openBrowser()
  await browser.visit('/login/link', { email: student.loginid })
  expect((await browser.visit('/login/link', { code: '1' })).html).toContain("This code isn't right or has expired.")
  const [link] = await listLinks()
  expect((await browser.visit('/login/link', { code: link!.code })).to).toBe('/dashboard')
  expect(await browser.signedIn()).toBe(true)
})

async function listLinks() {
  const { data } = site.facts.findLast(({ fact }) => fact === 'identity.sign_in_link_asked')!
  const job = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  const signInLinks = await makeSignInLinks(job, data.sign_in_link_request_id as number)
  return signInLinks!.links as { token: string; code: string }[]
}
