import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { type Person, selectPerson } from '#modules/identity/index.ts'
import {
  findSetupPosition,
  idleLimitOf,
  type RegistrationPageView,
  registrationPath,
  type SetupPosition,
  type ShownRegistrationQuestion,
} from '#modules/learning/entry.ts'
import { completeRegistration } from '#modules/learning/registration/complete-registration.ts'
import { getRegistration } from '#modules/learning/registration/get-registration.ts'
import { startRegistration } from '#modules/learning/registration/start-registration.ts'
import { submitRegistration } from '#modules/learning/registration/submit-registration.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { student, userOf } from '#platform/permissions.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink, Unseen } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { CourseTexts, CourseWords, courseLangOf } from './course-words.tsx'
import { IdleLimit } from './idle-limit.tsx'
import { registrationTexts } from './registration.texts.ts'
import { answerWords } from './registration-form.ts'
import { ProfileFields } from './registration-profile.tsx'
import { saveProfile } from './registration-profile-form.ts'
import { SetupProgress } from './setup-progress.tsx'

const courseId = (text: string): number => {
  const id = idOf(text)
  if (id === 0) throw errors.notFound()
  return id
}

/** The state of a single-state course, where most of its students live. */
async function onlyStateOf(ctx: Ctx, course_version_id: number): Promise<number | null> {
  const { lk_course_state_ids } = await selectCourseVersion(ctx, course_version_id)
  return lk_course_state_ids.length === 1 ? lk_course_state_ids[0]! : null
}

/** The entry to a registration, and its overview: answered questions, the rest, and the submission. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/registration',
  may: student,
  async load({ ctx, params, query }) {
    const studentCourseId = courseId(params.studentCourseId)
    const registrationView = await getRegistration.run(ctx, { studentCourseId })
    const { studentCourse, registration, questions } = registrationView
    const isSubmitted = registration.submitted_at !== null && studentCourse.registered_at === null
    const agreementNext =
      isSubmitted && registration.must_agree && registration.excluded === null && questions.every(isRight)
    if (agreementNext && query.edit !== '1')
      return redirect(pathTo('/course/:studentCourseId/agreement', { studentCourseId }), { status: 302 })
    const person = await selectPerson(ctx, userOf(ctx).user_id)
    const lk_state_id = await onlyStateOf(ctx, studentCourse.course_version_id)
    const place = await findSetupPosition(
      ctx,
      studentCourseId,
      isBeginning(registrationView) ? 'about' : 'review',
      registrationView,
    )
    const lang = await courseLangOf(ctx, studentCourseId)
    return { registrationView, person, lk_state_id, place, lang, idle_minutes: await idleLimitOf(ctx, studentCourseId) }
  },
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
  async submit({ ctx, params, form }) {
    const studentCourseId = courseId(params.studentCourseId)
    if (form.values.step !== 'finish') {
      const profile = await saveProfile(ctx, await getRegistration.run(ctx, { studentCourseId }), form)
      if (profile) return profile
      const { redirect: to } = await startRegistration.run(ctx, { studentCourseId })
      return redirect(to ?? registrationPath(studentCourseId))
    }
    const { violation, confirmed } = form.values
    const affirmation = { violation: violation ?? null, confirmed: confirmed === '1' ? 1 : 0 } as const
    const { must_agree } = await submitRegistration.run(ctx, { studentCourseId, affirmation })
    if (must_agree) return redirect(pathTo('/course/:studentCourseId/agreement', { studentCourseId }))
    await completeRegistration.run(ctx, { studentCourseId })
    return redirect(pathTo('/course/:studentCourseId', { studentCourseId }))
  },
  view: ({ registrationView, person, lk_state_id, place, lang }, { form }) => {
    const props = { registrationView, place, form }
    return (
      <CourseTexts lang={lang}>
        {isBeginning(registrationView) ? (
          <Intro {...props} person={person} lk_state_id={lk_state_id} />
        ) : (
          <Overview {...props} />
        )}
      </CourseTexts>
    )
  },
})

const isRight = ({ problem }: ShownRegistrationQuestion) => problem === null
type Props = { registrationView: RegistrationPageView; place: SetupPosition | null; form: FormState }

/** The first page stays until it was sent and the profile is sufficient. */
function isBeginning({ questions, registration, studentCourse }: RegistrationPageView): boolean {
  if (studentCourse.registered_at !== null) return registration.profile_missing.length > 0
  return (registration.started_at === null && questions.length > 0) || registration.profile_missing.length > 0
}

function Intro({
  registrationView,
  person,
  lk_state_id,
  place,
  form,
}: Props & { person: Person; lk_state_id: number | null }) {
  const t = useTexts(registrationTexts)
  const { registration } = registrationView
  return (
    <>
      <PageTitle>{t('registration')}</PageTitle>
      <SetupProgress place={place} />
      <FormAlert message={form.message} />
      <Notice registration={registration} form={form} />
      <div className="prose mb-6">
        {registration.text && (
          <p>
            <CourseWords>{registration.text}</CourseWords>
          </p>
        )}
        <p>{t('pause')}</p>
      </div>
      <form method="post" noValidate className="grid gap-5">
        <ProfileFields missing={registration.profile_missing} person={person} lk_state_id={lk_state_id} form={form} />
        <div>
          <SubmitButton size="lg">{t(registration.profile_missing.length > 0 ? 'goOn' : 'start')}</SubmitButton>
        </div>
      </form>
    </>
  )
}

/** A gap that the student can't fill here is shown before the course begins. */
const Notice = ({
  registration: { notice },
  form,
}: Pick<Props, 'form'> & Pick<RegistrationPageView, 'registration'>) =>
  notice && notice !== form.message ? (
    <Alert variant="attention" className="mb-4">
      {notice}
    </Alert>
  ) : null

function Overview({ registrationView, place, form }: Props) {
  const t = useTexts(registrationTexts)
  const { questions, studentCourse, registration } = registrationView
  const isRegistered = studentCourse.registered_at !== null
  const wrongQuestions = questions.filter((question) => !isRight(question))
  const next = questions.find((question) => !isRight(question) || !question.attempted)
  const { excluded } = registration
  const isDone = !next || (registration.may_skip && wrongQuestions.every(({ attempted }) => !attempted))
  return (
    <>
      <PageTitle lead={isRegistered ? undefined : t('check')}>{t('registration')}</PageTitle>
      <SetupProgress place={place} />
      {excluded ? (
        <Alert variant="error" title={t('excluded')} className="mb-4">
          {excluded}
        </Alert>
      ) : (
        <FormAlert message={form.message} />
      )}
      <Notice registration={registration} form={form} />
      {isRegistered && wrongQuestions.length > 0 && (
        <Alert variant="error" title={t('problems')} className="mb-4">
          {t('errors', { n: wrongQuestions.length })} {t('fix')}
        </Alert>
      )}
      <Answers registrationView={registrationView} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {isRegistered ? (
          <LinkButton href={pathTo('/course/:studentCourseId', { studentCourseId: studentCourse.student_course_id })}>
            {t('toCourse')}
          </LinkButton>
        ) : excluded ? null : (
          <form method="post" className="grid w-full justify-items-end gap-4">
            {isDone && <input type="hidden" name="step" value="finish" />}
            {isDone && <Statements statements={registration.statements} form={form} />}
            <SubmitButton size="lg">{isDone ? t('finish') : t('goOn')}</SubmitButton>
          </form>
        )}
      </div>
    </>
  )
}

/** The program's exclusions, in the words of its source: options from its list, and a confirmation of its text. */
function Statements({
  statements,
  form,
}: Pick<RegistrationPageView['registration'], 'statements'> & Pick<Props, 'form'>) {
  const t = useTexts(registrationTexts)
  if (statements.length === 0) return null
  const prose = statements.filter(({ kinds }) => kinds === null)
  return (
    <Card className="grid w-full gap-4">
      <h2 className="text-lg font-semibold">{t('excludedTitle')}</h2>
      {statements.map(({ rule, label, text, kinds, citation }) =>
        kinds ? (
          <RadioGroup
            key={rule}
            {...field(form, 'violation')}
            label={t('excludedKinds')}
            hint={`${label} (${citation})`}
            options={[
              ...kinds.map((kind) => ({ value: kind, label: kind })),
              { value: 'none', label: t('noneOfThese') },
            ]}
            required
          />
        ) : (
          <p key={rule}>
            <strong>{label}:</strong> <span lang="en">{text}</span> <span lang="en">({citation})</span>
          </p>
        ),
      )}
      {prose.length > 0 && (
        <div>
          <Checkbox name="confirmed" value="1" label={t('notExcluded')} required />
          {form.errors.confirmed && <FieldError>{form.errors.confirmed}</FieldError>}
        </div>
      )}
    </Card>
  )
}

function Answers({ registrationView: { questions, studentCourse } }: Pick<Props, 'registrationView'>) {
  const t = useTexts(registrationTexts)
  const suffix = studentCourse.registered_at === null ? '?change=1' : '?completing=1'
  return (
    <Card>
      <h2 className="sr-only">{t('yourAnswers')}</h2>
      <ol className="grid gap-4">
        {questions.map((question) => (
          <li key={question.question_id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">
                <CourseWords>{question.configuration.title}</CourseWords>
              </p>
              <AnswerWords question={question} />
            </div>
            {question.state !== 'inactive' && (
              <TextLink href={registrationPath(studentCourse.student_course_id, question.question_id) + suffix}>
                {question.attempted ? t('change') : t('answer')}
                <Unseen>
                  : <CourseWords>{question.configuration.title}</CourseWords>
                </Unseen>
              </TextLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function AnswerWords({ question }: { question: ShownRegistrationQuestion }) {
  const t = useTexts(registrationTexts)
  const locale = useLocale()
  const { answered_ind, attempted, problem, warning } = question
  return (
    <>
      <p className="break-words">
        {answered_ind ? answerWords(question, locale) || t('saved') : attempted ? '—' : t('none')}
      </p>
      {warning && <p className="text-muted-foreground">{warning}</p>}
      {problem && attempted && <p className="font-semibold text-red-ink">{problem}</p>}
    </>
  )
}
