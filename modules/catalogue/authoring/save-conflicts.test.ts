import { describe, expect, it } from 'vitest'
import { createCourse } from '#modules/catalogue/courses/create-course.ts'
import type { Tab } from '#modules/catalogue/drafts/draft.sql.ts'
import { publishCourse } from '#modules/catalogue/publishing/publish-course.ts'
import { restoreVersion } from '#modules/catalogue/publishing/versions.ts'
import {
  createQuestionBank,
  removeQuestionBank,
  saveQuestionBank,
} from '#modules/catalogue/questions/question-banks.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { updateCertTemplate, updateSupport } from './certificates-and-support.ts'
import { courseOne } from './course-one.ts'
import { updateFinalExam } from './final-exam.ts'
import { updateRegistration } from './registration.ts'
import { updateSecurity } from './security.ts'
import { updateFaq } from './update-faq.ts'
import { updateOverview } from './update-overview.ts'

/** Every tab refuses a save that is based on content which someone else has replaced, by a save or by a restore. */
const demo = await openDemo()
const keys = ['CREATE', 'READ', 'UPDATE', 'DELETE'].map((type) => `MANAGE_COURSES:${type}`)
const [admin] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 and organization_id = 1 order by 1 limit 1`
const author: Ctx = await demo.ctx('SSD', { ...someone('Admin', 1, keys), ...admin } as Actor)

type Place = { course_id: number; course_question_bank_id: number }
const courseOf = async (course_id: number) => (await courseOne.run(author, { course_id })).course
const content = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Slow down on ice.' }] }],
}
const chapter = (n: number) => ({
  name: `Chapter ${n}`,
  sections: [{ name: 'Start', components: [{ name: `Lesson ${n}`, type: 'Content', data: { content } }] }],
})
const exam = (n: number) => ({
  name: `Exam ${n}`,
  type: 'Quiz' as const,
  data: { questions: [{ lk_question_type_id: 2, configuration: { title: `Question ${n}?` } }] },
})

/** A save of each tab, with different content for every `n`. */
const saves: Record<Tab, (place: Place, revision: number, n: number) => Promise<unknown>> = {
  overview: ({ course_id }, overview, n) =>
    updateOverview.run(author, { course_id, excerpt: `Excerpt ${n}`, revisions: { overview } }),
  outline: async ({ course_id }, outline, n) => {
    const { chapters } = await courseOf(course_id)
    return updateOverview.run(author, {
      course_id,
      chapters: [...chapters, chapter(n)] as typeof chapters,
      revisions: { outline },
    })
  },
  registration: ({ course_id }, revision, n) =>
    updateRegistration.run(author, { course: { course_id }, revision, disclaimer: `I agree to ${n}.` }),
  faq: ({ course_id }, revision, n) =>
    updateFaq.run(author, { course: { course_id }, revision, faqs: [{ title: `FAQ ${n}`, body: 'Yes.' }] }),
  finalexam: ({ course_id }, revision, n) =>
    updateFinalExam.run(author, { course: { course_id }, revision, component: exam(n) }),
  security: ({ course_id }, revision, n) =>
    updateSecurity.run(author, {
      course: { course_id },
      revision,
      configuration: { methods: { keystroke: { content: `Type this ${n} times.` } } },
    }),
  certificates: ({ course_id }, revision, n) =>
    updateCertTemplate.run(author, {
      revision,
      course: { course_id, certificate_configuration: { bottomLeftText: `Text ${n}` } },
    }),
  support: ({ course_id }, revision, n) =>
    updateSupport.run(author, { course_id, revision, supportConfiguration: { assignee: n } }),
  questionBanks: ({ course_id, course_question_bank_id }, revision, n) =>
    saveQuestionBank.run(author, { course_id, course_question_bank_id, revision, name: `Bank ${n}` }),
}
const tabs = Object.keys(saves) as Tab[]

/** A published course with a bank, and its version. */
async function published() {
  const { course } = await createCourse.run(author, { name: 'Two authors' })
  const { course_id } = course
  const [first] = (await courseOf(course_id)).chapters
  await updateOverview.run(author, { course_id, chapters: [{ ...first, ...chapter(0) }] as never })
  const { course_question_bank_id } = await createQuestionBank.run(author, { course_id, name: 'Bank' })
  await publishCourse.run(author, { course_id })
  const { course_version_id } = await courseOf(course_id)
  return { course_id, course_question_bank_id, course_version_id }
}
const revisionOf = async (course_id: number, tab: Tab) => (await courseOf(course_id)).revisions[tab] ?? 0
const refusal = { kind: { code: 'CHANGED_MEANWHILE' } }

describe.each(tabs)('a save of %s', (tab) => {
  it('is refused if it is based on content that a later save or a restore replaced', async () => {
    const { course_version_id, ...place } = await published()
    const revision = await revisionOf(place.course_id, tab)
    expect(await saves[tab](place, revision, 1)).toMatchObject({ status: 'saved' })
    await expect(saves[tab](place, revision, 2)).rejects.toMatchObject(refusal)

    const replaced = await revisionOf(place.course_id, tab)
    await restoreVersion.run(author, { course_id: place.course_id, course_version_id })
    await expect(saves[tab](place, replaced, 3)).rejects.toMatchObject(refusal)
    await expect(saves[tab](place, revision, 3)).rejects.toMatchObject(refusal)
    expect(await saves[tab](place, await revisionOf(place.course_id, tab), 3)).toMatchObject({ status: 'saved' })
  })
})

describe('a question bank', () => {
  it('is not removed over a save that the caller has not seen', async () => {
    const { course_id, course_question_bank_id } = await published()
    const staleRevision = await revisionOf(course_id, 'questionBanks')
    await saves.questionBanks({ course_id, course_question_bank_id }, staleRevision, 1)
    const remove = (revision: number) =>
      removeQuestionBank.run(author, { course_id, course_question_bank_id, revision })
    await expect(remove(staleRevision)).rejects.toMatchObject(refusal)
    expect((await remove(await revisionOf(course_id, 'questionBanks'))).banks).toEqual([])
  })

  it('is limited to 100 per course', async () => {
    const { course } = await createCourse.run(author, { name: 'Many banks' })
    const { course_id } = course
    const add = (name: string) => createQuestionBank.run(author, { course_id, name })
    for (let n = 1; n < 100; n += 1) await add(`Bank ${n}`)
    expect((await add('The last one')).banks).toHaveLength(100)
    await expect(add('One more')).rejects.toMatchObject({ kind: { code: 'TOO_MANY_BANKS' } })
  })
})

describe('a version', () => {
  it('is restored into its own course only', async () => {
    const [course, other] = [await published(), await published()]
    const { course_id } = course
    const { course_version_id } = other
    await expect(restoreVersion.run(author, { course_id, course_version_id })).rejects.toMatchObject({
      kind: { status: 404 },
    })
    expect(await courseOf(course_id)).toMatchObject({ draft_ind: 0, course_version_id: course.course_version_id })
  })
})
