import { expect, test } from 'vitest'
import { runExport } from '#modules/catalogue/archive/export-course.ts'
import { gatherCourse } from '#modules/catalogue/archive/gather-course.ts'
import { runImport } from '#modules/catalogue/archive/import-course.ts'
import { exportCourse } from '#modules/catalogue/archive/request-export.ts'
import { beginImport, importCourse } from '#modules/catalogue/archive/request-import.ts'
import { selectWorkingVersion } from '#modules/catalogue/drafts/draft.sql.ts'
import { attachmentIdOf, findReachableAttachment } from '#modules/catalogue/media/attachment.sql.ts'
import { listUses } from '#modules/catalogue/media/attachment-uses.ts'
import { deleteAttachment } from '#modules/catalogue/media/change-attachment.ts'
import { uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { previewCourse } from '#modules/catalogue/preview/preview-course.ts'
import { publishCourse } from '#modules/catalogue/publishing/publish-course.ts'
import { publishReport } from '#modules/catalogue/publishing/report.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Actor } from '#platform/actor.ts'
import { noOrganization } from '#platform/ctx.ts'
import { openCtx } from '#platform/open-ctx.ts'
import type { z } from '#platform/schema.ts'
import type { Area } from './area.shared.ts'
import { listQuestions } from './question.sql.ts'
import { createQuestionBank, loadQuestionBank, saveQuestionBank } from './question-banks.ts'
import { QuestionInput } from './question-input.schema.ts'
import { questionType } from './question-types.shared.ts'
import { withoutAnswers } from './without-answers.ts'

const demo = await openDemo()
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)

async function authorOf(code: string) {
  const [organization] = await demo.db.read<{ organization_id: number }>`
    select organization_id from identity.v_organization where code = ${code}`
  const { organization_id } = organization!
  const [person] = await demo.db.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, first_name, last_name, loginid, email)
    values (${organization_id}, 1, 'Ada', 'Author', ${`hotspot-${code}`}, ${`hotspot-${code}@example.org`})
    returning user_id`
  return demo.ctx(code, { ...someone('Admin', organization_id, keys), ...person! } as Actor)
}
const author = await authorOf('SSD')
const stranger = await authorOf('LSD')

/** Another file of a library, with the content of a demo picture. */
async function file({ organization_id = 1, lk_file_type_id = 1, visible_to = 'learners' } = {}): Promise<string> {
  const [attachment] = await demo.db.read<{ attachment_id: number }>`
    insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes, visible_to)
    select ${organization_id}::int, ${lk_file_type_id}::int, 'street.png', file_key, content_type, size_bytes, ${visible_to}
    from catalogue.attachment where source_path = 'media/sign-stop.png' returning attachment_id`
  return `/media/${attachment!.attachment_id}/street.png`
}
const idOf = (address: string) => attachmentIdOf(address)!

const rectangle: Area = { kind: 'rectangle', x: 70, y: 40, width: 12.25, height: 25 }
const polygon: Area = {
  kind: 'polygon',
  points: [
    { x: 10, y: 10 },
    { x: 40, y: 12.5 },
    { x: 20, y: 50 },
  ],
}
type Sent = z.input<typeof QuestionInput>
type Options = NonNullable<Sent['configuration']['options']>
const areas: Options = [
  { id: 1, text: 'The parked car', correct: false, area: polygon as never },
  { id: 2, text: 'The child at the curb', correct: true, area: rectangle },
]
const hotspot = (src: string, options = areas, question_id = -1): Sent => ({
  question_id,
  lk_question_type_id: questionType.hotspot,
  configuration: { title: 'Tap the hazard.', picture: { src, alt: 'A street with parked cars' }, options },
})

async function bankOf(course_id: number, ctx = author) {
  const { course_question_bank_id } = await createQuestionBank.run(ctx, { course_id, name: 'Hazards' })
  const save = (...questions: Sent[]) =>
    saveQuestionBank.run(ctx, {
      course_id,
      course_question_bank_id,
      questions: questions.map((question) => QuestionInput.parse(question)),
    })
  return { course_question_bank_id, save }
}
const storedIn = async (course_question_bank_id: number, ctx = author) => {
  const { course_version_id } = await loadQuestionBank.run(ctx, { course_question_bank_id })
  return listQuestions(ctx, course_version_id, { course_question_bank_ids: [course_question_bank_id] })
}

test('stores a picture question with its areas, and shows students the names only', async () => {
  const src = await file()
  const { course_question_bank_id, save } = await bankOf(1)
  await save(hotspot(src))
  const [question] = await storedIn(course_question_bank_id)
  expect(question!.configuration).toMatchObject({ picture: { src }, options: areas })
  expect(await save({ ...hotspot(src), question_id: question!.question_id })).toMatchObject({ status: 'no-change' })
  const redacted = withoutAnswers(question!)
  expect(redacted.configuration.picture).toEqual({ src, alt: 'A street with parked cars' })
  expect(redacted.configuration.options).toEqual([
    { id: 1, text: 'The parked car', conditional: [] },
    { id: 2, text: 'The child at the curb', conditional: [] },
  ])
  for (const secret of ['area', 'correct', 'rectangle', 'polygon', '12.25', '12.5'])
    expect(JSON.stringify(redacted)).not.toContain(secret)
})

test.each<[string, unknown]>([
  ['an area beyond the right border', { ...rectangle, x: 88 }],
  ['an area before the left border', { ...rectangle, x: -1 }],
  ['an area without a width', { ...rectangle, width: 0 }],
  [
    'a polygon of two points',
    {
      kind: 'polygon',
      points: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
    },
  ],
  ['a polygon of 41 points', { kind: 'polygon', points: Array.from({ length: 41 }, (_, x) => ({ x, y: x })) }],
  [
    'a point outside of the picture',
    {
      kind: 'polygon',
      points: [
        { x: 1, y: 1 },
        { x: 2, y: 200 },
        { x: 3, y: 1 },
      ],
    },
  ],
  ['another kind of area', { kind: 'circle', x: 5, y: 5, width: 5, height: 5 }],
  ['an area with more in it', { ...rectangle, href: '/x' }],
  ['a coordinate that is not a number', { ...rectangle, x: '5' }],
])('refuses %s', (_, area) => {
  expect(QuestionInput.safeParse(hotspot('/media/7/a.png')).success).toBe(true)
  expect(QuestionInput.safeParse(hotspot('/media/7/a.png', [{ text: 'One', area: area as never }])).success).toBe(false)
})

test.each(['https://pictures.example/a.png', '/media/7/../../logout', 'javascript:alert(1)', '/media/7/a b.png', ''])(
  'refuses %j as a picture address',
  (src) => {
    expect(QuestionInput.safeParse(hotspot(src)).success).toBe(false)
  },
)

test("accepts only a picture of the owner's library, and only for a type that shows one", async () => {
  const { course_question_bank_id, save } = await bankOf(1)
  const unknown = { kind: { code: 'IMAGE_UNKNOWN' } }
  for (const src of [
    '/media/999999/street.png',
    'media/sign-stop.png',
    await file({ lk_file_type_id: 2 }),
    await file({ organization_id: stranger.organization.organization_id }),
  ])
    await expect(save(hotspot(src)), src).rejects.toMatchObject(unknown)
  const plain: Sent = { ...hotspot(await file()), lk_question_type_id: questionType.single_choice }
  await expect(save(plain)).rejects.toMatchObject({ kind: { status: 400 } })
  expect(await storedIn(course_question_bank_id)).toEqual([])
})

test('T-22: another organization can neither save nor read the question', async () => {
  const { course_question_bank_id, save } = await bankOf(1)
  await save(hotspot(await file()))
  const input = { course_id: 1, course_question_bank_id, questions: [] }
  await expect(saveQuestionBank.run(stranger, input)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(loadQuestionBank.run(stranger, { course_question_bank_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('the publish report lists missing areas and pictures, and names a deleted picture', async () => {
  const src = await file()
  const { save } = await bankOf(2)
  const [area] = areas
  const questionWith = (options: Options, title: string) => {
    const question = hotspot(src, options, 0)
    return { ...question, configuration: { ...question.configuration, title } }
  }
  const draft: Sent = { lk_question_type_id: questionType.hotspot, configuration: { title: 'Bare', options: areas } }
  const withoutText: Sent = hotspot(src)
  await save(
    questionWith([area!], 'Lonely'),
    questionWith(
      areas.map((option) => ({ ...option, correct: false })),
      'Unmarked',
    ),
    questionWith(
      areas.map(({ area: _, ...option }) => option),
      'Listed',
    ),
    questionWith(
      areas.map((option) => ({ ...option, text: 'Car' })),
      'Twins',
    ),
    draft,
    { ...withoutText, configuration: { ...withoutText.configuration, title: 'Silent', picture: { src, alt: ' ' } } },
    questionWith(areas, 'Whole'),
  )
  const messages = async () =>
    (await publishReport.run(author, { course_id: 2 })).problems.flatMap(({ message, tab }) =>
      tab === 'questionBanks' ? [message] : [],
    )
  const before = await messages()
  expect(before).toEqual([
    'Question “Lonely”: The picture needs at least two areas: the right one and one more.',
    'Question “Unmarked”: Mark at least one area as correct.',
    'Question “Listed”: An option has no area in the picture.',
    'Question “Twins”: Two areas have the same name.',
    'Question “Bare”: The question has no picture.',
    "Question “Silent”: The question's picture has no alternative text.",
  ])
  await demo.db.read`update catalogue.attachment set deleted_at = platform.now() where attachment_id = ${idOf(src)}`
  const solved = (await messages()).filter((message) => !before.includes(message))
  expect(solved).toHaveLength(6)
  expect(solved).toContain(`The picture of question “Whole” is not in the media library: ${src}`)
})

test('a picture is visible to students of a version whose question shows it, unless it is for staff only', async () => {
  const [open, staff, unused] = [await file(), await file({ visible_to: 'staff' }), await file()]
  const { save } = await bankOf(1)
  await save(hotspot(open), hotspot(staff, areas, -2))
  const student = await demo.ctx('SSD', someone('Student'))
  const canOpen = async (address: string) => (await findReachableAttachment(student, idOf(address))) !== null
  // Students here take version 1; the draft is a later version.
  expect([await canOpen(open), await canOpen(staff), await canOpen(unused)]).toEqual([false, false, false])
  const { course_version_id } = await selectWorkingVersion(author, { course_id: 1 })
  await demo.db.tx(async (sql) => {
    await sql`
      update catalogue.question q set configuration = d.configuration from catalogue.question d
      where d.course_version_id = ${course_version_id} and d.configuration ->> 'picture' is not null
        and q.course_version_id = 1 and q.question_id = (select min(question_id) from catalogue.question
          where course_version_id = 1) and d.configuration #>> '{picture,src}' = ${open}`
    await sql`
      update catalogue.question q set configuration = d.configuration from catalogue.question d
      where d.course_version_id = ${course_version_id} and q.course_version_id = 1
        and q.question_id = (select max(question_id) from catalogue.question where course_version_id = 1)
        and d.configuration #>> '{picture,src}' = ${staff}`
  })
  expect([await canOpen(open), await canOpen(staff), await canOpen(unused)]).toEqual([true, false, false])
  expect(await findReachableAttachment(await demo.ctx(), idOf(open))).toBeNull()
  expect(await findReachableAttachment(author, idOf(staff))).not.toBeNull()
  expect(await findReachableAttachment(stranger, idOf(open))).toBeNull()
})

test('a picture shown by a question is in use and cannot be deleted', async () => {
  const src = await file()
  const attachment_id = idOf(src)
  const { save } = await bankOf(3)
  await save(hotspot(src))
  expect(await listUses(author, attachment_id)).toMatchObject([
    { course_id: 3, component_id: null, question_id: expect.any(Number), question_title: 'Tap the hazard.' },
  ])
  await expect(deleteAttachment.run(author, { attachment_id })).rejects.toMatchObject({ kind: { code: 'IN_USE' } })
  await publishCourse.run(author, { course_id: 3 })
  expect((await listUses(author, attachment_id)).length).toBeGreaterThan(0)
})

test('the preview shows picture and names, but no areas', async () => {
  const src = await file()
  const { course_question_bank_id, save } = await bankOf(4)
  await save(hotspot(src))
  const { course_version_id } = await loadQuestionBank.run(author, { course_question_bank_id })
  await demo.db.read`
    update catalogue.question set used_in = 'quiz', course_question_bank_id = null,
      quiz_id = (select min(quiz_id) from catalogue.question where course_version_id = ${course_version_id} and used_in = 'quiz')
    where course_version_id = ${course_version_id} and course_question_bank_id = ${course_question_bank_id}`
  const { parts } = await previewCourse.run(author, { course_id: 4 })
  const pictureQuestions = parts.flatMap(({ questions }) => questions).filter(({ picture }) => picture)
  expect(pictureQuestions).toMatchObject([
    { picture: { src, alt: 'A street with parked cars' }, options: ['The parked car', 'The child at the curb'] },
  ])
  expect(JSON.stringify(parts)).not.toContain('polygon')
})

const system = openCtx(demo.services, {
  actor: { kind: 'system', name: 'test' },
  organization: noOrganization,
  locale: 'en-us',
})

async function archiveOf(course_id: number) {
  const { task_id } = await exportCourse.run(author, { course_id })
  await runExport(system, task_id)
  const [task] = await demo.db.read<{ file_key: string }>`
    select file_key from identity.task where task_id = ${task_id}`
  return new Uint8Array(await new Response((await demo.files.open(task!.file_key)).stream).arrayBuffer())
}

async function imported(bytes: Uint8Array, ctx: typeof author) {
  const { upload_id, url } = await beginImport.run(ctx, { file_name: 'course.zip', file_size: bytes.length })
  await ctx.use(uploadStore).receive(
    new Request(new URL(url, 'http://localhost'), {
      method: 'PATCH',
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes as BodyInit,
    }),
  )
  const { task_id } = await importCourse.run(ctx, { upload_id })
  await runImport(system, task_id, { last: false })
  const [course] = await demo.db.read<{ course_id: number }>`select max(course_id) as course_id from catalogue.course`
  return course!.course_id
}

test('an archive carries the question and its picture to another organization with new ids', async () => {
  const src = await file()
  const { course_question_bank_id, save } = await bankOf(4)
  await save(hotspot(src))
  const [question] = await storedIn(course_question_bank_id)
  const { file: written } = await gatherCourse(author, await selectWorkingVersion(author, { course_id: 4 }))
  const archived = written.question_banks.flatMap(({ questions }) => questions).at(-1)!
  expect(archived.configuration.picture!.src).toMatch(/^media\/\d+\.png$/)
  expect(written.media.map(({ path }) => path)).toContain(archived.configuration.picture!.src)

  const copy = await imported(await archiveOf(4), stranger)
  const { course_version_id, organization_id } = await selectWorkingVersion(stranger, { course_id: copy })
  const copiedQuestion = (await listQuestions(stranger, course_version_id, { used_in: 'bank' })).at(-1)!
  expect(copiedQuestion.question_id).not.toBe(question!.question_id)
  const { picture, ...rest } = copiedQuestion.configuration
  const { picture: own, ...ownRest } = question!.configuration
  expect(rest).toEqual(ownRest)
  expect(picture!.alt).toBe(own!.alt)
  expect(idOf(picture!.src)).not.toBe(idOf(src))
  const [attachment] = await demo.db.read`
    select organization_id from catalogue.attachment where attachment_id = ${idOf(picture!.src)}`
  expect(attachment).toEqual({ organization_id })
})
