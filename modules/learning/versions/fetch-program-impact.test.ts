import { beforeAll, beforeEach, expect, test } from 'vitest'
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
const waiting = async (someone: Someone) => (await someone.visit('/manage/home')).text

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
  expect(await waiting(operator)).toContain('Courses that will break an upcoming rule of their program')
})

test('a change that breaks no course lists none, and other schools see no courses of this one', async () => {
  await setLater('course.minimum_minutes', { min: 1 })
  expect((await page(operator)).text).toContain('No published course breaks the rules that apply from that day.')
  expect(await waiting(operator)).not.toContain('break an upcoming rule of their program')
  await setLater('course.minimum_minutes', { min: 90_000 })
  expect((await page(childPerson)).text).toContain('No published course breaks the rules that apply from that day.')
})
