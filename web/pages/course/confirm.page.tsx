import { type CompletionConfiguration, selectCourseVersion } from '#modules/catalogue/index.ts'
import { lk_suffix } from '#modules/identity/lookups.shared.ts'
import { type Gender, genderLabels, genders } from '#modules/identity/people/gender.shared.ts'
import { getAboutYou } from '#modules/identity/profile/get-about-you.ts'
import { idleLimitOf, type RegistrationPageView, registrationPath } from '#modules/learning/entry.ts'
import { complete } from '#modules/learning/player/complete.ts'
import { confirmRegistration } from '#modules/learning/registration/confirm-registration.ts'
import { getRegistration } from '#modules/learning/registration/get-registration.ts'
import { unconfirmCourse } from '#modules/learning/registration/unconfirm-course.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { stateCode } from '#platform/states.ts'
import { type Locale, localize, textsIn } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { IdleLimit } from './idle-limit.tsx'
import { registrationTexts } from './registration.texts.ts'
import { answerWords } from './registration-form.ts'

type AboutData = Awaited<ReturnType<typeof getAboutYou.run>>
type PageData = {
  registrationView: RegistrationPageView
  about: AboutData
  confirm: CompletionConfiguration['confirm']
  idle_minutes: number | null
}

/** Everything is done: the student reviews the data to be reported. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/confirm',
  may: student,
  async load({ ctx, params }) {
    const studentCourseId = idOf(params.studentCourseId)
    if (studentCourseId === 0) throw errors.notFound()
    const registrationView = await getRegistration.run(ctx, { studentCourseId })
    if (registrationView.studentCourse.lk_student_course_status_id !== status.confirmingInformation)
      return redirect(pathTo('/course/:studentCourseId', { studentCourseId }), { status: 302 })
    const version = await selectCourseVersion(ctx, registrationView.studentCourse.course_version_id)
    const about = await getAboutYou.run(ctx, {})
    const idle_minutes = await idleLimitOf(ctx, studentCourseId)
    return { registrationView, about, confirm: version.completion_configuration.confirm, idle_minutes }
  },
  title: registrationTexts.confirm,
  layout: ({ frame, data, children }) => (
    <CourseLayout
      frame={frame}
      course={data.registrationView.studentCourse.course_name}
      time={<IdleLimit minutes={data.idle_minutes} />}
    >
      {children}
    </CourseLayout>
  ),
  async submit({ ctx, params, form }) {
    const studentCourseId = idOf(params.studentCourseId)
    if (form.values.step === 'back') {
      await unconfirmCourse.run(ctx, { student_course_id: studentCourseId })
      return redirect(pathTo('/course/:studentCourseId', { studentCourseId }))
    }
    await confirmRegistration.run(ctx, { studentCourseId })
    const { redirect: to } = await complete.run(ctx, { studentCourseId })
    return redirect(to ?? pathTo('/course/:studentCourseId', { studentCourseId }))
  },
  view: (data, input) => <Confirm data={data} {...input} />,
})

function Confirm({ data, form }: ViewInput & { data: PageData }) {
  const t = useTexts(registrationTexts)
  const { registrationView, about, confirm } = data
  const { student_course_id } = registrationView.studentCourse
  const locale = useLocale()
  const path = pathTo('/course/:studentCourseId/confirm', { studentCourseId: student_course_id })
  return (
    <>
      <PageTitle lead={confirm.text || t('confirmLead')}>{t('confirm')}</PageTitle>
      <Problems form={form} />
      <div className="grid gap-5">
        <Panel
          title={t('profile')}
          actions={<TextLink href={pathTo('/about', { query: { redirect: path } })}>{t('correctProfile')}</TextLink>}
        >
          <Facts facts={profileFacts(about, confirm, locale)} />
        </Panel>
        <Panel
          title={t('yourAnswers')}
          actions={<TextLink href={registrationPath(student_course_id)}>{t('correctAnswers')}</TextLink>}
        >
          <Facts facts={answerFacts(registrationView, t('saved'), locale)} />
        </Panel>
        <form method="post" className="flex flex-wrap justify-between gap-3">
          <SubmitButton variant="outline" name="step" value="back">
            {t('backToLessons')}
          </SubmitButton>
          <SubmitButton size="lg" name="step" value="confirm">
            {t('right')}
          </SubmitButton>
        </form>
      </div>
    </>
  )
}

function Problems({ form }: Pick<ViewInput, 'form'>) {
  if (!form.message) return null
  return (
    <Alert variant="error" title={form.message} className="mb-4">
      <ul className="list-disc ps-5">
        {Object.entries(form.errors).map(([name, text]) => (
          <li key={name}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}

type Fact = readonly [string, string]

function profileFacts(about: AboutData, confirm: PageData['confirm'], locale: Locale): Fact[] {
  const t = textsIn(locale, registrationTexts)
  const name = [about.firstName, about.middleName, about.lastName, label(lk_suffix, about.lk_suffix_id, locale)]
  const street = [about.address1, about.address2, about.city, `${stateCode(about.state)} ${about.zip}`.trim()]
  const [month, day, year] = (about.dob ?? '').split('/')
  const isGender = (gender: string | null): gender is Gender => genders.includes(gender as Gender)
  const facts: [boolean, Fact][] = [
    [confirm.name, [t('name'), name.filter(Boolean).join(' ')]],
    [confirm.address, [t('address'), street.filter(Boolean).join(', ')]],
    [confirm.dob, [t('dob'), year ? showDate(`${year}-${month}-${day}`, locale) : '']],
    [confirm.gender, [t('gender'), isGender(about.gender) ? localize(locale, genderLabels[about.gender]) : '']],
  ]
  return facts.filter(([isRequired]) => isRequired).map(([, [key, text]]) => [key, text || '—'])
}

const answerFacts = ({ questions }: RegistrationPageView, savedText: string, locale: Locale): Fact[] =>
  questions
    .filter(({ answered_ind }) => answered_ind)
    .map((question) => [question.configuration.title, answerWords(question, locale) || savedText])
