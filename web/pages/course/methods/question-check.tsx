import QuizTimer from '#modules/learning/quiz/quiz-timer.island.tsx'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { CourseWords } from '#web/pages/course/course-words.tsx'
import type { CheckProps } from './method-page.ts'

const formId = 'verification-form'

/** A question of a check, with the remaining time. */
export function QuestionCheck({ task: { question, seconds_left, countdown }, form, now }: CheckProps) {
  const t = useTexts(verificationTexts)
  if (!question) return <Alert variant="error">{t('loadFailed')}</Alert>
  const until = seconds_left === null ? null : new Date(now.getTime() + seconds_left * 1000)
  return (
    <form method="post" id={formId} className="grid gap-4">
      <input type="hidden" name="question_id" value={question.question_id} />
      {until && countdown && <QuizTimer kind="question" until={until} now={now} form={formId} />}
      <RadioGroup
        label={<CourseWords>{question.title}</CourseWords>}
        name="answer"
        required
        boxed
        error={form.errors.answer}
        options={question.options.map(({ id, text }) => ({
          value: String(id),
          label: <CourseWords>{text}</CourseWords>,
        }))}
      />
      <div>
        <SubmitButton size="lg">{t('answer')}</SubmitButton>
      </div>
    </form>
  )
}
