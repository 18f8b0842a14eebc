import { assignEnrollments } from '#modules/learning/enrollment/assign-enrollments.ts'
import { assignmentTexts } from '#modules/learning/enrollment/assignment.texts.ts'
import { courseAssignment } from '#modules/learning/enrollment/course-assignment.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { StudentCoursePage } from '#web/pages/manage/student-course-page.tsx'

type PageData = Awaited<ReturnType<typeof courseAssignment.run>>

/** Puts a student's course into a group, and sets its due date. */
export default page({
  address: '/manage/course-assignment/:student_course_id{[0-9]+}',
  title: assignmentTexts.title,
  may: courseAssignment.may,
  layout: BackOfficeLayout,
  load: ({ ctx, params }) => courseAssignment.run(ctx, { student_course_id: idOf(params.student_course_id) }),
  async submit({ ctx, params, url, form: { values } }) {
    const { message = '' } = await assignEnrollments.run(ctx, {
      student_course_ids: [idOf(params.student_course_id)],
      group: values.group?.trim() || null,
      due_on: values.due_on || null,
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <CourseAssignment data={data} input={input} />,
})

function CourseAssignment({ data, input }: { data: PageData; input: ViewInput }) {
  const t = useTexts(assignmentTexts)
  const { group, due_on, updates } = data
  const { form } = input
  const facts = [[t('group'), group ?? t('none')] as const, [t('dueOn'), due_on ?? t('none')] as const]
  return (
    <StudentCoursePage title={t('title')} course={data} facts={updates ? [] : facts} input={input}>
      {updates && (
        <form method="post" className="grid gap-4">
          <p>{t('lead')}</p>
          <TextField {...field(form, 'group', group ?? '')} label={t('group')} hint={t('groupHint')} maxLength={100} />
          <TextField {...field(form, 'due_on', due_on ?? '')} label={t('dueOn')} type="date" />
          <div>
            <BusySubmit label={t('save')} busyLabel={t('busy')} />
          </div>
        </form>
      )}
    </StudentCoursePage>
  )
}
