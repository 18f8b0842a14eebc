import type { QuestionShown } from '#modules/learning/entry.ts'
import { QuestionFields } from '#modules/learning/questions/question-fields.shared.tsx'
import type { QuizNavigation } from '#modules/learning/quiz/navigation.ts'
import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import QuizTimer from '#modules/learning/quiz/quiz-timer.island.tsx'
import { langOn } from '#platform/languages.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { showSeconds } from '#platform/ui/countdown.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { QuizFrame } from './quiz-frame.tsx'
import type { QuizData } from './quiz-load.ts'
import { isTimedOut } from './quiz-time.ts'

const formId = 'quiz-form'
type ViewProps = { quizData: QuizData; question: QuestionShown; total: number; questions: QuizNavigation }

export function QuizQuestion({ quizData, question, total, questions, frame, form }: ViewInput & ViewProps) {
  const t = useTexts(quizTexts)
  const isClosed = isTimedOut(question, quizData.now)
  const isLast = question.order === total
  const back = question.order > 1 && (
    <SubmitButton form={formId} name="go" value="previous" variant="outline" formNoValidate>
      {t('previous')}
    </SubmitButton>
  )
  const action = (
    <SubmitButton form={formId} name="go" value="next" size="lg">
      {isLast ? t('finish') : t('next')}
    </SubmitButton>
  )
  return (
    <QuizFrame frame={frame} quizData={quizData} back={back} action={action}>
      <header className="mb-6 grid gap-2">
        <p className="text-sm text-muted-foreground">{quizData.quiz.name}</p>
        <h1 className="text-lg font-bold">{t('question', { n: question.order, total })}</h1>
        <Progress label={t('question', { n: question.order, total })} value={question.order} max={total} quiet />
        <Timers quizData={quizData} question={question} />
      </header>
      {!form.errors.answer && <FormAlert message={form.message} />}
      {isClosed && (
        <Alert variant="attention" className="mb-4">
          {t(isLast ? 'closedLast' : 'closed')}
        </Alert>
      )}
      <form id={formId} method="post" data-swap-form="">
        {/* Enter in a field presses the form's first button, which must not be 'Previous'. */}
        <button type="submit" name="go" value="next" hidden />
        <fieldset disabled={isClosed} lang={langOn(frame.locale, quizData.lk_language_id)} className="contents">
          <QuestionFields
            question={fieldsOf(question)}
            answer={question.answer}
            typed={form.values}
            {...(form.errors.answer !== undefined && { error: form.errors.answer })}
          />
        </fieldset>
      </form>
      {questions.length > 0 && <Navigation questions={questions} open={question.question_id} />}
    </QuizFrame>
  )
}

/** The browser's data for rendering a question again: nothing else goes into the page. */
function fieldsOf({ lk_question_type_id, configuration }: QuestionShown) {
  const { title, required, matches, picture, settings } = configuration
  const options = configuration.options.map(({ id, text }) => ({ id, text }))
  const limited = settings.wordMinMax.enabled || settings.minMax.enabled
  return {
    lk_question_type_id,
    configuration: { title, ...(picture && { picture }), required, options, matches, ...(limited && { settings }) },
  }
}

function Timers({ quizData: { quiz, now }, question }: { quizData: QuizData; question: QuestionShown }) {
  const t = useTexts(quizTexts)
  const deadline = isTimedOut(question, now) ? null : question.timer_expires_at
  const seconds = question.configuration.timer.seconds
  return (
    <>
      {quiz.timer_cache?.expires_at && (
        <QuizTimer kind="quiz" until={new Date(quiz.timer_cache.expires_at)} now={now} form={formId} />
      )}
      {deadline && <QuizTimer kind="question" until={new Date(deadline)} now={now} form={formId} />}
      {deadline && (
        <noscript>
          <p className="text-sm">{t('timeWithout', { time: showSeconds(seconds) })}</p>
        </noscript>
      )}
    </>
  )
}

function Navigation({ questions, open }: { questions: QuizNavigation; open: number }) {
  const t = useTexts(quizTexts)
  return (
    <details className="mt-8 border-t pt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('navigation')}</summary>
      <ol className="flex flex-wrap gap-2 py-2">
        {questions.map((question) => {
          const isOpen = question.question_id === open
          const state = isOpen
            ? t('current')
            : question.submitted_at
              ? t('answered')
              : question.reachable
                ? ''
                : t('notReached')
          return (
            <li key={question.question_id}>
              <button
                type="submit"
                form={formId}
                name="go"
                value={`to-${question.question_id}`}
                disabled={!question.reachable || isOpen}
                aria-current={isOpen ? 'step' : undefined}
                aria-label={`${t('question', { n: question.order, total: questions.length })}${state && `, ${state}`}`}
                className={cn(
                  'figures grid size-11 place-items-center rounded-md border font-semibold disabled:opacity-60',
                  isOpen
                    ? 'border-primary bg-primary text-primary-foreground'
                    : question.submitted_at
                      ? 'border-input bg-accent'
                      : 'border-input bg-card',
                )}
              >
                {question.order}
              </button>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
