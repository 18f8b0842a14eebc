import type { ReactNode } from 'react'
import {
  getRegistrationQuestion,
  largestDocument,
  registrationPath,
  selectStudentCourse,
  startRegistrationTimer,
  submitRegistrationAnswer,
} from '../../../modules/learning/index.ts'
import { errors } from '../../../platform/errors.ts'
import { student } from '../../../platform/permissions.ts'
import { say } from '../../../platform/texts.ts'
import { Banner, FormMessage } from '../../../platform/ui/banner.tsx'
import { LinkButton, SubmitButton } from '../../../platform/ui/button.tsx'
import { useLocale, useTexts } from '../../../platform/ui/locale.tsx'
import { PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { Progress } from '../../../platform/ui/progress.tsx'
import { invalid } from '../../../platform/web/form.ts'
import { redirect } from '../../../platform/web/leave.ts'
import { type PageInput, page, type ViewInput } from '../../../platform/web/page.ts'
import { CourseLayout } from '../../layouts/course.tsx'
import { idOf } from './course-place.ts'
import { registrationTexts } from './registration.texts.ts'
import { QuestionFields } from './registration-fields.tsx'
import { answerWords, isRepeatedAlike, readAnswer } from './registration-form.ts'

type Asked = Awaited<ReturnType<typeof getRegistrationQuestion.run>>
type Input = Pick<PageInput<'/:studentCourseId/:questionId'>, 'ctx' | 'params' | 'query'>

function placeOf({ params, query }: Input) {
  const place = { studentCourseId: idOf(params.studentCourseId), questionId: idOf(params.questionId) }
  if (!place.studentCourseId || !place.questionId) throw errors.notFound()
  return { ...place, isCompleting: query.completing === '1' }
}

const address = (studentCourseId: number, questionId: number | null, isCompleting: boolean) =>
  registrationPath(studentCourseId, questionId) + (isCompleting ? '?completing=1' : '')

/** One question of a registration. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/registration/:questionId{[0-9]+}',
  may: student,
  // A document and the fields beside it.
  max_form: largestDocument + 100_000,
  load: async (input) => {
    const place = placeOf(input)
    return { ...(await getRegistrationQuestion.run(input.ctx, place)), ...place }
  },
  title: registrationTexts.registration,
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.course_name}>
      {children}
    </CourseLayout>
  ),
  async submit({ form, ...input }) {
    const { ctx } = input
    const { studentCourseId, questionId, isCompleting } = placeOf(input)
    const asked = await getRegistrationQuestion.run(ctx, { studentCourseId, questionId, isCompleting })
    if (form.values.step === 'start') {
      await startRegistrationTimer.run(ctx, { studentCourseId, questionId })
      return redirect(address(studentCourseId, questionId, isCompleting))
    }
    if (!isRepeatedAlike(asked.question, form))
      return invalid({ again: say(ctx.locale, registrationTexts, 'different') })
    const course = await selectStudentCourse(ctx, studentCourseId)
    const given = await readAnswer(ctx, course, asked.question, form)
    if (given === 'keep') return redirect(address(studentCourseId, asked.next, isCompleting))
    const sent = { studentCourseId, questionId, isCompleting, ...given }
    const { next } = await submitRegistrationAnswer.run(ctx, sent)
    return redirect(address(studentCourseId, next, isCompleting))
  },
  view: (data, { form }) => <Question asked={data} form={form} />,
})

type Props = Pick<ViewInput, 'form'> & { asked: Asked & ReturnType<typeof placeOf> }

function Question({ asked, form }: Props) {
  const t = useTexts(registrationTexts)
  const { position, total, question } = asked
  return (
    <>
      <PageTitle>{t('registration')}</PageTitle>
      <Progress label={t('place', { position, total })} value={position} max={total} className="mb-6" />
      <FormMessage message={form.message} />
      {question.problem && !form.message && question.attempted && (
        <Banner kind="error" className="mb-4">
          {question.problem}
        </Banner>
      )}
      {question.state === 'inactive' ? <Closed asked={asked} /> : <Open asked={asked} form={form} />}
    </>
  )
}

function Closed({ asked }: Pick<Props, 'asked'>) {
  const t = useTexts(registrationTexts)
  const locale = useLocale()
  const { question, studentCourseId, next, isCompleting } = asked
  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-semibold">{question.configuration.title}</h2>
      <p>{answerWords(question, locale) || t('saved')}</p>
      <Banner>{t('closed')}</Banner>
      <Steps asked={asked}>
        <LinkButton href={address(studentCourseId, next, isCompleting)}>{t('next')}</LinkButton>
      </Steps>
    </div>
  )
}

function Open({ asked, form }: Props) {
  const t = useTexts(registrationTexts)
  const { question } = asked
  const { timer } = question.configuration
  const waits = timer.active && (question.timer_expires_at === null || question.state === 'expired')
  return (
    <form method="post" encType={question.type === 'upload' ? 'multipart/form-data' : undefined} className="grid gap-5">
      {waits ? (
        <Banner kind="attention">
          {question.state === 'expired' && <p className="font-semibold">{t('timeOver')}</p>}
          {t('timed', { n: timer.seconds })}
          <input type="hidden" name="step" value="start" />
        </Banner>
      ) : (
        <>
          {timer.active && <p className="figures text-muted">{t('seconds', { n: timer.seconds })}</p>}
          <QuestionFields question={question} form={form} />
        </>
      )}
      <Steps asked={asked}>
        <SubmitButton>{waits ? t('showIt') : t('next')}</SubmitButton>
      </Steps>
    </form>
  )
}

function Steps({ asked, children }: Pick<Props, 'asked'> & { children: ReactNode }) {
  const t = useTexts(registrationTexts)
  const { studentCourseId, previous, next, isCompleting, may_skip } = asked
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {previous === null ? (
          <span />
        ) : (
          <LinkButton look="secondary" href={address(studentCourseId, previous, isCompleting)}>
            {t('previous')}
          </LinkButton>
        )}
        {children}
      </div>
      <p className="flex flex-wrap gap-4">
        <TextLink href={registrationPath(studentCourseId)}>{t('overview')}</TextLink>
        {may_skip && <TextLink href={address(studentCourseId, next, isCompleting)}>{t('skip')}</TextLink>}
      </p>
    </>
  )
}
