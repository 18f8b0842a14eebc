import { readSetupPage, type SetupPage } from '#modules/learning/entry.ts'
import { saveCourseSetup } from '#modules/learning/verification/setup.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { student } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { CourseTexts, courseLangOf } from './course-words.tsx'
import { fieldsOf, pagesOfParts, submitToMethod } from './methods/methods.ts'
import { SetupProgress } from './setup-progress.tsx'

/** The student's setup before a course with identity checks. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/security/setup',
  may: student,
  header: false,
  async load({ ctx, params, query }) {
    const setupPage = await readSetupPage(ctx, idOf(params.studentCourseId))
    return 'redirect' in setupPage
      ? redirect(setupPage.redirect, { status: 302 })
      : { ...setupPage, changing: query.change === '1', lang: await courseLangOf(ctx, idOf(params.studentCourseId)) }
  },
  title: verificationTexts.setup,
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.course_name} lang={data.lang}>
      {children}
    </CourseLayout>
  ),
  async submit({ ctx, params, form, url }) {
    const studentCourseId = idOf(params.studentCourseId)
    const submission = { ctx, student_course_id: studentCourseId, form, pagePath: url.pathname }
    const pageRedirect = await submitToMethod(submission)
    if (pageRedirect) return pageRedirect
    const { agreement = null } = form.values
    const result = await saveCourseSetup.run(ctx, { studentCourseId, agreement, ...fieldsOf(form.values) })
    const flash = result.message ? { flash: { kind: 'success' as const, text: result.message } } : {}
    return redirect(result.redirect!, flash)
  },
  view: ({ lang, ...data }, input) => (
    <CourseTexts lang={lang}>
      <Setup {...data} {...input} />
    </CourseTexts>
  ),
})

function Setup({
  student_course_id: id,
  setup,
  place,
  phone_number,
  form,
  changing,
}: ViewInput & SetupPage & { changing: boolean }) {
  const t = useTexts(verificationTexts)
  const { missing } = setup
  const parts = pagesOfParts(missing)
  const props = { id, setup, phone_number, form, changing }
  const asksAgreement = missing.includes('agreement')
  const fields = parts.flatMap(({ setup: part }) => (part && 'Fields' in part ? [part.Fields] : []))
  const [Part] = parts.flatMap(({ setup: part }) => (part && 'Part' in part ? [part.Part] : []))
  // Each problem is already shown at its field.
  const isShown =
    (!asksAgreement && parts[0]?.showsRefusals) || (Object.keys(form.errors).length > 0 && !form.errors.questions)
  return (
    <>
      <PageTitle lead={t('setupLead')}>{t('setup')}</PageTitle>
      <SetupProgress place={place} />
      <FormAlert message={isShown ? null : form.message} />
      {!Part || asksAgreement || fields.length > 0 ? (
        <form method="post" className="grid gap-8">
          {asksAgreement && <Agreement setup={setup} form={form} />}
          {fields.map((Fields) => (
            <Fields key={Fields.name} {...props} />
          ))}
          <div>
            <SubmitButton size="lg">{t('save')}</SubmitButton>
          </div>
        </form>
      ) : (
        <Part {...props} />
      )}
    </>
  )
}

function Agreement({ setup, form }: Pick<SetupPage, 'setup'> & Pick<ViewInput, 'form'>) {
  const t = useTexts(verificationTexts)
  return (
    <section aria-labelledby="agreement-title" className="grid gap-4">
      <h2 id="agreement-title" className="text-lg font-bold">
        {t('agreementTitle')}
      </h2>
      <Card>
        <p>{setup.agreement}</p>
      </Card>
      <TextField
        {...field(form, 'agreement')}
        label={t('typeAgree')}
        placeholder="I Agree"
        autoComplete="off"
        spellCheck={false}
        required
        className="max-w-sm"
      />
    </section>
  )
}
