import { findLicenseWarning, listBlockers, type ReportingState, selectSubmittedWork } from '#modules/learning/entry.ts'
import { enterNumber, listMissingNumbers } from '#modules/learning/reporting/enter-number.ts'
import { fetchCompletionAnswers, type ReportView } from '#modules/learning/reporting/fetch-completion-answers.ts'
import { getCompletionReport } from '#modules/learning/reporting/get-completion-report.ts'
import { postCompletion } from '#modules/learning/reporting/post-completion.ts'
import { refuseCompletion } from '#modules/learning/reporting/refuse-completion.ts'
import { reportingTexts } from '#modules/learning/reporting/reporting.texts.ts'
import { resolveUnanswered } from '#modules/learning/reporting/resolve-unanswered.ts'
import { resubmitCompletion } from '#modules/learning/reporting/resubmit-completion.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { freshForm, invalid } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { idOf } from '#web/pages/course/course-place.ts'
import { DutyCard, ReportHistory } from './completion-report-parts.tsx'

type PageData = {
  report: ReportingState
  reports: readonly ReportView[]
  work: Awaited<ReturnType<typeof selectSubmittedWork>>
  /** A sentence for each report: what blocks it, and who must act. */
  blocks: ReadonlyMap<number, string>
  /** The reports whose certificate waits for a number that staff enter. */
  unnumbered: readonly number[]
  /** The question whether the license number on file is correct; null if it is not asked. */
  license: string | null
  /** Whether the reader may resend a refused report and record a late refusal. */
  corrects: boolean
}

/** The state of a completion's report at each receiver. Staff can resend it or record a late refusal. */
export default page({
  address: '/manage/completion-report/:student_course_id{[0-9]+}',
  title: reportingTexts.title,
  may: staff('MANAGE_STUDENTS:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params }): Promise<PageData | PageRedirect> {
    const student_course_id = idOf(params.student_course_id)
    const { data: report } = await getCompletionReport.run(ctx, { student_course_id })
    if (!report) return notFound()
    const { reports } = await fetchCompletionAnswers.run(ctx, { student_course_id })
    const work = await selectSubmittedWork(ctx, student_course_id)
    const blocks = await listBlockers(ctx, student_course_id)
    const unnumbered = (await listMissingNumbers(ctx, student_course_id)).map((each) => each.completion_report_id)
    const license = await findLicenseWarning(ctx, student_course_id)
    return {
      report,
      reports,
      work,
      blocks,
      unnumbered,
      license,
      corrects: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
    }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const student_course_id = idOf(params.student_course_id)
    if (values.found !== undefined) {
      const { message = '' } = await resolveUnanswered.run(ctx, {
        student_course_id,
        completion_report_id: idOf(values.completion_report_id ?? ''),
        receipt: values.found,
      })
      return redirect(url.pathname, { flash: { kind: 'success', text: message } })
    }
    if (values.certificate_number !== undefined) {
      const { message = '' } = await enterNumber.run(ctx, {
        student_course_id,
        completion_report_id: idOf(values.completion_report_id ?? ''),
        certificate_number: values.certificate_number,
      })
      return redirect(url.pathname, { flash: { kind: 'success', text: message } })
    }
    if (values.posted_on !== undefined) {
      const { message = '' } = await postCompletion.run(ctx, {
        student_course_id,
        completion_report_id: idOf(values.completion_report_id ?? ''),
        posted_on: values.posted_on,
      })
      return redirect(url.pathname, { flash: { kind: 'success', text: message } })
    }
    if (!values.completion_report_id) return resubmit(ctx, url, student_course_id, values)
    const { message = '' } = await refuseCompletion.run(ctx, { student_course_id, ...refusalOf(values) })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <CompletionReport {...data} input={input} />,
})

type Values = Readonly<Record<string, string>>
const correctionOf = ({ driver_license, confirmed_license, lk_license_state_id }: Values) => ({
  ...(driver_license?.trim() && { driver_license, ...(confirmed_license && { confirmed_license }) }),
  ...(lk_license_state_id && { lk_license_state_id: Number(lk_license_state_id) }),
})

/** Sends the report again; the form confirms an unusual number only after the question about it. */
async function resubmit(ctx: Ctx, { pathname }: URL, student_course_id: number, values: Values) {
  try {
    const { message = '' } = await resubmitCompletion.run(ctx, { student_course_id, ...correctionOf(values) })
    return redirect(pathname, { flash: { kind: 'success', text: message } })
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.code !== 'LICENSE_UNUSUAL') throw error
    return invalid({}, localize(ctx.locale, error.kind.text, error.params), { code: error.kind.code })
  }
}

const refusalOf = ({ completion_report_id = '', code = '', message = '' }: Values) => ({
  completion_report_id: idOf(completion_report_id),
  code,
  message,
})

function CompletionReport({
  report,
  reports,
  work,
  blocks,
  unnumbered,
  license,
  corrects,
  input,
}: PageData & { input: ViewInput }) {
  const t = useTexts(reportingTexts)
  const { form, frame } = input
  const { completion_report_id: sentFrom } = form.values
  const isSentFrom = (duty: { completion_report_id: number }) =>
    sentFrom === undefined || sentFrom === String(duty.completion_report_id)
  const { user_id, first_name, last_name, course_name } = work
  return (
    <>
      <p className="mb-1 flex flex-wrap gap-x-6 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/completion-reports'))} alone>
          ‹ {t('reports')}
        </TextLink>
        <TextLink
          href={withCarriedParams(
            frame,
            pathTo('/manage/student/:id/account', { id: user_id }, { query: { tab: 'courses' } }),
          )}
          alone
        >
          {`${first_name} ${last_name}`}
        </TextLink>
      </p>
      <PageTitle lead={`${first_name} ${last_name} · ${course_name}`}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      {license && (
        <Alert variant="attention" title={t('license')} className="mb-4 max-w-2xl">
          {license}
        </Alert>
      )}
      <div className="grid gap-6">
        {report.duties.map((duty) => (
          <DutyCard
            key={duty.completion_report_id}
            duty={duty}
            block={blocks.get(duty.completion_report_id) ?? ''}
            unnumbered={unnumbered.includes(duty.completion_report_id)}
            corrects={corrects}
            form={isSentFrom(duty) ? form : freshForm}
          />
        ))}
      </div>
      <ReportHistory reports={reports} />
    </>
  )
}
