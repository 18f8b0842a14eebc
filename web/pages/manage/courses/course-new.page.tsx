import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { createCourse } from '#modules/catalogue/courses/create-course.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { NameForm } from './name-form.tsx'

/** A new course: its name, and then its editor. */
export default page({
  address: '/manage/courses-new',
  title: courseEditorTexts.createTitle,
  may: createCourse.may,
  layout: BackOfficeLayout,
  async submit({ ctx, form }) {
    const { course } = await createCourse.run(ctx, { name: form.values.name ?? '' })
    return redirect(coursePath(course.course_id, 'outline'))
  },
  view: (_, { form }) => <NameForm form={form} title="createTitle" label="create" busy="creating" />,
})
