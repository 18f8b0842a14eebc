import { expect, test } from 'vitest'
import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { updateRegistration } from '#modules/catalogue/authoring/registration.ts'
import { updateFaq } from '#modules/catalogue/authoring/update-faq.ts'
import { updateOverview } from '#modules/catalogue/authoring/update-overview.ts'
import { createCourse, duplicateCourse } from '#modules/catalogue/courses/create-course.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { publishReport } from './report.ts'

const demo = await openDemo()
const keys = ['CREATE', 'READ', 'UPDATE'].map((type) => `MANAGE_COURSES:${type}`)
const [{ user_id } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
const author: Ctx = await demo.ctx('SSD', { ...someone('Admin', 1, keys), user_id } as ReturnType<typeof someone>)
const spanish = 2
const [{ course_id: teen } = { course_id: 0 }] = await demo.db.read<{ course_id: number }>`
  select course_id from catalogue.course_version where name ilike '%drug%' order by 1 limit 1`

/** The language warnings: the place to fix each, and its text. */
async function warned(course_id: number, ctx = author): Promise<[tab: string, message: string][]> {
  const { problems } = await publishReport.run(ctx, { course_id })
  const about = problems.filter(({ message }) => /English|Spanish|inglés|español/.test(message))
  const place = `/manage/courses/${course_id}/`
  const misplaced = about.filter(({ severity, href, tab }) => severity !== 'warning' || !href.startsWith(place + tab))
  expect(misplaced).toEqual([])
  return about.map(({ tab, message }) => [tab, message])
}

async function written(text: string, lk_language_id: number): Promise<number> {
  const { course } = await createCourse.run(author, { name: 'Hielo' })
  const { chapters } = (await courseOne.run(author, { course_id: course.course_id })).course
  const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
  const sections = [{ name: 'Uno', components: [{ name: 'Frenar', type: 'Content', data: { content } }] }]
  await updateOverview.run(author, {
    course_id: course.course_id,
    lk_language_id,
    chapters: [{ ...chapters[0]!, sections }] as never,
  })
  return course.course_id
}

test('the demo courses are in their language, except for captions missing in Spanish', async () => {
  const courses = await demo.db.read<{ course_id: number }>`
    select course_id from catalogue.course where organization_id = 1 and deleted_at is null order by 1`
  expect(courses.length).toBeGreaterThan(3)
  for (const { course_id } of courses)
    expect((await warned(course_id)).filter(([, message]) => !/captions/.test(message))).toEqual([])
})

test('a copy set to Spanish lists every remaining English text with a link', async () => {
  const { course } = await duplicateCourse.run(author, { course_id: teen, name: 'Copia' })
  expect(await warned(course.course_id)).toEqual([])
  await updateOverview.run(author, { course_id: course.course_id, lk_language_id: spanish })
  const warnings = await warned(course.course_id)
  const tabs = new Set(warnings.map(([tab]) => tab))
  expect([...tabs].toSorted()).toEqual(expect.arrayContaining(['faq', 'outline', 'overview']))
  expect(warnings.find(([tab]) => tab === 'overview')![1]).toMatch(
    /^The overview has text in English, but this course is in Spanish: “.{10,80}”$/,
  )
  const { problems } = await publishReport.run(author, { course_id: course.course_id })
  const lesson = problems.find(({ tab, message }) => tab === 'outline' && /text in English/.test(message))!
  expect(lesson.href).toBe(`/manage/courses/${course.course_id}/outline?component=${lesson.component_id}`)
})

test("a lesson is listed until its text is in the course's language, in the reader's language", async () => {
  const course_id = await written('Slow down before you reach the top of the hill.', spanish)
  expect(await warned(course_id)).toEqual([
    [
      'outline',
      '“Frenar” has text in English, but this course is in Spanish: “Slow down before you reach the top of the hill.”',
    ],
  ])
  expect(await warned(course_id, author.as({ locale: 'es-es' }))).toEqual([
    [
      'outline',
      '“Frenar” tiene texto en inglés y este curso está en español: “Slow down before you reach the top of the hill.”',
    ],
  ])
  await updateOverview.run(author, { course_id, lk_language_id: 1 })
  expect(await warned(course_id)).toEqual([])
})

test('checks FAQs, the disclaimer and the narration, but not disabled texts', async () => {
  const course_id = await written('Reduzca la velocidad antes de llegar a la cima de la colina.', spanish)
  expect(await warned(course_id)).toEqual([])
  const text = 'You agree to the rules of the road and to what is in this text.'
  const faq = { title: 'What do you do if the road is icy?', body: '', post_completion_ind: 0 as const }
  await updateFaq.run(author, { course: { course_id }, faqs: [faq] as never, faqsToDelete: [] })
  await updateRegistration.run(author, { course: { course_id }, registrationOptions: { textToShow: text } } as never)
  await updateOverview.run(author, { course_id, audio: { enabled: true, language: 'en-US' } })
  const tabs = async () => (await warned(course_id)).map(([tab]) => tab).toSorted()
  expect(await tabs()).toEqual(['faq', 'overview'])
  expect((await warned(course_id)).find(([tab]) => tab === 'overview')![1]).toBe(
    'The narration language is en-US, but this course is in Spanish.',
  )
  await updateRegistration.run(author, { course: { course_id }, registrationOptions: { showText: true } } as never)
  expect(await tabs()).toEqual(['faq', 'overview', 'registration'])
})

test("a transcript, a title and a picture's words in the other language are listed with their lesson", async () => {
  const course_id = await written('Frene antes de llegar a la cima de la colina.', spanish)
  expect(await warned(course_id)).toEqual([])
  const english = 'Slow down before you reach the top of the hill.'
  for (const name of ['title', 'alt', 'transcript']) {
    const card = { type: 'mediaCard', attrs: { component: 'audio', src: 'a.mp3', [name]: english } }
    await demo.db.read`
      update catalogue.component
      set data = jsonb_set(data, '{content,content,1}', ${demo.db.read.json(card)})
      where name = 'Frenar' and course_version_id = (
        select max(course_version_id) from catalogue.course_version where course_id = ${course_id})`
    expect(await warned(course_id), name).toEqual([['outline', expect.stringContaining(`“${english}”`)]])
  }
})
