import { readSubmittedWork } from '#modules/learning/entry.ts'
import { setStudentCourseStatus } from '#modules/learning/status/set-student-course-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'

type Work = Awaited<ReturnType<typeof readSubmittedWork>>

/** Asks a student for something. The course waits until they have done it. */
export default page({
  address: '/manage/submission/:student_course_id{[0-9]+}/needs-attention',
  title: submissionTexts.needsAttention,
  may: setStudentCourseStatus.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => ({ work: await readSubmittedWork(ctx, idOf(params.student_course_id)) }),
  async submit({ ctx, params, form: { values } }) {
    const { notes = '', component = '' } = values
    const student_course_id = idOf(params.student_course_id)
    const { message = '' } = await setStudentCourseStatus.run(ctx, {
      student_course_id,
      notes,
      component,
      lk_student_course_status_id: status.needsAttention,
    })
    return redirect(pathTo('/manage/submission/quiz/group/:student_course_id', { student_course_id }), {
      flash: { kind: 'success', text: message },
    })
  },
  view: ({ work }, input) => <NeedsAttention work={work} input={input} />,
})

function NeedsAttention({ work, input: { form, frame } }: { work: Work; input: ViewInput }) {
  const t = useTexts(submissionTexts)
  const { first_name, last_name, course_name, student_course_id } = work
  return (
    <>
      <PageTitle lead={`${first_name} ${last_name} · ${course_name}`}>{t('needsAttention')}</PageTitle>
      <FormAlert message={form.message} />
      <Card className="max-w-2xl">
        <form method="post" className="grid gap-4">
          <TextareaField
            {...field(form, 'notes')}
            label={t('reason')}
            hint={t('reasonHint')}
            maxLength={2000}
            required
          />
          <TextField {...field(form, 'component')} label={t('about')} hint={t('aboutHint')} maxLength={200} optional />
          <div className="flex flex-wrap gap-3">
            <BusySubmit label={t('ask')} busyLabel={t('saving')} />
            <LinkButton
              variant="outline"
              href={withCarriedParams(
                frame,
                pathTo('/manage/submission/quiz/group/:student_course_id', { student_course_id }),
              )}
            >
              {t('cancel')}
            </LinkButton>
          </div>
        </form>
      </Card>
    </>
  )
}
