import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursesPath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { removeCourse } from '#modules/catalogue/courses/remove-course.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

/** Asks before a course is removed. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/remove',
  title: courseEditorTexts.removeTitle,
  may: removeCourse.may,
  layout: BackOfficeLayout,
  async load({ ctx, params }) {
    const { course } = await courseOne.run(ctx, { course_id: Number(params.course_id) })
    return { name: course.name }
  },
  async submit({ ctx, params }) {
    const { message = '' } = await removeCourse.run(ctx, { course: { course_id: Number(params.course_id) } })
    return redirect(coursesPath, { flash: { kind: 'success', text: message } })
  },
  view: ({ name }, { form }) => <Remove name={name} form={form} />,
})

function Remove({ name, form }: { name: string; form: FormState }) {
  const t = useTexts(courseEditorTexts)
  return (
    <div className="grid max-w-xl gap-4">
      <PageTitle>{t('removeTitle')}</PageTitle>
      <FormAlert message={form.message} />
      <Panel title={name}>
        <p className="mb-4">{t('removeLead')}</p>
        <form method="post">
          <BusySubmit label={t('removeCourse')} busyLabel={t('removing')} variant="destructive" />
        </form>
      </Panel>
      <p>
        <TextLink href={coursesPath}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
