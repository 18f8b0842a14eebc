import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { quizPath, readCourse } from '#modules/learning/entry.ts'
import { quizTexts } from '#modules/learning/quiz/quiz.texts.ts'
import { reviewQuiz } from '#modules/learning/quiz/review-quiz.ts'
import { langOn } from '#platform/languages.ts'
import { student } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { CourseLayout, courseFrame } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { quizOf } from './quiz-load.ts'
import { type QuestionReview, ReviewedQuestion } from './quiz-review.tsx'

/** The student's own answers beside the correct ones, if the quiz allows it. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/quiz/:componentId{[0-9]+}/submission/:id{[0-9]+}',
  may: student,
  header: false,
  swap: courseFrame,
  async load({ ctx, params }) {
    const place = quizOf(params)
    const review = await reviewQuiz.run(ctx, { ...place, quizAttemptId: idOf(params.id) })
    const { course } = await readCourse(ctx, place.studentCourseId)
    const { lk_language_id } = await selectCourseVersion(ctx, course.course_version_id)
    return { ...review, place, course_name: course.course_name, lang: langOn(ctx.locale, lk_language_id) }
  },
  title: ({ name, course_name }) => `${name} · ${course_name}`,
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.course_name} action={<Back place={data.place} />}>
      {children}
    </CourseLayout>
  ),
  view: ({ name, questions, lang }) => <Review name={name} questions={questions} lang={lang} />,
})

function Back({ place }: { place: ReturnType<typeof quizOf> }) {
  const t = useTexts(quizTexts)
  return <LinkButton href={quizPath(place, 'summary')}>{t('backToSummary')}</LinkButton>
}

type ReviewProps = { name: string; questions: readonly QuestionReview[]; lang: string | undefined }

function Review({ name, questions, lang }: ReviewProps) {
  const t = useTexts(quizTexts)
  return (
    <>
      <PageTitle lead={t('review')}>{name}</PageTitle>
      <ol className="grid gap-4">
        {questions.map((question) => (
          <li key={question.question_id}>
            <ReviewedQuestion question={question} total={questions.length} lang={lang} />
          </li>
        ))}
      </ol>
    </>
  )
}
