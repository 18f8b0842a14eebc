import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTypist, seededRandom } from '#modules/security/typing/typist.fixture.ts'
import { aboutYou, ok } from '#tests/support/path.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { violations } from './support/axe.ts'
import { complaints, desktop, openBrowser, phone } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, callerOf, follow, visit } from './support/student.ts'

const person = { email: 'ida@example.com', password: 'Long-Road-Home-77', firstName: 'Ida', lastName: 'Check' }
const number = '+18135550148'

let site: Site
let browser: Browser
let page: Page
let id: number
const problems: string[][] = []

/** Milliseconds until the next 17:00 UTC, which is noon in Florida and morning in California. */
function untilDay(): number {
  const now = new Date()
  const noon = new Date(now)
  noon.setUTCHours(17, 0, 0, 0)
  if (noon < now) noon.setUTCDate(noon.getUTCDate() + 1)
  return noon.getTime() - now.getTime()
}

beforeAll(async () => {
  site = await startSite()
  // The course's phone checks run only by day, wherever in the country its student lives.
  await site.moveClock(untilDay())
  browser = await openBrowser()
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  context.setDefaultTimeout(20_000)
  page = await context.newPage()
  problems.push(complaints(page))
  await addAuthenticator(page)
  id = Number(await becomeStudent(page, site, person))
  // In the demo, another site sells the course with every check.
  await site.database.read`
    update learning.student_course s
    set course_version_id = c.published_version_id, lk_student_course_status_id = 4, registered_at = platform.now()
    from catalogue.course c where c.slug = 'safe-driving-refresher' and s.student_course_id = ${id}`
  ok(await callerOf(page).post('/user/saveAboutYou', aboutYou(person)))
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const press = (name: string) => follow(page, () => page.getByRole('button', { name, exact: true }).click())
const heading = () => page.getByRole('heading', { level: 1 }).innerText()

/** The page's faults on a phone and on a large screen, in both languages. */
async function look(name: string): Promise<string[]> {
  const problems: string[] = []
  const all = [
    [1440, 900, 'en-us'],
    [390, 844, 'es-es'],
    [1440, 900, 'es-es'],
    [390, 844, 'en-us'],
  ] as const
  for (const [width, height, locale] of process.env.SHOTS ? all : [all[1], all[0]]) {
    await page.setViewportSize({ width, height })
    await page.context().addCookies([{ name: 'locale', value: locale, url: site.origin }])
    await visit(page, page.url())
    const sideways = await page.evaluate(() => document.scrollingElement!.scrollWidth > innerWidth)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${locale}.png`, fullPage: true })
    const pageFaults = [...(await violations(page)), ...(sideways ? ['wider than the screen'] : [])]
    problems.push(...pageFaults.map((fault) => `${name} at ${width}, ${locale}: ${fault}`))
  }
  return problems
}

const typist = newTypist(seededRandom(21))
const moments = seededRandom(22)

/** Types through the browser's own keyboard, at a person's speed instead of a program's. */
async function typeLikeAPerson(text: string): Promise<void> {
  await page.getByRole('textbox').focus()
  await page.evaluate(
    (events) => {
      const field = document.activeElement as HTMLTextAreaElement
      for (const [kind, code, key, index] of events) {
        const event = new KeyboardEvent(`key${kind}`, { key, code, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: index })
        field.dispatchEvent(event)
      }
    },
    typist.type(text, moments),
  )
  await page.keyboard.insertText(text)
}

/** The last code sent to the phone. */
async function codeOnPhone(): Promise<string> {
  const inbox = await (await fetch(`${site.origin}/dev/phones`)).text()
  const newest = inbox.slice(inbox.indexOf(number))
  return /\b\d{6}\b/.exec(newest.replace(/(\d), (?=\d)/g, '$1'))![0]
}

test('a student sets up the agreement, the questions, the phone, the device and typing, without a mouse', async () => {
  await visit(page, `${site.origin}/course/${id}`)
  expect(await heading()).toBe('Set up your identity checks')
  expect(await look('setup')).toEqual([])
  await page.getByRole('textbox').fill('I Agree')
  for (const group of await page.getByRole('group').all()) await group.getByRole('radio').first().check()
  await follow(page, () => page.getByRole('textbox').press('Enter'))
  expect(await look('phone')).toEqual([])
  // It begins with the number of the account.
  await page.getByRole('textbox', { name: 'Phone number' }).press('Control+a')
  await page.getByRole('textbox', { name: 'Phone number' }).pressSequentially('8135550148')
  await follow(page, () => page.keyboard.press('Enter'))
  await page.getByRole('radio', { name: 'Text message' }).focus()
  await follow(page, () => page.keyboard.press('Enter'))
  expect(await look('code')).toEqual([])
  await page.getByLabel('Code').fill(await codeOnPhone())
  await follow(page, () => page.keyboard.press('Enter'))
  expect(await look('device')).toEqual([])
  await page.getByRole('button', { name: 'Set up this device' }).focus()
  await follow(page, () => page.keyboard.press('Enter'))
  expect(await look('typing')).toEqual([])
  const text = await page.getByRole('figure').getByRole('paragraph').innerText()
  for (let sample = 1; sample <= 3; sample++) {
    expect(await page.getByRole('main').innerText()).toContain(`Sample ${sample} of 3`)
    await typeLikeAPerson(text)
    await follow(page, () => page.keyboard.press('Enter'))
  }
  expect(page.url()).not.toContain('/security/setup')
})

/** Returns after a pause that ended the session; the server's clock follows within a moment. */
async function comeBack(): Promise<void> {
  await site.moveClock(31 * 60_000)
  do await visit(page, `${site.origin}/course/${id}`)
  while (!page.url().includes('/login'))
  await page.context().request.post(`${site.origin}/login`, {
    form: { loginid: person.email, password: person.password },
    headers: { origin: site.origin },
    maxRedirects: 0,
  })
  await visit(page, `${site.origin}/course/${id}`)
}

test('the course is resumed with a question, a phone code, the device and typing, one after another', async () => {
  const methods: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    await comeBack()
    expect(await heading()).toBe("Confirm that it's you")
    if (turn === 0) expect(await look('verify')).toEqual([])
    await press('Begin')
    const byPhone = await page.getByRole('button', { name: 'Send code' }).isVisible()
    const byTyping = await page.getByText('Text to type').isVisible()
    const byDevice = await page.getByRole('button', { name: 'Confirm with this device' }).isVisible()
    methods.push(byPhone ? 'phone' : byTyping ? 'typing' : byDevice ? 'device' : 'question')
    if (byDevice) {
      expect(await look('verify-device')).toEqual([])
      await press('Confirm with this device')
    } else if (byTyping) {
      expect(await look('verify-typing')).toEqual([])
      await typeLikeAPerson(await page.getByRole('figure').getByRole('paragraph').innerText())
      await follow(page, () => page.keyboard.press('Enter'))
    } else if (byPhone) {
      await page.getByRole('radio', { name: 'Phone call' }).check()
      await press('Send code')
      expect(await page.content()).not.toContain(await codeOnPhone())
      expect(await look('verify-code')).toEqual([])
      await page.getByLabel('Code').fill(await codeOnPhone())
      await press('Confirm code')
    } else {
      await page.getByRole('radio').first().check()
      await press('Answer')
    }
    expect(page.url()).not.toContain('/security/')
  }
  expect(methods.toSorted()).toEqual(['device', 'phone', 'question', 'typing'])
  expect(problems.flat()).toEqual([])
})

/** Fails the only try of a question, as a strict course's author would configure it. */
async function failOnce(): Promise<void> {
  await site.database.read`
    insert into learning.identity_check (student_course_id, organization_id, reason, tasks, tries_allowed)
    select student_course_id, organization_id, 'resume',
           jsonb_build_array(jsonb_build_object('method', 'security_questions', 'question_id', min(question_id))), 1
    from learning.identity_answer where student_course_id = ${id} group by student_course_id, organization_id`
  await visit(page, `${site.origin}/course/${id}`)
  await press('Begin')
  await page.getByRole('radio').nth(1).check()
  await press('Answer')
  expect(page.url()).toContain('/disabled')
}

test('a failed check locks the course; the student unlocks it with a question, and appeals the next time', async () => {
  await failOnce()
  expect(await look('locked')).toEqual([])
  await follow(page, () => page.getByRole('link', { name: 'Unlock your course' }).press('Enter'))
  expect(await look('unlock')).toEqual([])
  await press('Show the question')
  await page.getByRole('radio').first().check()
  await press('Answer')
  expect(page.url()).not.toContain('/disabled')
  await failOnce()
  await page.getByLabel('What happened?').fill('My phone rang.')
  await press('Send appeal')
  expect(await look('appeal')).toEqual([])
  expect(await page.getByText('We received the appeal').isVisible()).toBe(true)
  expect(problems.flat()).toEqual([])
})

test('staff see the checks, the phone and what was sent', async () => {
  const context = await browser.newContext({ ...desktop, reducedMotion: 'reduce' })
  page = await context.newPage()
  await context.request.post(`${site.origin}/login`, {
    form: { loginid: 'admin@example.com', password: 'Demo-Password-2026!' },
    headers: { origin: site.origin },
    maxRedirects: 0,
  })
  await visit(page, `${site.origin}/manage/identity-checks/${id}`)
  expect(await page.getByText('Ends in 0148').isVisible()).toBe(true)
  expect(await page.getByText('Code by call: sent').isVisible()).toBe(true)
  expect(await page.getByText('Device: right').isVisible()).toBe(true)
  expect(await page.getByText(/Typing: right \(\d/).isVisible()).toBe(true)
  expect(await look('staff')).toEqual([])
  const [course] = await site.database.read<{ course_id: number }>`
    select course_id from catalogue.course where slug = 'safe-driving-refresher'`
  await visit(page, `${site.origin}/manage/courses/${course!.course_id}/security`)
  expect(await page.getByLabel('Send codes to a phone').isChecked()).toBe(true)
  expect(await page.getByLabel('Monday, from').getAttribute('type')).toBe('time')
  expect(await look('editor')).toEqual([])
})
