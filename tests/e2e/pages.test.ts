import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { demoPassword } from '#modules/identity/demo-people.ts'
import { brandVariables } from '#platform/ui/brand-colors.ts'
import { aboutYou, completeComponent, ok, openSeat, registerOverHttp } from '#tests/support/path.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, callerOf, follow, visit } from './support/student.ts'

const person = { email: 'lia@example.com', password: 'Long-Road-Home-77', firstName: 'Lia', lastName: 'Marsh' }

/** Every width with both color schemes and both languages, in half the number of loads. */
const looks = [
  { width: 390, colorScheme: 'light', locale: 'en-us' },
  { width: 390, colorScheme: 'dark', locale: 'es-es' },
  { width: 1440, colorScheme: 'light', locale: 'es-es' },
  { width: 1440, colorScheme: 'dark', locale: 'en-us' },
] as const

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

async function newPage(options: Parameters<Browser['newContext']>[0] = desktop): Promise<Page> {
  // A button that is fading has no final color yet.
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

const chooseLanguage = (context: BrowserContext, value: string) =>
  context.addCookies([{ name: 'locale', value, url: site.origin }])

/** Checks a page in every look; returns its faults with their place. */
async function look(page: Page, path: string): Promise<string[]> {
  const problems = complaints(page)
  const invalidValues: string[] = []
  for (const { width, colorScheme, locale } of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await chooseLanguage(page.context(), locale)
    await visit(page, site.origin + path)
    const pageFaults = [...(await violations(page)), ...(await layoutFaults(page, locale)), ...problems.splice(0)]
    invalidValues.push(...pageFaults.map((fault) => `${path} at ${width}, ${colorScheme}, ${locale}: ${fault}`))
  }
  return invalidValues
}

/** Checks: no sideways scroll, no script without an island, the document's language, one h1. */
function layoutFaults(page: Page, locale: string): Promise<string[]> {
  return page.evaluate((locale) => {
    const { scrollWidth } = document.scrollingElement!
    const scripts = document.querySelectorAll('script[src], script:not([type]), link[rel=modulepreload]').length
    const islands = document.querySelectorAll('x-island').length
    return [
      ...(scrollWidth > innerWidth ? [`scrolls sideways: ${scrollWidth} px`] : []),
      ...(islands === 0 && scripts > 0 ? ['a page without islands loads a script'] : []),
      ...(document.documentElement.lang.slice(0, 2) === locale.slice(0, 2) ? [] : ['is in another language']),
      ...(document.querySelectorAll('h1').length === 1 ? [] : ['has not one h1']),
    ]
  }, locale)
}

/** The colors of a brand as a browser computes them. */
function colorsOf(color: string, theme: 'light' | 'dark') {
  const rgb = (hex: string) =>
    `rgb(${[1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16)).join(', ')})`
  const { primary, 'primary-foreground': text, 'accent-foreground': link, ring } = brandVariables(color, theme)
  return { ground: rgb(primary), words: rgb(text), link: rgb(link), focus: rgb(ring) }
}

describe('pages of the site follow each other', () => {
  /** The durations of the transition into the details of a course, or null without one. */
  async function transitionInto(reducedMotion: 'no-preference' | 'reduce') {
    const context = await browser.newContext({ ...desktop, reducedMotion })
    context.setDefaultTimeout(20_000)
    await context.addInitScript(() => {
      addEventListener('pagereveal', ({ viewTransition }) => {
        const durations = async () => {
          await viewTransition!.ready
          return document.getAnimations().map(({ effect }) => effect!.getTiming().duration)
        }
        Object.assign(globalThis, { transition: viewTransition ? durations() : null })
      })
    })
    const page = await context.newPage()
    await visit(page, `${site.origin}/courses/search`)
    await follow(page, () => page.locator('a[href^="/course/details/"]').first().click())
    const found = await page.evaluate(() => (globalThis as { transition?: unknown }).transition)
    await context.close()
    return found
  }

  test('in a transition of 150 ms', async () => {
    const durations = (await transitionInto('no-preference')) as number[]
    expect(durations.length).toBeGreaterThan(0)
    expect(new Set(durations)).toEqual(new Set([150]))
  })

  test('without a transition where motion is reduced', async () => {
    expect(await transitionInto('reduce')).toBeNull()
  })
})

describe('every page fits at every width, in both color schemes and languages', { timeout: 180_000 }, () => {
  test.each([
    '/',
    '/courses/search',
    '/courses/search?course_name=nothing-of-the-kind',
    '/course/details/1001',
    '/course/details/1001?tab=outline',
    '/checkout',
    '/login',
    '/signup',
    '/forgot-password',
    '/terms',
    '/privacy',
    '/accessibility',
    '/developers',
    '/developers/guide/enroll-a-fleet',
    '/developers/guide/errors-and-limits?code=python',
    '/developers/reference',
    '/developers/reference/createStudent',
    '/developers/changelog',
    '/certificate/check',
    '/certificate/check/AAAA-AAAA-AAAA',
    '/404',
    '/410',
  ])('%s for a visitor', async (path) => {
    const page = await newPage()
    expect(await look(page, path)).toEqual([])
    await page.context().close()
  })

  test('the checkout of a guest with a course', async () => {
    const page = await newPage()
    await visit(page, `${site.origin}/course/details/1003`)
    await follow(page, () => page.getByRole('button', { name: 'Add to cart' }).click())
    await page.getByRole('textbox', { name: 'Date of birth' }).waitFor()
    expect(await look(page, '/checkout')).toEqual([])
    await chooseLanguage(page.context(), 'en-us')
    await visit(page, `${site.origin}/checkout`)
    const width = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.width
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await width('Online Student Registration')).toBeGreaterThan(1.5 * (await width('Checkout Summary')))
    expect(await look(page, '/checkout?tab=returning')).toEqual([])
    await page.context().close()
  })

  test("the student's pages from the receipt to the quiz", async () => {
    const page = await newPage()
    const id = await becomeStudent(page, site, person)
    const client = callerOf(page)
    const faults: string[] = []
    const [row] = await site.database.read<{ transaction_id: string }>`
      select transaction_id from checkout.v_payment where email = ${person.email}`
    faults.push(...(await look(page, `/checkout/success/${row!.transaction_id}`)))
    faults.push(...(await look(page, '/dashboard')))
    faults.push(...(await look(page, '/about')))
    faults.push(...(await look(page, `/course/${id}/registration`)))
    ok(await client.post('/registration/start', { studentCourseId: id }))
    for (const question of [10153, 10158, 10163]) {
      faults.push(...(await look(page, `/course/${id}/registration/${question}`)))
    }
    ok(await client.post('/user/saveAboutYou', aboutYou(person)))
    await registerOverHttp(client, id, 'A123456')
    faults.push(...(await look(page, `/course/${id}/1001`)))
    faults.push(...(await look(page, `/course/${id}/quiz/1011/unauthorized`)))
    const seat = await openSeat(site, client, id, 1)
    for (let component = 1001; component < 1011; component += 1) {
      if (component === 1003) faults.push(...(await look(page, `/course/${id}/1003`)))
      await completeComponent(seat, component)
    }
    faults.push(...(await look(page, `/course/${id}/summary`)))
    faults.push(...(await look(page, `/course/${id}/quiz/1011/intro`)))
    const attempt = ok(await client.post('/quiz/start', { studentCourseId: id, componentId: 1011 }))
    faults.push(...(await look(page, attempt.redirect)))
    const { quiz } = await seat.sitQuiz(1011, 'wrong')
    faults.push(...(await look(page, `/course/${id}/quiz/1011/summary`)))
    faults.push(...(await look(page, `/course/${id}/quiz/1011/submission/${quiz.quiz_attempt_id}`)))
    await seat.sitQuiz(1011, 'right', 'retake')
    await seat.stay(await seat.open(1011))
    ok(await seat.next(1011))
    faults.push(...(await look(page, `/course/${id}/1012`)))
    expect(faults).toEqual([])
    await page.context().close()
  })

  test.each([
    ['disabled', 9],
    ['expired', 10],
    ['review', 5],
    ['completed', 8],
    ['passed', 6],
    ['issued', 7],
  ])('the page of a course that is %s', async (place, status) => {
    const page = await newPage()
    const id = await becomeStudent(page, site, { ...person, email: `${place}@example.com` })
    await site.database.read`
      update learning.student_course set lk_student_course_status_id = ${status} where student_course_id = ${id}`
    expect(await look(page, `/course/${id}/${place}`)).toEqual([])
    expect(new URL(page.url()).pathname).toBe(`/course/${id}/${place}`)
    await page.context().close()
  })

  test('the payments, charges and invoices of staff', async () => {
    const { user_id, payment_id } = await sellCourse({ ...person, email: 'kim@example.com' })
    const page = await newPage()
    await signIn(page, 'admin@example.com', '/manage/students')
    const client = callerOf(page)
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    const period = `created_at=gte:${from}&created_at=lte:${to}`
    const { invoice_id } = ok(await client.post(`/invoice/?${period}&courseWebsiteId=1001`))
    const order = { user_id, request_id: crypto.randomUUID() }
    ok(await client.post('/order/create', { order, items: [{ kind: 'fee', name: 'Duplicate', price: 5 }] }))
    const faults: string[] = []
    for (const path of [
      '/manage/students',
      '/manage/payments',
      '/manage/payments/discrepancies',
      '/manage/payments/chargebacks',
      `/manage/payments/${payment_id}/agreement`,
      `/manage/payments/${payment_id}/chargeback`,
      `/manage/payments/${payment_id}/refund`,
      `/manage/payments/${payment_id}/void`,
      `/manage/charge/${user_id}`,
      `/manage/charge/${user_id}?what=retake`,
      '/manage/invoices',
      '/manage/generate-invoice',
      `/manage/invoices/details?invoice_id=${invoice_id}`,
      '/manage/storefront-orders',
    ]) {
      faults.push(...(await look(page, path)))
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('the staff pages about students: submissions and completion reports', async () => {
    const student = await newPage()
    const id = await becomeStudent(student, site, { ...person, email: 'ada.graded@example.com', firstName: 'Ada' })
    await student.context().close()
    await site.database.read`
      insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record,
                                              state, due_at, code, message)
      values (1, ${id}, 1, 'fl-dhsmv', 'FL', '{}', 'rejected', now() - interval '1 hour', 'CF032',
              'Driver license number is not in Florida format.')`
    const page = await newPage()
    await signIn(page, 'admin@example.com', '/manage/completion-reports')
    const faults: string[] = []
    for (const path of [
      '/manage/submissions/quizzes',
      '/manage/submissions/documents',
      `/manage/submission/quiz/group/${id}`,
      `/manage/submission/documents/${id}`,
      '/manage/completion-reports?sort_by=due_at',
      `/manage/completion-report/${id}`,
    ]) {
      faults.push(...(await look(page, path)))
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('the staff pages for selling: websites, prices, promo codes, keys and the checkout', async () => {
    const page = await newPage()
    await signIn(page, 'admin@example.com', '/manage/organizations')
    const faults: string[] = []
    for (const path of [
      '/manage/organizations',
      '/manage/organization/1/courses',
      '/manage/organization/1/websites',
      '/manage/organization/1/websites/101',
      '/manage/organization/1/websites/101/courses?course=1001',
      '/manage/settings/promo-codes',
      '/manage/settings/promo-codes/501',
      '/manage/settings/leaver',
      '/manage/settings/checkout',
      '/manage/settings/support',
      '/manage/settings/languages',
      '/manage/settings/translations',
      '/manage/settings/system',
      '/manage/authorizationKeys',
      '/manage/authorizationKeys/create',
    ]) {
      faults.push(...(await look(page, path)))
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('the refund dialog shows an error at its field once, and restores the focus', async () => {
    await sellCourse({ ...person, email: 'ned@example.com', firstName: 'Ned' })
    await fetch(`${site.origin}/dev/gateway/settle`, { method: 'POST' })
    const page = await newPage()
    const problems = complaints(page)
    await signIn(page, 'admin@example.com', '/manage/payments')
    const row = page.locator('tbody tr', { hasText: 'Ned Marsh' })
    await row.getByRole('button').last().click()
    await page.getByRole('link', { name: 'Refund', exact: true }).locator('visible=true').click()
    const amount = page.getByRole('textbox', { name: /^Amount/ })
    await amount.fill('99')
    await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
    await page.getByText('Enter an amount with two decimals, no more than what is left.').waitFor()
    expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.locator('#toasts > *').count()).toBe(0)
    expect([...(await violations(page)), ...problems]).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(
      await row
        .getByRole('button')
        .last()
        .evaluate((button) => button === document.activeElement),
    ).toBe(true)
    await page.context().close()
  })
})

/** Someone new buys a course; returns their ID and the payment's. */
async function sellCourse(buyer: typeof person): Promise<{ user_id: number; payment_id: number }> {
  const page = await newPage()
  await becomeStudent(page, site, buyer)
  await page.context().close()
  const [paid] = await site.database.read<{ user_id: number; payment_id: number }>`
    select user_id, payment_id from checkout.v_payment where email = ${buyer.email}`
  return paid!
}

async function signIn(page: Page, loginid: string, to: string): Promise<void> {
  await visit(page, `${site.origin}/login?redirect=${to}`)
  await page.locator('[name=loginid]').fill(loginid)
  await page.locator('[name=password]').fill(demoPassword)
  await follow(page, () => page.locator('main form button[type=submit]').last().click())
}

describe('navigation', () => {
  test('the language switch changes the page and is stored', async () => {
    const page = await newPage(phone)
    await visit(page, `${site.origin}/courses/search`)
    await page.getByRole('button', { name: 'Language and colors' }).click()
    await follow(page, () => page.getByRole('button', { name: 'Español' }).click())
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^es/)
    expect(page.url()).toBe(`${site.origin}/courses/search`)
    await visit(page, `${site.origin}/course/details/1002`)
    await page.getByRole('button', { name: 'Agregar al carrito' }).waitFor()
    await page.context().close()
  })

  test("buttons, links and focus have the organization's color, in light and dark", async () => {
    const set = (color: string | null) =>
      site.database.read`update identity.organization set brand_color = ${color} where default_ind`
    await set('#ffd500')
    onTestFinished(() => set(null).then(() => undefined))
    const page = await newPage()
    const problems = complaints(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // The server caches an organization for five seconds.
      await expect
        .poll(
          async () => {
            await visit(page, `${site.origin}/login`)
            return page.evaluate(async () => {
              const button = document.querySelector('main button[type=submit]')!
              const link = document.querySelector('main a.text-accent-foreground')!
              ;(button as HTMLElement).focus({ focusVisible: true } as FocusOptions)
              await Promise.all(button.getAnimations().map(({ finished }) => finished))
              const { backgroundColor, color } = getComputedStyle(button)
              return {
                ground: backgroundColor,
                words: color,
                link: getComputedStyle(link).color,
                focus: getComputedStyle(button).outlineColor,
              }
            })
          },
          { timeout: 15_000, interval: 1_000 },
        )
        .toEqual(colorsOf('#ffd500', colorScheme))
    }
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a missing page says so, with status 404', async () => {
    const page = await newPage()
    for (const [path, status] of [
      ['/404', 404],
      ['/410', 410],
      ['/nothing/of/the/kind', 404],
      ['/course/details/424242', 404],
    ] as const) {
      expect((await page.goto(site.origin + path))?.status(), path).toBe(status)
    }
    await page.context().close()
  })

  test('a visitor is redirected to sign in and back; a student does not see staff pages', async () => {
    const page = await newPage()
    await page.goto(`${site.origin}/manage/students`)
    expect(page.url()).toBe(`${site.origin}/login?redirect=%2Fmanage%2Fstudents`)
    await signIn(page, 'student@example.com', '/manage/students')
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.getByText('You cannot access this page.').waitFor()
    await page.context().close()
  })

  test("another organization's course is not sold here", async () => {
    const page = await newPage()
    expect((await page.goto(`${site.origin}/course/details/1006`))?.status()).toBe(404)
    expect((await page.goto(`${site.of('GCT')}/course/details/1006`))?.status()).toBe(200)
    await page.context().close()
  })
})

describe('without JavaScript', () => {
  test('search, cart, sign-in, a registration question, a quiz question and next are plain forms', async () => {
    const live = await newPage()
    const id = await becomeStudent(live, site, { ...person, email: 'max@example.com' })
    const client = callerOf(live)
    const page = await newPage({ ...phone, javaScriptEnabled: false })
    const press = (name: RegExp) =>
      Promise.all([page.waitForEvent('load'), page.getByRole('button', { name }).first().click()])

    await page.goto(`${site.origin}/courses/search`)
    await page.getByRole('searchbox').first().fill('teen')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await Promise.all([
      page.waitForEvent('load'),
      page
        .getByRole('link', { name: /Teen Permit/ })
        .first()
        .click(),
    ])
    await press(/^Add to cart$/)
    expect(new URL(page.url()).pathname).toBe('/checkout')
    await page
      .getByRole('heading', { name: /Teen Permit/ })
      .first()
      .waitFor()
    await press(/^Remove/)
    await page.getByText('Your cart is empty.').waitFor()

    await page.goto(`${site.origin}/login`)
    await page.locator('[name=loginid]').fill('max@example.com')
    await page.locator('[name=password]').fill(person.password)
    await press(/^Sign in$/)
    expect(new URL(page.url()).pathname).toBe('/dashboard')

    await page.goto(`${site.origin}/course/${id}`)
    expect(new URL(page.url()).pathname).toBe(`/course/${id}/registration`)
    ok(await client.post('/user/saveAboutYou', aboutYou(person)))
    await page.goto(`${site.origin}/course/${id}`)
    await press(/^Start$/)
    const first = page.url()
    await press(/^Next$/)
    expect(page.url()).toBe(first)
    await page.getByRole('radio').first().check()
    await press(/^Next$/)
    expect(page.url()).not.toBe(first)

    await registerOverHttp(client, id, 'A123456')
    await page.goto(`${site.origin}/course/${id}`)
    expect(new URL(page.url()).pathname).toBe(`/course/${id}/1001`)
    await press(/^Next$/)
    await page.getByText(/more on this page to continue/).waitFor()
    const seat = await openSeat(site, client, id, 1)
    const lesson = await seat.open(1001)
    await seat.stay(lesson)
    await press(/^Next$/)
    expect(new URL(page.url()).pathname).toBe(`/course/${id}/1002`)

    for (let component = 1002; component < 1011; component += 1) await completeComponent(seat, component)
    await page.goto(`${site.origin}/course/${id}`)
    await press(/^Start$/)
    const question = page.url()
    await press(/^Next$/)
    expect(page.url()).toBe(question)
    await page.getByText('Your answer is required.').first().waitFor()
    await answerWithoutScripts(page)
    await press(/^Next$/)
    expect(page.url()).not.toBe(question)
    await page.context().close()
    await live.context().close()
  })
})

/** Answers each question with the controls that work without scripts. */
async function answerWithoutScripts(page: Page): Promise<void> {
  const main = page.locator('main')
  const lists = main.getByRole('combobox')
  for (const [index, list] of (await lists.all()).entries()) await list.selectOption({ index: index + 1 })
  if (await main.getByRole('radio').count()) await main.getByRole('radio').first().check()
  if (await main.getByRole('checkbox').count()) await main.getByRole('checkbox').first().check()
  for (const field of await main.getByRole('textbox').all()) await field.fill('Looking far ahead gives me time to act.')
}
