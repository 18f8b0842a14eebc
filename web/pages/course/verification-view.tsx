import type { TaskShown, VerifyPage } from '#modules/learning/index.ts'
import QuizTimer from '#modules/learning/quiz/quiz-timer.island.tsx'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { DeviceCheck } from './device-check.tsx'
import { PhoneCode } from './phone-code.tsx'
import { TypingCheck } from './typing-check.tsx'

const formId = 'verification-form'
type Props = Pick<ViewInput, 'form'> & { page: VerifyPage; now: Date }

/** A check as its student sees it: what is about to be asked, then the question itself. */
export function Verification({ page, form, now }: Props) {
  const t = useTexts(verificationTexts)
  const { check, unlocking } = page
  const lead = unlocking ? t('unlockLead') : t('verifyLead')
  return (
    <>
      <PageTitle lead={check.task ? undefined : lead}>{unlocking ? t('unlock') : t('verify')}</PageTitle>
      <FormAlert message={form.errors.code || check.task?.sentence ? null : form.message} />
      <Attempts page={page} />
      {check.task ? (
        <Asked id={page.student_course_id} task={check.task} form={form} now={now} />
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

function Before({ page: { seconds, questions_only } }: { page: VerifyPage }) {
  const t = useTexts(verificationTexts)
  return (
    <form method="post" className="grid justify-items-start gap-4">
      {seconds !== null && <p>{t(questions_only ? 'timed' : 'timedIfAsked', { seconds })}</p>}
      <SubmitButton name="go" value="begin" size="lg">
        {t(questions_only ? 'begin' : 'beginAny')}
      </SubmitButton>
    </form>
  )
}

function Asked({ id, task, form, now }: Pick<Props, 'form' | 'now'> & { id: number; task: TaskShown }) {
  const t = useTexts(verificationTexts)
  const { method, question, sentence, phone, seconds_left } = task
  if (method === 'biometrics') return <DeviceCheck student_course_id={id} />
  if (sentence !== null) return <TypingCheck sentence={sentence} form={form} />
  if (phone) return <PhoneCode phone={phone} form={form} />
  if (!question) return <Alert variant="error">{t('loadFailed')}</Alert>
  const until = seconds_left === null ? null : new Date(now.getTime() + seconds_left * 1000)
  return (
    <form method="post" id={formId} className="grid gap-4">
      <input type="hidden" name="question_id" value={question.question_id} />
      {until && task.countdown && <QuizTimer of="question" until={until} now={now} form={formId} />}
      <RadioGroup
        label={question.title}
        name="answer"
        required
        boxed
        error={form.errors.answer}
        options={question.options.map(({ id, text }) => ({ value: String(id), label: text }))}
      />
      <div>
        <SubmitButton size="lg">{t('answer')}</SubmitButton>
      </div>
    </form>
  )
}
