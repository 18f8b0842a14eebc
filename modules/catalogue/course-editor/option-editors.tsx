import { type ComponentType, lazy, useId } from 'react'
import {
  type OptionEditor,
  type QuestionUse,
  questionTypeOf,
  shapeOf,
} from '#modules/catalogue/questions/question-types.shared.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Field } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { EditedOption, EditedQuestion } from './edited-question.shared.ts'
import { Later } from './later.tsx'
import { useNextFocus } from './use-next-focus.ts'

// Few questions have areas.
const AreaEditor = lazy(() => import('./area-editor.tsx'))

export type OptionsProps = {
  question: EditedQuestion
  /** For types whose author marks the right answers. */
  graded: boolean
  onChange: (options: EditedOption[]) => void
}

/** The options of a question, with the fields of its type. */
export function Options({ use, ...props }: Omit<OptionsProps, 'graded'> & { use: QuestionUse }) {
  const { editor } = questionTypeOf(props.question.lk_question_type_id)
  if (editor === null) return null
  const Editor = editors[editor]
  return <Editor {...props} graded={use !== 'registration' && use !== 'security'} />
}

function TextOptions({ question, graded, onChange }: OptionsProps) {
  const t = useTexts(courseEditorTexts)
  const focusOn = useNextFocus()
  const list = useId()
  const { lk_question_type_id: type, configuration } = question
  const { options } = configuration
  const { editor, rightOptions } = questionTypeOf(type)
  const update = (index: number, changes: Partial<EditedOption>) =>
    onChange(options.map((option, position) => (position === index ? { ...option, ...changes } : option)))
  const mark = (index: number, correct: boolean) =>
    onChange(
      options.map((option, position) => {
        if (position === index) return { ...option, correct }
        return { ...option, correct: rightOptions === 'one' ? false : (option.correct ?? false) }
      }),
    )
  const add = () => {
    const id = Math.max(0, ...options.map((option) => option.id)) + 1
    onChange(withOrder(type, [...options, { id, text: '', conditional: [] }]))
    focusOn(`${list}-${id}`)
  }
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      {options.map((option, index) => (
        <div key={option.id} id={`${list}-${option.id}`} className="flex flex-wrap items-end gap-2">
          <OptionText
            label={t('option', { n: index + 1 })}
            value={option.text}
            onChange={(text) => update(index, { text })}
          />
          {editor === 'pairs' && (
            <OptionText label={t('match')} value={option.match ?? ''} onChange={(match) => update(index, { match })} />
          )}
          {graded && rightOptions !== null && (
            <Checkbox
              label={t('correct')}
              checked={option.correct ?? false}
              onChange={(event) => mark(index, event.target.checked)}
            />
          )}
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('removeOption', { n: index + 1 })}
            onClick={() => {
              onChange(withOrder(type, options.toSpliced(index, 1)))
              focusOn(`${list}-add`)
            }}
          >
            ✕
          </Button>
        </div>
      ))}
      <div>
        <Button id={`${list}-add`} variant="outline" size="sm" onClick={add}>
          {t('addOption')}
        </Button>
      </div>
    </fieldset>
  )
}

type TextProps = { label: string; value: string; onChange: (value: string) => void }

const OptionText = ({ label, value, onChange }: TextProps) => (
  <Field label={label} className="min-w-40 flex-1">
    {(tied) => <Input {...tied} value={value} maxLength={2_000} onChange={(event) => onChange(event.target.value)} />}
  </Field>
)

/** The right order of a sort question is the order of its options here. */
const withOrder = (type: number, options: EditedOption[]): EditedOption[] =>
  shapeOf(type) === 'order' ? options.map((option, index) => ({ ...option, order: index + 1 })) : options

const editors: Readonly<Record<OptionEditor, ComponentType<OptionsProps>>> = {
  texts: TextOptions,
  pairs: TextOptions,
  areas: (props) => (
    <Later>
      <AreaEditor {...props} />
    </Later>
  ),
}
