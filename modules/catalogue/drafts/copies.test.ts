import { describe, expect, it } from 'vitest'
import { runExport } from '#modules/catalogue/archive/export-course.ts'
import { runImport } from '#modules/catalogue/archive/import-course.ts'
import { exportCourse } from '#modules/catalogue/archive/request-export.ts'
import { beginImport, importCourse } from '#modules/catalogue/archive/request-import.ts'
import { completionDefaults } from '#modules/catalogue/authoring/options-input.schema.ts'
import { createCourse, duplicateCourse } from '#modules/catalogue/courses/create-course.ts'
import { attachmentUrl } from '#modules/catalogue/media/attachment.sql.ts'
import { uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { restoreVersion } from '#modules/catalogue/publishing/versions.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { registrationDefaults, securityDefaults } from '#modules/catalogue/versions/options.schema.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { noOrganization } from '#platform/ctx.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { copyVersion, lockWorkingVersion, openDraft, selectWorkingVersion } from './draft.sql.ts'

/**
 * A version whose columns all differ from their defaults is copied in every way and compared across all tables of a
 * version. Tables and columns are read from the database, so this test fails for a new column that is not copied.
 */
const demo = await openDemo()
const { db } = demo
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)
const [admin] = await db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 and organization_id = 1 order by 1 limit 1`
const author: Ctx = await demo.ctx('SSD', { ...someone('Admin', 1, keys), ...admin } as Actor)
const system = openCtx(demo.services, {
  actor: { kind: 'system', name: 'test' },
  organization: noOrganization,
  locale: 'en-us',
})

/** Columns that identify a version and are not part of its content. */
const ownTables: ReadonlySet<string> = new Set([
  'course_version.course_version_id',
  'course_version.course_id',
  'course_version.version_number',
  'course_version.published_at',
  'course_version.published_by',
  'course_version.created_at',
  'course_version.updated_at',
  'course_version.updated_by',
  'course_version.based_on_version_id',
  'course_shipping_method.course_shipping_method_id',
])
/** Removed items of a draft, kept for undo: a copy starts without them. */
const ofTheDraft: ReadonlySet<string> = new Set(['removed_part'])

type Column = { table: string; name: string; type: string; default: string | null }
const columns = (
  await db.read<Column>`
    select c.table_name as "table", c.column_name as name, c.data_type as type, c.column_default as "default"
    from information_schema.columns c
    where c.table_schema = 'catalogue' and c.column_name <> 'course_version_id' and c.table_name in (
      select v.table_name from information_schema.columns v join information_schema.tables t using (table_schema, table_name)
      where v.table_schema = 'catalogue' and v.column_name = 'course_version_id' and t.table_type = 'BASE TABLE')
    order by 1, c.ordinal_position`
).filter(({ table, name }) => !ofTheDraft.has(table) && !ownTables.has(`${table}.${name}`))
const tables = [...new Set(columns.map(({ table }) => table))]

type Row = Record<string, unknown>
type Content = Record<string, Row[]>

async function contentOf(course_version_id: number): Promise<Content> {
  const contents = await Promise.all(
    tables.map(async (table) => {
      const rows = await db.read<{ row: Row }>`
        select to_jsonb(t) as row from ${db.read(`catalogue.${table}`)} t
        where course_version_id = ${course_version_id} order by to_jsonb(t)::text`
      const names = columns.filter((column) => column.table === table).map(({ name }) => name)
      return [table, rows.map(({ row }) => Object.fromEntries(names.map((name) => [name, row[name]])))] as const
    }),
  )
  return Object.fromEntries(contents)
}

/** The same content with its ids renumbered in order, so that copies compare equal. */
function numbered(content: Content): Content {
  const order = (rows: Row[]) => rows.toSorted((a, b) => Number(a.position ?? 0) - Number(b.position ?? 0))
  const ids = new Map<string, string>()
  const take = (kind: string, value: unknown) => {
    if (typeof value === 'number' && !ids.has(String(value))) ids.set(String(value), `${kind} ${ids.size}`)
  }
  const inner = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, one] of Object.entries(value)) {
      if (/^(quiz|wysiwyg|media|break)_id$/.test(name)) take(name, one)
      else inner(one)
    }
  }
  const banks = (content.course_question_bank ?? []).toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
  for (const row of order(content.chapter ?? [])) take('chapter', row.chapter_id)
  for (const row of order(content.section ?? [])) take('section', row.section_id)
  for (const row of order(content.component ?? [])) {
    take('component', row.component_id)
    inner(row.data)
  }
  for (const row of banks) take('bank', row.course_question_bank_id)
  for (const row of (content.question ?? []).toSorted((a, b) => (String(a.title) < String(b.title) ? -1 : 1)))
    take('question', row.question_id)
  for (const row of (content.faq ?? []).toSorted((a, b) => (String(a.title) < String(b.title) ? -1 : 1)))
    take('faq', row.faq_id)
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rename(one)]))
    if (typeof value === 'number') return ids.get(String(value)) ?? value
    return typeof value === 'string' ? value.replace(/^\d+(?=:\d+$)/, (id) => ids.get(id) ?? id) : value
  }
  const sorted = (rows: Row[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  return Object.fromEntries(Object.entries(content).map(([table, rows]) => [table, sorted(rename(rows) as Row[])]))
}

/** A published course in which no column has its default. */
async function openFullCourse(): Promise<{ course_id: number; course_version_id: number }> {
  const { course } = await createCourse.run(author, { name: 'Off its defaults' })
  const { course_id, course_version_id } = course
  await db.tx(async (sql) => {
    const [usedRow] = await sql<{ attachment_id: number; name: string }>`
      select attachment_id, name from catalogue.attachment
      where organization_id = 1 and lk_file_type_id = 1 order by 1 limit 1`
    const [template] = await sql<{ certificate_template_id: number }>`
      select certificate_template_id from catalogue.certificate_template order by 1 limit 1`
    const src = attachmentUrl(usedRow!)
    const paragraph = (text: string) => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    await sql`
      update catalogue.course_version set ${sql({
        excerpt: 'In a few words',
        description: 'In many words',
        lk_language_id: 2,
        list_price_cents: 4_321,
        image: src,
        image_alt: 'A road in snow',
        rating: 4.5,
        audio_ind: true,
        audio: sql.json({ enabled: true, price: 7, language: 'es-US' }),
        required_seconds: 93,
        certificate_template_id: template!.certificate_template_id,
        allowed_certificate_templates: sql.array([template!.certificate_template_id]),
        certificate_configuration: sql.json({ bottomLeftText: 'Approved' }),
        completion_description: 'You are through',
        completion_configuration: sql.json({
          ...completionDefaults,
          streaming: true,
          thresholdSettings: { selectedType: 'number', value: 3 },
        }),
        course_registration_options: sql.json({ ...registrationDefaults, ageEnabled: true, age: 21 }),
        disclaimer: 'I drive carefully',
        retake_after_days: 11,
        registration_expires_after_days: 55,
        reinstatement_fee_cents: 1_250,
        revisions: sql.json({ overview: 7, outline: 8 }),
        support_configuration: sql.json({ assignee: 1 }),
        concat_quiz_review_ind: true,
        program_id: 'fl-bdi',
        proctored_ind: true,
        sts_ind: true,
        reviews_ind: true,
        video_attachment_id: usedRow!.attachment_id,
        keystroke_requirement: 3,
        keystroke_sentence_configuration: sql.json({ sentences: ['The light is green.'] }),
      })} where course_version_id = ${course_version_id}`
    const [chapter] = await sql<{ chapter_id: number }>`
      insert into catalogue.chapter (course_version_id, position, name)
      values (${course_version_id}, 2, 'Winter') returning chapter_id`
    const sections = await sql<{ section_id: number }>`
      insert into catalogue.section (course_version_id, chapter_id, position, name)
      select ${course_version_id}, ${chapter!.chapter_id}, n, 'Part ' || n from generate_series(1, 2) n returning section_id`
    const [ids] = await sql<{
      quiz: number
      lesson: number
      first: number
      second: number
      medium: number
      rest: number
    }>`
      select nextval('catalogue.authored_id')::int as quiz, nextval('catalogue.authored_id')::int as lesson,
             nextval('catalogue.authored_id')::int as first, nextval('catalogue.authored_id')::int as second,
             nextval('catalogue.authored_id')::int as medium, nextval('catalogue.authored_id')::int as rest`
    const quizData = {
      quiz_id: ids!.quiz,
      description: 'What you know',
      totalQuestions: 1,
      configuration: {
        navigation: { show: true },
        timer: { active: true, seconds: 90 },
        retake: { fee: 5, attempts: 2 },
        grading: { threshold: 70 },
        review: { student: true },
      },
      questionPools: [],
    }
    const components = [
      {
        lk_component_type_id: 1,
        name: 'Ice',
        data: { wysiwyg_id: ids!.lesson, content: paragraph('Slow down'), audioAttachments: [src] },
      },
      {
        lk_component_type_id: 2,
        name: 'Snow',
        data: {
          media_id: ids!.medium,
          components: [{ component: 'image', src, title: 'Snow', alt: 'Snow on a road' }],
          content: paragraph('Look'),
          external_url: '',
        },
      },
      { lk_component_type_id: 4, name: 'Rest', data: { break_id: ids!.rest, seconds: 60, break_text: 'Rest' } },
      { lk_component_type_id: 3, name: 'Exam', data: quizData },
    ]
    const rows = await sql<{ component_id: number }>`
      insert into catalogue.component ${sql(
        components.map(({ data, ...component }, index) => ({
          ...component,
          course_version_id,
          position: index + 1,
          section_id: index === 3 ? null : sections[index < 2 ? 0 : 1]!.section_id,
          final_ind: index === 3,
          timer_active_ind: index !== 3,
          timer_seconds: index === 3 ? 0 : 30 + index,
          required_seconds: index === 3 ? 0 : 30 + index,
          data: sql.json(data),
        })),
      )} returning component_id`
    const options = structuredClone(securityDefaults)
    options.setupIAgree = true
    options.globalSettings.frequencySettings = { type: 'selectedComponent', value: rows[1]!.component_id }
    await sql`
      update catalogue.course_version set course_security_options = ${sql.json(options)}
      where course_version_id = ${course_version_id}`
    const [bank] = await sql<{ course_question_bank_id: number }>`
      insert into catalogue.course_question_bank (course_version_id, name)
      values (${course_version_id}, 'Signs') returning course_question_bank_id`
    const configuration = (title: string, conditional: number[] = []) => ({
      title,
      options: [
        { id: 1, text: 'Yes', correct: true, conditional },
        { id: 2, text: 'No', correct: false, conditional: [] },
      ],
      required: true,
      invalid: false,
      noEditAfterSave: true,
      requireReview: false,
      confirm: false,
      selectedComponent: rows[0]!.component_id,
      editor: { active: false, model: null, show_answer: true, show_hint: false, hint: '' },
      timer: { active: true, seconds: 20 },
      validation: { regex: '', min: '', max: '' },
      settings: {
        wordMinMax: { enabled: false, min: 0, max: 0 },
        minMax: { enabled: false, min: 0, max: 0 },
      },
    })
    const question = (used_in: string, title: string, position: number, overrides: object = {}) => ({
      course_version_id,
      used_in,
      quiz_id: null,
      course_question_bank_id: null,
      position,
      lk_question_type_id: 2,
      title,
      reference: `Page ${position}`,
      conditional: sql.array([]),
      configuration: sql.json(configuration(title)),
      ...overrides,
    })
    const questions = [
      question('quiz', 'A Is ice slippery?', 1, { quiz_id: ids!.quiz }),
      question('bank', 'B Is red stop?', 1, { course_question_bank_id: bank!.course_question_bank_id }),
      question('registration', 'C Do you drive?', 1, {
        question_id: ids!.first,
        configuration: sql.json(configuration('C Do you drive?', [ids!.second])),
      }),
      question('registration', 'D Do you drive at night?', 2, {
        question_id: ids!.second,
        conditional: sql.array([`${ids!.first}:1`]),
      }),
      question('security', 'E What was your first car?', 1),
      question('content', 'F What melts?', 1),
    ]
    const otherCourses = await sql<{ id: number }>`
      select nextval('catalogue.authored_id')::int as id from generate_series(1, ${questions.length}::int)`
    await sql`insert into catalogue.question ${sql(questions.map((row, index) => ({ question_id: otherCourses[index]!.id, ...row })))}`
    await sql`
      insert into catalogue.faq (course_version_id, title, body, post_completion_ind, position) values
        (${course_version_id}, 'Before', 'Ask before', false, 0), (${course_version_id}, 'Before, too', 'Ask', false, 1),
        (${course_version_id}, 'After', 'Ask after', true, 0)`
    await sql`insert into catalogue.course_state (course_version_id, lk_state_id) values (${course_version_id}, 3), (${course_version_id}, 9)`
    await sql`
      insert into catalogue.course_shipping_method (course_version_id, lk_shipping_type_id, enabled, price_cents)
      values (${course_version_id}, 1, false, 0), (${course_version_id}, 2, true, 1234), (${course_version_id}, 3, false, 99)`
    await sql`
      insert into catalogue.course_bundle (course_version_id, course_id, position, required_ind)
      values (${course_version_id}, 1, 1, true), (${course_version_id}, 2, 2, false)`
    await sql`insert into catalogue.course_upsell (course_version_id, course_id, position) values (${course_version_id}, 3, 1)`
    await sql`
      update catalogue.course_version set version_number = 1, published_at = platform.now(), published_by = ${admin!.user_id}
      where course_version_id = ${course_version_id}`
    await sql`update catalogue.course set published_version_id = ${course_version_id} where course_id = ${course_id}`
  })
  return { course_id, course_version_id }
}

const source = await openFullCourse()
const original = await contentOf(source.course_version_id)

/** The columns in which every row of the original has the default. */
async function columnsAtDefault(): Promise<string[]> {
  const atDefault = await Promise.all(
    columns.map(async ({ table, name, type, default: expression }) => {
      const [row] = expression?.startsWith('nextval')
        ? []
        : await db.read.text<{ value: unknown }>(`select to_jsonb(${expression ?? 'null::text'}) as value`)
      const values = new Set((original[table] ?? []).map((row) => JSON.stringify(row[name] ?? null)))
      const usual = new Set([
        JSON.stringify(row?.value ?? null),
        'null',
        '""',
        '{}',
        '[]',
        ...(type === 'boolean' ? [] : ['0']),
      ])
      const off = [...values].filter((value) => !usual.has(value))
      // A flag without a default is tested only if both values occur.
      const isSeen = type === 'boolean' && expression === null ? values.size === 2 : off.length > 0
      return isSeen ? [] : [`${table}.${name}`]
    }),
  )
  return atDefault.flat()
}

describe('a version without default values', () => {
  it('has rows in every table and a distinct value in every column', async () => {
    expect(tables.length).toBeGreaterThan(10)
    expect(Object.entries(original).flatMap(([table, rows]) => (rows.length > 0 ? [] : [table]))).toEqual([])
    expect(await columnsAtDefault()).toEqual([])
  })
})

/** Columns that a kind of copy leaves out, each with its reason. */
const without = (content: Content, omitted: readonly string[]): Content =>
  Object.fromEntries(
    Object.entries(content).map(([table, rows]) => [
      table,
      omitted.includes(table)
        ? []
        : rows.map((row) =>
            Object.fromEntries(Object.entries(row).filter(([name]) => !omitted.includes(`${table}.${name}`))),
          ),
    ]),
  )

const inTx = <T>(work: (ctx: Ctx) => Promise<T>) => author.tx(work)

describe('a copy of such a version', () => {
  it('equals the original in every column of every table: a new version', async () => {
    const copy = await inTx((ctx) =>
      copyVersion(ctx, source.course_version_id, { course_id: source.course_id, version_number: 9 }),
    )
    expect(await contentOf(copy)).toEqual(original)
  })

  it('equals the original: the draft made by the first change of a published course', async () => {
    const draft = await inTx(async (ctx) => openDraft(ctx, await lockWorkingVersion(ctx, source)))
    expect(draft).not.toBe(source.course_version_id)
    expect(await contentOf(draft)).toEqual(original)
    expect(await contentOf(source.course_version_id)).toEqual(original)
  })

  it('equals the original: a restored version, except for revisions that no open page has seen', async () => {
    const { course_version_id } = await restoreVersion.run(author, source)
    const omitted = ['course_version.revisions']
    expect(without(await contentOf(course_version_id), omitted)).toEqual(without(original, omitted))
  })

  it('equals the original under new ids: a duplicate, except for its name and its empty rating', async () => {
    const { course_version_id } = await selectWorkingVersion(author, source)
    const before = await contentOf(course_version_id)
    const { course } = await duplicateCourse.run(author, { course_id: source.course_id, name: 'A copy' })
    // The search words of the name differ with it.
    const omitted = ['course_version.name', 'course_version.rating', 'course_words']
    const copy = await contentOf(course.course_version_id)
    expect(numbered(without(copy, omitted))).toEqual(numbered(without(before, omitted)))
    expect([before, copy].map(({ course_version }) => course_version![0]!.rating)).toEqual([4.5, null])
    for (const [table, name] of [
      ['component', 'component_id'],
      ['question', 'question_id'],
      ['course_question_bank', 'course_question_bank_id'],
    ] as const) {
      const usedIds = new Set(original[table]!.map((row) => row[name]))
      expect(copy[table]!.filter((row) => usedIds.has(row[name]))).toEqual([])
    }
  })

  it("a duplicate belongs to its original's organization, not to its author's", async () => {
    const [above, below] = await Promise.all(
      ['LSD', 'LST'].map((code) => demo.ctx(code, { ...author.actor, organization_id: 3 } as Actor)),
    )
    const { course: teen } = await createCourse.run(below!, { name: 'Of the organization below' })
    const { course: copy } = await duplicateCourse.run(above!, { course_id: teen.course_id, name: 'A copy' })
    const rows = await db.read`
      select organization_id from catalogue.course where course_id in (${teen.course_id}, ${copy.course_id})`
    expect(rows).toEqual([{ organization_id: 4 }, { organization_id: 4 }])
  })

  it('equals the original under new ids: an imported archive, except for data of the installation', async () => {
    const copy = await contentOf(await imported(await archived()))
    expect(numbered(without(copy, notArchived))).toEqual(numbered(without(original, notArchived)))
  })
})

/** docs/course-archive.md lists what an archive leaves out. */
const notArchived = [
  // Other courses of the installation.
  'course_bundle',
  'course_upsell',
  // Its people and its library.
  'course_version.support_configuration',
  'course_version.video_attachment_id',
  // The students' reviews.
  'course_version.rating',
  'course_version.reviews_ind',
  'course_version.revisions',
]

async function archived(): Promise<Uint8Array> {
  const { task_id } = await exportCourse.run(author, { course_id: source.course_id })
  await runExport(system, task_id)
  const [task] = await db.read<{ file_key: string }>`select file_key from identity.task where task_id = ${task_id}`
  const { stream } = await demo.files.open(task!.file_key)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The draft created from an archive. */
async function imported(bytes: Uint8Array): Promise<number> {
  const { upload_id, url } = await beginImport.run(author, { file_name: 'course.zip', file_size: bytes.length })
  const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const request = new Request(new URL(url, 'http://localhost'), { method: 'PATCH', headers, body: bytes as BodyInit })
  await author.use(uploadStore).receive(request)
  const { task_id } = await importCourse.run(author, { upload_id })
  await runImport(system, task_id, { last: false })
  const [version] = await db.read<{ course_version_id: number }>`
    select max(course_version_id) as course_version_id from catalogue.course_version`
  return version!.course_version_id
}
