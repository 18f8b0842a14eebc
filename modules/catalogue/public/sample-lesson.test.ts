import { expect, test } from 'vitest'
import { openDemo } from '#modules/catalogue/testing/demo.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { fetchDetails } from './fetch-details.ts'
import { fetchSampleLesson, sampleOf } from './sample-lesson.ts'

const { ctx, db } = await openDemo()
const notFound = { kind: { status: 404 } }

test('a visitor reads the lesson that the author has chosen, without questions', async () => {
  const { course } = await fetchDetails.run(await ctx(), { id: 1001 })
  expect(course.sample).toBe('When Points Become a Suspension')
  const sample = await fetchSampleLesson.run(await ctx(), { id: 1001 })
  expect(sample).toMatchObject({ name: course.sample, course_name: 'Basic Driver Improvement', frames: [] })
  expect(sample.html).toContain('<p>')
  expect(JSON.stringify(sample)).not.toMatch(/"correct"|questionPools|component_id/)
})

test.each([1003, 1006, 1014, 999_999])(
  'returns 404 for course-website %i without a sample, of another, a closed or no organization',
  async (id) => {
    await expect(fetchSampleLesson.run(await ctx(), { id })).rejects.toMatchObject(notFound)
  },
)

/** A file of the library with the content of a demo file. */
async function file(
  name: string,
  visible_to: string,
  { type = 1, organization_id = 1, of: relatedAttachmentId = null as string | null } = {},
): Promise<string> {
  const [attachment] = await db.read<{ attachment_id: number }>`
    insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes,
      visible_to, related_attachment_id, language)
    select ${organization_id}::int, ${type}::int, ${name}, file_key, content_type, size_bytes,
           ${visible_to}, ${relatedAttachmentId && Number(relatedAttachmentId.split('/')[2])}::int, ${relatedAttachmentId && 'en'}
    from catalogue.attachment where source_path = 'media/sign-stop.png' returning attachment_id`
  return `/media/${attachment!.attachment_id}/${name}`
}
const card = (attrs: object) => ({ type: 'mediaCard', attrs: { alignClass: 'center', ...attrs } })
const picture = (src: string) => card({ component: 'image', src, alt: 'A sign' })

/** Adds this content to the sample lesson of course 1, and returns the HTML that visitors get. */
async function htmlWith(cards: readonly object[]): Promise<string> {
  await db.read`
    update catalogue.component
    set data = jsonb_set(data, '{content,content}', data #> '{content,content}' || ${JSON.stringify(cards)}::jsonb)
    where course_version_id = 1 and component_id = 1006`
  clearVersionCache()
  return (await fetchSampleLesson.run(await ctx(), { id: 1001 })).html
}

test('a visitor gets links to files for students, but none to files for staff', async () => {
  const video = await file('braking.mp4', 'learners', { type: 2 })
  await file('braking-en.vtt', 'learners', { type: 11, of: video })
  await file('internal-en.vtt', 'staff', { type: 11, of: video })
  const html = await htmlWith([
    picture(await file('open.png', 'everybody')),
    picture(await file('lesson.png', 'learners')),
    picture(await file('answers.png', 'staff')),
    picture(await file('foreign.png', 'learners', { organization_id: 2 })),
    card({ component: 'video', src: video }),
  ])
  for (const name of ['open.png', 'lesson.png', 'braking.mp4', 'braking-en.vtt'])
    expect(html, name).toMatch(new RegExp(`/files/[^"]+${name}`))
  for (const name of ['answers', 'foreign', 'internal']) expect(html).not.toContain(name)
  // Visitors cannot open library addresses.
  expect(html).not.toMatch(/(src|href|poster)="\/media\//)
  expect(html.match(/rt-missing/g)).toHaveLength(2)
})

test('omits the quizzes within the lesson', async () => {
  const quiz = { quiz_id: 1001, course_question_bank_id: 12, questions: [10075], answer_id: null }
  const html = await htmlWith([card({ component: 'inline-quiz', src: null, ...quiz })])
  expect(html).not.toMatch(/quiz|10075/)
})

test('shows the published version, not a newer draft', async () => {
  await db.read`
    insert into catalogue.course_version select (jsonb_populate_record(v, ${JSON.stringify({ course_version_id: 9001, version_number: 900, published_at: null })}::jsonb)).*
    from catalogue.course_version v where course_version_id = 1`
  await db.read`
    insert into catalogue.component select (jsonb_populate_record(c, '{"course_version_id": 9001, "section_id": null, "name": "Draft of the lesson"}'::jsonb)).*
    from catalogue.component c where course_version_id = 1 and component_id = 1006`
  clearVersionCache()
  const sample = await fetchSampleLesson.run(await ctx(), { id: 1001 })
  expect(sample.name).toBe('When Points Become a Suspension')
})

test("another organization's site and a course off sale have no sample", async () => {
  await expect(fetchSampleLesson.run(await ctx('GCT'), { id: 1001 })).rejects.toMatchObject(notFound)
  await db.read`update catalogue.course_website set deleted_at = platform.now() where course_website_id = 1001`
  await expect(fetchSampleLesson.run(await ctx(), { id: 1001 })).rejects.toMatchObject(notFound)
  await db.read`update catalogue.course_website set deleted_at = null where course_website_id = 1001`
  await db.read`update catalogue.course set lk_course_status_id = 3 where course_id = 1`
  await expect(fetchSampleLesson.run(await ctx(), { id: 1001 })).rejects.toMatchObject(notFound)
})

const head = { course_version_id: 1, position: 1, chapter_order: 1, chapter_name: 'C', section_order: 1 }
const lesson = (component_id: number, sample_ind: boolean, final_ind = false): Component => ({
  ...head,
  section_name: 'S',
  name: `Lesson ${component_id}`,
  component_id,
  final_ind,
  required_seconds: 60,
  type: 'Content',
  lk_component_type_id: 1,
  data: { wysiwyg_id: component_id, content: { type: 'doc', content: [] }, audioAttachments: [], sample_ind },
})

test('the first sample of a course is shown, never one of the final exam', () => {
  expect(sampleOf([lesson(1, false), lesson(2, true), lesson(3, true)])?.component_id).toBe(2)
  expect(sampleOf([lesson(1, false), lesson(2, true, true)])).toBeNull()
})
