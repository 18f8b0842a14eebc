import type { VerifyPage } from '#modules/learning/entry.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { methodPages } from './methods/methods.ts'

type Props = Pick<ViewInput, 'form'> & { page: VerifyPage; now: Date }

/** A check for its student: an introduction, then the question itself. */
export function Verification({ page, form, now }: Props) {
  const t = useTexts(verificationTexts)
  const { check, unlocking } = page
  const method = check.task && methodPages[check.task.method]
  const Check = method?.Check
  const lead = unlocking ? t('unlockLead') : t('verifyLead')
  return (
    <>
      <PageTitle lead={check.task ? undefined : lead}>{unlocking ? t('unlock') : t('verify')}</PageTitle>
      <FormAlert message={form.errors.code || method?.showsRefusals ? null : form.message} />
      <Attempts page={page} />
      {check.task && Check ? (
        <Check id={page.student_course_id} task={check.task} form={form} now={now} />
      ) : (
        <Before page={page} />
      )}
    </>
  )
}

function Attempts({ page: { check, unlocking } }: { page: VerifyPage }) {
  const t = useTexts(verificationTexts)
  if (check.attemptsRemaining === null) return null
  return (
    <>
      <p className="mb-4">
        {t('remaining')}: <strong>{check.attemptsRemaining}</strong>
      </p>
      {check.last_attempt && (
        <Alert variant="attention" className="mb-4">
          {unlocking ? t('final') : t('last')}
        </Alert>
      )}
    </>
  )
}

function Before({ page: { seconds, timed_task, questions_only, late } }: { page: VerifyPage }) {
  const t = useTexts(verificationTexts)
  const limit = timed_task ? 'timedTask' : questions_only ? 'timed' : 'timedIfAsked'
  return (
    <form method="post" className="grid justify-items-start gap-4">
      {late && <Alert variant="attention">{t('lateAgain')}</Alert>}
      {seconds !== null && <p>{t(limit, { seconds })}</p>}
      <SubmitButton name="go" value="begin" size="lg">
        {t(questions_only ? 'begin' : 'beginAny')}
      </SubmitButton>
    </form>
  )
}
