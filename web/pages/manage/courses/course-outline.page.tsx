import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { toStoredOutline } from '#modules/catalogue/course-editor/edited-outline.shared.ts'
import OutlineEditor from '#modules/catalogue/course-editor/outline-editor.island.tsx'
import { fetchQuestionBanks } from '#modules/catalogue/questions/question-banks.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { CourseShell, headOf, ReadOnlyNote } from './course-shell.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

/** Chapters, sections and components with their content. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/outline',
  title: courseEditorTexts.outline,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params, query }) {
    const { course } = await courseOne.run(ctx, { course_id: Number(params.course_id) })
    const { banks } = await fetchQuestionBanks.run(ctx, { course_version_id: course.course_version_id })
    return {
      course: headOf(course),
      organization_id: course.organization_id,
      revision: course.revisions.outline ?? 0,
      chapters: toStoredOutline(course.chapters),
      banks: banks.map(({ course_question_bank_id, name, counts }) => ({ course_question_bank_id, name, counts })),
      open: Number(query.component ?? 0) || null,
      canWrite: holds(ctx.actor, 'MANAGE_COURSES:UPDATE'),
    }
  },
  view: ({ course, canWrite, ...data }) => (
    <CourseShell course={course} tab="outline" canWrite={canWrite}>
      <NeedsScripts />
      {!canWrite && <ReadOnlyNote />}
      <OutlineEditor course_id={course.course_id} readOnly={!canWrite} {...data} />
    </CourseShell>
  ),
})
