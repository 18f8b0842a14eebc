import { expect, test } from 'vitest'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))
const student = await app.as(await app.userId('student@example.com'))

/** A published course of this organization. */
async function addCourse(code: string): Promise<number> {
  const [course] = await read<{ course_id: number }>`
    insert into catalogue.course (organization_id, slug)
    select organization_id, 'agency-' || gen_random_uuid() from identity.organization where code = ${code}
    returning course_id`
  await read`
    insert into catalogue.course_version (course_id, version_number, name, published_at)
    values (${course!.course_id}, 1, ${`Course of ${code}`}, platform.now())`
  return course!.course_id
}
const agencyOf = async (course_id: number) => {
  const [row] = await read<{ reports_to: string | null }>`
    select reports_to from catalogue.course where course_id = ${course_id}`
  return row!.reports_to
}
const set = (by: typeof admin, course_id: unknown, reports_to: unknown) =>
  by.put('/course/agency', { course_id, reports_to })
const events = async (course_id: number) => [
  ...(await read<{ before: object; after: object }>`
    select before, after from platform.audit_event
    where action = 'course.agency' and subject = ${`course_id:${course_id}`} order by audit_event_id`),
]

test("staff set a course's agency; repeating it changes nothing, and null derives it from the states", async () => {
  const course_id = await addCourse('SSD')
  expect((await set(admin, course_id, 'fl-dhsmv')).body.message).toBe('Agency saved.')
  expect(await agencyOf(course_id)).toBe('fl-dhsmv')
  expect((await set(admin, course_id, 'fl-dhsmv')).status).toBe(200)
  expect(await events(course_id)).toEqual([{ before: { reports_to: null }, after: { reports_to: 'fl-dhsmv' } }])
  expect((await set(admin, course_id, null)).status).toBe(200)
  expect(await agencyOf(course_id)).toBeNull()
  expect(await events(course_id)).toHaveLength(2)
})

test('two simultaneous changes leave one audit row', async () => {
  const course_id = await addCourse('SSD')
  const responses = await Promise.all(Array.from({ length: 8 }, () => set(admin, course_id, 'dmv')))
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await events(course_id)).toHaveLength(1)
})

test('refuses students, visitors and read-only staff', async () => {
  const course_id = await addCourse('SSD')
  const reader = await addSomeone(app, 'SSD', 2)
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${reader.user_id}, 1, 'MANAGE_COURSES:READ', true), (${reader.user_id}, 1, 'MANAGE_COURSES:UPDATE', false)`
  expect((await set(student, course_id, 'dmv')).status).toBe(403)
  expect((await set(app.visitor() as never, course_id, 'dmv')).status).toBe(401)
  expect((await set(reader, course_id, 'dmv')).status).toBe(403)
  expect((await reader.get('/course/agencies')).status).toBe(200)
  expect((await student.get('/course/agencies')).status).toBe(403)
  expect(await agencyOf(course_id)).toBeNull()
})

test("a sub-organization does not find its parent's courses, the parent finds both, and others find none", async () => {
  const parent = await addSomeone(app, 'LSD', 1)
  const below = await addSomeone(app, 'LST', 1)
  const above = await addCourse('LSD')
  const course = await addCourse('LST')
  for (const [by, course_id] of [
    [below, above],
    [admin, above],
    [admin, course],
  ] as const) {
    expect((await set(by, course_id, 'dmv')).status).toBe(404)
    expect(await agencyOf(course_id)).toBeNull()
  }
  expect((await set(below, course, 'dmv')).status).toBe(200)
  expect((await set(parent, course, 'fmcsa-tpr')).status).toBe(200)
  expect(await agencyOf(course)).toBe('fmcsa-tpr')
  const listed = async (by: typeof admin) =>
    (await by.get('/course/agencies')).body.courses.map(({ course_id }: { course_id: number }) => course_id)
  expect(await listed(parent)).toEqual(expect.arrayContaining([above, course]))
  expect(await listed(below)).toContain(course)
  expect(await listed(below)).not.toContain(above)
  expect(await listed(admin)).not.toContain(course)
})

test.each([
  ['an agency that no table names', { course_id: 1, reports_to: 'cia' }],
  ['an agency in other letters', { course_id: 1, reports_to: 'DMV' }],
  ['a name of the language itself', { course_id: 1, reports_to: 'constructor' }],
  ['an empty agency', { course_id: 1, reports_to: '' }],
  ['no agency', { course_id: 1 }],
  ['no course', { reports_to: 'dmv' }],
  ['a course that is no number', { course_id: 'one', reports_to: 'dmv' }],
  ['a field that no one knows', { course_id: 1, reports_to: 'dmv', state: 'FL' }],
])('returns 400 for %s', async (_what, input) => {
  const before = await agencyOf(1)
  expect((await admin.put('/course/agency', input)).status).toBe(400)
  expect(await agencyOf(1)).toBe(before)
})

test('returns 404 for a course that does not exist', async () => {
  expect((await set(admin, 999_999, 'dmv')).status).toBe(404)
})
