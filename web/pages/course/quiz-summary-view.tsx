import { attemptStatus } from '#modules/learning/entry.ts'
import NextButton from '#modules/learning/player/next-button.island.tsx'
import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import { isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'
import { langOn } from '#platform/languages.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert, type AlertVariant, FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Ring } from '#platform/ui/ring.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { QuizFrame } from './quiz-frame.tsx'
import type { QuizData } from './quiz-load.ts'
import { type QuestionReview, ReviewedQuestion } from './quiz-review.tsx'
import { formatDuration } from './quiz-time.ts'

/**
 * The summary also shows whether another attempt is paid for, and how many of the questions were missed; not shown if
 * the quiz allows no review.
 */
export type SummaryShown = QuizData & { retake_paid: boolean; total: number; missed: readonly QuestionReview[] }

export function QuizSummary({ quizData, frame, form }: ViewInput & { quizData: SummaryShown }) {
  const { quiz, quizKey } = quizData
  const t = useTexts(quizTexts)
  const attempt = quiz.attempt
  return (
    <QuizFrame
      frame={frame}
      quizData={quizData}
      action={quizData.sent_back.length > 0 ? undefined : <Action quizData={quizData} />}
    >
      <FormAlert message={form.message} />
      <PageTitle>{quiz.name}</PageTitle>
      <Outcome quizData={quizData} />
      {attempt?.percentage != null && (
        <Grade points={attempt.points!} total={attempt.total} percentage={attempt.percentage} />
      )}
      {quizData.sent_back.length > 0 && <ReturnedAnswers quizData={quizData} form={form} />}
      <Ungraded titles={quizData.sent_back.length > 0 ? [] : quizData.ungraded} />
      {mayRetake(quizData) && <RetakeHint quizData={quizData} />}
      {failed(quizData) && <LessonsAgain quizData={quizData} />}
      <Missed quizData={quizData} />
      <div className="mt-6 flex flex-wrap items-start gap-3">
        {attempt && quiz.configuration.review.student && (
          <LinkButton
            variant="outline"
            href={pathTo('/course/:studentCourseId/quiz/:componentId/submission/:id', {
              ...quizKey,
              id: attempt.quiz_attempt_id,
            })}
          >
            {t('reviewAnswers')}
          </LinkButton>
        )}
      </div>
    </QuizFrame>
  )
}

type GradeProps = { points: number; total: number; percentage: number }

/** Whole percents, rounded down: 69.9% is not yet 70%. */
function Grade({ points, total, percentage }: GradeProps) {
  const t = useTexts(quizTexts)
  return (
    <div className="mt-6 flex items-center gap-5">
      <Ring value={points} max={total} className="size-28">
        <span className="figures text-2xl font-bold">{Math.floor(percentage)}%</span>
      </Ring>
      <p>
        <span className="block text-sm text-muted-foreground">{t('grade')}</span>
        <span className="figures text-lg font-semibold">{t('points', { points, total })}</span>
      </p>
    </div>
  )
}

/** The missed questions with their correct answers; students see them until they have earned the minimum time. */
function Missed({ quizData: { missed, total, seat, quiz, lk_language_id } }: { quizData: SummaryShown }) {
  const lang = langOn(useLocale(), lk_language_id)
  const t = useTexts(quizTexts)
  if (missed.length === 0) return null
  const seconds = seat && !quiz.studentProgress.completed_ind ? seat.required_seconds - seat.time_spent : 0
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg font-semibold">{t('missed', { n: missed.length })}</h2>
      {seconds > 0 && quiz.attempt?.passed && (
        <p className="mb-4">{t('timeForMissed', { minutes: Math.ceil(seconds / 60), n: missed.length })}</p>
      )}
      <ol className="grid gap-4">
        {missed.map((question) => (
          <li key={question.question_id}>
            <ReviewedQuestion question={question} total={total} lang={lang} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const failed = ({ quiz: { attempt } }: QuizData) =>
  attempt?.lk_quiz_attempt_status_id === attemptStatus.failed ||
  attempt?.lk_quiz_attempt_status_id === attemptStatus.expired

function mayRetake(data: SummaryShown): boolean {
  const { quiz, lk_student_course_status_id } = data
  if (lk_student_course_status_id === status.failed) return false
  // A returned attempt is corrected here; it is only retaken if nothing can be corrected.
  if (quiz.attempt?.lk_quiz_attempt_status_id === attemptStatus.needsAttention) return data.sent_back.length === 0
  return failed(data) && (data.retake_paid || quiz.attemptsRemaining !== 0)
}

type OutcomeText = { kind: AlertVariant; title: string; lines: string[] }

function Outcome({ quizData }: { quizData: SummaryShown }) {
  const { kind, title, lines } = useOutcome(quizData)
  return (
    <Alert variant={kind} title={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  )
}

function useOutcome(data: SummaryShown): OutcomeText {
  const t = useTexts(quizTexts)
  const { quiz, lk_student_course_status_id } = data
  const moduleType = quiz.final_ind ? t('finalExam') : t('quiz')
  const attemptsRemaining = quiz.attemptsRemaining
  const remaining = attemptsRemaining === null ? [] : [t('remaining', { attemptsRemaining })]
  switch (quiz.attempt?.lk_quiz_attempt_status_id) {
    case attemptStatus.passed:
      return { kind: 'success', title: t('wellDone'), lines: [t('passed', { moduleType })] }
    case attemptStatus.needsAttention:
      return {
        kind: 'attention',
        title: t('needsAttention'),
        lines: data.comment ? [t('instructorSays', { comment: data.comment })] : [],
      }
    case attemptStatus.fixed:
      return { kind: 'info', title: t('fixed'), lines: [t('reviewTakes')] }
    case attemptStatus.failed:
    case attemptStatus.expired: {
      const notice = quiz.attempt.lk_quiz_attempt_status_id === attemptStatus.expired ? [t('timeRanOut')] : []
      const hasFailed = lk_student_course_status_id === status.failed
      return {
        kind: 'error',
        title: t('notPassed', { moduleType }),
        lines: [
          ...notice,
          ...(hasFailed ? [t('courseFailed'), t('askSupport')] : [...remaining, ...whatToDo(data, t)]),
        ],
      }
    }
    default:
      return { kind: 'info', title: t('inReview'), lines: [t('reviewTakes')] }
  }
}

/** The next step for a student who did not pass, if there is one. */
const whatToDo = (data: SummaryShown, t: (key: 'tryAgainWhenReady' | 'askSupport') => string): string[] => [
  t(mayRetake(data) ? 'tryAgainWhenReady' : 'askSupport'),
]

/** The answers that staff returned, to be changed and resubmitted. */
function ReturnedAnswers({ quizData: { sent_back }, form }: { quizData: SummaryShown; form: ViewInput['form'] }) {
  const t = useTexts(quizTexts)
  return (
    <form method="post" className="mt-6 grid gap-5">
      <p>{t('sentBack')}</p>
      {sent_back.map(({ question_id, title, answer, comment }) => (
        <TextareaField
          key={question_id}
          name={answerField(question_id)}
          label={title}
          hint={comment && t('instructorSays', { comment })}
          defaultValue={form.values[answerField(question_id)] ?? answer}
          error={form.errors[`answers.${question_id}`]}
          rows={6}
          required
        />
      ))}
      <div>
        <SubmitButton size="lg" name="go" value="mend">
          {t('resubmit')}
        </SubmitButton>
      </div>
    </form>
  )
}

export const answerField = (question_id: number) => `answer_${question_id}`

/**
 * Links from a failed quiz to the lessons of the missed questions; if none is known, collapsed links to all of its
 * lessons.
 */
function LessonsAgain({ quizData: { missed, lessons } }: { quizData: SummaryShown }) {
  const t = useTexts(quizTexts)
  const missedLessons = missed.flatMap(({ lesson }) => lesson ?? [])
  const namedLessons = missedLessons.filter(
    ({ path }, index) => missedLessons.findIndex((other) => other.path === path) === index,
  )
  if (namedLessons.length > 0 && lessons.length > 0)
    return (
      <section className="mt-6">
        <h2 className="font-semibold">{t('lessonsAgain')}</h2>
        <LessonLinks lessons={namedLessons} />
      </section>
    )
  if (lessons.length === 0) return null
  return (
    <details className="mt-6">
      <summary className="font-semibold">{t('lessonsCovered')}</summary>
      <LessonLinks lessons={lessons} />
    </details>
  )
}

const LessonLinks = ({ lessons }: Pick<SummaryShown, 'lessons'>) => (
  <ul className="mt-1 list-disc ps-5">
    {lessons.map(({ name, path }) => (
      <li key={path}>
        <TextLink href={path} alone>
          {name}
        </TextLink>
      </li>
    ))}
  </ul>
)

function Ungraded({ titles }: { titles: readonly string[] }) {
  const t = useTexts(quizTexts)
  if (titles.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="font-semibold">{t('ungraded')}</h2>
      <ul className="mt-1 list-disc ps-5">
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </section>
  )
}

function RetakeHint({ quizData: { quiz, retake_paid } }: { quizData: SummaryShown }) {
  const t = useTexts(quizTexts)
  const locale = useLocale()
  const { retake } = quiz.configuration
  const seconds = quiz.seconds_allowed
  const hint = seconds === null ? t('retakeHint') : t('retakeTimed', { time: formatDuration(t, seconds) })
  return (
    <p className="mt-4 text-sm text-muted-foreground">
      {hint} {retake.fee > 0 && !retake_paid && t('retakeFee', { fee: formatMoney(toCents(retake.fee), locale) })}
    </p>
  )
}

/** The main action: another attempt, or the rest of the course. */
function Action({ quizData }: { quizData: SummaryShown }) {
  const t = useTexts(quizTexts)
  if (!mayRetake(quizData)) return <ContinueActions quizData={quizData} />
  return (
    <form method="post" data-swap-form="">
      <SubmitButton size="lg" name="go" value="retake">
        {t('retake')}
      </SubmitButton>
    </form>
  )
}

function ContinueActions({ quizData }: { quizData: SummaryShown }) {
  const t = useTexts(quizTexts)
  const { quiz, quizKey, seat, lk_student_course_status_id } = quizData
  const passed = quiz.attempt?.passed === true
  // Another requirement was unmet when the exam was passed. Once it is met, the course is completed here.
  const unsettled = quiz.final_ind && passed && isOpen(lk_student_course_status_id)
  if (quiz.final_ind && !unsettled) {
    return (
      <LinkButton size="lg" href={pathTo('/course/:studentCourseId', { studentCourseId: quizKey.studentCourseId })}>
        {t(quizData.hasCertificate ? 'viewCertificate' : 'goOn')}
      </LinkButton>
    )
  }
  if (failed(quizData)) return null
  if (unsettled) {
    return (
      <form method="post">
        <SubmitButton size="lg" name="go" value="complete">
          {t('goOn')}
        </SubmitButton>
      </form>
    )
  }
  const { time_spent, completed_ind } = quiz.studentProgress
  return (
    <NextButton
      {...quizKey}
      label="goOn"
      time_spent={seat?.time_spent ?? time_spent}
      required_seconds={seat && !completed_ind ? seat.required_seconds : 0}
      break_ends={null}
      ahead={[]}
    />
  )
}
