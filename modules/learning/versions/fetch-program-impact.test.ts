import { beforeAll, beforeEach, expect, test } from 'vitest'
import { packOf } from '#modules/catalogue/programs/packs.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { addSomeone, addStaff, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read: sql } = app.database
const program_id = 'fl-bdi'
const on = `${new Date().getUTCFullYear() + 1}-01-01`
let operator: Someone
let childPerson: Someone
let course: { course_id: number; version: number; course_website_id: number }

beforeAll(async () => {
  operator = await addStaff(app, 'SSD')
  childPerson = await addStaff(app, 'GCT')
  const [row] = await sql<typeof course>`
    select c.course_id, c.published_version_id as version, w.course_website_id
    from catalogue.course c
    join catalogue.course_website w using (course_id)
    join identity.organization o on o.organization_id = c.organization_id and o.code = 'SSD'
    where c.published_version_id is not null order by 1 limit 1`
  course = row!
  await sql`update catalogue.course_version set program_id = ${program_id} where course_version_id = ${course.version}`
  clearVersionCache()
  // One student in the course, and one who is done with it.
  for (const status of [4, 7]) {
    const { user_id } = await addSomeone(app, 'SSD')
    await sql`
      insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id)
      values (1, ${user_id}, ${course.version}, ${course.course_website_id}, ${status})`
  }
})
beforeEach(async () => {
  await sql`delete from catalogue.program_rule`
})

const setLater = (rule: string, value: unknown) => sql`
  insert into catalogue.program_rule (program_id, rule, valid_from, value, reason, user_id)
  values (${program_id}, ${rule}, ${on}, ${sql.json(value as object)}, 'Later.', ${operator.user_id})`
const page = (someone: Someone, query = `?on=${on}`) => someone.visit(`/manage/programs/${program_id}${query}`)
const homeText = async (someone: Someone) => (await someone.visit('/manage/home')).text

test('the page of a later day lists the courses that break its rules, with their students and the place to change', async () => {
  await setLater('course.minimum_minutes', { min: 90_000 })
  const { text, status } = await page(operator)
  expect(status).toBe(200)
  expect(text).toContain('Courses that must change by then')
  expect(text).toMatch(
    new RegExp(`href="/manage/courses/${course.course_id}/outline[^"]*"[^>]*>The program asks for at least`),
  )
  expect(text).toContain('1 student is taking it now')
  expect((await page(operator, '')).text).toContain(`/manage/programs/${program_id}?on=${on}`)
  expect(await homeText(operator)).toContain('Courses that will break an upcoming rule of their program')
})

test('a change that breaks no course lists none, and other schools see no courses of this one', async () => {
  await setLater('course.minimum_minutes', { min: 1 })
  expect((await page(operator)).text).toContain('No published course breaks the rules that apply from that day.')
  expect(await homeText(operator)).not.toContain('break an upcoming rule of their program')
  await setLater('course.minimum_minutes', { min: 90_000 })
  expect((await page(childPerson)).text).toContain('No published course breaks the rules that apply from that day.')
})

const rulePath = '/manage/programs/fl-bdi/rule/course.minimum_minutes'
const rulesStored = async () => (await sql`select from catalogue.program_rule`).length

test('the page of a rule shows the change with the courses and students it affects before the rule is saved', async () => {
  const { text, status } = await operator.visit(rulePath, {
    action: 'preview',
    min: '90000',
    citation: 'R. 15A-8.007',
    reason: '',
  })
  expect(status).toBe(200)
  expect(text).toContain('Nothing is saved yet.')
  expect(text).toContain('at least 240 minutes')
  expect(text).toContain('at least 90000 minutes')
  expect(text).toContain('Courses that would have to change')
  expect(text).toContain(`href="/manage/courses/${course.course_id}`)
  expect(text).toContain('1 student is taking it now')
  expect(text).toMatch(/outline requires \d+ minutes\. \(R\. 15A-8\.007\)/)
  // The input is kept, and nothing is stored.
  expect(text).toContain('value="R. 15A-8.007"')
  expect(await rulesStored()).toBe(0)

  const harmless = await operator.visit(rulePath, { action: 'preview', min: '1', reason: '' })
  expect(harmless.text).toContain('The 1 published course of this program meets it.')
  expect(harmless.text).not.toContain('1 student is taking it now')
  const wrong = await operator.visit(rulePath, { action: 'preview', min: 'many', reason: '' })
  expect(wrong.status).toBe(422)
  expect((await childPerson.visit(rulePath, { action: 'preview', min: '1' })).headers.get('location')).toBe('/404')
})

test('the program is compared with its former pack after a rule is saved from today, with courses and students', async () => {
  expect((await page(operator, '')).text).not.toContain('Compared with the pack')
  const reason = 'Asked the department.'
  expect((await operator.visit(rulePath, { min: '90000', reason })).status).toBe(303)
  const { text } = await page(operator, '')
  expect(text).toContain('Compared with the pack')
  const compared = text.slice(text.indexOf('Compared with the pack'), text.indexOf('Rules with a value'))
  for (const part of ['at least 240 minutes', 'at least 90000 minutes', '1 student is taking it now'])
    expect(compared).toContain(part)
  expect(compared).toContain('Courses that must change because of it')

  await sql`update catalogue.program_rule set value = '{"min": 1}'`
  await sql`
    insert into catalogue.program_rule (program_id, rule, valid_from, value, reason, user_id)
    values (${program_id}, 'exam.attempts', '2026-01-01', null, 'Left empty.', ${operator.user_id})`
  const after = (await page(operator, '')).text
  expect(after).toContain('No published course breaks a rule that was set in place of the pack.')
  expect(after).not.toContain('1 student is taking it now')
  // A rule that was left empty, and that the pack doesn't have, is no change.
  expect(after.slice(after.indexOf('Compared with the pack'), after.indexOf('Rules with a value'))).not.toContain(
    'Attempts at the final exam',
  )
})

test('a later row of a pack is announced with the courses that must change by then', async () => {
  const rows = packOf(program_id)!.values['course.minimum_minutes']!
  const [row] = rows
  const formerEnd = row!.valid_to
  const [endYear] = on.split('-')
  row!.valid_to = `${Number(endYear) - 1}-12-31`
  rows.push({ ...row!, valid_from: on, valid_to: null, value: { min: 80_000 }, text: '80,000 minutes' })
  try {
    expect((await page(operator, '')).text).toContain(`/manage/programs/${program_id}?on=${on}`)
    const { text } = await page(operator)
    expect(text).toContain('at least 80000 minutes')
    expect(text).toContain('Courses that must change by then')
    expect(text).toContain('1 student is taking it now')
    expect(await homeText(operator)).toContain('Courses that will break an upcoming rule of their program')
  } finally {
    rows.pop()
    row!.valid_to = formerEnd
  }
  expect((await page(operator, '')).text).not.toContain(`?on=${on}`)
})
