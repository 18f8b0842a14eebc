import { quizPath, readCourse } from '#modules/learning/entry.ts'
import { AnswerShown } from '#modules/learning/questions/answer-fields.shared.tsx'
import { questionTexts } from '#modules/learning/questions/question.texts.ts'
import { sayAnswer } from '#modules/learning/questions/say-answer.shared.ts'
import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import { reviewQuiz } from '#modules/learning/quiz/review-quiz.ts'
import { student } from '#platform/permissions.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { CourseLayout, courseFrame } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { quizOf } from './quiz-load.ts'

type Reviewed = Awaited<ReturnType<typeof reviewQuiz.run>>['questions'][number]

/** The student's own answers beside the right ones, if the quiz allows it. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/submission/:id{[0-9]+}',
  may: student,
  header: false,
  swap: courseFrame,
  async load({ ctx, params }) {
    const place = quizOf(params)
    const review = await reviewQuiz.run(ctx, { ...place, quizAttemptId: idOf(params.id) })
    const { course } = await readCourse(ctx, place.studentCourseId)
    return { ...review, place, course_name: course.course_name }
  },
  title: ({ name, course_name }) => `${name} · ${course_name}`,
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.course_name} action={<Back place={data.place} />}>
      {children}
    </CourseLayout>
  ),
  view: ({ name, questions }) => <Review name={name} questions={questions} />,
})

function Back({ place }: { place: ReturnType<typeof quizOf> }) {
  const t = useTexts(quizTexts)
  return <LinkButton href={quizPath(place, 'summary')}>{t('backToSummary')}</LinkButton>
}

function Review({ name, questions }: { name: string; questions: readonly Reviewed[] }) {
  const t = useTexts(quizTexts)
  return (
    <>
      <PageTitle lead={t('review')}>{name}</PageTitle>
      <ol className="grid gap-4">
        {questions.map((question) => (
          <li key={question.question_id}>
            <ReviewedQuestion question={question} total={questions.length} />
          </li>
        ))}
      </ol>
    </>
  )
}

function ReviewedQuestion({ question, total }: { question: Reviewed; total: number }) {
  const t = useTexts(quizTexts)
  const ofQuestion = useTexts(questionTexts)
  const { correct_ind, order, configuration, comment, references } = question
  const answerLines = sayAnswer(question, question.answer)
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-sm text-muted-foreground">{t('question', { n: order, total })}</span>
        {correct_ind === null ? (
          <Badge tone="orange">{t('waits')}</Badge>
        ) : (
          <Badge tone={correct_ind ? 'green' : 'red'}>{correct_ind ? ofQuestion('right') : ofQuestion('wrong')}</Badge>
        )}
      </div>
      <h2 className="font-semibold">{configuration.title}</h2>
      <AnswerShown question={question} answer={question.answer} right={question.right} />
      <Lines name={ofQuestion('yourAnswer')} lines={answerLines.length > 0 ? answerLines : [t('noAnswer')]} />
      {correct_ind !== true && (
        <Lines
          name={typeof question.right === 'string' ? ofQuestion('modelAnswer') : ofQuestion('rightAnswer')}
          lines={sayAnswer(question, question.right)}
        />
      )}
      {comment && <Lines name={t('comment')} lines={[comment]} />}
      {references && <Lines name={t('source')} lines={[references]} />}
    </Card>
  )
}

const Lines = ({ name, lines }: { name: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div>
      <p className="text-sm text-muted-foreground">{name}</p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
