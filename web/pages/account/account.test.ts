import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { insertResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { readCookie } from '#modules/identity/entry.ts'
import type { Actor } from '#platform/actor.ts'
import type { Locale } from '#platform/texts.ts'
import type { FrameContent } from '#platform/web/frame.ts'
import { pageRoutes } from '#platform/web/pages.ts'
import { openTestSite, password } from '#tests/fixtures/identity/site.ts'
import { Document } from '#web/layouts/document.tsx'
import about from './about.page.tsx'
import changePassword from './change-password.page.tsx'
import instructions from './change-password-instructions.page.tsx'
import forgotPassword from './forgot-password.page.tsx'
import language from './language.page.tsx'
import login from './login.page.tsx'
import logout from './logout.page.tsx'
import signup from './signup.page.tsx'

const site = await openTestSite()
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
const pages = [about, changePassword, instructions, forgotPassword, language, login, logout, signup]

/** The account pages in one browser; a response's cookie is sent with the next request. */
function openBrowser(locale: Locale = 'en-us') {
  let actor: Actor = { kind: 'anonymous' }
  const app = new Hono().route(
    '/',
    pageRoutes(pages, {
      document: Document,
      makeCtx: () => site.visit({ actor, locale }),
      frame: async () => content,
      failed: (c, _ctx, error) => c.text(String(error), 500),
    }),
  )
  async function visit(path: string, form?: Record<string, string>) {
    const body = form && new URLSearchParams(form)
    const response = await app.request(`http://localhost${path}`, {
      method: form ? 'POST' : 'GET',
      ...(body && { body }),
    })
    const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith('waypost='))
    if (line) {
      const token = readCookie('http://localhost', line.split(';')[0])
      actor = (token && (await site.whois(token))?.actor) || { kind: 'anonymous' }
    }
    return {
      status: response.status,
      to: response.headers.get('location'),
      cookies: response.headers.getSetCookie(),
      html: await response.text(),
    }
  }
  return { visit, signedInAs: () => (actor.kind === 'user' ? actor.user_id : null) }
}

test('signing in with the plain form returns to the former page, and to no other site', async () => {
  const student = await site.addPerson()
  const form = { loginid: student.loginid, password }
  for (const [path, to] of [
    ['/course/7', '/course/7'],
    ['//evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
  ] as const) {
    const browser = openBrowser()
    const response = await browser.visit(`/login?redirect=${encodeURIComponent(path)}`, form)
    expect([response.status, response.to, browser.signedInAs()]).toEqual([303, to, student.user_id])
    expect((await browser.visit('/login?redirect=/about')).to).toBe('/about')
  }
})

test('staff who followed no link begin at their home, and all others at the dashboard', async () => {
  const to = async (role: 'Admin' | 'Instructor' | 'Support' | 'Student' | 'Auditor', path = '/login') => {
    const { loginid } = await site.addPerson({ role })
    return (await openBrowser().visit(path, { loginid, password })).to
  }
  for (const role of ['Admin', 'Instructor', 'Support'] as const) expect(await to(role)).toBe('/manage/home')
  expect(await to('Student')).toBe('/dashboard')
  expect(await to('Auditor')).toBe('/login/set-up?redirect=%2Fdashboard')
  expect(await to('Admin', '/login?redirect=/manage/payments')).toBe('/manage/payments')
})

test("only 'remember me' makes the cookie persistent", async () => {
  const student = await site.addPerson()
  const form = { loginid: student.loginid, password }
  expect((await openBrowser().visit('/login', form)).cookies.join()).not.toContain('Expires')
  expect((await openBrowser().visit('/login', { ...form, isRememberMe: '1' })).cookies.join()).toContain('Expires')
})

test('a refused sign-in keeps the name, never the password, and shows why', async () => {
  const { html, status } = await openBrowser().visit('/login', {
    loginid: 'who@example.com',
    password: 'Some-Typed-Secret-1',
  })
  expect(status).toBe(422)
  expect(html).toContain('Invalid Credentials.')
  expect(html).toContain('An account works only at its own school and the schools below it.')
  expect(html).toContain('value="who@example.com"')
  expect(html).not.toContain('Some-Typed-Secret-1')
  expect((await openBrowser().visit('/login', { loginid: '', password: '' })).html).toContain('Username is required.')
})

test("the sign-in page explains why it is shown, in the visitor's language", async () => {
  expect((await openBrowser().visit('/login?se=true&redirect=/about')).html).toContain('Your session has ended.')
  expect((await openBrowser().visit('/login?logout=true&inactive=true')).html).toContain('because you were inactive')
  expect((await openBrowser('es-es').visit('/login?se=true')).html).toContain('Su sesión terminó.')
})

test('signing up leads to About You and then to the requested page', async () => {
  const browser = openBrowser()
  const form = { email: 'new@example.com', password, confirmPassword: password, first_name: 'Ana', last_name: 'Ríos' }
  expect((await browser.visit('/signup', form)).html).toContain('You must accept the terms and conditions.')
  const signedUp = await browser.visit('/signup?redirect=/checkout', { ...form, agreeTerms: '1' })
  expect(signedUp.to).toBe('/about?redirect=%2Fcheckout')
  const details = {
    firstName: 'Ana',
    lastName: 'Ríos',
    dob: '07/04/1990',
    gender: 'F',
    address1: '1 Main St',
    city: 'Orlando',
  }
  const rest = { state: '10', zip: '32801', phone_type_0: '1' }
  const page = await browser.visit('/about', { ...details, ...rest, phone_number_0: '555' })
  expect(page.html).toContain('Please add a valid phone number.')
  expect(page.html).toContain('value="1 Main St"')
  const response = await browser.visit('/about?redirect=/checkout', {
    ...details,
    ...rest,
    phone_number_0: '(407) 555-0110',
  })
  expect([response.status, response.to]).toEqual([303, '/checkout'])
  expect((await browser.visit('/about')).html).toContain('value="(407) 555-0110"')
})

test("a date from a phone's keypad and a pasted number are parsed without scripts", async () => {
  const browser = openBrowser()
  const student = await site.addPerson()
  await browser.visit('/login', { loginid: student.loginid, password })
  const address = { address1: '1 Main St', city: 'Orlando', state: '10', zip: '32801' }
  const form = { firstName: 'Ana', lastName: 'Rios', gender: 'F', ...address, phone_type_0: '1' }
  const sentBody = { ...form, dob: '02292004', phone_number_0: '+44 20 7946 0958' }
  const response = await browser.visit('/about', sentBody)
  expect(response.html).toContain('Numbers with another country code can&#x27;t be used.')
  expect(response.html).not.toContain('Enter a valid date of birth')
  expect((await browser.visit('/about', { ...sentBody, dob: '02292003' })).html).toContain(
    'Enter a valid date of birth',
  )
  expect((await browser.visit('/about', { ...sentBody, phone_number_0: '+1 (813) 555‑0147' })).status).toBe(303)
  const rows = await site.database.read`
    select p.dob::text, n.phone_number from identity.person p join identity.phone n using (user_id)
    where p.user_id = ${student.user_id}`
  expect([...rows]).toEqual([{ dob: '2004-02-29', phone_number: '8135550147' }])
})

test('a date of birth is typed in the order of the language', async () => {
  const browser = openBrowser('es-es')
  const student = await site.addPerson()
  await browser.visit('/login', { loginid: student.loginid, password })
  const form = {
    firstName: 'A',
    lastName: 'B',
    dob: '04/07/1990',
    gender: 'X',
    address1: '1',
    city: 'O',
    state: '10',
    zip: '32801',
  }
  expect((await browser.visit('/about', { ...form, phone_number_0: '4075550110' })).status).toBe(303)
  const [{ dob } = { dob: '' }] = await site.database.read<{ dob: string }>`
    select dob from identity.person where user_id = ${student.user_id}`
  expect(dob).toBe('1990-07-04')
  expect((await browser.visit('/about')).html).toContain('value="04/07/1990"')
})

test('requesting a new password leads to the same page for everyone', async () => {
  const student = await site.addPerson()
  for (const loginid of [student.loginid, 'nobody@example.com']) {
    const response = await openBrowser().visit('/forgot-password', { loginid })
    expect([response.status, response.to]).toEqual([303, '/change-password-instructions'])
  }
  expect((await openBrowser().visit('/change-password-instructions')).html).toContain('Check Your Email')
})

test('the password page accepts a valid link once, and reports an expired one', async () => {
  const student = await site.addPerson()
  const token = await insertResetLink(await site.visit(), { user_id: student.user_id, organization_id: 1 })
  const address = `/change-password?token=${token}`
  const form = { newPassword: 'Yield-Sign-2027!x', confirmPassword: 'Yield-Sign-2027!x' }
  const browser = openBrowser()
  expect((await browser.visit(address)).html).toContain('Minimum Length 14')
  expect((await browser.visit(address, { ...form, confirmPassword: 'other' })).html).toContain(
    'Confirmed password is not the same as above.',
  )
  expect((await browser.visit(address, form)).to).toBe('/dashboard')
  expect(browser.signedInAs()).toBe(student.user_id)
  expect((await openBrowser().visit(address)).html).toContain('This link has expired')
  expect((await openBrowser().visit(address, form)).html).toContain('This link has expired')
  expect((await openBrowser().visit('/change-password')).to).toBe('/login?redirect=%2Fchange-password')
})

test('signing out requires a form, ends the session and deletes the cookie', async () => {
  const browser = openBrowser()
  const student = await site.addPerson()
  await browser.visit('/login', { loginid: student.loginid, password })
  await browser.visit('/logout')
  expect(browser.signedInAs()).toBe(student.user_id)
  expect((await browser.visit('/logout', {})).to).toBe('/login?logout=true')
  expect(browser.signedInAs()).toBeNull()
})

test('the language switch stores the choice on the device and returns', async () => {
  const response = await openBrowser().visit('/language', { locale: 'es-es', redirect: '/courses/search?x=1' })
  expect(response.to).toBe('/courses/search?x=1')
  expect(response.cookies.join()).toContain('locale=es-es')
})

test('every page is complete in both languages', async () => {
  for (const path of [
    '/login',
    '/signup',
    '/forgot-password',
    '/change-password-instructions',
    '/change-password?token=x',
  ]) {
    for (const locale of ['en-us', 'es-es'] as const) {
      const { status, html } = await openBrowser(locale).visit(path)
      expect([path, status, html.match(/<h1/g)?.length]).toEqual([path, 200, 1])
    }
  }
})
