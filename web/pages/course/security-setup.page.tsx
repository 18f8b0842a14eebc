import { readSetupPage, type SetupPage, saveCourseSetup } from '#modules/learning/index.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { student } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { field, type SentForm } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { CourseLayout } from '#web/layouts/course.tsx'
import { idOf } from './course-place.ts'
import { DeviceSetup } from './device-check.tsx'
import { submitDevice } from './device-submit.ts'
import { PhoneSetup, phoneOf } from './phone-setup.tsx'
import { submitPhone } from './phone-submit.ts'
import { TypingSetup } from './typing-check.tsx'
import { submitTyping } from './typing-submit.ts'

/** What a student sets up before a course that checks who sits it. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/security/setup',
  may: student,
  header: false,
  async load({ ctx, params, query }) {
    const found = await readSetupPage(ctx, idOf(params.studentCourseId))
    return 'redirect' in found
      ? redirect(found.redirect, { status: 302 })
      : { ...found, changing: query.change === '1' }
  },
  title: verificationTexts.setup,
  layout: ({ frame, data, children }) => (
    <CourseLayout frame={frame} course={data.course_name}>
      {children}
    </CourseLayout>
  ),
  async submit({ ctx, params, form, url }) {
    const studentCourseId = idOf(params.studentCourseId)
    const at = { ctx, student_course_id: studentCourseId, form, here: url.pathname }
    const done = (await submitPhone(at)) ?? (await submitDevice(at)) ?? (await submitTyping(at))
    if (done) return done
    const sent = await saveCourseSetup.run(ctx, { studentCourseId, ...partsOf(form) })
    const flash = sent.message ? { flash: { kind: 'success' as const, text: sent.message } } : {}
    return redirect(sent.redirect!, flash)
  },
  view: (data, input) => <Setup {...data} {...input} />,
})

const questionField = /^question_(\d{1,9})$/

/** What the form says; questions that were left out say nothing. */
function partsOf({ values }: SentForm) {
  const questions = Object.entries(values).flatMap(([name, answer]) => {
    const id = questionField.exec(name)?.[1]
    return id && answer !== '' ? [{ question_id: Number(id), answer }] : []
  })
  const asked = Object.keys(values).some((name) => questionField.test(name) || name === 'questions')
  const phone = values.go === 'phone' ? phoneOf(values) : null
  return { agreement: values.agreement ?? null, questions: asked ? questions : null, phone }
}

/** What is wrong is said at its field already. */
const isSaidBeside = ({ missing }: SetupPage['setup'], { errors }: ViewInput['form']): boolean =>
  missing[0] === 'typing' || (Object.keys(errors).length > 0 && !errors.questions)

function Setup({ student_course_id: id, setup, form, changing }: ViewInput & SetupPage & { changing: boolean }) {
  const t = useTexts(verificationTexts)
  const { missing } = setup
  // What has buttons of its own comes after what one form holds.
  const isWritten = missing.includes('agreement') || missing.includes('questions') || missing.length === 0
  return (
    <>
      <PageTitle lead={t('setupLead')}>{t('setup')}</PageTitle>
      <FormAlert message={isSaidBeside(setup, form) ? null : form.message} />
      {isWritten ? (
        <form method="post" className="grid gap-8">
          {missing.includes('agreement') && <Agreement setup={setup} form={form} />}
          {missing.includes('questions') && <Questions setup={setup} form={form} />}
          <div>
            <SubmitButton size="lg">{t('save')}</SubmitButton>
          </div>
        </form>
      ) : (
        <OwnPart id={id} setup={setup} form={form} changing={changing} />
      )}
    </>
  )
}

/** The parts that have forms of their own, one after the other. */
function OwnPart({ id, setup, form, changing }: Part & { id: number; changing: boolean }) {
  if (setup.missing.includes('phone'))
    return setup.phone && <PhoneSetup phone={setup.phone} form={form} changing={changing} />
  if (setup.missing.includes('device')) return <DeviceSetup student_course_id={id} />
  return setup.typing && <TypingSetup typing={setup.typing} form={form} />
}

type Part = Pick<SetupPage, 'setup'> & Pick<ViewInput, 'form'>

function Agreement({ setup, form }: Part) {
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

function Questions({ setup, form }: Part) {
  const t = useTexts(verificationTexts)
  const { questions, questions_to_answer: count } = setup
  const all = count === questions.length
  const leaveOut = all ? [] : [{ value: '', label: t('leaveOut') }]
  return (
    <section aria-labelledby="questions-title" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="questions-title" className="text-lg font-bold">
          {t('questionsTitle')}
        </h2>
        <p>{t('questionsHint')}</p>
        {!all && <p>{t('chooseHint', { count })}</p>}
      </div>
      <input type="hidden" name="questions" value="1" />
      {questions.map(({ question_id, content, options }) => (
        <RadioGroup
          key={question_id}
          label={content}
          {...chosenIn(form, `question_${question_id}`)}
          required={all}
          options={[...options.map(({ id, text }) => ({ value: String(id), label: text })), ...leaveOut]}
        />
      ))}
    </section>
  )
}

function chosenIn({ values, errors }: ViewInput['form'], name: string) {
  return { name, defaultValue: values[name], error: errors[name] }
}
