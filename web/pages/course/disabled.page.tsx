import { type CourseEnd, type LockedCourse, readLocked, registrationPath } from '#modules/learning/entry.ts'
import { reportingTexts } from '#modules/learning/reporting/reporting.texts.ts'
import { resubmitCompletion } from '#modules/learning/reporting/resubmit-completion.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { appeal } from '#modules/learning/verification/appeal.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { options } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { lk_state } from '#platform/states.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { endTexts, reasonTexts, statusReasonTexts } from './course-end.texts.ts'
import { EndPage, Outcome, SupportContacts } from './course-end.tsx'
import { endAt, idOf } from './course-place.ts'

export default page({
  address: '/course/:studentCourseId{[0-9]+}/disabled',
  title: endTexts.disabled,
  may: student,
  async load({ ctx, params }) {
    const end = await endAt(ctx, params.studentCourseId, 'disabled')
    return 'place' in end ? { end, locked: await readLocked(ctx, end.student_course_id) } : end
  },
  async submit({ ctx, params, url, form }) {
    if (form.values.words !== undefined) {
      const student_course_id = idOf(params.studentCourseId)
      const result = await appeal.run(ctx, { student_course_id, words: form.values.words })
      return redirect(url.pathname, { flash: { kind: 'success', text: result.message ?? '' } })
    }
    const { message = '' } = await resubmitCompletion.run(ctx, {
      student_course_id: idOf(params.studentCourseId),
      lk_license_state_id: Number(form.values.lk_license_state_id) || null,
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: ({ end, locked }, input) => <Disabled end={end} locked={locked} input={input} />,
})

/** An exclusion is more specific than a reason, and a reason more specific than the status. */
const reasonFor = (end: CourseEnd, locale: Locale): string => end.excluded ?? localize(locale, reasonOf(end))

function reasonOf({ status_id, reason_id }: CourseEnd): Text {
  const byStatus: Readonly<Record<number, Text>> = statusReasonTexts
  const byReason: Readonly<Record<number, Text>> = reasonTexts
  return (reason_id !== null ? byReason[reason_id] : byStatus[status_id]) ?? reasonTexts[4]
}

type PageData = { end: CourseEnd; locked: LockedCourse; input: ViewInput }

function Disabled({ end, locked, input: { frame, form, locale } }: PageData) {
  const t = useTexts(endTexts)
  return (
    <EndPage end={end} frame={frame} title={t('disabled')} scene="deadEnd">
      <FormAlert message={form.errors.words ? null : form.message} />
      {!isReportedAgain(end) && <Alert variant="attention">{reasonFor(end, locale)}</Alert>}
      <Attempts end={end} />
      <Outcome end={end} />
      {ownFields.includes(end.report?.mend?.field ?? '') && <ReportAgain end={end} form={form} />}
      {locked.unlocks_left > 0 && <Unlock end={end} left={locked.unlocks_left} />}
      {locked.appealable && <AppealPanel locked={locked} form={form} />}
      <SupportContacts frame={frame} about={{ ...end, category_id: 1, what: reasonFor(end, locale) }} />
    </EndPage>
  )
}

/** The remaining attempts, so that a student knows what support can do. */
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

/** The error stays until the agency has responded to the resubmitted report. */
const isReportedAgain = ({ status_id, report }: CourseEnd): boolean =>
  report?.state === 'pending' && (status_id === status.completionError || status_id === status.completionErrorFlhsmv)

/** Fields that students give or correct themselves; support corrects the rest of a report. */
const ownFields: readonly string[] = [
  'name',
  'address',
  'gender',
  'dob',
  'citation',
  'course_reason',
  'ssn',
  // Students correct only the state that issued the license; support corrects the number.
  'driver_license',
]

function ReportAgain({ end: { student_course_id, registered, report }, form }: { end: CourseEnd; form: FormState }) {
  const t = useTexts(reportingTexts)
  const locale = useLocale()
  return (
    <Panel title={t('again')}>
      <p className="mb-4">
        {t('correctFirst')} <TextLink href={pathTo('/settings')}>{t('account')}</TextLink>
        {registered && (
          <>
            {' · '}
            <TextLink href={registrationPath(student_course_id)}>{t('answers')}</TextLink>
          </>
        )}
      </p>
      <form method="post" className="grid max-w-md justify-items-start gap-4">
        {report?.mend?.field === 'driver_license' && (
          <SelectField
            {...field(form, 'lk_license_state_id')}
            label={t('licenseState')}
            hint={t('licenseStateHint')}
            options={options(lk_state, locale)}
            placeholder
            optional
          />
        )}
        <BusySubmit label={t('again')} busyLabel={t('sending')} />
      </form>
    </Panel>
  )
}

function Unlock({ end, left }: { end: CourseEnd; left: number }) {
  const t = useTexts(verificationTexts)
  return (
    <Panel title={t('unlock')}>
      <p>{t('unlockLead')}</p>
      <p className="mb-4">{t('unlocksLeft', { left })}</p>
      {left === 1 && (
        <Alert variant="attention" className="mb-4">
          {t('last')}
        </Alert>
      )}
      <LinkButton href={pathTo('/course/:studentCourseId/unlock', { studentCourseId: end.student_course_id })}>
        {t('unlock')}
      </LinkButton>
    </Panel>
  )
}

function AppealPanel({ locked: { appeal: last }, form }: { locked: LockedCourse; form: ViewInput['form'] }) {
  const t = useTexts(verificationTexts)
  const showDate = useShowDate()
  return (
    <Panel title={t('appealTitle')}>
      {last && !last.answered_at ? (
        <p>{t('appealSent', { date: showDate(last.made_at) })}</p>
      ) : (
        <form method="post" className="grid gap-4">
          {last?.accepted === false && last.reply && <p>{t('appealRefused', { reply: last.reply })}</p>}
          <p>{t('appealLead')}</p>
          <TextareaField {...field(form, 'words')} label={t('appealWords')} maxLength={2000} required />
          <div>
            <SubmitButton variant="outline">{t('appealSend')}</SubmitButton>
          </div>
        </form>
      )}
    </Panel>
  )
}
