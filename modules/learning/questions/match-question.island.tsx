import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Dialog } from '#platform/ui/dialog.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { selectTexts } from '#platform/ui/native-select.tsx'
import { matchField } from './answer.shared.ts'
import { Group, type QuestionProps } from './answer-field-parts.tsx'
import { questionTexts } from './question.texts.ts'

export function MatchField({ question: { configuration: config }, answer, typed, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const pairs = typeof answer === 'object' && !Array.isArray(answer) ? (answer as Record<string, string> | null) : null
  return (
    <Group title={config.title} hint={t('matchHint')} error={error}>
      {config.options.map(({ id, text }) => (
        <Match
          key={id}
          label={text}
          name={matchField(id)}
          matches={config.matches}
          initial={typed?.[matchField(id)] ?? pairs?.[id] ?? ''}
        />
      ))}
    </Group>
  )
}

type MatchProps = { label: string; name: string; matches: readonly string[]; initial: string }

/**
 * One pair. The select contains the answer; on a phone it would cut long texts, so with scripts a button opens a sheet
 * with all of them instead.
 */
function Match({ label, name, matches, initial }: MatchProps) {
  const t = useTexts(selectTexts)
  const [chosen, setChosen] = useState(initial)
  const [open, setOpen] = useState(false)
  const [scripted, setScripted] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => setScripted(true), [])
  function choose(match: string) {
    const select = field.current?.querySelector('select')
    if (select) select.value = match
    // The form saves and counts answers by the events of its fields.
    select?.dispatchEvent(new Event('change', { bubbles: true }))
    setChosen(match)
    setOpen(false)
  }
  return (
    <div ref={field}>
      <SelectField
        label={label}
        name={name}
        options={matches.map((match) => ({ value: match, label: match }))}
        placeholder
        defaultValue={initial}
        onChange={(event) => setChosen(event.target.value)}
        className={cn('sm:grid-cols-2 sm:items-center', scripted && 'max-sm:[&_select]:hidden')}
      />
      {scripted && (
        <Button
          variant="outline"
          wide
          className="mt-1 h-auto min-h-11 justify-start py-2 text-start font-normal! whitespace-normal! sm:hidden"
          aria-haspopup="dialog"
          aria-label={`${label}: ${chosen || t('choose')}`}
          onClick={() => setOpen(true)}
        >
          {chosen || t('choose')}
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={label} guarded={false} sheet>
        <Matches matches={matches} chosen={chosen} onChoose={choose} label={label} />
      </Dialog>
    </div>
  )
}

type MatchesProps = { matches: readonly string[]; chosen: string; onChoose: (match: string) => void; label: string }

function Matches({ matches, chosen, onChoose, label }: MatchesProps) {
  return (
    <ul aria-label={label} className="grid gap-2 pb-2">
      {matches.map((match) => (
        <li key={match}>
          <Button
            variant={match === chosen ? 'default' : 'outline'}
            wide
            aria-pressed={match === chosen}
            className="h-auto min-h-11 justify-start py-2 text-start font-normal! whitespace-normal!"
            onClick={() => onChoose(match)}
          >
            {match}
          </Button>
        </li>
      ))}
    </ul>
  )
}

export default island('learning/match-question', { when: 'load' }, MatchField)
