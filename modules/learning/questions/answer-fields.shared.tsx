import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { type AnswerField, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Option } from '#platform/ui/native-select.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { matchField, placeField } from './answer.shared.ts'
import { type AnsweredProps, answerText, Group, type QuestionProps, Title } from './answer-field-parts.tsx'
import { questionTexts } from './question.texts.ts'
import SortList from './sort-list.island.tsx'
import { SpotField, SpotShown } from './spot-field.tsx'

const never = () => () => {}
/** False on the server and in the first render of the browser, true once scripts run. */
const useLive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

function One({ question: { configuration: c }, answer, error }: QuestionProps) {
  const options = c.options.map(({ id, text }) => ({ value: id, label: text }))
  const label = <Title>{c.title}</Title>
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

function Dropdown({ question: { configuration: c }, answer, error }: QuestionProps) {
  const options = c.options.map(({ id, text }) => ({ value: id, label: text }))
  return (
    <SelectField
      label={<Title>{c.title}</Title>}
      name="answer"
      options={options}
      placeholder
      defaultValue={answerText(answer) ?? ''}
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
      defaultValue={typed?.answer ?? answerText(answer) ?? ''}
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
        <Match
          key={id}
          label={text}
          name={matchField(id)}
          options={options}
          initial={typed?.[matchField(id)] ?? pairs?.[id] ?? ''}
        />
      ))}
    </Group>
  )
}

/** A closed select shows this many characters on a phone, and cuts what is longer. */
const widest = 30

type MatchProps = { label: string; name: string; options: readonly Option[]; initial: string }

/** One pair: what a phone would cut is repeated below its field. */
function Match({ initial, ...field }: MatchProps) {
  const [chosen, setChosen] = useState(initial)
  return (
    <SelectField
      {...field}
      placeholder
      defaultValue={initial}
      onChange={(event) => setChosen(event.target.value)}
      hint={
        chosen.length > widest && (
          <span aria-hidden="true" className="sm:hidden">
            {chosen}
          </span>
        )
      }
      className="sm:grid-cols-2 sm:items-center"
    />
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

type Fields = {
  /** Takes an answer. */
  Ask: ComponentType<QuestionProps>
  /** Shows a given answer beside its words, and the right one where it may be seen. */
  Show?: ComponentType<AnsweredProps>
}

/** The fields of each kind of answer. */
export const answerFields: Readonly<Record<AnswerField, Fields>> = {
  radio: { Ask: One },
  dropdown: { Ask: Dropdown },
  checkboxes: { Ask: Several },
  order: { Ask: Order },
  matching: { Ask: Matching },
  spot: { Ask: SpotField, Show: SpotShown },
  line: { Ask: (props) => <Written {...props} rows={3} /> },
  paragraph: { Ask: (props) => <Written {...props} rows={8} /> },
}

/** A given answer as it was given, for the kinds that words alone do not tell. */
export function AnswerShown(props: AnsweredProps) {
  const { Show } = answerFields[questionTypeOf(props.question.lk_question_type_id).field]
  return Show ? <Show {...props} /> : null
}
