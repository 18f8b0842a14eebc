import type { ReactNode } from 'react'
import { maxDocument, registrationPath } from '#modules/learning/entry.ts'
import QuizTimer from '#modules/learning/quiz/quiz-timer.island.tsx'
import { startRegistrationTimer } from '#modules/learning/registration/start-timer.ts'
import { student } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { invalid } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { CourseTexts, CourseWords } from './course-words.tsx'
import { IdleLimit } from './idle-limit.tsx'
import { registrationTexts } from './registration.texts.ts'
import { QuestionFields } from './registration-fields.tsx'
import { answerWords } from './registration-form.ts'
import {
  addressAfter,
  addressOf,
  isTimerPending,
  needsSecondLook,
  type Place,
  placeOf,
  readPlace,
  saveAnswers,
} from './registration-place.ts'
import { SetupProgress } from './setup-progress.tsx'

/** The registration questions of one page. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/registration/:questionId{[0-9]+}',
  may: student,
  // A document plus the other fields.
  max_form: maxDocument + 100_000,
  load: ({ ctx, params, query }) => readPlace(ctx, placeOf(params, query)),
  title: registrationTexts.registration,
  layout: ({ frame, data, children }) => (
    <CourseLayout
      frame={frame}
      course={data.registrationView.studentCourse.course_name}
      lang={data.lang}
      time={<IdleLimit minutes={data.idle_minutes} />}
    >
      {children}
    </CourseLayout>
  ),
  async submit({ ctx, params, query, form }) {
    const place = await readPlace(ctx, placeOf(params, query))
    if (form.values.step === 'start') {
      const { studentCourseId, questionId } = place
      await startRegistrationTimer.run(ctx, { studentCourseId, questionId })
      return redirect(addressOf(place, questionId))
    }
    const errors = await saveAnswers(ctx, place, form)
    // The time is over: valid answers are saved, and the page shows whether the question may be retried.
    const expired = form.values.go === 'expired'
    if (expired && Object.keys(errors).length > 0) return redirect(addressOf(place, place.questionId))
    if (Object.keys(errors).length > 0) return invalid(errors, localText(ctx.locale, registrationTexts, 'wrong'))
    const changeHref = addressOf(place, place.questionId) + (place.alone ? '?change=1' : '')
    return redirect((await needsSecondLook(ctx, place, form)) ? changeHref : await addressAfter(ctx, place))
  },
  view: (data, { form }) => (
    <CourseTexts lang={data.lang}>
      <Questions place={data} form={form} />
    </CourseTexts>
  ),
})

/** The form that is sent when a question's time is over. */
const formId = 'answers'

type Props = Pick<ViewInput, 'form'> & { place: Place }

function Questions({ place, form }: Props) {
  const t = useTexts(registrationTexts)
  const { questions } = place
  const upload = questions.some(({ type }) => type === 'upload')
  const timed = questions.find((question) => isTimerPending(question))
  const isClosed = questions.every(({ state }) => state === 'inactive')
  return (
    <>
      <PageTitle>{t('registration')}</PageTitle>
      <SetupProgress place={place.setup} />
      <FormAlert message={form.message} />
      <form
        id={formId}
        method="post"
        noValidate
        encType={upload ? 'multipart/form-data' : undefined}
        className="grid gap-6"
      >
        {timed ? <Timed question={timed} /> : <Fields place={place} form={form} />}
        <Steps place={place}>
          {isClosed ? (
            <LinkButton href={addressOf(place, place.next)}>{t('next')}</LinkButton>
          ) : (
            <SubmitButton>{timed ? t('showIt') : t(place.alone ? 'save' : 'next')}</SubmitButton>
          )}
        </Steps>
      </form>
    </>
  )
}

type QuestionProps = { question: Place['questions'][number] }

function Timed({ question }: QuestionProps) {
  const t = useTexts(registrationTexts)
  return (
    <Alert variant="attention">
      {question.state === 'expired' && <p className="font-semibold">{t('timeOver')}</p>}
      {t('timed', { n: question.configuration.timer.seconds })}
      <input type="hidden" name="step" value="start" />
    </Alert>
  )
}

function Fields({ place: { questions, now }, form }: Props) {
  const t = useTexts(registrationTexts)
  return questions.map((question) => {
    const { timer } = question.configuration
    if (question.state === 'inactive') return <Closed key={question.question_id} question={question} />
    return (
      <div key={question.question_id} className="grid gap-3">
        {question.problem && !form.message && question.attempted && <Alert variant="error">{question.problem}</Alert>}
        {question.timer_expires_at && (
          <QuizTimer kind="question" until={new Date(question.timer_expires_at)} now={now} form={formId} />
        )}
        {timer.active && (
          <noscript>
            <p className="figures text-muted-foreground">{t('seconds', { n: timer.seconds })}</p>
          </noscript>
        )}
        <QuestionFields question={question} form={form} />
      </div>
    )
  })
}

function Closed({ question }: QuestionProps) {
  const t = useTexts(registrationTexts)
  const locale = useLocale()
  return (
    <div className="grid gap-2">
      <h2 className="text-lg font-semibold">
        <CourseWords>{question.configuration.title}</CourseWords>
      </h2>
      <p>{answerWords(question, locale) || t('saved')}</p>
      <Alert>{t('closed')}</Alert>
    </div>
  )
}

function Steps({ place, children }: { place: Place; children: ReactNode }) {
  const t = useTexts(registrationTexts)
  const { studentCourseId, previous, next, registrationView, alone } = place
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {previous === null ? (
          <span />
        ) : (
          <LinkButton variant="outline" href={addressOf(place, previous)}>
            {t('previous')}
          </LinkButton>
        )}
        {children}
      </div>
      <p className="flex flex-wrap gap-4">
        <TextLink href={registrationPath(studentCourseId)}>{t('overview')}</TextLink>
        {registrationView.registration.may_skip && !alone && (
          <TextLink href={addressOf(place, next)}>{t('skip')}</TextLink>
        )}
      </p>
    </>
  )
}
