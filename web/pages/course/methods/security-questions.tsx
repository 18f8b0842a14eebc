import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { CourseWords } from '#web/pages/course/course-words.tsx'
import type { MethodPage, SetupProps } from './method-page.ts'
import { QuestionCheck } from './question-check.tsx'

export const securityQuestionsPage: MethodPage = {
  setup: { Fields: Questions },
  read: answersOf,
  Check: QuestionCheck,
  submit: null,
  showsRefusals: false,
  waiver: null,
}

const questionField = /^question_(\d{1,9})$/

/** The answers of the selected questions; others are ignored. */
function answersOf(values: Readonly<Record<string, string>>) {
  const questions = Object.entries(values).flatMap(([name, answer]) => {
    const id = questionField.exec(name)?.[1]
    return id && answer !== '' ? [{ question_id: Number(id), answer }] : []
  })
  const hasQuestions = Object.keys(values).some((name) => questionField.test(name) || name === 'questions')
  return { questions: hasQuestions ? questions : null }
}

function Questions({ setup, form }: SetupProps) {
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
          label={<CourseWords>{content}</CourseWords>}
          {...selectProps(form, `question_${question_id}`)}
          required={all}
          options={[
            ...options.map(({ id, text }) => ({ value: String(id), label: <CourseWords>{text}</CourseWords> })),
            ...leaveOut,
          ]}
        />
      ))}
    </section>
  )
}

function selectProps({ values, errors }: ViewInput['form'], name: string) {
  return { name, defaultValue: values[name], error: errors[name] }
}
