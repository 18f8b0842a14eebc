import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { turnChecksOff } from '#migrations/demo/identity-checks.ts'
import { loadDemo } from '#migrations/demo/load.ts'
import { loadShowcase } from '#migrations/demo/load-showcase.ts'
import type { Sql } from '#platform/db/sql.ts'
import { openFiles } from '#platform/files/files.ts'
import { testDatabase } from '#platform/testing/database.ts'
import type { SecurityOptions } from './index.ts'
import { questionType } from './questions/question-types.shared.ts'

const { db } = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'waypost-demo-'))
const files = openFiles({ folder })
afterAll(() => rm(folder, { recursive: true, force: true }))

const load = () => db.tx((sql) => loadDemo({ sql, files }))

async function counts() {
  const [row] = await db.read<Record<string, number>>`
    select (select count(*)::int from identity.organization) as organizations,
           (select count(*)::int from identity.organization_closure) as closure,
           (select count(*)::int from identity.person) as people,
           (select count(*)::int from catalogue.website) as websites,
           (select count(*)::int from catalogue.course_website) as course_websites,
           (select count(*)::int from catalogue.course) as courses,
           (select count(*)::int from catalogue.component) as components,
           (select count(*)::int from catalogue.question) as questions,
           (select count(*)::int from catalogue.faq) as faqs,
           (select count(*)::int from catalogue.course_shipping_method) as shipping_methods,
           (select count(*)::int from catalogue.attachment) as attachments`
  return row!
}

beforeAll(load)

test('the demo data contain all courses with their outlines and final exams', async () => {
  expect(await counts()).toEqual({
    organizations: 6,
    closure: 7,
    people: 3,
    websites: 9,
    course_websites: 15,
    courses: 4,
    components: 82 + 39 + 23 + 27 + 4,
    questions: 467 + 3,
    faqs: expect.any(Number),
    shipping_methods: 16,
    attachments: 8,
  })
})

test('the registrations of the courses of a program ask for what the program and its agency need, once', async () => {
  const rows = await db.read<{ course_version_id: number; types: number[]; titles: string[] }>`
    select course_version_id, array_agg(lk_question_type_id order by position) as types,
           array_agg(title order by position) as titles
    from catalogue.question where used_in = 'registration' group by course_version_id order by 1`
  const states = rows.map(({ types }) => types.filter((type) => type === questionType.state).length)
  expect(states).toEqual([1, 1, 0, 0])
  expect(rows[1]!.titles.at(-1)).toBe('Which class or endorsement is the training for?')
})

test('loading twice adds nothing and does not revert a changed price', async () => {
  const before = await counts()
  await db.tx((sql) => sql`update catalogue.course_website set price_cents = 1 where course_website_id = 1001`)
  await load()
  expect(await counts()).toEqual(before)
  const [row] = await db.read`select price_cents from catalogue.course_website where course_website_id = 1001`
  expect(row).toEqual({ price_cents: 1 })
})

test('an empty database gets websites with hosting, and a shop with bundle, upsell, offer and tax, once', async () => {
  const hosted = await db.read`
    select website_id from catalogue.website
    where hosted_ind and hosted_location = 'platform' and hosted_started_on = '2024-01-15' order by 1`
  expect(hosted.map(({ website_id }) => website_id)).toEqual([101, 102, 103, 107, 108])
  const undoneTransaction = db.tx(async (sql) => {
    await loadShowcase(sql)
    await loadShowcase(sql)
    const [row] = await sql`
      select (select array_agg(course_id) from catalogue.v_course_bundle) as bundled,
             (select array_agg(course_id) from catalogue.v_course_upsell) as recommended,
             (select p.code from checkout.leaver_settings s join checkout.promo_code p using (promo_code_id)
              where s.enabled_ind) as code,
             (select completion_configuration -> 'externalExam' ->> 'selectedType' || ' after ' || components
              from catalogue.course_version where name = 'Safe Driving Refresher') as refresher,
             (select array_agg(organization_id || ':' || tax_hundredths) from checkout.checkout_settings) as taxes,
             (select array_agg(organization_id || ':' || loginid order by user_id) from identity.person
              where loginid in ('affiliate@example.com', 'fleet@example.com')) as partners,
             (select count(*)::int from identity.external_person) as drivers,
             (select array_agg(organization_id || ':' || name) from identity.client) as clients`
    expect(row).toEqual({
      bundled: [1],
      recommended: [3],
      refresher: 'proctored after 2',
      code: 'ROLLOUT15',
      taxes: ['2:700'],
      partners: ['3:affiliate@example.com', '2:fleet@example.com'],
      drivers: 8,
      clients: ['2:Dispatch'],
    })
    const [next] = await sql<{ course_id: number }>`
      insert into catalogue.course (organization_id, slug) values (1, 'written-next') returning course_id`
    const [version] = await sql<{ course_version_id: number }>`
      insert into catalogue.course_version (course_id, version_number, name) values (${next!.course_id}, 0, 'Next')
      returning course_version_id`
    expect(Math.min(next!.course_id, version!.course_version_id)).toBeGreaterThan(5)
    throw new Error('undone')
  })
  await expect(undoneTransaction).rejects.toThrow('undone')
})

test('the minimum times of each outline add up to the required time of its course', async () => {
  const rows = await db.read<{ required_seconds: number; added: number; positions: number; counted: number }>`
    select v.required_seconds, sum(c.required_seconds)::int as added, max(c.position)::int as positions,
           count(*) filter (where c.final_ind)::int as finals,
           (array_agg(c.final_ind order by c.position desc))[1] as last, v.components, count(*)::int as counted
    from catalogue.course_version v join catalogue.component c using (course_version_id)
    group by v.course_version_id`
  expect(rows).toHaveLength(4)
  for (const row of rows) {
    expect(row).toMatchObject({ required_seconds: row.added, components: row.positions, finals: 1, last: true })
    expect(row.counted).toBe(row.positions)
  }
})

test('the Florida course has identity checks, and disabling them keeps the settings of each method', async () => {
  type Row = { course_id: number; options: SecurityOptions }
  const list = async (sql: Sql): Promise<Row[]> => sql<Row>`
      select course_id, course_security_options as options from catalogue.course_version order by course_id`
  const checksOf = (rows: readonly Row[]) =>
    rows.map(({ course_id, options: { setupIAgree, methods, globalSettings } }) => [
      course_id,
      setupIAgree || globalSettings.requireAgreement,
      ...Object.entries(methods).flatMap(([name, { enabled }]) => (enabled ? [name] : [])),
    ])
  const loaded = await list(db.read)
  const otherCourses = [2, 3, 4].map((course_id) => [course_id, false])
  expect(checksOf(loaded)).toEqual([[1, true, 'phone', 'keystroke', 'security_questions'], ...otherCourses])
  const undoneTransaction = db.tx(async (sql) => {
    await turnChecksOff(sql)
    const [florida, ...rest] = await list(sql)
    expect(checksOf([florida!, ...rest])).toEqual([[1, false], ...otherCourses])
    const { keystroke, phone } = loaded[0]!.options.methods
    expect(florida!.options.methods).toMatchObject({
      keystroke: { ...keystroke, enabled: false },
      phone: { ...phone, enabled: false },
    })
    expect(rest).toEqual(loaded.slice(1))
    throw new Error('undone')
  })
  await expect(undoneTransaction).rejects.toThrow('undone')
})

test('new rows get ids above those of the demo data', async () => {
  const [row] = await db.tx(
    (sql) => sql<{ organization_id: number }>`
      insert into identity.organization (code, name) values ('NEW', 'New') returning organization_id`,
  )
  expect(row!.organization_id).toBeGreaterThan(6)
})

test("the file store contains the courses' media, and the captions of their video", async () => {
  const attachments = await db.read<{ name: string; file_key: string; size_bytes: string; video: string | null }>`
    select a.name, a.file_key, a.size_bytes::text, v.name as video
    from catalogue.attachment a left join catalogue.attachment v on v.attachment_id = a.related_attachment_id`
  for (const { file_key, size_bytes } of attachments) {
    const file = await files.open(file_key)
    await file.stream.cancel()
    expect(String(file.size)).toBe(size_bytes)
  }
  expect(attachments.filter(({ video }) => video === 'lesson-following-distance.mp4').map(({ name }) => name)).toEqual([
    'lesson-following-distance.en.vtt',
    'lesson-following-distance.es.vtt',
  ])
})

test('quiz ids, pools and inline quizzes refer to existing questions', async () => {
  const [counts] = await db.read<{ pools: number; quizzes: number }>`
    select (select count(*)::int from catalogue.component c, jsonb_array_elements(c.data->'questionPools') pool
            where c.lk_component_type_id = 3 and (pool->>'count')::int > (
              select count(*) from catalogue.question q
              where q.course_version_id = c.course_version_id
                and q.course_question_bank_id = (pool->>'course_question_bank_id')::int
                and q.lk_question_type_id = (pool->>'lk_question_type_id')::int)) as pools,
           (select count(*)::int from catalogue.component c
            where c.lk_component_type_id = 3 and not c.final_ind and (c.data->>'totalQuestions')::int <> (
              select count(*) from catalogue.question q
              where q.course_version_id = c.course_version_id and q.quiz_id = (c.data->>'quiz_id')::int)) as quizzes`
  expect(counts).toEqual({ pools: 0, quizzes: 0 })
})
