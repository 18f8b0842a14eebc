import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import FaqEditor from '#modules/catalogue/course-editor/faq-editor.island.tsx'
import { fetchFaqs } from '#modules/catalogue/faqs/fetch-faqs.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { CourseShell, EditorTab, headOf } from './course-shell.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

/** The FAQs for students before and after a course. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/faq',
  title: courseEditorTexts.faq,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const { course } = await courseOne.run(ctx, { course_id: Number(params.course_id) })
    const { course_version_id } = course
    const { faqs } = await fetchFaqs.run(ctx, { id: course_version_id })
    return {
      course: headOf(course),
      revision: course.revisions.faq ?? 0,
      faqs: faqs.map(({ faq_id, title, body, post_completion_ind }) => ({ faq_id, title, body, post_completion_ind })),
      canWrite: holds(ctx.actor, 'MANAGE_COURSES:UPDATE'),
    }
  },
  view: ({ course, canWrite, ...data }) => (
    <CourseShell course={course} tab="faq" canWrite={canWrite}>
      <NeedsScripts />
      <EditorTab canWrite={canWrite}>
        <FaqEditor course_id={course.course_id} {...data} />
      </EditorTab>
    </CourseShell>
  ),
})
