import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { courseTexts } from '#modules/catalogue/courses/courses.texts.ts'
import { duplicateCourse } from '#modules/catalogue/courses/create-course.ts'
import { localText } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { NameForm } from './name-form.tsx'

/** Copies a course under a new name. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/duplicate',
  title: courseEditorTexts.duplicateTitle,
  may: duplicateCourse.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const { course } = await courseOne.run(ctx, { course_id: Number(params.course_id) })
    return { name: localText(ctx.locale, courseTexts, 'copyOf', { name: course.name }).slice(0, 200) }
  },
  async submit({ ctx, params, form }) {
    const input = { course_id: Number(params.course_id), name: form.values.name ?? '' }
    const { course, message = '' } = await duplicateCourse.run(ctx, input)
    return redirect(coursePath(course.course_id), { flash: { kind: 'success', text: message } })
  },
  view: ({ name }, { form }) => (
    <NameForm form={form} title="duplicateTitle" label="duplicate" busy="duplicating" name={name} />
  ),
})
