import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { findSetupPosition, idleLimitOf, type SetupPosition } from '#modules/learning/entry.ts'
import { selectStudentCourse } from '#modules/learning/index.ts'
import { agree, agreementWords } from '#modules/learning/registration/agree.ts'
import { completeRegistration } from '#modules/learning/registration/complete-registration.ts'
import { getRegistration } from '#modules/learning/registration/get-registration.ts'
import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { IdleLimit } from './idle-limit.tsx'
import { registrationTexts } from './registration.texts.ts'
import { SetupProgress } from './setup-progress.tsx'

type Agreement = {
  course_id: number
  course_name: string
  paragraphs: string[]
  agreed_at: string | null
  /** Whether the words must be typed; otherwise a checkbox is used. */
  typed: boolean
  idle_minutes: number | null
  place: SetupPosition | null
}

/** The course's disclaimer, which the student accepts by typing. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/agreement',
  may: student,
  async load({ ctx, params }): Promise<Agreement> {
    const studentCourseId = idOf(params.studentCourseId)
    if (studentCourseId === 0) throw errors.notFound()
    // The call checks whose course it is.
    const { studentCourse } = await getRegistration.run(ctx, { studentCourseId })
    const version = await selectCourseVersion(ctx, studentCourse.course_version_id)
    const { course_name, agreed_at } = studentCourse
    return {
      course_id: studentCourseId,
      course_name,
      agreed_at,
      typed: version.course_registration_options.mustTypeIAgree === true,
      paragraphs: version.disclaimer.split(/\n+/).filter(Boolean),
      idle_minutes: await idleLimitOf(ctx, studentCourseId),
      place: await findSetupPosition(ctx, studentCourseId, 'agreement'),
    }
  },
  title: registrationTexts.agreement,
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.course_name} time={<IdleLimit minutes={data.idle_minutes} />}>
      {children}
    </CourseLayout>
  ),
  async submit({ ctx, params, form }) {
    const studentCourseId = idOf(params.studentCourseId)
    await agree.run(ctx, { studentCourseId, agreement: form.values.agreement ?? '' })
    const { registered_at } = await selectStudentCourse(ctx, studentCourseId)
    const { registration } = await getRegistration.run(ctx, { studentCourseId })
    if (registered_at === null && registration.submitted_at !== null)
      await completeRegistration.run(ctx, { studentCourseId })
    return redirect(pathTo('/course/:studentCourseId', { studentCourseId }))
  },
  view: (data, input) => <Agree agreement={data} {...input} />,
})

function Agree({ agreement, form }: ViewInput & { agreement: Agreement }) {
  const t = useTexts(registrationTexts)
  const { paragraphs, agreed_at, typed } = agreement
  return (
    <>
      <PageTitle lead={agreed_at ? undefined : t('agreeLead')}>{t('agreement')}</PageTitle>
      <SetupProgress place={agreed_at ? null : agreement.place} />
      <FormAlert message={form.errors.agreement ? null : form.message} />
      <Card className="prose mb-6">
        {paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Card>
      {agreed_at ? <Agreed agreement={agreement} /> : <Typed form={form} typed={typed} />}
    </>
  )
}

function Typed({ form, typed }: Pick<ViewInput, 'form'> & Pick<Agreement, 'typed'>) {
  const t = useTexts(registrationTexts)
  const { error } = field(form, 'agreement')
  if (!typed) {
    return (
      <form method="post" className="grid max-w-sm gap-4">
        <Checkbox name="agreement" value={agreementWords} label={t('checkAgree')} required />
        {error && <FieldError>{t('checkFirst')}</FieldError>}
        <SubmitButton size="lg">{t('agree')}</SubmitButton>
      </form>
    )
  }
  return (
    <form method="post" className="grid max-w-sm gap-4">
      <TextField
        {...field(form, 'agreement')}
        label={t('typeAgree')}
        hint={t('typeHint')}
        placeholder={agreementWords}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <SubmitButton size="lg">{t('agree')}</SubmitButton>
    </form>
  )
}

function Agreed({ agreement }: { agreement: Agreement }) {
  const t = useTexts(registrationTexts)
  const showDate = useShowDate()
  return (
    <div className="grid justify-items-start gap-4">
      <p>{t('agreed', { date: showDate(agreement.agreed_at) })}</p>
      <LinkButton href={pathTo('/course/:studentCourseId', { studentCourseId: agreement.course_id })}>
        {t('goOn')}
      </LinkButton>
    </div>
  )
}
