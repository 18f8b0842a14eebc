import assert from 'node:assert/strict'
import type { ElementHandle, Locator, Page } from 'playwright-core'
import type { Question } from '#modules/catalogue/index.ts'
import { simulatedCards } from '#simulators/authorize-net/config.ts'
import { badAnswer, goodAnswer } from '#tests/fixtures/learning/quiz.ts'
import { buyAsGuest, ok, type Person } from '#tests/support/path.ts'
import type { Site } from './open-site.ts'

/** Opens a page and waits until its islands are live, except those that wait to be visible or pressed. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilLive(page)
}

/**
 * Presses a link to another page and waits until that one has loaded, or its part has replaced the current one, and its
 * islands are live.
 */
export async function follow(page: Page, press: () => Promise<unknown>): Promise<void> {
  const part = await page.$('[data-swap]')
  const loaded = page.waitForEvent('load')
  await Promise.all([part ? Promise.race([loaded, replaced(page, part)]) : loaded, press()])
  loaded.catch(() => {}) // The event never fires if only the part was replaced.
  await untilLive(page)
}

/** Resolves once a part has left the page; never if the whole page is left. */
const replaced = (page: Page, part: ElementHandle) =>
  page
    .waitForFunction((element) => !element.isConnected, part)
    .then(
      () => {},
      () => new Promise<void>(() => {}),
    )

/** Waits until the page's visible islands are live. */
export const untilLive = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('x-island:not([when=visible], [when=reached], [when=press], [when=follow])')].every(
      (mark) => mark.previousElementSibling?.hasAttribute('data-ready'),
    ),
  )

/** Tabs until an element has the focus, as a person without a mouse does. */
async function reach(page: Page, locator: Locator): Promise<void> {
  for (let steps = 0; steps < 300; steps++) {
    await page.keyboard.press('Tab')
    if (await locator.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The keyboard does not reach ${locator}.`)
}

/** A page used without a mouse: everything is reached from the current focus. */
export const keyboardOf = (page: Page) => ({
  async press(locator: Locator, key = 'Enter') {
    await reach(page, locator)
    await page.keyboard.press(key)
  },
  async write(target: Locator, text: string) {
    await reach(page, target)
    await page.keyboard.type(text)
  },
})

/** Finds a course by name and adds it to the cart, as a guest would; ends at the checkout. */
export async function findAndAdd(page: Page, origin: string, { words, course }: { words: string; course: string }) {
  await visit(page, `${origin}/courses/search`)
  await page.getByRole('searchbox').first().fill(words)
  await follow(page, () => page.keyboard.press('Enter'))
  await follow(page, () => page.getByRole('link', { name: course }).first().click())
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), course)
  await follow(page, () => page.getByRole('button', { name: /Add to cart|Agregar al carrito/ }).click())
}

/** Fills in the checkout form as a new student. */
export async function fillStudent(page: Page, person: Person): Promise<void> {
  await page.locator('[name=firstName]').fill(person.firstName)
  await page.locator('[name=lastName]').fill(person.lastName)
  await page.locator('[name=email]').fill(person.email)
  await page.locator('[name=phone_number]').fill('(813) 555-0147')
  await page.locator('[name=password]').fill(person.password)
  await agree(page)
}

/** Agrees to the courses' disclaimers; opens them first where that is required. */
export async function agree(page: Page): Promise<void> {
  const disclaimers = page.locator('[popovertarget=disclaimers]').first()
  if (await disclaimers.isVisible()) {
    await disclaimers.click()
    await page.locator('[name=accepted]').check()
    await page.keyboard.press('Escape')
  } else await page.locator('[name=accepted]').check()
}

/** Types a card into its fields, which are never posted. */
export async function typeCard(page: Page, number = '4111111111111111'): Promise<void> {
  const field = (name: string) => page.locator(`[data-card=${name}]`)
  await field('name').fill('Nora Vidal')
  await field('number').pressSequentially(number)
  await field('expiration').pressSequentially('1239')
  await field('cvc').fill('123')
  await field('postalCode').fill('33602')
}

export const payButton = (page: Page) => page.locator('button[type=submit]', { hasText: /^(Pay|Pagar)/ })

/** Pays and waits for the receipt; returns the transaction's ID. */
export async function pay(page: Page): Promise<string> {
  await payButton(page).click()
  await page.waitForURL('**/checkout/success/*')
  return new URL(page.url()).pathname.split('/').at(-1)!
}

/** The clicks and filled fields that a path through the pages takes. */
export type Effort = { clicks: number; fields: number }

/** Fills in the profile fields that a course still needs. */
async function fillProfile(page: Page, effort: Effort): Promise<void> {
  const details = { dob: '04/18/1988', address1: '12 Bay Street', city: 'Tampa', zip: '33602' }
  for (const [name, text] of Object.entries(details)) {
    const field = page.locator(`main [name=${name}]`)
    if ((await field.count()) === 0) continue
    await field.fill(text)
    effort.fields += 1
  }
  if (await page.locator('main [name=lk_state_id]').count()) {
    await page.locator('main [name=lk_state_id]').selectOption({ label: 'Florida' })
    effort.fields += 1
  }
  if (await page.locator('main [name=gender]').count()) {
    await page.locator('main [name=gender]').nth(1).check()
    effort.fields += 1
  }
}

/** Answers all required questions of a registration page, of any type. */
async function answerRegistrationPage(page: Page, effort: Effort): Promise<void> {
  const main = page.locator('main')
  for (const group of await main.locator('fieldset:has([type=radio])').all()) {
    await group.getByRole('radio').first().check()
    effort.fields += 1
  }
  for (const list of await main.locator('select[required]').all()) {
    await list.selectOption({ index: 1 })
    effort.fields += 1
  }
  // Registration asks for some numbers twice.
  for (const field of await main.locator('input[required]:not([type=radio]), textarea[required]').all()) {
    await field.fill(textFor(await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.innerText ?? '')))
    effort.fields += 1
  }
}

function textFor(label: string): string {
  if (/words|palabras/i.test(label)) return 'Slow down and look further ahead'
  if (/birth|nacimiento/i.test(label)) return '04/18/1988'
  if (/license|licencia/i.test(label)) return 'W426556678901'
  if (/social security/i.test(label)) return '4321'
  return /date|fecha/i.test(label) ? '12/01/2030' : 'A123456'
}

/** Completes a registration from its first page to the course. */
export async function register(page: Page, effort: Effort = { clicks: 0, fields: 0 }): Promise<Effort> {
  const press = (button: Locator) => {
    effort.clicks += 1
    return follow(page, () => button.click())
  }
  await fillProfile(page, effort)
  await press(page.locator('main form button[type=submit]'))
  while (/\/registration\/\d+/.test(page.url())) {
    await answerRegistrationPage(page, effort)
    const before = page.url()
    await press(page.getByRole('button', { name: /^(Next|Siguiente)$/ }))
    assert.notEqual(page.url(), before, await page.locator('main').innerText())
  }
  await press(page.locator('form:has([name=step][value=finish]) button[type=submit]'))
  return effort
}

const step = 10

/** Stays on the open page: advances the clocks of page and server together, ten seconds at a time. */
export async function sit(page: Page, site: Site, seconds: number): Promise<void> {
  for (let finishedCount = 0; finishedCount < seconds; finishedCount += step) {
    await site.moveClock(step * 1000)
    const beaten = page.waitForResponse('**/api/course/updateStudentProgressTime')
    await page.clock.runFor(step * 1000)
    assert.equal((await beaten).status(), 200)
  }
}

/**
 * Plays the page's video for this many seconds. The player's time is set instead of playing, to save time. Callers test
 * seeking and the first real seconds before.
 */
export async function runVideo(page: Page, site: Site, seconds: number): Promise<void> {
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => {
    element.pause()
    let index = element.currentTime
    Object.defineProperty(element, 'currentTime', { get: () => index, set: (to: number) => (index = to) })
  })
  for (let finishedCount = 0; finishedCount < seconds; finishedCount += step) {
    await video.evaluate((element: HTMLVideoElement, step: number) => {
      for (let ran = 0; ran < step && element.currentTime < element.duration; ran += 0.5) {
        element.currentTime += 0.5
        element.dispatchEvent(new Event('timeupdate'))
      }
    }, step)
    await sit(page, site, step)
  }
}

/** The button to the next part of a course; it counts down while time is missing. */
export const nextButton = (page: Page) =>
  page.getByRole('button', { name: /^(Next|Siguiente|Continue|Continuar)( (in|en) [\d:]+)?$/ })

/** Presses it and returns the refusal shown in place. */
export async function refusalOfNext(page: Page): Promise<string> {
  await nextButton(page).click()
  const alert = page.locator('form [role=alert]:not(:empty)')
  await alert.waitFor()
  return alert.innerText()
}

/** The seconds that the open page still needs, from its button. */
export async function secondsLeft(page: Page): Promise<number> {
  const counting = page.getByRole('button', { name: /^(Next in|Siguiente en) / })
  const [minutes, seconds] = /(\d+):(\d+)/
    .exec(await counting.innerText())!
    .slice(1)
    .map(Number)
  return minutes! * 60 + seconds!
}

/** Answers a question of a quiz or lesson in its fields; `within` is its form or section. */
export async function answerQuestion(page: Page, question: Question, result: 'right' | 'wrong', within = 'main') {
  const answer = (result === 'right' ? goodAnswer(question) : badAnswer(question)) ?? goodAnswer(question)
  const at = page.locator(within)
  if (question.type === 'sort_order') return sort(page, answer as number[], within)
  if (question.type === 'matching') {
    // On a phone a sheet stands in for the select.
    for (const [id, match] of Object.entries(answer as Record<string, string>))
      await at.locator(`[name=match_${id}]`).selectOption(match, { force: true })
    return
  }
  if (question.type === 'dropdown') return void (await at.locator('select[name=answer]').selectOption(String(answer)))
  if (typeof answer === 'string') return at.locator('[name=answer]').fill(answer)
  for (const id of [answer].flat()) await at.locator(`[name=answer][value="${id}"]`).check()
}

/** Sorts a list with its buttons. */
async function sort(page: Page, ids: number[], within: string): Promise<void> {
  const fields = page.locator(within).locator('input[name^=place_]')
  for (const [place, id] of ids.entries()) {
    const item = page.locator(within).locator('li', { has: page.locator(`input[name=place_${id}]`) })
    const now = await fields.evaluateAll(
      (all, name) => all.findIndex((field) => field.getAttribute('name') === name),
      `place_${id}`,
    )
    for (let up = now; up > place; up -= 1) await item.getByRole('button').first().click()
  }
}

type AnswerResult = 'right' | 'wrong'

/** Takes a quiz from its open question to its result in the pages; `result` is for all questions, or for each. */
export async function sitQuiz(
  page: Page,
  questions: ReadonlyMap<number, Question>,
  result: AnswerResult | ((question_id: number) => AnswerResult),
) {
  const wantedOf = typeof result === 'string' ? () => result : result
  let calls = 0
  for (;;) {
    const id = /\/quiz\/\d+\/(\d+)/.exec(page.url())?.[1]
    if (!id) return calls
    await answerQuestion(page, questions.get(Number(id))!, wantedOf(Number(id)))
    const before = page.url()
    await follow(page, () => page.locator('button[name=go][value=next]:visible').click())
    assert.notEqual(page.url(), before, await page.locator('main').innerText())
    calls += 1
  }
}

/** API calls from within the page, as its islands make them. */
export function callerOf(page: Page) {
  const call = (method: string) => (path: string, body?: unknown) =>
    page.evaluate(
      async ([method, path, body]) => {
        const headers = { 'content-type': 'application/json' }
        const send = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
        const response = await fetch(`/api${path}`, send)
        return { status: response.status, body: await response.json() }
      },
      [method, path, body] as const,
    )
  return { get: call('GET'), post: call('POST') }
}

/** A one-time token for a test card, from the site's simulated gateway. */
export async function newCard({ origin }: Pick<Site, 'origin'>) {
  const { endpoint, api_login_id, client_key } = simulatedCards(`${origin}/dev/gateway`)
  const token = { cardNumber: '4111111111111111', expirationDate: '1239', cardCode: '123' }
  const merchantAuthentication = { name: api_login_id, clientKey: client_key }
  const securePaymentContainerRequest = { merchantAuthentication, data: { type: 'TOKEN', token } }
  const body = JSON.stringify({ securePaymentContainerRequest })
  const response = await fetch(endpoint, { method: 'POST', body })
  // The gateway's responses begin with a byte order mark.
  const { opaqueData } = JSON.parse((await response.text()).replace(/^\uFEFF/, ''))
  return { descriptor: opaqueData.dataDescriptor as string, value: opaqueData.dataValue as string }
}

/** Turns the page's browser into that of a new student with a paid course; returns the course's ID. */
export async function becomeStudent(page: Page, site: Site, person: Person, course_website_id = 1001) {
  await page.goto(`${site.origin}/terms`)
  const client = callerOf(page)
  await buyAsGuest(client, person, { course_website_id, card: await newCard(site) })
  const { course } = ok(await client.get('/course/dashboard/fetch')).data
  return course[0].student_course_id as number
}
