import { expect, test } from 'vitest'
import { addStaff } from '#modules/checkout/keys/keys.fixture.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database

const [other] = await read<{ organization_id: number; code: string }>`
  select organization_id, code from identity.organization
  where parent_organization_id is null and not default_ind and lk_organization_status_id = 1 limit 1`
const admin = await app.as(await app.userId('admin@example.com'))
const staffElsewhere = await addStaff(app, other!.code)

type Row = { user_id: number; student_course_id: number; student_certificate_id: number; completion_report_id: number }

/** A student with a course, its certificate, completion report, submissions and exam. */
async function addCourse(organization_id: number, number: string): Promise<Row> {
  const login = `xaviera.${organization_id}@letters.example.com`
  const [course] = await read<{ user_id: number; student_course_id: number }>`
    with person as (
      insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
      values (${organization_id}, 3, ${login}, ${login}, 'Xaviera', 'Quintanilla-Ñúñez') returning user_id)
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                         lk_student_course_status_id, audio_ind)
    select ${organization_id}, user_id, c.course_version_id, c.course_website_id, 7, false
    from person, (select c.published_version_id as course_version_id, w.course_website_id
                  from catalogue.course_website w join catalogue.course c using (course_id)
                  where w.course_website_id = 1001) c
    returning user_id, student_course_id`
  const { student_course_id } = course!
  await read`
    insert into learning.certificate_reservation (student_course_id, version, organization_id, certificate_number, check_code)
    values (${student_course_id}, 1, ${organization_id}, ${number}, translate(lpad(${student_course_id}::text, 12, 'Z'), '01', 'AB'))`
  const [certificate] = await read<{ student_certificate_id: number }>`
    insert into learning.student_certificate (organization_id, student_course_id, user_id, version, certificate_template_id,
      certificate_number, check_code, model, content_hash, jpg_key, pdf_key, issued_at)
    select organization_id, student_course_id, ${course!.user_id}, 1, 1, certificate_number, check_code, '{}', repeat('0', 64), 'a', 'b',
           platform.now()
    from learning.certificate_reservation where student_course_id = ${student_course_id} returning student_certificate_id`
  const [report] = await read<{ completion_report_id: number }>`
    insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record, state, due_at)
    values (${organization_id}, ${student_course_id}, 1, 'dmv', 'FL', '{}', 'due', platform.now()) returning completion_report_id`
  await read`
    insert into learning.submission (student_course_id, kind, organization_id, finished_at, waiting)
    select ${student_course_id}, kind, ${organization_id}, platform.now(), 1 from unnest(array['quiz', 'document']) kind`
  return { ...course!, ...certificate!, ...report! }
}

const here = await addCourse(1, 'CERT-4711')
const otherCourse = await addCourse(other!.organization_id, 'CERT-4712')

async function idsOf(client: typeof admin, path: string, rows: string, key: string, search: string): Promise<number[]> {
  const { body } = await client.get(`${path}?search=${encodeURIComponent(search)}`)
  return body[rows].map((row: Record<string, number>) => row[key])
}

const lists = [
  ['/certificate/fetch', 'certificates', 'student_certificate_id'],
  ['/report/completions/fetch', 'reports', 'completion_report_id'],
  ['/quiz/submissions/fetch', 'data', 'student_course_id'],
  ['/attachment/submissions/fetch', 'submissions', 'student_course_id'],
] as const

test.each(lists)(
  "T-22: %s finds letters within its students' names in scope, and no others",
  async (path, rows, key) => {
    for (const search of ['uintanill', 'nunez xav', 'quintanilla xa'])
      expect([
        search,
        await idsOf(admin, path, rows, key, search),
        await idsOf(staffElsewhere, path, rows, key, search),
      ]).toEqual([search, [here[key]], [otherCourse[key]]])
    for (const search of ['quintanilla zz', "quintanilla' or true --"])
      expect(await idsOf(admin, path, rows, key, search)).toEqual([])
  },
)

test('T-22: certificates are found by letters within their number and name together, in scope only', async () => {
  const find = (client: typeof admin, search: string) =>
    idsOf(client, '/certificate/fetch', 'certificates', 'student_certificate_id', search)
  for (const search of ['4711', 'cert 4711', 'quintanilla 4711', 'letters.example 4711'])
    expect([search, await find(admin, search)]).toEqual([search, [here.student_certificate_id]])
  expect(await find(admin, '4712')).toEqual([])
  expect(await find(staffElsewhere, 'ert-471')).toEqual([otherCourse.student_certificate_id])
  const findAll = (scope: string) =>
    app.database.tx(async (sql) => {
      await sql`set local role waypost_app`
      await sql`select set_config('waypost.scope', ${scope}, true)`
      const [row] = await sql<{ found: number[] }>`
        select learning.find_certificates(array['%cert 471%'], ${sql.array([here.user_id, otherCourse.user_id])}::int[]) as found`
      return row!.found.toSorted()
    })
  expect(await findAll('{(,)}')).toEqual([here.student_certificate_id, otherCourse.student_certificate_id].toSorted())
  expect(await findAll('{[1,2)}')).toEqual([here.student_certificate_id])
  expect(await findAll('')).toEqual([])
})

test.each(lists)('%s finds the rows of a removed student', async (path, rows, key) => {
  await read`update identity.person set deleted_at = platform.now() where user_id = ${here.user_id}`
  expect(await idsOf(admin, path, rows, key, 'quintanilla')).toEqual([here[key]])
  expect((await admin.get('/student/fetch?search=quintanilla')).body.students).toEqual([])
})
