import { beforeEach, describe, expect, it } from 'vitest'
import { settingGroups, settingRecord, settingValues } from '#modules/catalogue/course-editor/settings-fields.shared.ts'
import { courseHistory } from '#modules/catalogue/courses/course-history.grid.ts'
import { courses } from '#modules/catalogue/courses/courses.grid.ts'
import { createCourse, duplicateCourse } from '#modules/catalogue/courses/create-course.ts'
import { removeCourse } from '#modules/catalogue/courses/remove-course.ts'
import { fetchFaqs } from '#modules/catalogue/faqs/fetch-faqs.ts'
import { componentLinkedData } from '#modules/catalogue/outline/component-linked-data.ts'
import { changeCourseStatus, publishCourse, unpublishCourse } from '#modules/catalogue/publishing/publish-course.ts'
import { publishReport } from '#modules/catalogue/publishing/report.ts'
import { compareVersions, discardDraft, fetchVersions, restoreVersion } from '#modules/catalogue/publishing/versions.ts'
import {
  createQuestionBank,
  fetchQuestionBanks,
  loadQuestionBank,
  saveQuestionBank,
} from '#modules/catalogue/questions/question-banks.ts'
import { updateQuestionConfig } from '#modules/catalogue/questions/update-question-config.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { requiredExams } from '#modules/catalogue/versions/external-exam.shared.ts'
import { listComponents, selectCourseVersion } from '#modules/catalogue/versions/version.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { courseSupport, updateCertTemplate, updateSupport } from './certificates-and-support.ts'
import { courseOne } from './course-one.ts'
import { getFinalExam, updateFinalExam } from './final-exam.ts'
import { getRegistration, updateRegistration } from './registration.ts'
import { getSecurity, updateSecurity } from './security.ts'
import { updateFaq } from './update-faq.ts'
import { updateCourse, updateOverview } from './update-overview.ts'

const demo = await openDemo()
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)
const [{ user_id: staffId } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
const staff = { ...someone('Admin', 1, keys), user_id: staffId } as ReturnType<typeof someone>
const author: Ctx = await demo.ctx('SSD', staff)
/** An affiliate that sells courses of SSD and owns none of them. */
const affiliate: Ctx = await demo.ctx('GCT', { ...staff, organization_id: 4 } as typeof staff)

/** The paths of all values in a record of settings. */
const leavesOf = (record: object, path = ''): string[] =>
  Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    const query = `${path}${name}`
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? leavesOf(value, `${query}.`) : [query]
  })

const florida = 1
const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const choice = (title: string) => ({
  lk_question_type_id: 2,
  configuration: {
    title,
    options: [
      { text: 'Yes', correct: true },
      { text: 'No', correct: false },
    ],
  },
})
const courseOf = async (course_id: number, ctx = author) => (await courseOne.run(ctx, { course_id })).course
type Outline = Awaited<ReturnType<typeof courseOf>>['chapters']
const saveOutline = (course_id: number, chapters: unknown, revisions?: Record<string, number>) =>
  updateOverview.run(author, { course_id, chapters: chapters as Outline, ...(revisions ? { revisions } : {}) })

/** A new course with a chapter, a section and the given components. */
async function written(components: unknown[], name = 'Winter Driving') {
  const { course } = await createCourse.run(author, { name })
  const [chapter] = (await courseOf(course.course_id)).chapters
  await saveOutline(course.course_id, [{ ...chapter, sections: [{ name: 'Start', components }] }])
  return course.course_id
}
const lesson = (name: string, text = 'Slow down on ice.') => ({
  name,
  type: 'Content',
  data: { content: paragraph(text) },
})
const history = async (course_id: number): Promise<{ description: string }[]> =>
  (
    (await courseHistory.operations[0].run(author, { course_id: String(course_id) })) as {
      data: { description: string }[]
    }
  ).data

describe('a new course', () => {
  it("is a draft of the current organization with one chapter and the product's defaults", async () => {
    const { course, redirect } = await createCourse.run(author, { name: ' Winter Driving ' })
    expect(redirect).toBe(`/manage/courses/${course.course_id}`)
    const stored = await courseOf(course.course_id)
    expect(stored).toMatchObject({
      name: 'Winter Driving',
      draft_ind: 1,
      lk_course_status_id: 1,
      organization_id: 1,
      audio: { enabled: false, price: 5, language: 'en-US' },
      lk_language_id: 1,
      completion_configuration: { thresholdSettings: { selectedType: 'number', value: 0 } },
      course_registration_options: { age: 18, aboveOrBelowAge: 'Below', reinstatementAttempts: 1 },
      course_security_options: { globalSettings: { onFailValidation: 'lock_course' } },
    })
    expect(stored.chapters.map(({ name, sections }) => [name, sections])).toEqual([['Chapter', []]])
  })

  it('cannot be seen, changed or published by an organization that does not own it', async () => {
    const { course } = await createCourse.run(author, { name: 'Ours' })
    const { course_id, course_version_id } = course
    for (const refusal of [
      () => courseOne.run(affiliate, { course_id }),
      () => getSecurity.run(affiliate, { course_version_id }),
      () => updateOverview.run(affiliate, { course_id, name: 'Theirs' }),
      () => publishCourse.run(affiliate, { course_id }),
      () => duplicateCourse.run(affiliate, { course_id, name: 'Copy' }),
      () => removeCourse.run(affiliate, { course: course_id }),
      () => courseHistory.operations[0].run(affiliate, { course_id: String(course_id) }),
    ])
      await expect(refusal()).rejects.toMatchObject({ kind: { status: 404 } })
    // Row-level security hides the draft even from a query that forgets its condition.
    const hidden =
      await affiliate.sql`select from catalogue.course_version where course_version_id = ${course_version_id}`
    expect(hidden).toHaveLength(0)
    expect(
      await affiliate.sql`select from catalogue.chapter where course_version_id = ${course_version_id}`,
    ).toHaveLength(0)
  })

  it('a new affiliate course is listed to the affiliate and its ancestors only', async () => {
    const { courses: own } = (await courses.operations[0].run(affiliate, {})) as { courses: { name: string }[] }
    expect(own.map(({ name }) => name)).not.toContain('Basic Driver Improvement (4 hours)')
    const { courses: all } = (await courses.operations[0].run(author, {})) as { courses: object[] }
    expect(all.length).toBeGreaterThanOrEqual(4)
  })
})

describe('an inline quiz', () => {
  const withQuizCards = (cards: object[]) => ({
    type: 'doc',
    content: cards.map((attrs) => ({ type: 'mediaCard', attrs: { component: 'inline-quiz', ...attrs } })),
  })
  const quizIds = async (component_id: number) => {
    const { data } = await componentLinkedData.run(author, { component_id })
    const { content } = (data.data as { content: { content: { attrs: { quiz_id: number } }[] } }).content
    return content.map(({ attrs }) => attrs.quiz_id)
  }

  it('gets an id on the first save, and keeps it when the editor sends it again without one', async () => {
    const content = withQuizCards([{ questions: [901] }, { questions: [902] }])
    const course_id = await written([{ name: 'Ask', type: 'Content', data: { content } }])
    const { chapters } = await courseOf(course_id)
    const component = chapters[0]!.sections[0]!.components[0]!
    const [first, second] = await quizIds(component.component_id)
    expect(first).toBeGreaterThan(0)
    expect(second).toBeGreaterThan(first!)
    const resend = async (cards: object[]) => {
      const edited = structuredClone(chapters) as { sections: { components: object[] }[] }[]
      edited[0]!.sections[0]!.components[0] = { ...component, data: { content: withQuizCards(cards) } }
      await saveOutline(course_id, edited)
      return quizIds(component.component_id)
    }
    const lines = (await history(course_id)).length
    expect(await resend([{ questions: [901] }, { questions: [902] }])).toEqual([first, second])
    expect(await history(course_id)).toHaveLength(lines)
    const [movedBank, repeatedBank, copy] = await resend([
      { questions: [902] },
      { questions: [901] },
      { questions: [901] },
    ])
    expect([movedBank, repeatedBank]).toEqual([second, first])
    expect(copy).toBeGreaterThan(second!)
  })
})

describe('an outline', () => {
  it('is saved with new ids; saving it again changes nothing and writes no history', async () => {
    const course_id = await written([
      lesson('Ice'),
      { name: 'Pause', type: 'Break', timer: { active: true, seconds: 60 } },
    ])
    const { chapters, required_seconds } = await courseOf(course_id)
    const [ice, pause] = chapters[0]!.sections[0]!.components
    expect([ice, pause]).toMatchObject([
      { name: 'Ice', type: 'Content', order: 1, timer: { active: false, seconds: 0 } },
      { name: 'Pause', type: 'Break', order: 2, timer: { active: true, seconds: 60 } },
    ])
    expect(required_seconds).toBe(60)
    const before = await history(course_id)
    expect((await saveOutline(course_id, chapters)).status).toBe('no-change')
    expect(await history(course_id)).toEqual(before)
  })

  it('writes a history of sentences built from the difference', async () => {
    const course_id = await written([lesson('Ice'), lesson('Snow')])
    const [entry] = await history(course_id)
    expect(entry!.description).toContain('Chapter 1 (Chapter) > Section 1 (Start) > Component 1 (Ice) was created.')
    const { chapters } = await courseOf(course_id)
    const [ice, snow] = chapters[0]!.sections[0]!.components
    const section = {
      ...chapters[0]!.sections[0]!,
      components: [{ ...snow, name: 'Deep snow', timer: { active: true, seconds: 30 } }],
    }
    await updateOverview.run(author, {
      course_id,
      chapters: [{ ...chapters[0]!, sections: [section] }] as Outline,
      outlineChanges: ['Nothing happened.'],
    })
    const [last] = await history(course_id)
    expect(last!.description.split('\n')).toEqual([
      'Chapter 1 (Chapter) > Section 1 (Start) > Component 1 (Ice) has been deleted.',
      'Chapter 1 (Chapter) > Section 1 (Start) > Component 2 (Snow) name was updated → Deep snow',
      'Chapter 1 (Chapter) > Section 1 (Start) > Component 1 (Deep snow) Timer Settings were updated.',
    ])
    expect(ice).toBeDefined()
    // The author's text must not appear in the history.
    await updateOverview.run(author, { course_id, description: 'For drivers in the north.' })
    expect((await history(course_id))[0]!.description).toBe('The overview was updated.')
  })

  it('keeps the seconds of a disabled timer', async () => {
    const course_id = await written([{ ...lesson('Ice'), timer: { active: true, seconds: 90 } }])
    const { chapters } = await courseOf(course_id)
    const off = structuredClone(chapters)
    off[0]!.sections[0]!.components[0]!.timer.active = false
    const { course } = await saveOutline(course_id, off)
    expect(course.chapters[0]!.sections[0]!.components[0]!.timer).toEqual({ active: false, seconds: 90 })
    expect(course.required_seconds).toBe(0)
  })

  it('returns the addresses of the files in a component', async () => {
    const { data } = await componentLinkedData.run(author, { component_id: 1001 })
    const [source] = data.data.audioAttachments as string[]
    expect(source).toMatch(/^media\//)
    expect(data.media[source!]).toMatch(/^\/media\/\d+\//)
  })

  it('moves a component with its contents to another chapter, and keeps empty chapters', async () => {
    const course_id = await written([lesson('Ice', 'Black ice cannot be seen.')])
    const { chapters } = await courseOf(course_id)
    const [movedComponent] = chapters[0]!.sections[0]!.components
    const { course } = await saveOutline(course_id, [
      { ...chapters[0]!, sections: [] },
      { name: 'More', sections: [{ name: 'Roads', components: [movedComponent] }] },
    ])
    expect(course.chapters.map(({ name, sections }) => [name, sections.length])).toEqual([
      ['Chapter', 0],
      ['More', 1],
    ])
    const { data } = await componentLinkedData.run(author, { component_id: movedComponent!.component_id })
    expect(JSON.stringify(data.data)).toContain('Black ice cannot be seen.')
  })

  it('restores a deleted part with its contents when it is sent again', async () => {
    const quiz = { name: 'Check', type: 'Quiz', data: { questions: [choice('Is it icy?'), choice('Is it dark?')] } }
    const course_id = await written([lesson('Ice', 'Black ice cannot be seen.'), quiz])
    const { chapters } = await courseOf(course_id)
    const before = await Promise.all(
      chapters[0]!.sections[0]!.components.map(async ({ component_id }) => {
        const { data } = await componentLinkedData.run(author, { component_id })
        return data
      }),
    )
    await saveOutline(course_id, [{ name: 'Empty', sections: [] }])
    expect((await courseOf(course_id)).chapters.map(({ name }) => name)).toEqual(['Empty'])

    const { course } = await saveOutline(course_id, chapters)
    expect(course.chapters).toEqual(chapters)
    for (const data of before)
      expect((await componentLinkedData.run(author, { component_id: data.component_id })).data).toEqual(data)
    // Restoring works a second time, too, and overwrites the content sent with it.
    await saveOutline(course_id, [{ name: 'Empty', sections: [] }])
    const back = structuredClone(chapters) as { sections: { components: object[] }[] }[]
    const [ice] = back[0]!.sections[0]!.components
    Object.assign(ice!, { data: { content: paragraph('Ice again.') } })
    expect((await saveOutline(course_id, back)).course.chapters).toEqual(chapters)
    const result = await componentLinkedData.run(author, { component_id: before[0]!.component_id })
    expect(JSON.stringify(result.data)).toContain('Ice again.')
    expect((await componentLinkedData.run(author, { component_id: before[1]!.component_id })).data).toEqual(before[1])
  })

  it('refuses deleted parts of another course and permanently deleted ones', async () => {
    const [course, other] = [await written([lesson('Ice')]), await written([lesson('Snow')])]
    const { chapters } = await courseOf(other)
    await saveOutline(other, [{ name: 'Empty', sections: [] }])
    await expect(saveOutline(course, chapters)).rejects.toMatchObject({ kind: { status: 404 } })

    const { chapters: first } = await courseOf(course)
    await saveOutline(course, [
      ...structuredClone(first),
      { name: 'Kept', sections: [{ name: 'Roads', components: [lesson('Rain')] }] },
    ])
    const { chapters: both } = await courseOf(course)
    await saveOutline(course, [both[1]])
    await publishCourse.run(author, { course_id: course })
    await expect(saveOutline(course, both)).rejects.toMatchObject({ kind: { status: 404 } })
  })

  it('treats parts and questions deleted by another author as a newer save', async () => {
    const course_id = await written([lesson('Ice')])
    await updateFaq.run(author, { course: { course_id }, faqs: [{ title: 'Why?', body: 'Because.' }] })
    const { chapters, revisions, course_version_id } = await courseOf(course_id)
    const { faqs } = await fetchFaqs.run(author, { id: course_version_id })
    await saveOutline(course_id, [{ name: 'Empty', sections: [] }], revisions)
    await updateFaq.run(author, { course: { course_id }, faqs: [], faqsToDelete: faqs.map(({ faq_id }) => faq_id) })
    const newer = { kind: { code: 'CHANGED_MEANWHILE' } }
    await expect(saveOutline(course_id, chapters, revisions)).rejects.toMatchObject(newer)
    const staleSave = updateFaq.run(author, {
      course: { course_id },
      faqs: faqs as never,
      revision: revisions.faq ?? 0,
    })
    await expect(staleSave).rejects.toMatchObject(newer)
  })

  it('returns 409 over a newer save of the outline, but not over one of another tab', async () => {
    const course_id = await written([lesson('Ice')])
    const { chapters, revisions } = await courseOf(course_id)
    await updateFaq.run(author, { course: { course_id }, faqs: [{ title: 'Why?', body: 'Because.' }] })
    const editedChapters = structuredClone(chapters)
    editedChapters[0]!.name = 'Mine'
    const theirs = structuredClone(chapters)
    theirs[0]!.name = 'Theirs'
    expect((await saveOutline(course_id, theirs, revisions)).status).toBe('saved')
    await expect(saveOutline(course_id, editedChapters, revisions)).rejects.toMatchObject({
      kind: { code: 'CHANGED_MEANWHILE' },
    })
    expect((await courseOf(course_id)).chapters[0]!.name).toBe('Theirs')
  })

  it.each([
    ['an id of another course', { component_id: 1001, name: 'Stolen', type: 'Content' }, 404],
    ['a document outside of the schema', { name: 'X', type: 'Content', data: { content: { type: 'script' } } }, 400],
    ['a field that no component has', { name: 'X', type: 'Content', color: 'red' }, 400],
    [
      'a question of registration in a quiz',
      { name: 'Q', type: 'Quiz', data: { questions: [{ ...choice('DL'), lk_question_type_id: 9 }] } },
      400,
    ],
  ])('refuses %s and changes nothing', async (_what, component, status) => {
    const course_id = await written([lesson('Ice')])
    const before = await courseOf(course_id)
    const [chapter] = before.chapters
    const sections = [{ ...chapter!.sections[0]!, components: [component] }]
    await expect(saveOutline(course_id, [{ ...chapter, sections }])).rejects.toMatchObject({ kind: { status } })
    expect(await courseOf(course_id)).toEqual(before)
  })
})

describe('publishing', () => {
  let course_id: number
  beforeEach(async () => {
    course_id = await written([lesson('Ice')])
  })

  it('is recorded with its author, and undone once to the previous status', async () => {
    await publishCourse.run(author, { course_id })
    for (let times = 0; times < 2; times += 1) await unpublishCourse.run(author, { course_id })
    const versions = await demo.db.read<{ published_by: number }>`
      select published_by from catalogue.course_version where course_id = ${course_id} and version_number = 1`
    expect(versions).toEqual([{ published_by: staffId }])
    const events = await demo.db.read`
      select before, after from platform.audit_event
      where subject = ${`course_id:${course_id}`} and action = 'course.unpublish'`
    expect(events).toEqual([{ before: { lk_course_status_id: 2 }, after: { lk_course_status_id: 1 } }])
  })

  it('creates an immutable version; the next edit is a separate draft with the same ids', async () => {
    await publishCourse.run(author, { course_id })
    const first = await courseOf(course_id)
    expect(first).toMatchObject({ lk_course_status_id: 2, draft_ind: 0, version_number: 1 })
    const { course } = await updateOverview.run(author, { course_id, name: 'Winter Driving II' })
    expect(course).toMatchObject({
      name: 'Winter Driving II',
      draft_ind: 1,
      current_course_version_id: first.course_version_id,
    })
    expect(course.chapters).toEqual(first.chapters)
    expect((await selectCourseVersion(author, first.course_version_id)).name).toBe('Winter Driving')
    await expect(
      author.sql`update catalogue.course_version set name = 'x' where course_version_id = ${first.course_version_id}`,
    ).rejects.toThrow('published')
    await expect(
      author.sql`delete from catalogue.component where course_version_id = ${first.course_version_id}`,
    ).rejects.toThrow('published')
    await publishCourse.run(author, { course_id })
    expect(await courseOf(course_id)).toMatchObject({ version_number: 2, name: 'Winter Driving II' })
    expect((await listComponents(author, first.course_version_id)).map(({ name }) => name)).toEqual(['Ice'])
  })

  it('updates the status only if there are no changes, and does nothing the second time', async () => {
    await publishCourse.run(author, { course_id })
    const { course_version_id } = await courseOf(course_id)
    await unpublishCourse.run(author, { course_id })
    expect(await courseOf(course_id)).toMatchObject({ lk_course_status_id: 1, course_version_id })
    const result = await changeCourseStatus.run(author, { course_id, lk_course_status_id: 2 })
    expect(result).toMatchObject({ message: 'Succesfully published course.', data: { lk_course_status_id: 2 } })
    const events = await history(course_id)
    await publishCourse.run(author, { course_id })
    expect(await history(course_id)).toEqual(events)
    expect((await fetchVersions.run(author, { course_id })).versions).toHaveLength(1)
  })

  it('creates one version when two publish at the same moment', async () => {
    await Promise.all([publishCourse.run(author, { course_id }), publishCourse.run(author, { course_id })])
    expect((await fetchVersions.run(author, { course_id })).versions.map((version) => version.version_number)).toEqual([
      1,
    ])
  })

  it('is refused with a list of all problems, and leaves the course unchanged', async () => {
    const { course } = await createCourse.run(author, { name: 'Empty' })
    const report = await publishReport.run(author, { course_id: course.course_id })
    expect(report.ready).toBe(false)
    expect(report.problems[0]).toMatchObject({ severity: 'error', tab: 'outline' })
    await expect(publishCourse.run(author, { course_id: course.course_id })).rejects.toMatchObject({
      kind: { code: 'COURSE_NOT_READY' },
    })
    expect(await courseOf(course.course_id)).toMatchObject({ draft_ind: 1, lk_course_status_id: 1 })
  })

  it('reports pools that cannot be drawn, questions without an answer, and missing files', async () => {
    const { course_question_bank_id } = await createQuestionBank.run(author, { course_id, name: 'Ice bank' })
    await saveQuestionBank.run(author, {
      course_id,
      course_question_bank_id,
      questions: [
        choice('One?'),
        { ...choice('Two?'), configuration: { title: 'Two?', options: [{ text: 'A' }, { text: 'B' }] } },
      ],
    })
    const pool = { course_question_bank_id, lk_question_type_id: 'all' as const, count: 3, max: 10 }
    await updateFinalExam.run(author, {
      course: { course_id },
      component: { name: 'Final Exam', type: 'Quiz', data: { questionPools: [pool] } },
    })
    const { chapters } = await courseOf(course_id)
    const card = { type: 'mediaCard', attrs: { component: 'image', src: 'media/nowhere.png' } }
    const component = {
      ...chapters[0]!.sections[0]!.components[0]!,
      data: { content: { type: 'doc', content: [card] } },
    }
    await saveOutline(course_id, [
      { ...chapters[0]!, sections: [{ ...chapters[0]!.sections[0]!, components: [component] }] },
    ])
    const { problems } = await publishReport.run(author, { course_id })
    const messages = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ tab, message }) => `${tab}: ${message}`)
    expect(messages).toEqual([
      'outline: A file in “Ice” is not in the media library: media/nowhere.png',
      'finalexam: A pool in “Final Exam” draws 3 questions, but bank “Ice bank” has only 2 of that type.',
      'questionBanks: Question “Two?”: Mark exactly one option as correct.',
    ])
  })

  it('warns if narration is sold but lessons have no recording', async () => {
    const course_id = await written([lesson('Ice'), lesson('Snow')])
    await updateOverview.run(author, { course_id, audio: { enabled: true } })
    const findMissing = async () =>
      (await publishReport.run(author, { course_id })).problems.filter(({ message }) =>
        message.includes('narration, but'),
      )
    expect(await findMissing()).toMatchObject([{ severity: 'warning', tab: 'outline' }])
    const record = async (index: number) => {
      const spoken = structuredClone((await courseOf(course_id)).chapters) as { sections: { components: object[] }[] }[]
      Object.assign(spoken[0]!.sections[0]!.components[index]!, { data: { audioAttachments: ['/media/9/ice.mp3'] } })
      await saveOutline(course_id, spoken)
    }
    await record(0)
    expect(await findMissing()).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('only 1 of 2') },
    ])
    await record(1)
    expect(await findMissing()).toEqual([])
  })

  it("makes the course's picture public, and no other", async () => {
    const pictures = await demo.db.read<{ attachment_id: number }>`
      insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes, visible_to)
      select 1, 1, 'road-' || n || '.png', file_key, content_type, size_bytes, 'learners'
      from catalogue.attachment, generate_series(1, 2) n where source_path = 'media/sign-stop.png' returning attachment_id`
    const [cover, other] = pictures.map(({ attachment_id }) => attachment_id)
    const visibility = () => demo.db.read`
      select attachment_id, visible_to from catalogue.attachment
      where attachment_id in (${cover!}::int, ${other!}::int) order by attachment_id`
    await updateOverview.run(author, { course_id, image: `/media/${cover}/road-1.png` })
    expect(await visibility()).toMatchObject([{ visible_to: 'learners' }, { visible_to: 'learners' }])
    await publishCourse.run(author, { course_id })
    expect(await visibility()).toMatchObject([{ visible_to: 'everybody' }, { visible_to: 'learners' }])
  })

  it('restores an earlier version into the draft, and compares the two line by line', async () => {
    await publishCourse.run(author, { course_id })
    const first = (await courseOf(course_id)).course_version_id
    await updateOverview.run(author, { course_id, description: 'Now with snow.' })
    await publishCourse.run(author, { course_id })
    const second = (await courseOf(course_id)).course_version_id
    const { sections } = await compareVersions.run(author, { course_id, from: first, to: second })
    const changed = sections.filter((section) => section.changed)
    expect(changed.map(({ title, lines }) => [title, lines.filter(({ kind }) => kind !== 'same')])).toEqual([
      ['Overview', [{ kind: 'added', text: 'Now with snow.' }]],
    ])
    await restoreVersion.run(author, { course_id, course_version_id: first })
    expect(await courseOf(course_id)).toMatchObject({
      draft_ind: 1,
      description: '',
      current_course_version_id: second,
    })
    await discardDraft.run(author, { course_id })
    expect(await courseOf(course_id)).toMatchObject({ draft_ind: 0, description: 'Now with snow.' })
    await expect(restoreVersion.run(author, { course_id, course_version_id: florida })).rejects.toMatchObject({
      kind: { status: 404 },
    })
  })
})

describe('a course that has copies', () => {
  it('is duplicated with new ids, and stays unchanged', async () => {
    const before = await courseOf(florida)
    const { course } = await duplicateCourse.run(author, { course_id: florida, name: 'Copied' })
    const copy = await courseOf(course.course_id)
    expect(copy).toMatchObject({
      name: 'Copied',
      lk_course_status_id: 1,
      draft_ind: 1,
      required_seconds: before.required_seconds,
    })
    const ids = (chapters: Outline) =>
      chapters.flatMap(({ sections }) =>
        sections.flatMap(({ components }) => components.map((part) => part.component_id)),
      )
    expect(ids(copy.chapters)).toHaveLength(ids(before.chapters).length)
    expect(ids(copy.chapters).some((id) => ids(before.chapters).includes(id))).toBe(false)
    expect(await courseOf(florida)).toEqual(before)
    const { problems } = await publishReport.run(author, { course_id: course.course_id })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const [shared] = await demo.db.read<{ count: number }>`
      select count(*)::int as count from catalogue.question a join catalogue.question b using (question_id)
      where a.course_version_id = ${copy.course_version_id} and b.course_version_id <> a.course_version_id`
    expect(shared!.count).toBe(0)
    await publishCourse.run(author, { course_id: course.course_id })
  })

  it.each([1, 2, 3, 4])('demo course %i passes the publication report', async (course_id) => {
    const { problems } = await publishReport.run(author, { course_id })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('warns of missing required quiz time for New York, and of a missing quiz elsewhere', async () => {
    const quizzes = async (course_id: number) => {
      const { problems } = await publishReport.run(author, { course_id })
      return problems.filter(({ message }) => message.includes("New York doesn't count quiz time"))
    }
    const timed = await demo.db.read<{ component_id: number }>`
      select component_id from catalogue.v_component
      where course_version_id = 2 and lk_component_type_id = 3 and required_seconds > 0 order by 1`
    const warned = await quizzes(2)
    expect(warned.map(({ component_id }) => component_id).toSorted()).toEqual(
      timed.map(({ component_id }) => component_id).toSorted(),
    )
    expect(warned.length).toBeGreaterThan(0)
    expect(new Set(warned.map(({ severity }) => severity))).toEqual(new Set(['warning']))
    // Sold only in Florida.
    expect(await quizzes(1)).toEqual([])
    await updateOverview.run(author, { course_id: 2, program_id: 'ny-pirp' })
    expect(await quizzes(2)).toEqual([])
    await updateOverview.run(author, { course_id: 2, program_id: null })
  })

  it('is not published with identity checks that cannot be used, or an unknown type of external exam', async () => {
    const { course } = await createCourse.run(author, { name: 'Guarded' })
    const { course_id } = course
    const keystroke = { enabled: true, content: 'Slow down on ice.' }
    const secure = (methods: object) =>
      updateSecurity.run(author, { course: { course_id }, configuration: { methods } } as never)
    const errorsIn = async (tab: string) => {
      const { problems } = await publishReport.run(author, { course_id })
      return problems
        .filter((problem) => problem.severity === 'error' && problem.tab === tab)
        .map(({ message }) => message)
    }
    await secure({ keystroke, phone: { enabled: true } })
    expect(await errorsIn('security')).toEqual([
      'Typing checks need backup questions for when the result is unclear. Turn on security questions or content questions too.',
      'The phone check has no days. Turn on at least one day, with its hours.',
    ])
    await expect(publishCourse.run(author, { course_id })).rejects.toMatchObject({ kind: { status: 422 } })
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const on = (open: string) => days.map((day) => [day, { enabled: day === open, from: '09:00', to: '17:00' }])
    for (const day of days) {
      await secure({ keystroke: { enabled: false }, phone: { enabled: true, ...Object.fromEntries(on(day)) } })
      expect([day, await errorsIn('security')]).toEqual([day, []])
    }
    await secure({ keystroke, security_questions: { enabled: true, questions: [choice('One?')] } })
    expect(await errorsIn('security')).toEqual([])
    const alone = { enabled: true, lowerThreshold: 0, upperThreshold: 0 }
    await secure({ keystroke: { ...alone, content: '¡…!' } })
    expect(await errorsIn('security')).toEqual([
      'The text for typing checks has nothing to type on a keyboard. Use letters.',
      'Typing checks allow no difference, so no one could pass them. The usual values are -20 and 20.',
    ])
    await secure({ keystroke: { ...keystroke, lowerThreshold: -20, upperThreshold: 20, content: '安全運転' } })
    expect(await errorsIn('security')).toHaveLength(1)
    const frequencySettings = { type: 'selectedComponent', value: 999_999 }
    const often = (globalSettings: object) =>
      updateSecurity.run(author, { course: { course_id }, configuration: { globalSettings } } as never)
    await secure({ keystroke })
    await often({ frequencySettings })
    expect(await errorsIn('security')).toEqual([
      "Identity checks wait for a lesson that doesn't exist. Choose another lesson, or check by minutes.",
    ])
    await often({ frequencySettings: { type: 'minutes', value: 5 } })
    await secure({ keystroke: { enabled: false }, security_questions: { enabled: false } })
    expect(await errorsIn('security')).toEqual([])
    expect((await publishReport.run(author, { course_id })).problems).toContainEqual(
      expect.objectContaining({ severity: 'warning', message: expect.stringContaining('nothing is checked') }),
    )
    await secure({ keystroke: { enabled: false }, phone: { enabled: false }, security_questions: { enabled: false } })
    expect(await errorsIn('security')).toEqual([])
    const exam = (selectedType: string | null) =>
      updateOverview.run(author, {
        course_id,
        completion_configuration: { externalExam: { enabled: true, selectedType } },
      } as never)
    await exam('telepathy')
    expect(await errorsIn('overview')).toEqual(['The external exam has an unknown type: “telepathy”.'])
    for (const type of [null, 'proctored', 'sts']) {
      await exam(type)
      expect(await errorsIn('overview')).toEqual([])
    }
  })

  it('lists the quizzes that need staff because too few answers are graded automatically', async () => {
    const quiz = (name: string, threshold: number, types: number[]) => ({
      name,
      type: 'Quiz',
      data: {
        configuration: { grading: { threshold } },
        questions: types.map((type, index) =>
          type === 1
            ? { lk_question_type_id: 1, configuration: { title: `Why ${index}?` } }
            : choice(`Which ${index}?`),
        ),
      },
    })
    const course_id = await written([quiz('Mostly read', 60, [1, 2]), quiz('Half', 50, [1, 2]), quiz('None', 100, [2])])
    const { problems } = await publishReport.run(author, { course_id })
    const warnings = problems.filter(({ message }) => message.includes('only after staff'))
    expect(warnings.map(({ severity, message }) => [severity, message])).toEqual([
      ['warning', 'Students can pass “Mostly read” only after staff have read their written answers.'],
    ])
  })

  it('offers every setting of the identity checks, and stores what the form sends', async () => {
    const { course } = await createCourse.run(author, { name: 'Every setting' })
    const { course_id, course_version_id } = course
    const read = async () => (await getSecurity.run(author, { course_version_id })).configuration
    const paths = new Set(settingGroups.security.flatMap(({ fields }) => fields.map(({ path }) => path)))
    // Only question methods have a number of questions.
    const useless = /(keystroke|biometrics)\.\w+\.questionsPerAttempt|\.questions$/
    expect(leavesOf(await read()).filter((path) => !paths.has(path) && !useless.test(path))).toEqual([])
    const changed = Object.fromEntries(
      settingGroups.security
        .flatMap(({ fields }) => fields)
        .map(({ path, kind, choices, min }) => {
          if (kind === 'flag') return [path, true]
          if (kind === 'time') return [path, path.endsWith('from') ? '08:30' : '17:45']
          if (kind === 'choice') return [path, String(choices![0]!.value)]
          return [path, kind === 'number' ? String((min ?? 0) + 3) : `Text of ${path}.`]
        }),
    )
    const configuration = settingRecord('security', changed)
    await updateSecurity.run(author, { course: { course_id }, configuration } as never)
    expect(settingValues('security', await read())).toEqual(changed)
    expect(await read()).toMatchObject({
      methods: {
        keystroke: { enabled: true, courseResume: { showOnEveryAttempt: true, questionsPerAttempt: 1 } },
        phone: { enabled: true, monday: { enabled: true, from: '08:30', to: '17:45' } },
        biometrics: { enabled: true, regularValidation: { showOnEveryAttempt: true } },
      },
    })
    const invalidInput = settingRecord('security', { ...changed, 'methods.phone.monday.from': '25:00' })
    const securityUpdate = updateSecurity.run(author, { course: { course_id }, configuration: invalidInput } as never)
    await expect(securityUpdate).rejects.toMatchObject({ kind: { status: 400 } })
  })

  it('requires the external exams chosen by the author, and shows those of an older setting', async () => {
    const course_id = await written([lesson('Ice')])
    const examSettings = async () => {
      const { proctored_ind, sts_ind } = settingValues('overview', await courseOf(course_id))
      return { proctored_ind, sts_ind }
    }
    const form = async (chosen: object) => {
      const record = settingRecord('overview', { ...settingValues('overview', await courseOf(course_id)), ...chosen })
      await updateOverview.run(author, { course_id, ...record } as never)
    }
    expect(await examSettings()).toEqual({ proctored_ind: false, sts_ind: false })
    const completion_configuration = { externalExam: { enabled: true, selectedType: 'sts' } }
    await updateOverview.run(author, { course_id, completion_configuration } as never)
    expect(await examSettings()).toEqual({ proctored_ind: false, sts_ind: true })
    await form({ proctored_ind: true })
    expect(await courseOf(course_id)).toMatchObject({
      proctored_ind: 1,
      sts_ind: 1,
      completion_configuration: { externalExam: { enabled: true, selectedType: 'proctored' } },
    })
    expect((await history(course_id))[0]!.description).toContain('verview')
    await form({ proctored_ind: false, sts_ind: false })
    expect(await examSettings()).toEqual({ proctored_ind: false, sts_ind: false })
    expect(requiredExams(await courseOf(course_id))).toEqual({ proctored: false, interactive: false })
    await publishCourse.run(author, { course_id })
    await form({ sts_ind: true })
    await publishCourse.run(author, { course_id })
    const { course_version_id } = await courseOf(course_id)
    expect(await selectCourseVersion(author, course_version_id)).toMatchObject({ proctored_ind: false, sts_ind: true })
  })

  it('can be removed only if neither published nor sold', async () => {
    const course_id = await written([lesson('Ice')])
    await publishCourse.run(author, { course_id })
    await expect(removeCourse.run(author, { course: { course_id } })).rejects.toMatchObject({
      kind: { code: 'COURSE_PUBLISHED' },
    })
    await unpublishCourse.run(author, { course_id })
    await removeCourse.run(author, { course: { course_id } })
    await expect(courseOf(course_id)).rejects.toMatchObject({ kind: { status: 404 } })
    await expect(removeCourse.run(author, { course: { course_id } })).rejects.toMatchObject({ kind: { status: 404 } })
  })
})

describe('the other tabs', () => {
  let course_id: number
  let course_version_id: number
  beforeEach(async () => {
    const { course } = await createCourse.run(author, { name: 'Tabs' })
    ;({ course_id, course_version_id } = course)
  })

  it('registration stores ordered questions, conditions on new ones, delivery and options', async () => {
    const reason = { question_id: -1, ...choice('Was it a ticket?'), conditional: [] }
    const date = { question_id: -2, lk_question_type_id: 16, conditional: ['-1:1'], configuration: { title: 'When?' } }
    const savedResult = await updateRegistration.run(author, {
      course: { course_id },
      questions: [reason, date],
      disclaimer: 'I agree.',
      shippingMethods: [{ value: 4, enabled: true, price: 2.5 }],
      registrationOptions: { ageEnabled: true, age: 21, aboveOrBelowAge: 'Above' },
      courseUpsells: [{ course_id: 2 }],
    })
    const [first, second] = savedResult.questions
    expect(second!.conditional).toEqual([`${first!.question_id}:1`])
    expect(savedResult.registrationOptions).toMatchObject({ age: 21, iAgreeLocation: 'checkout' })
    expect(savedResult.shippingMethods.map(({ value, enabled, price }) => [value, enabled, price])).toEqual([
      [1, false, 0],
      [2, false, 0],
      [3, false, 0],
      [4, true, 2.5],
    ])
    expect(savedResult.courseUpsells).toMatchObject([{ course_id: 2 }])
    // The draft has a row for each method now, and each of its fields can change again.
    const methods = [1, 2, 3, 4].map((value) => ({ value, enabled: value % 2 === 1, price: value + 0.25 }))
    const changedResult = await updateRegistration.run(author, { course: { course_id }, shippingMethods: methods })
    expect(changedResult.shippingMethods.map(({ value, enabled, price }) => ({ value, enabled, price }))).toEqual(
      methods,
    )
    const input = { course: { course_id }, questions: savedResult.questions as never }
    expect((await updateRegistration.run(author, input)).status).toBe('no-change')
    const result = await updateRegistration.run(author, {
      course: { course_id },
      questionsToDelete: [second!.question_id],
    })
    expect(result.questions).toHaveLength(1)
    expect(await getRegistration.run(author, { course_version_id })).toMatchObject({ disclaimer: 'I agree.' })
  })

  it('security stores settings and both kinds of questions, and refuses types it cannot check', async () => {
    const content = { type: 'x'.repeat(5) }
    const result = await updateSecurity.run(author, {
      course: { course_id },
      configuration: {
        methods: {
          keystroke: { content: '  Type this.  ' },
          security_questions: {
            enabled: true,
            questions: [
              {
                lk_question_type_id: 2,
                configuration: { title: 'First pet?', options: [{ text: 'Cat' }, { text: 'Dog' }] },
              },
            ],
          },
        },
        globalSettings: {
          idleTimer: { enabled: true, value: 7, lock: true },
          frequencySettings: { type: 'selectedComponent', value: 1_001 },
        },
      },
    })
    expect(result.configuration).toMatchObject({
      methods: {
        keystroke: { content: 'Type this.', lowerThreshold: -20 },
        security_questions: { secondsToAnswerCorrectly: 15, questions: [{ security_ind: 1 }] },
      },
      globalSettings: { idleTimer: { enabled: true, value: 7, lock: true }, attempts_allowed: 1 },
    })
    expect(await getSecurity.run(author, { course_version_id })).toEqual({ ...result, status: undefined })
    const rare = { frequencySettings: { type: 'minutes' as const, value: 1_001 } }
    await expect(
      updateSecurity.run(author, { course: { course_id }, configuration: { globalSettings: rare } }),
    ).rejects.toMatchObject({ kind: { status: 400 } })
    const essay = { lk_question_type_id: 1, configuration: { title: 'Write' } }
    await expect(
      updateSecurity.run(author, {
        course: { course_id },
        configuration: { methods: { content_questions: { questions: [essay] } } },
      }),
    ).rejects.toMatchObject({ kind: { status: 400 } })
    await expect(
      updateSecurity.run(author, { course: { course_id }, configuration: content as never }),
    ).rejects.toMatchObject({ kind: { status: 400 } })
  })

  it('both FAQ lists, the final exam, templates and support settings are stored', async () => {
    const { questions } = await updateFaq.run(author, {
      course: { course_id },
      faqs: [
        { title: ' A ', body: 'a' },
        { title: 'B', body: 'b', post_completion_ind: 1 as never },
        { title: 'C', body: 'c' },
      ],
    })
    expect(questions.map(({ title, index, post_completion_ind }) => [title, index, post_completion_ind])).toEqual([
      ['A', 0, 0],
      ['C', 1, 0],
      ['B', 0, 1],
    ])
    const component = { name: 'Final Exam', type: 'Quiz' as const, data: { questions: [choice('Done?')] } }
    const exam = await updateFinalExam.run(author, { course: { course_id }, component })
    expect(exam.component!.data).toMatchObject({
      totalQuestions: 1,
      questions: [{ configuration: { title: 'Done?' } }],
    })
    expect((await updateFinalExam.run(author, { course: { course_id }, component: null })).component).toBeNull()
    expect((await getFinalExam.run(author, { course_version_id })).component).toBeNull()
    const course = { course_id, allowed_certificate_templates: '1, ,2,2', selectedTemplateId: 1 }
    expect(await updateCertTemplate.run(author, { course })).toMatchObject({
      templateId: 1,
      allowedCertificateTemplates: [1, 2],
    })
    const templatesForm = { course_id, allowed_certificate_templates: '1,2,987654' }
    await expect(updateCertTemplate.run(author, { course: templatesForm })).rejects.toMatchObject({
      kind: { status: 404 },
    })
    await updateSupport.run(author, { course_id, supportConfiguration: { assignee: 7 } })
    expect((await courseSupport.run(author, { course_id })).support).toBe('{"assignee":"7"}')
  })

  it('a certificate template of another organization can be neither allowed nor selected, by any call', async () => {
    const [template] = await demo.db.read<{ id: number }>`
      insert into catalogue.certificate_template (owner_id, name, design)
      select ${affiliate.organization.organization_id}, 'Theirs', design from catalogue.certificate_template limit 1
      returning certificate_template_id as id`
    const { id } = template!
    const allowed_certificate_templates = [1, id]
    const fields = [{ certificate_template_id: id }, { allowed_certificate_templates }]
    for (const refusal of [
      ...[...fields, { selectedTemplateId: id }].map(
        (field) => () => updateCertTemplate.run(author, { course: { course_id, ...field } }),
      ),
      ...fields.map((field) => () => updateOverview.run(author, { course_id, ...field })),
      ...fields.map((field) => () => updateCourse.run(author, { course: { course_id, ...field } })),
    ])
      await expect(refusal()).rejects.toMatchObject({ kind: { status: 404 } })
    expect(await courseOf(course_id)).toMatchObject({
      certificate_template_id: null,
      allowed_certificate_templates: '',
    })
  })

  it.each<[string, (values: number[]) => Promise<unknown>, () => Promise<number[]>]>([
    [
      'states',
      (lk_course_state_ids) => updateOverview.run(author, { course_id, lk_course_state_ids }),
      async () => (await courseOf(course_id)).lk_course_state_ids,
    ],
    [
      'bundled courses',
      (ids) =>
        updateOverview.run(author, {
          course_id,
          bundled_courses: ids.map((id) => ({ bundled_course_id: id, required_ind: true })),
        }),
      async () => (await courseOf(course_id)).bundled_courses.map(({ bundled_course_id }) => bundled_course_id),
    ],
    [
      'recommended courses',
      (ids) =>
        updateRegistration.run(author, { course: { course_id }, courseUpsells: ids.map((id) => ({ course_id: id })) }),
      async () =>
        (await getRegistration.run(author, { course_version_id })).courseUpsells.map((course) => course.course_id),
    ],
    [
      'allowed certificate templates',
      (allowed_certificate_templates) =>
        updateCertTemplate.run(author, { course: { course_id, allowed_certificate_templates } }),
      async () => (await courseOf(course_id)).allowed_certificate_templates.split(',').filter(Boolean).map(Number),
    ],
  ])('the list of %s is replaced by each save', async (_list, save, stored) => {
    for (const values of [[1, 2], [2], [2, 3], []]) {
      await save(values)
      expect(await stored()).toEqual(values)
    }
  })

  it('a bundle and recommendations refuse the course itself, a removed course and the same course twice', async () => {
    const { course: removed } = await createCourse.run(author, { name: 'Removed' })
    await removeCourse.run(author, { course: removed.course_id })
    const bundle = (ids: number[]) => ids.map((id) => ({ bundled_course_id: id, required_ind: true }))
    for (const [ids, status] of [
      [[course_id], 400],
      [[2, 2], 400],
      [[2, removed.course_id], 404],
    ] as const) {
      const courseUpsells = ids.map((id) => ({ course_id: id }))
      for (const refusal of [
        () => updateOverview.run(author, { course_id, bundled_courses: bundle([...ids]) }),
        () => updateRegistration.run(author, { course: { course_id }, courseUpsells }),
      ])
        await expect(refusal()).rejects.toMatchObject({ kind: { status } })
    }
    expect((await courseOf(course_id)).bundled_courses).toEqual([])
    expect((await getRegistration.run(author, { course_version_id })).courseUpsells).toEqual([])
  })

  it('a bank is searchable, counted by type, keeps question ids, and refuses a hint of 501 characters', async () => {
    const { course_question_bank_id } = await createQuestionBank.run(author, { course_version_id, name: 'Bank' })
    const list = Array.from({ length: 12 }, (_, n) => choice(`Question ${n + 1}`))
    await saveQuestionBank.run(author, { course_id, course_question_bank_id, questions: list })
    const page = await loadQuestionBank.run(author, { course_question_bank_id, page: 2, fetch_type_counts: true })
    expect(page).toMatchObject({ count: 12, totalPages: 2, typeCounts: { all: 12, 2: 12 } })
    expect(page.questions.map(({ order }) => order)).toEqual([11, 12])
    const third = await loadQuestionBank.run(author, { course_question_bank_id, page: 3, limit: 4 })
    expect(third.questions.map(({ order }) => order)).toEqual([9, 10, 11, 12])
    const [question] = (await loadQuestionBank.run(author, { course_question_bank_id, search: '12' })).questions
    const edit = (hint: string) => ({
      ...question!,
      configuration: {
        ...question!.configuration,
        editor: { active: false, model: null, show_answer: true, show_hint: true, hint },
      },
    })
    await updateQuestionConfig.run(author, edit('x'.repeat(500)) as never)
    await expect(updateQuestionConfig.run(author, edit('x'.repeat(501)) as never)).rejects.toMatchObject({
      kind: { status: 400 },
    })
    const [after] = (await loadQuestionBank.run(author, { course_question_bank_id, search: '12' })).questions
    expect(after).toMatchObject({
      question_id: question!.question_id,
      order: 12,
      configuration: { editor: { show_answer: true } },
    })
    expect((await fetchQuestionBanks.run(author, { course_version_id })).banks).toMatchObject([
      { name: 'Bank', count: 12 },
    ])
    // The author reads where a bank is used before deleting it.
    expect(page.used_in).toEqual([])
    const questionPools = [{ course_question_bank_id, lk_question_type_id: 'all', count: 3, max: 12 }]
    const component = { name: 'Final Exam', type: 'Quiz' as const, data: { questionPools } }
    await updateFinalExam.run(author, { course: { course_id }, component } as never)
    expect((await loadQuestionBank.run(author, { course_question_bank_id })).used_in).toEqual(['Final Exam'])
    await updateFinalExam.run(author, { course: { course_id }, component: null })
    expect((await loadQuestionBank.run(author, { course_question_bank_id })).used_in).toEqual([])
    const asks = (attrs: object) => ({
      content: { type: 'doc', content: [{ type: 'mediaCard', attrs: { component: 'inline-quiz', ...attrs } }] },
    })
    await saveOutline(course_id, [
      {
        name: 'Chapter',
        sections: [
          {
            name: 'Section',
            components: [
              { name: 'Asks', type: 'Content', data: asks({ course_question_bank_id, questions: [1] }) },
              { name: 'Asks one of it', type: 'Content', data: asks({ questions: [question!.question_id] }) },
              {
                name: 'Asks another bank',
                type: 'Content',
                data: asks({ course_question_bank_id: 1, questions: [1] }),
              },
            ],
          },
        ],
      },
    ])
    const { used_in } = await loadQuestionBank.run(author, { course_question_bank_id })
    expect(used_in).toEqual(['Asks', 'Asks one of it'])
  })

  it('refuses a final exam that is based on an outdated save, and records what it changed', async () => {
    const { course_id } = (await createCourse.run(author, { name: 'Two authors' })).course
    const exam = (name: string) => ({ name, type: 'Quiz' as const, data: { questions: [choice('Done?')] } })
    const save = (name: string, revision: number) =>
      updateFinalExam.run(author, { course: { course_id }, revision, component: exam(name) })
    const { revision, component: first } = await save('First', 0)
    await expect(save('Other', 0)).rejects.toMatchObject({ kind: { code: 'CHANGED_MEANWHILE' } })
    const { component } = await updateFinalExam.run(author, {
      course: { course_id },
      revision,
      component: { component_id: first!.component_id, name: 'Second', type: 'Quiz' },
    })
    expect(component!.name).toBe('Second')
    const events = await demo.db.read<{ before: string | null; after: string }>`
      select before ->> 'name' as before, after ->> 'name' as after from platform.audit_event
      where subject = ${`course_id:${course_id}`} and action = 'course.finalexam' order by audit_event_id`
    expect(events).toEqual([
      { before: null, after: 'First' },
      { before: 'First', after: 'Second' },
    ])
  })

  it('a question is saved in its own tab, and returns 404 from a tab without it', async () => {
    const { course } = await createCourse.run(author, { name: 'One question' })
    const { course_id } = course
    const data = { questions: [choice('Done?')] }
    const exam = { name: 'Final Exam', type: 'Quiz' as const, data }
    const { component } = await updateFinalExam.run(author, { course: { course_id }, component: exam })
    const before = (await courseOf(course_id)).revisions
    const { type: _type, ...question } = component!.data.questions[0]!
    const withHint = { ...question, configuration: { ...question.configuration, editor: { hint: 'Think.' } } }
    await updateQuestionConfig.run(author, withHint as never)
    const after = (await courseOf(course_id)).revisions
    expect(after.finalexam).not.toBe(before.finalexam)
    expect(after.outline).toBe(before.outline)

    await saveOutline(course_id, [{ name: 'Start', sections: [{ name: 'Start', components: [lesson('Ice')] }] }])
    await publishCourse.run(author, { course_id })
    await updateFinalExam.run(author, { course: { course_id }, component: null })
    await expect(updateQuestionConfig.run(author, withHint as never)).rejects.toMatchObject({ kind: { status: 404 } })
  })
})
