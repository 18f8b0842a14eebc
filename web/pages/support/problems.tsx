import { nameOfMethod } from '#modules/learning/entry.ts'
import type { ContextCourse, TicketContext } from '#modules/support/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { reasonTexts } from '#web/pages/course/course-end.texts.ts'
import { besideTexts } from './beside.texts.ts'

/**
 * The problems that block the reporter, so that staff don't have to look for them: a locked course, an agency's
 * rejection, a payment.
 */
export function Problems({ context }: { context: TicketContext }) {
  const b = useTexts(besideTexts)
  const { courses, refusedPayment } = context
  const stopped = courses.filter(
    ({ disabled, report, refused: { quiz, check } }) => disabled || report?.refused || quiz || check,
  )
  if (stopped.length === 0 && !refusedPayment) return null
  return (
    <section aria-label={b('problems')} className="grid gap-3">
      {stopped.map((course) => (
        <CourseProblems key={course.student_course_id} course={course} />
      ))}
      {refusedPayment && <Payment refused={refusedPayment} context={context} />}
    </section>
  )
}

function CourseProblems({ course }: { course: ContextCourse }) {
  const b = useTexts(besideTexts)
  const reasons = useTexts(reasonTexts)
  const { student_course_id, course_name, disabled, lock_reason_id, reason, report } = course
  const hasReason = lock_reason_id !== null && lock_reason_id in reasonTexts
  return (
    <>
      {disabled && (
        <Alert variant="attention" title={b('locked', { course: course_name })}>
          {hasReason && <p>{b('told', { text: reasons(lock_reason_id as 4) })}</p>}
          {reason && <p className="wrap-anywhere">{reason}</p>}
          <TextLink href={pathTo('/manage/identity-checks/:student_course_id', { student_course_id })}>
            {b('toChecks')}
          </TextLink>
        </Alert>
      )}
      <RefusedAnswers course={course} />
      {report?.refused && (
        <Alert variant="attention" title={b('refusedReport', { course: course_name })}>
          <p className="wrap-anywhere">
            {b('agencySaid', {
              agency: report.agency,
              words: [report.code, report.message].filter(Boolean).join(': ') || report.state,
            })}
          </p>
          {report.mend && <p>{report.mend}</p>}
          <TextLink href={pathTo('/manage/completion-report/:student_course_id', { student_course_id })}>
            {b('toReport')}
          </TextLink>
        </Alert>
      )}
    </>
  )
}

function RefusedAnswers({ course: { student_course_id, course_name: course, refused } }: { course: ContextCourse }) {
  const b = useTexts(besideTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { quiz, check } = refused
  return (
    <>
      {quiz && (
        <Alert title={b('failedQuiz', { quiz: quiz.name, course })}>
          {b('score', { percent: quiz.percent, threshold: quiz.threshold, date: showDate(quiz.at) })}
        </Alert>
      )}
      {check && (
        <Alert title={b('failedCheck', { course })}>
          <p>
            {b('failedMethod', {
              method: localize(locale, nameOfMethod(check.method)),
              date: showDate(check.at),
            })}
          </p>
          <TextLink href={pathTo('/manage/identity-checks/:student_course_id', { student_course_id })}>
            {b('toChecks')}
          </TextLink>
        </Alert>
      )}
    </>
  )
}

type RefusedPaymentProps = { refused: NonNullable<TicketContext['refusedPayment']>; context: TicketContext }

function Payment({ refused: { at, reason, paid }, context: { user_id, can } }: RefusedPaymentProps) {
  const b = useTexts(besideTexts)
  const showDate = useShowDate()
  return (
    <Alert variant={paid ? 'info' : 'attention'} title={b('refusedPayment', { date: showDate(at) })}>
      <p className="wrap-anywhere">{reason ?? b('refusedNoReason')}</p>
      {paid && <p>{b('paidSince')}</p>}
      {can.payments && user_id !== null && (
        <TextLink href={pathTo('/manage/student/:id/account', { id: user_id }, { query: { tab: 'payments' } })}>
          {b('toPayments')}
        </TextLink>
      )}
    </Alert>
  )
}
