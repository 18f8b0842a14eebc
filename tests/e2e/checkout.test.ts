import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#modules/identity/entry.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { findAndAdd, follow, keyboardOf, payButton, typeCard, untilLive, visit } from './support/student.ts'

const course = 'Basic Driver Improvement'
const words = 'driver improvement'
const declined = '4000000000000002'
const password = 'Long-Road-Home-77'

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

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

/** A page at the checkout with one digital course; `loads` counts page loads since then. */
async function atCheckout() {
  const page = await newPage()
  await findAndAdd(page, site.origin, { words, course })
  const at = { page, loads: 0, heard: complaints(page) }
  page.on('load', () => {
    at.loads += 1
  })
  return at
}

const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields)) await page.locator(`[name="${name}"]`).first().fill(text)
}
const typedIn = (page: Page, selector: string) => page.locator(selector).first().inputValue()
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused } = document
    return (
      focused?.getAttribute('name') ?? (focused as HTMLElement | null)?.dataset.card ?? focused?.textContent ?? null
    )
  })
const agree = async (page: Page) => {
  await page.locator('[popovertarget=disclaimers]').first().click()
  await page.locator('[name=accepted]').check()
}

describe('the checkout on a phone', { timeout: 180_000 }, () => {
  test('a guest buys from the catalogue with five clicks and eight fields', async () => {
    const page = await newPage()
    let [clicks, fields] = [0, 0]
    const click = async (press: () => Promise<unknown>) => {
      clicks += 1
      await press()
    }
    const type = async (selector: string, text: string) => {
      fields += 1
      await page.locator(selector).fill(text)
    }
    await visit(page, `${site.origin}/courses/search`)
    await follow(page, () => click(() => page.getByRole('link', { name: course }).first().click()))
    await follow(page, () => click(() => page.getByRole('button', { name: 'Add to cart' }).click()))
    await type('[name=firstName]', 'Nora')
    await type('[name=lastName]', 'Vidal')
    await type('[name=email]', 'nora.fast@example.com')
    await type('[name=phone_number]', '8135550147')
    await click(() => page.locator('[popovertarget=disclaimers]').first().click())
    await click(() => page.locator('[name=accepted]').check())
    await type('[data-card=number]', '4111 1111 1111 1111')
    await type('[data-card=expiration]', '12/39')
    await type('[data-card=cvc]', '123')
    await type('[data-card=postalCode]', '33602')
    await click(() => payButton(page).click())
    await page.waitForURL('**/checkout/success/*')
    expect([clicks, fields]).toEqual([5, 8])
    // The card is Nora's: no one typed her name a second time.
    const emails = async () => (await site.emails('nora.fast@example.com')).map(({ text }) => text)
    await expect.poll(async () => (await emails()).join(), { timeout: 60_000 }).toMatch(/\/change-password\?token=/)
  })

  test('a guest without a mouse buys a course, from the catalogue to the receipt', async () => {
    const context = await browser.newContext({ ...desktop, reducedMotion: 'reduce' })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const problems = complaints(page)
    const { press, write } = keyboardOf(page)
    await visit(page, `${site.origin}/courses/search`)
    await write(page.getByRole('searchbox').first(), words)
    await follow(page, () => page.keyboard.press('Enter'))
    await follow(page, () => press(page.getByRole('link', { name: course }).first()))
    await follow(page, () => press(page.getByRole('button', { name: 'Add to cart' })))
    const person = { firstName: 'Kay', lastName: 'Board', email: 'kay.board@example.com', phone_number: '8135550147' }
    for (const [name, text] of Object.entries(person)) await write(page.locator(`[name=${name}]`).first(), text)
    await press(page.locator('[popovertarget=disclaimers]').first())
    await press(page.locator('[name=accepted]'), 'Space')
    await page.keyboard.press('Escape')
    expect(await page.locator('#disclaimers').isVisible()).toBe(false)
    const card = { number: '4111111111111111', expiration: '1239', cvc: '123', postalCode: '33602' }
    for (const [name, text] of Object.entries(card)) await write(page.locator(`[data-card=${name}]`), text)
    await press(payButton(page))
    await page.waitForURL('**/checkout/success/*')
    await untilLive(page)
    await follow(page, () => press(page.getByRole('link', { name: /^Start your course/ })))
    expect(new URL(page.url()).pathname).toMatch(/^\/course\/\d+/)
    expect(problems).toEqual([])
  })

  test('an empty form flags every field together, without browser bubbles, and focuses the first', async () => {
    const { page, heard } = await atCheckout()
    await payButton(page).click()
    await expect.poll(() => focused(page)).toBe('firstName')
    const flagged = await page
      .locator('main [aria-invalid=true]')
      .evaluateAll((all) => all.map((element) => element.getAttribute('name') ?? (element as HTMLElement).dataset.card))
    expect(flagged).toEqual([
      'firstName',
      'lastName',
      'email',
      'phone_number',
      'accepted',
      'number',
      'expiration',
      'cvc',
    ])
    await page.getByText('First name is required.').waitFor()
    await page.getByText('You must agree to the course disclaimers.').first().waitFor()
    expect(
      await page.locator('form:has([name=action][value=pay])').evaluate((form: HTMLFormElement) => form.noValidate),
    ).toBe(true)
    expect(heard).toEqual([])
  })

  test('phone, email and password are validated on blur', async () => {
    const { page } = await atCheckout()
    const isRefused = async () => {
      await fill(page, { email: 'not an address', phone_number: '12', password: 'short' })
      await page.locator('[name=firstName]').focus()
      return page
        .getByText(/^!Minimum Length 14/)
        .first()
        .isVisible()
    }
    // A field left before its island has hydrated is judged at the next one.
    await expect.poll(isRefused, { timeout: 20_000 }).toBe(true)
    for (const text of ['A valid Email is required.', 'Please add a valid phone number.', /^!Minimum Length 14/])
      await page.getByText(text).first().waitFor()
    await fill(page, { email: 'nora@example.com' })
    await expect.poll(() => page.getByText('A valid Email is required.').isVisible()).toBe(false)
  })

  test('a declined card is shown beside the button; card, password and tick stay, and another card pays', async () => {
    const at = await atCheckout()
    const { page } = at
    const person = { firstName: 'Nora', lastName: 'Vidal', email: 'nora.declined@example.com' }
    await fill(page, { ...person, phone_number: '8135550147', password })
    await agree(page)
    // The only error is shown at the first press.
    await typeCard(page, '4111 1111 1111 1112')
    await payButton(page).click()
    await page.getByText('Check the card number.').waitFor()
    expect(await focused(page)).toBe('number')
    await page.locator('[data-card=number]').fill(declined)
    expect(await typedIn(page, '[data-card=name]')).toBe('Nora Vidal')
    await payButton(page).click()
    const paymentMessage = page.locator('[data-payment-message]')
    await paymentMessage.getByText('Your card was declined').waitFor()
    await expect.poll(() => paymentMessage.evaluate((element) => element === document.activeElement)).toBe(true)
    await untilLive(page)
    expect(at.loads).toBe(0)
    expect(await page.locator('[name=accepted]').isChecked()).toBe(true)
    expect((await typedIn(page, '[data-card=number]')).replaceAll(' ', '')).toBe(declined)
    expect(await typedIn(page, '[data-card=cvc]')).toBe('123')
    await page.locator('[data-card=number]').fill('4111 1111 1111 1111')
    await payButton(page).click()
    await page.waitForURL('**/checkout/success/*')
  })

  test('a taken email is shown at its field, and signing in within the step keeps the cart', async () => {
    const { page } = await atCheckout()
    await fill(page, {
      firstName: 'Sam',
      lastName: 'Student',
      email: 'student@example.com',
      phone_number: '8135550147',
      password,
    })
    await agree(page)
    await typeCard(page)
    await payButton(page).click()
    await page.getByText('Username is already in use.').first().waitFor()
    await expect.poll(() => focused(page)).toBe('email')
    await untilLive(page)
    expect(await typedIn(page, '[name=password]:not([form])')).toBe(password)
    expect((await typedIn(page, '[data-card=number]')).replaceAll(' ', '')).toBe('4111111111111111')
    expect(await typedIn(page, '[name=password][form=sign-in]')).toBe('')
    await page.locator('[name=password][form=sign-in]').fill(demoPassword)
    await follow(page, () => page.getByRole('button', { name: 'Sign in to continue' }).click())
    expect(new URL(page.url()).pathname).toBe('/checkout')
    const mainText = await page.locator('main').innerText()
    expect([mainText.includes("You're buying as"), mainText.includes(course)]).toEqual([true, true])
  })

  test('a payment without a connection waits with a message, and nothing typed is lost', async () => {
    const { page } = await atCheckout()
    await fill(page, {
      firstName: 'Nora',
      lastName: 'Vidal',
      email: 'nora.off@example.com',
      phone_number: '8135550147',
      password,
    })
    await agree(page)
    await typeCard(page)
    await page.route('**/checkout', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
    await payButton(page).click()
    await page.getByText("You won't be charged twice.").waitFor()
    expect(await typedIn(page, '[name=password]')).toBe(password)
    await page.unroute('**/checkout')
    await payButton(page).click()
    await page.waitForURL('**/checkout/success/*')
  })

  test('an applied code keeps the focus, and Undo restores a removed course and everything typed', async () => {
    const at = await atCheckout()
    const { page } = at
    await fill(page, { firstName: 'Nora', code: 'sunny5' })
    await page.locator('[name=code]').press('Enter')
    await page.getByText('SUNNY5 was applied.').waitFor()
    expect(await focused(page)).toBe('Remove code')
    await untilLive(page)
    await page.getByRole('button', { name: `Remove ${course}` }).click()
    await page.getByText(`${course} was removed from your cart.`).waitFor()
    expect(await focused(page)).toBe('Undo')
    await untilLive(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('SUNNY5 was applied.').waitFor()
    expect([await typedIn(page, '[name=firstName]'), at.loads]).toEqual(['Nora', 0])
  })

  test('both tabs are visible in either language', async () => {
    const { page } = await atCheckout()
    for (const locale of ['en-us', 'es-es']) {
      await page.context().addCookies([{ name: 'locale', value: locale, url: site.origin }])
      await visit(page, `${site.origin}/checkout`)
      const cut = await page
        .locator('nav:has(a[href*="tab=returning"])')
        .evaluate((nav) => nav.scrollWidth > nav.clientWidth)
      expect([locale, cut]).toEqual([locale, false])
    }
  })
})
