import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { type AnswerField, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, SelectField, TextareaField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import type { Answer } from './answer.shared.ts'
import { matchField, placeField } from './answer.shared.ts'
import { questionTexts } from './question.texts.ts'
import SortList from './sort-list.island.tsx'

export type QuestionProps = {
  question: {
    lk_question_type_id: number
    configuration: {
      title: string
      required: boolean
      options: readonly { id: number; text: string }[]
      matches: readonly string[]
    }
  }
  answer: Answer
  /** The input before an error, by field name. */
  typed?: Readonly<Record<string, string>>
  error?: string
}

/** The fields of one question; they belong to a form of the page and work without scripts. */
export default island('learning/question', { when: 'load' }, QuestionFields)

const never = () => () => {}
/** False on the server and in the first render of the browser, true once scripts run. */
const useLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

function QuestionFields(props: QuestionProps) {
  const Field = fields[questionTypeOf(props.question.lk_question_type_id).field]
  return <Field {...props} />
}

const Title = ({ children }: { children: string }) => <span className="mb-2 block text-xl leading-7">{children}</span>
const said = (answer: Answer) => (typeof answer === 'number' || typeof answer === 'string' ? String(answer) : undefined)

function One({ question: { configuration: c }, answer, error }: QuestionProps) {
  const options = c.options.map(({ id, text }) => ({ value: id, label: text }))
  const label = <Title>{c.title}</Title>
  return (
    <RadioGroup
      label={label}
      name="answer"
      options={options}
      defaultValue={said(answer)}
      error={error}
      boxed
      className="gap-2"
    />
  )
}

function Dropdown({ question: { configuration: c }, answer, error }: QuestionProps) {
  const options = c.options.map(({ id, text }) => ({ value: id, label: text }))
  return (
    <SelectField
      label={<Title>{c.title}</Title>}
      name="answer"
      options={options}
      placeholder
      defaultValue={said(answer) ?? ''}
      error={error}
    />
  )
}

function Written({ question: { configuration: c }, answer, typed, error, rows }: QuestionProps & { rows: number }) {
  return (
    <TextareaField
      label={<Title>{c.title}</Title>}
      name="answer"
      rows={rows}
      defaultValue={typed?.answer ?? said(answer) ?? ''}
      error={error}
    />
  )
}

function Several({ question: { configuration: c }, answer, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const chosen = Array.isArray(answer) ? answer : []
  return (
    <Group title={c.title} hint={t('chooseAll')} error={error}>
      {c.options.map(({ id, text }) => (
        <Checkbox
          key={id}
          name="answer"
          value={id}
          label={text}
          defaultChecked={chosen.includes(id)}
          className="rounded-md border border-input bg-card px-3 has-checked:border-primary has-checked:bg-accent"
        />
      ))}
    </Group>
  )
}

function Matching({ question: { configuration: c }, answer, typed, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const options = c.matches.map((match) => ({ value: match, label: match }))
  const pairs = typeof answer === 'object' && !Array.isArray(answer) ? (answer as Record<string, string> | null) : null
  return (
    <Group title={c.title} hint={t('matchHint')} error={error}>
      {c.options.map(({ id, text }) => (
        <SelectField
          key={id}
          label={text}
          name={matchField(id)}
          options={options}
          placeholder
          defaultValue={typed?.[matchField(id)] ?? pairs?.[id] ?? ''}
          className="sm:grid-cols-2 sm:items-center"
        />
      ))}
    </Group>
  )
}

function OrderFields({ question: { configuration: c }, answer, typed, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const places = c.options.map((_, index) => ({ value: index + 1, label: String(index + 1) }))
  const placeOf = (id: number) => (Array.isArray(answer) && answer.includes(id) ? answer.indexOf(id) + 1 : '')
  return (
    <Group title={c.title} hint={t('orderHint')} error={error}>
      {c.options.map(({ id, text }) => (
        <SelectField
          key={id}
          label={text}
          name={placeField(id)}
          options={places}
          placeholder
          defaultValue={typed?.[placeField(id)] ?? placeOf(id)}
        />
      ))}
    </Group>
  )
}

function DraggedOrder({ question: { configuration: c }, answer, typed, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const rank = (id: number) => Number(typed?.[placeField(id)] || (Array.isArray(answer) ? answer.indexOf(id) + 1 : 0))
  const items = c.options.toSorted((a, b) => rank(a.id) - rank(b.id))
  return (
    <Group title={c.title} hint={t('orderLive')} error={error}>
      <SortList items={items.map(({ id, text }) => ({ id, text }))} />
    </Group>
  )
}

function Order(props: QuestionProps) {
  return useLive() ? <DraggedOrder {...props} /> : <OrderFields {...props} />
}

type GroupProps = { title: string; hint: string; error: string | undefined; children: ReactNode }
function Group({ title, hint, error, children }: GroupProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">
        <Title>{title}</Title>
      </legend>
      <p className="text-sm text-muted-foreground">{hint}</p>
      {children}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

/** The field component for each kind of answer. */
const fields: Readonly<Record<AnswerField, ComponentType<QuestionProps>>> = {
  radio: One,
  dropdown: Dropdown,
  checkboxes: Several,
  order: Order,
  matching: Matching,
  line: (props) => <Written {...props} rows={3} />,
  paragraph: (props) => <Written {...props} rows={8} />,
}
