import { advanceTexts } from '#modules/backoffice/advance/advance.texts.ts'
import {
  fetchAdvanceChapters,
  fetchAdvanceComponents,
  fetchAdvanceCourses,
  fetchAdvanceSections,
} from '#modules/backoffice/advance/advance-choices.ts'
import { advance } from '#modules/backoffice/advance/advance-student.ts'
import { fetchWaitingAdvances } from '#modules/backoffice/advance/decide-advance.ts'
import { advanceKey } from '#modules/backoffice/entry.ts'
import { fetchStudentDetail } from '#modules/backoffice/students/student-detail.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { type AdvanceSteps, StudentAdvance } from './student-advance-view.tsx'

type Query = Readonly<Record<string, string | undefined>>

/** Staff choose where a student continues, one step per request: course, chapter, section, part. */
export default page({
  address: '/manage/student/:id{[0-9]{1,9}}/advance',
  may: staff(advanceKey),
  layout: BackOfficeLayout,
  load: ({ ctx, params, query }) => loadSteps(ctx, idOf(params.id), query),
  title: ({ student: { name } }, locale) => localText(locale, advanceTexts, 'titleOf', { name }),
  async submit({ ctx, params, form: { values } }) {
    const { message = '', advance_request_id } = await advance.run(ctx, {
      student_course_id: idOf(values.course ?? ''),
      component_id: idOf(values.component ?? ''),
      complete_ind: values.complete_ind === '1',
      final_ind: values.final_ind === '1',
      reason: values.reason ?? '',
    })
    return redirect(pathTo('/manage/student/:id', { id: idOf(params.id) }), {
      flash: { kind: advance_request_id === null ? 'success' : 'info', text: message },
    })
  },
  view: (steps, input) => <StudentAdvance steps={steps} input={input} />,
})

const numberOf = (value: string | undefined): number | null => (/^\d{1,9}$/.test(value ?? '') ? Number(value) : null)

async function loadSteps(ctx: Ctx, student_id: number, query: Query): Promise<AdvanceSteps> {
  const { data } = await fetchStudentDetail.run(ctx, { student_id, limit: 1 })
  const { user_id, first_name, last_name, loginid } = data.student
  const { courses } = await fetchAdvanceCourses.run(ctx, { student_id })
  const { requests: waitingRequests } = await fetchWaitingAdvances.run(ctx, { student_id })
  const first: AdvanceSteps = {
    student: { user_id, name: `${first_name} ${last_name}`.trim() || loginid },
    courses,
    chapters: null,
    sections: null,
    components: null,
    chosen: { course: null, chapter: null, section: null, component: null },
    second_person: false,
    waiting: waitingRequests,
  }
  return applyChoices(ctx, first, query)
}

/** Follows the address's choices as far as they still exist. */
async function applyChoices(ctx: Ctx, first: AdvanceSteps, query: Query): Promise<AdvanceSteps> {
  const course = first.courses.find(
    ({ student_course_id, open_ind }) => open_ind && student_course_id === numberOf(query.course),
  )?.student_course_id
  if (course === undefined) return first
  const { chapters, second_person_ind } = await fetchAdvanceChapters.run(ctx, { student_course_id: course })
  const second = { ...first, chapters, second_person: second_person_ind, chosen: { ...first.chosen, course } }
  const chapter = chapters.find(({ chapter_id }) => chapter_id === numberOf(query.chapter))?.chapter_id
  if (chapter === undefined) return second
  const inChapter = { student_course_id: course, chapter_id: chapter }
  const { sections } = await fetchAdvanceSections.run(ctx, inChapter)
  const third = { ...second, sections, chosen: { ...second.chosen, chapter } }
  const section = sections.find(({ section_id }) => section_id === numberOf(query.section))?.section_id
  if (section === undefined) return third
  const { components } = await fetchAdvanceComponents.run(ctx, { ...inChapter, section_id: section })
  const component = components.find(({ component_id }) => component_id === numberOf(query.component))?.component_id
  return { ...third, components, chosen: { ...third.chosen, section, component: component ?? null } }
}
