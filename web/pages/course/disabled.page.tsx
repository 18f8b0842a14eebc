import { type CourseEnd, resubmitCompletion, status } from '../../../modules/learning/index.ts'
import { reportingTexts } from '../../../modules/learning/reporting/reporting.texts.ts'
import { student } from '../../../platform/permissions.ts'
import { pick, type Text } from '../../../platform/texts.ts'
import { Alert, FormAlert } from '../../../platform/ui/alert.tsx'
import BusySubmit from '../../../platform/ui/busy-submit.island.tsx'
import { Panel } from '../../../platform/ui/card.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { TextLink } from '../../../platform/ui/parts.tsx'
import { page, type ViewInput } from '../../../platform/web/page.ts'
import { redirect } from '../../../platform/web/page-redirect.ts'
import { endTexts, reasonTexts, statusReasonTexts } from './course-end.texts.ts'
import { EndPage, Outcome, SupportWays } from './course-end.tsx'
import { endAt, idOf } from './course-place.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/disabled',
  title: endTexts.disabled,
  may: student,
  load: ({ ctx, params }) => endAt(ctx, params.studentCourseId, 'disabled'),
  async submit({ ctx, params, url }) {
    const { message = '' } = await resubmitCompletion.run(ctx, { student_course_id: idOf(params.studentCourseId) })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (end, input) => <Disabled end={end} input={input} />,
})

/** A reason, where there is one, says more than the status. */
function reasonOf({ status_id, reason_id }: CourseEnd): Text {
  const byStatus: Readonly<Record<number, Text>> = statusReasonTexts
  const byReason: Readonly<Record<number, Text>> = reasonTexts
  return (reason_id !== null ? byReason[reason_id] : byStatus[status_id]) ?? reasonTexts[4]
}

function Disabled({ end, input: { frame, form, locale } }: { end: CourseEnd; input: ViewInput }) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('disabled')}>
      <FormAlert message={form.message} />
      {!isReportedAgain(end) && <Alert variant="attention">{pick(locale, reasonOf(end))}</Alert>}
      <Attempts end={end} />
      <Outcome end={end} />
      {ownFields.includes(end.report?.mend?.field ?? '') && <ReportAgain />}
      <SupportWays frame={frame} about={{ course_name: end.course_name, category_id: 1 }} />
    </EndPage>
  )
}

/** How many attempts are left, so that a student knows what support can do for them. */
function Attempts({ end: { attempts } }: { end: CourseEnd }) {
  const t = useTexts(endTexts)
  return attempts.map(({ quiz, allowed, left }) => (
    <p key={quiz}>
      {left > 0
        ? t('attemptsLeft', { quiz, left, allowed })
        : `${quiz}: ${t('attemptsOver', { allowedAttempts: allowed })}`}
    </p>
  ))
}

/** The error stands until the agency has answered the report that was sent anew. */
const isReportedAgain = ({ status_id, report }: CourseEnd): boolean =>
  report?.state === 'pending' && (status_id === status.completionError || status_id === status.completionErrorFlhsmv)

/** What students correct in their account themselves; the rest of a report stands fast, and support corrects it. */
const ownFields: readonly string[] = ['address', 'gender', 'dob']

function ReportAgain() {
  const t = useTexts(reportingTexts)
  return (
    <Panel title={t('again')}>
      <p className="mb-4">
        {t('correctFirst')} <TextLink href="/settings">{t('account')}</TextLink>
      </p>
      <form method="post">
        <BusySubmit label={t('again')} busyLabel={t('sending')} />
      </form>
    </Panel>
  )
}
