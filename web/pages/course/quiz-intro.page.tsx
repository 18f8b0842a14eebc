import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import { start as startQuiz } from '#modules/learning/quiz/start.ts'
import { student } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { courseFrame } from '#web/layouts/course.tsx'
import { QuizFrame } from './quiz-frame.tsx'
import { openQuiz, type QuizData, quizOf } from './quiz-load.ts'
import { formatDuration } from './quiz-time.ts'

/** A quiz's rules, before it starts. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/intro',
  may: student,
  header: false,
  swap: courseFrame,
  load: ({ ctx, params }) => openQuiz(ctx, params, 'intro'),
  title: ({ quiz, course_name }) => `${quiz.name} · ${course_name}`,
  async submit({ ctx, params }) {
    const result = await startQuiz.run(ctx, quizOf(params))
    return redirect(result.redirect!)
  },
  view: (data, input) => <Intro quizData={data} {...input} />,
})

function Intro({ quizData, frame, form }: ViewInput & { quizData: QuizData }) {
  const t = useTexts(quizTexts)
  const { quiz } = quizData
  const { grading } = quiz.configuration
  const seconds = quiz.seconds_allowed
  const action = (
    <form method="post" data-swap-form="">
      <SubmitButton size="lg">{t('begin')}</SubmitButton>
    </form>
  )
  return (
    <QuizFrame frame={frame} quizData={quizData} action={action}>
      <FormAlert message={form.message} />
      <PageTitle>{quiz.name}</PageTitle>
      {quiz.description && <p className="mb-6">{quiz.description}</p>}
      <Facts
        facts={[
          [t('questions'), quiz.totalQuestions],
          [t('passingGrade'), `${grading.threshold}%`],
          [t('timeAllowed'), seconds === null ? t('noLimit') : formatDuration(t, seconds)],
          [t('retakes'), quiz.attemptsRemaining ?? t('noLimit')],
        ]}
      />
      {seconds !== null && <p className="mt-6 text-muted-foreground">{t('timedHint')}</p>}
    </QuizFrame>
  )
}
