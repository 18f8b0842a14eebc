import { useState } from 'react'
import type { QuestionPickerProps } from '#modules/catalogue/media/library/media-library.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { Bank } from './question-pools.tsx'

/** The maximum number of questions in an inline quiz card. */
const maxQuestions = 50

/** The tab 'Question Bank' of the media library: turns the course's questions into an inline quiz. Create it once. */
export function bankQuestions(allBanks: readonly Bank[]) {
  const banks = allBanks.filter(({ counts }) => Object.keys(counts).length > 0)
  return function BankQuestions({ onChoose }: QuestionPickerProps) {
    const t = useTexts(courseEditorTexts)
    const [bank, setBank] = useState(banks[0]?.course_question_bank_id)
    if (bank === undefined) return <p className="text-muted-foreground">{t('noBankQuestions')}</p>
    return (
      <div className="grid gap-4">
        <SelectField
          label={t('bank')}
          options={banks.map(({ course_question_bank_id, name }) => ({ value: course_question_bank_id, label: name }))}
          value={bank}
          onChange={(event) => {
            setBank(Number(event.target.value))
            onChoose(null)
          }}
        />
        <Questions key={bank} course_question_bank_id={bank} onChoose={onChoose} />
      </div>
    )
  }
}

function Questions({ course_question_bank_id, onChoose }: QuestionPickerProps & { course_question_bank_id: number }) {
  const t = useTexts(courseEditorTexts)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const body = { quiz_question_bank_id: course_question_bank_id }
  const loaded = useLoaded<{ questions: { question_id: number; configuration: { title: string } }[] }>(null, (api) =>
    api.POST('/course/getInlineQuizData', { body }),
  )
  const choose = (questions: readonly number[]) => {
    setChosen(questions)
    onChoose(questions.length > 0 ? { component: 'inline-quiz', course_question_bank_id, questions } : null)
  }
  return (
    <ShowLoaded loaded={loaded}>
      {({ questions }) => (
        <fieldset>
          <legend className="mb-1 font-semibold">{t('inlineQuestions')}</legend>
          {questions.map(({ question_id, configuration }) => (
            <Checkbox
              key={question_id}
              label={configuration.title}
              checked={chosen.includes(question_id)}
              disabled={chosen.length >= maxQuestions && !chosen.includes(question_id)}
              onChange={(event) =>
                choose(
                  event.target.checked ? [...chosen, question_id] : chosen.filter((other) => other !== question_id),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </ShowLoaded>
  )
}
