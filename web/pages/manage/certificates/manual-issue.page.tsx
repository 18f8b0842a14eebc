import { decideCertificate } from '#modules/learning/manual-issue/decide-certificate.ts'
import { fetchManualIssue } from '#modules/learning/manual-issue/fetch-manual-issue.ts'
import { manualIssueTexts } from '#modules/learning/manual-issue/manual-issue.texts.ts'
import { requestCertificate } from '#modules/learning/manual-issue/request-certificate.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Button } from '#platform/ui/button.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { StudentCoursePage } from '#web/pages/manage/student-course-page.tsx'

type PageData = Awaited<ReturnType<typeof fetchManualIssue.run>>

/** Staff issue the certificate of a passed course manually; if the course is regulated, a second person approves. */
export default page({
  address: '/manage/certificate-issue/:student_course_id{[0-9]+}',
  title: manualIssueTexts.title,
  may: fetchManualIssue.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, params }) => {
    const { message: _, ...data } = await fetchManualIssue.run(ctx, {
      student_course_id: idOf(params.student_course_id),
    })
    return data
  },
  async submit({ ctx, params, url, form: { values } }) {
    const { certificate_request_id, approve, reason = '' } = values
    const { message = '' } = await (certificate_request_id
      ? decideCertificate.run(ctx, {
          certificate_request_id: idOf(certificate_request_id),
          approve: approve === 'true',
        })
      : requestCertificate.run(ctx, { student_course_id: idOf(params.student_course_id), reason }))
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <ManualIssue data={data} input={input} />,
})

function ManualIssue({ data, input }: { data: PageData; input: ViewInput }) {
  const t = useTexts(manualIssueTexts)
  const { issuable, second_person, request, updates } = data
  const { form } = input
  return (
    <StudentCoursePage title={t('title')} course={data} input={input}>
      {request && <Waiting request={request} updates={updates} />}
      {!request && !issuable && <p>{t('notNeeded')}</p>}
      {!request && issuable && updates && (
        <form method="post" className="grid gap-4">
          <p>{t('lead')}</p>
          {second_person && <p>{t('second')}</p>}
          <TextareaField {...field(form, 'reason')} label={t('reason')} maxLength={500} required />
          <BusySubmit label={t(second_person ? 'ask' : 'issue')} busyLabel={t('busy')} />
        </form>
      )}
    </StudentCoursePage>
  )
}

function Waiting({ request, updates }: { request: NonNullable<PageData['request']>; updates: boolean }) {
  const t = useTexts(manualIssueTexts)
  const showDate = useShowDate()
  const { certificate_request_id, reason, asked_by, asked_at, own } = request
  return (
    <>
      <h2 className="text-lg font-semibold">{t('waits')}</h2>
      <Facts
        facts={[
          [t('askedBy'), asked_by],
          [t('askedAt'), showDate(asked_at)],
          [t('reason'), reason],
        ]}
      />
      {updates && (
        <form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="certificate_request_id" value={certificate_request_id} />
          {!own && (
            <Button type="submit" name="approve" value="true">
              {t('approve')}
            </Button>
          )}
          <Button type="submit" name="approve" value="false" variant="outline">
            {t(own ? 'withdraw' : 'decline')}
          </Button>
        </form>
      )}
    </>
  )
}
