import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { getFinalExam } from '#modules/catalogue/authoring/final-exam.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import FinalExam from '#modules/catalogue/course-editor/final-exam.island.tsx'
import { fetchQuestionBanks } from '#modules/catalogue/questions/question-banks.ts'
import { holds } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { listLessons } from './course-lessons.ts'
import { CourseShell, EditorTab, headOf } from './course-shell.tsx'
import { NeedsScripts } from './needs-scripts.tsx'

/** The final exam of a course. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/finalexam',
  title: courseEditorTexts.finalexam,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const { course } = await courseOne.run(ctx, { course_id: Number(params.course_id) })
    const { course_version_id } = course
    const { component, revision } = await getFinalExam.run(ctx, { course_version_id })
    const { banks } = await fetchQuestionBanks.run(ctx, { course_version_id })
    return {
      course: headOf(course),
      revision,
      // The props of an island are JSON; the call declares the data of a component openly.
      exam: component && { name: component.name, data: component.data as unknown as Record<string, never> },
      banks: banks.map(({ course_question_bank_id, name, counts }) => ({ course_question_bank_id, name, counts })),
      lessons: listLessons(course.chapters),
      canWrite: holds(ctx.actor, 'MANAGE_COURSES:UPDATE'),
    }
  },
  view: ({ course, canWrite, ...data }) => (
    <CourseShell course={course} tab="finalexam" canWrite={canWrite}>
      <NeedsScripts />
      <EditorTab canWrite={canWrite}>
        <FinalExam course_id={course.course_id} organization_id={course.organization_id} {...data} />
      </EditorTab>
    </CourseShell>
  ),
})
