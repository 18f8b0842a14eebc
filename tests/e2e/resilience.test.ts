import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '#modules/checkout/entry.ts'
import {
  aboutYou,
  completeComponent,
  componentsOf,
  ok,
  openSeat,
  type Person,
  registerOverHttp,
} from '#tests/support/path.ts'
import { desktop, openBrowser } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { becomeStudent, callerOf, fillStudent, payButton, sit, typeCard, visit } from './support/student.ts'

let site: Site
let browser: Browser
let people = 0

beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})
afterEach(async () => {
  expect(await reconcile(site.database.read, await ledger())).toEqual([])
})

const newPerson = (): Person => ({
  email: `kim${++people}@example.com`,
  password: 'Long-Road-Home-77',
  firstName: 'Kim',
  lastName: 'Solano',
})

async function newPage(): Promise<Page> {
  const context = await browser.newContext(desktop)
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

type Ledger = { captures: { transaction_id: string; amount_cents: number }[] }
const ledger = async (): Promise<Ledger> => (await fetch(`${site.origin}/dev/gateway/ledger`)).json()

/** The rows that a purchase left behind. */
async function traces(email: string) {
  const [row] = await site.database.read`
    select (select count(*)::integer from checkout.customer_order where user_id = p.user_id) as orders,
           (select count(*)::integer from checkout.payment where user_id = p.user_id) as payments,
           (select count(*)::integer from learning.student_course where user_id = p.user_id) as courses
    from identity.person p where loginid = ${email}`
  return row
}

/** A guest's checkout, filled in up to the press on Pay. */
async function filledCheckout(person: Person): Promise<Page> {
  const page = await newPage()
  await visit(page, `${site.origin}/course/details/1001`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('**/checkout')
  await visit(page, page.url())
  await fillStudent(page, person)
  await typeCard(page)
  return page
}

describe('paying', { timeout: 180_000 }, () => {
  test('a double click on Pay charges once', async () => {
    const person = newPerson()
    const page = await filledCheckout(person)
    const before = (await ledger()).captures.length
    await payButton(page).dblclick()
    await page.waitForURL('**/checkout/success/*')
    expect((await ledger()).captures).toHaveLength(before + 1)
    expect(await traces(person.email)).toEqual({ orders: 1, payments: 1, courses: 1 })
    await page.context().close()
  })

  test('a server killed between the charge and its response charges once and books it after the restart', async () => {
    const person = newPerson()
    const page = await filledCheckout(person)
    const before = (await ledger()).captures.length
    const body = JSON.stringify({ behaviors: ['time-out-after-capture'] })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${site.origin}/dev/gateway/script`, { method: 'POST', headers, body })
    await payButton(page).click({ noWaitAfter: true })
    await expect.poll(async () => (await ledger()).captures.length).toBe(before + 1)
    await site.kill()
    expect(await traces(person.email)).toEqual({ orders: 1, payments: 0, courses: 0 })
    await site.moveClock(120_000)
    await site.start()
    const whole = { orders: 1, payments: 1, courses: 1 }
    await expect.poll(() => traces(person.email), { timeout: 60_000, interval: 250 }).toEqual(whole)
    expect((await ledger()).captures).toHaveLength(before + 1)
    await page.context().close()

    const laterPage = await newPage()
    await visit(laterPage, `${site.origin}/login`)
    await laterPage.locator('[name=loginid]').fill(person.email)
    await laterPage.locator('[name=password]').fill(person.password)
    await laterPage.getByRole('button', { name: 'Sign in', exact: true }).click()
    await laterPage.getByRole('link', { name: 'Start your course' }).waitFor()
    await laterPage.context().close()
  })

  test('a lost response leaves the buyer waiting, not paying again', async () => {
    const person = newPerson()
    const page = await filledCheckout(person)
    const before = (await ledger()).captures.length
    const body = JSON.stringify({ behaviors: ['reset-after-capture'] })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${site.origin}/dev/gateway/script`, { method: 'POST', headers, body })
    await payButton(page).click()
    await page.getByText("We're confirming your payment").waitFor()
    expect(await payButton(page).count()).toBe(0)
    await site.moveClock(120_000)
    await site.kill()
    await site.start()
    await expect.poll(async () => (await traces(person.email))?.courses, { timeout: 60_000, interval: 250 }).toBe(1)
    expect((await ledger()).captures).toHaveLength(before + 1)
    await page.getByRole('link', { name: 'Check again' }).click()
    await page.waitForURL('**/checkout/success/*')
    await page.context().close()
  })
})

describe('studying', { timeout: 180_000 }, () => {
  test('a second tab takes over the course, and the first one says so', async () => {
    const context = await browser.newContext(desktop)
    context.setDefaultTimeout(20_000)
    await context.clock.install()
    const first = await context.newPage()
    const person = newPerson()
    const id = await becomeStudent(first, site, person)
    await registerOverHttp(callerOf(first), id, 'A123456')
    await visit(first, `${site.origin}/course/${id}/1001`)
    await sit(first, site, 20)
    const second = await context.newPage()
    await visit(second, `${site.origin}/course/${id}/1001`)
    await first.clock.runFor(10_000)
    await first.getByRole('dialog', { name: 'Your course is open elsewhere' }).waitFor()
    await sit(second, site, 20)
    const { studentCourse } = ok(await callerOf(second).get(`/course/tableOfContents/${id}`))
    expect(studentCourse.time_spent).toBeGreaterThanOrEqual(38)
    expect(studentCourse.time_spent).toBeLessThan(60)
    await first.getByRole('button', { name: 'Continue here' }).click()
    await second.clock.runFor(10_000)
    await second.getByRole('dialog', { name: 'Your course is open elsewhere' }).waitFor()
    await context.close()
  })

  test('a server killed right after the final exam leaves one certificate, one report and one email', async () => {
    const page = await newPage()
    const person = newPerson()
    const id = await becomeStudent(page, site, person)
    const client = callerOf(page)
    ok(await client.post('/user/saveAboutYou', aboutYou(person)))
    await registerOverHttp(client, id, 'A123456')
    const seat = await openSeat(site, client, id, 1)
    const outline = componentsOf(await seat.tableOfContents())
    for (const { component_id } of outline.slice(0, -1)) await completeComponent(seat, component_id)
    const exam = outline.at(-1)!.component_id
    await seat.open(exam)
    expect((await seat.sitQuiz(exam, 'right')).result.passed).toBe(true)
    await site.kill()
    await site.moveClock(600_000)
    await site.start()
    const completion = { certificates: 1, issued: true, reports: 1, accepted: true, emails: 1 }
    await expect.poll(() => completionOf(id, person.email), { timeout: 60_000, interval: 500 }).toEqual(completion)
    await site.kill()
    await site.moveClock(600_000)
    await site.start()
    expect(await completionOf(id, person.email)).toEqual(completion)
    await page.context().close()
  })
})

/** The rows that a passed course left behind. */
async function completionOf(student_course_id: number, email: string) {
  const [row] = await site.database.read<{ certificates: number; issued: boolean; reports: number; accepted: boolean }>`
    select (select count(*)::integer from learning.student_certificate c where c.student_course_id = s.student_course_id)
             as certificates,
           s.lk_student_course_status_id = 7 as issued, count(r.*)::integer as reports,
           coalesce(bool_and(r.state = 'accepted'), false) as accepted
    from learning.student_course s left join learning.completion_report r using (student_course_id)
    where s.student_course_id = ${student_course_id} group by s.student_course_id`
  const emails = (await site.emails(email)).filter(({ attachments }) => attachments && attachments.length > 0)
  return { ...row, emails: emails.length }
}
