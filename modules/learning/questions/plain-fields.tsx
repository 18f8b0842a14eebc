import { localize } from '#platform/texts.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { answerText, Group, type QuestionProps, Title } from './answer-field-parts.tsx'
import { questionTexts } from './question.texts.ts'
import { textLimits } from './text-limits.shared.ts'

function RadioButtons({ question: { configuration: config }, answer, error }: QuestionProps) {
  const options = config.options.map(({ id, text }) => ({ value: id, label: text }))
  const label = <Title>{config.title}</Title>
  return (
    <RadioGroup
      label={label}
      name="answer"
      options={options}
      defaultValue={answerText(answer)}
      error={error}
      boxed
      className="gap-2"
    />
  )
}

function Dropdown({ question: { configuration: config }, answer, error }: QuestionProps) {
  const options = config.options.map(({ id, text }) => ({ value: id, label: text }))
  return (
    <SelectField
      label={<Title>{config.title}</Title>}
      name="answer"
      options={options}
      placeholder
      defaultValue={answerText(answer) ?? ''}
      error={error}
    />
  )
}

function Written({
  question: { configuration: config },
  answer,
  typed,
  error,
  rows,
}: QuestionProps & { rows: number }) {
  const locale = useLocale()
  const limits = config.settings ? textLimits(config.settings) : []
  return (
    <TextareaField
      label={<Title>{config.title}</Title>}
      hint={limits.map(({ text, params }) => localize(locale, text, params)).join(' ')}
      name="answer"
      rows={rows}
      defaultValue={typed?.answer ?? answerText(answer) ?? ''}
      error={error}
    />
  )
}

function Checkboxes({ question: { configuration: config }, answer, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const selected = Array.isArray(answer) ? answer : []
  return (
    <Group title={config.title} hint={t('chooseAll')} error={error}>
      {config.options.map(({ id, text }) => (
        <Checkbox
          key={id}
          name="answer"
          value={id}
          label={text}
          defaultChecked={selected.includes(id)}
          className="rounded-md border border-input bg-card px-3 has-checked:border-primary has-checked:bg-accent"
        />
      ))}
    </Group>
  )
}

/** The answer fields that use the browser's own controls. */
export const plainFields = {
  radio: RadioButtons,
  dropdown: Dropdown,
  checkboxes: Checkboxes,
  line: (props: QuestionProps) => <Written {...props} rows={3} />,
  paragraph: (props: QuestionProps) => <Written {...props} rows={8} />,
}
