import { useState } from 'react'
import { SelectField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { Option } from '#platform/ui/native-select.tsx'
import { matchField } from './answer.shared.ts'
import { Group, type QuestionProps } from './answer-field-parts.tsx'
import { questionTexts } from './question.texts.ts'

export function MatchField({ question: { configuration: c }, answer, typed, error }: QuestionProps) {
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

/** A closed select on a phone shows this many characters and cuts off longer text. */
const widest = 30

type MatchProps = { label: string; name: string; options: readonly Option[]; initial: string }

/** One pair; text that a phone would cut off is repeated below its field. */
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
