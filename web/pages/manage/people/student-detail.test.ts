import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const student_id = await app.userId('student@example.com')
await app.database.read`
  insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id)
  values (1, ${student_id}, 1, 1001)`
const address = `/manage/student/${student_id}`
const { text: whole } = await admin.visit(address)
const contains = (html: string, text: string) => html.includes(text)

test('payments and events are lists of the one student, each with its own filters', async () => {
  for (const prefix of ['payments.', 'events.']) {
    expect(contains(whole, `name="${prefix}search"`), prefix).toBe(true)
    expect(contains(whole, `id="${prefix}grid-filters"`), prefix).toBe(true)
  }
  const page = (await admin.visit(`${address}?payments.total=gte:9000&events.search=zzzz&events.limit=25`)).text
  // The form of one list keeps the query of the other.
  expect(contains(page, 'type="hidden" name="events.search" value="zzzz"')).toBe(true)
  expect(contains(page, 'type="hidden" name="payments.total" value="gte:9000"')).toBe(true)
  expect(page.match(/No results match your search and filters\./g)).toHaveLength(2)
  const filteredOnce = (await admin.visit(`${address}?payments.total=gte:9000`)).text
  expect(filteredOnce.match(/No results match your search and filters\./g)).toHaveLength(1)
})

test('each landmark of the page has a unique name', () => {
  const main = whole.slice(whole.indexOf('<main'))
  for (const [role, names] of [
    ['search', [...main.matchAll(/<search[^>]*aria-label="([^"]*)"/g)]],
    ['nav', [...main.matchAll(/<nav[^>]*aria-label="([^"]*)"/g)]],
    ['section', [...main.matchAll(/<section[^>]*aria-label="([^"]*)"/g)]],
  ] as const) {
    const labels = names.map(([, name]) => name)
    expect([role, new Set(labels).size]).toEqual([role, labels.length])
  }
  expect(whole.match(/<search/g)).toHaveLength(2)
})

test('each column of the page is labeled, and a panel differs from the table in it', () => {
  const main = whole.slice(whole.indexOf('<main'))
  const headings = [...main.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, heading]) => heading!)
  expect(headings.length).toBeGreaterThan(8)
  expect(
    headings.filter((heading) => heading.replaceAll(/<[^>]*>/g, '').trim() === '' && !/aria-label/.test(heading)),
  ).toEqual([])
  expect(main).toContain('role="group" aria-label="Courses"')
  expect(main).not.toMatch(/<section[^>]*aria-label="Courses"/)
})

test("calls and exports of a list on the page concern the page's student", () => {
  expect(contains(whole, `/api/payment/export?user_id=${student_id}`)).toBe(true)
  expect(contains(whole, `/api/user/exportHistory?user_id=${student_id}`)).toBe(true)
})

test('staff without access to payments get the page without them', async () => {
  const [row] = await app.database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, 2, 'reader@example.com', 'reader@example.com') returning user_id`
  await app.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${row!.user_id}, 1, 'MANAGE_PAYMENTS:READ', false)`
  const { status, text } = await (await app.as(row!.user_id)).visit(address)
  expect(status).toBe(200)
  expect([contains(text, 'payments.search'), contains(text, 'events.search')]).toEqual([false, true])
})

test('each course has its documents: the record, the verification of enrollment and the certificate, each with its permission', async () => {
  const [course] = await app.database.read<{ student_course_id: number }>`
    select max(student_course_id) as student_course_id from learning.student_course where user_id = ${student_id}`
  const { student_course_id } = course!
  const named = `student_course_id=${student_course_id}`
  const enrollment = `/api/certificate/download/enrollment?${named}`
  const [row] = await app.database.read<{ status: number }>`
    select lk_student_course_status_id as status from learning.student_course where student_course_id = ${student_course_id}`
  expect(row!.status).toBe(1)
  expect(contains(whole, `/api/report/downloadStudentFootprintTX?${named}`)).toBe(true)
  expect(contains(whole, `action="${enrollment}"`)).toBe(true)
  const paper = await admin.post(`/certificate/download/enrollment?${named}`)
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  await app.database.read`
    update learning.student_course set lk_student_course_status_id = 2 where student_course_id = ${student_course_id}`
  expect(contains((await admin.visit(address)).text, `action="${enrollment}"`)).toBe(false)
})

test("the date of a registration is in the organization's zone", async () => {
  await app.database.read`
    update learning.student_course set registered_at = '2026-01-08 04:59:59Z' where user_id = ${student_id}`
  const { text } = await admin.visit(address)
  expect([contains(text, '01/07/2026'), contains(text, '01/08/2026')]).toEqual([true, false])
})
