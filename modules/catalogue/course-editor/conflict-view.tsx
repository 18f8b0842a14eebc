import { useId } from 'react'
import { compareTexts, type Line } from '#modules/catalogue/publishing/compare.shared.ts'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { linesWithin } from './all-lines.shared.ts'
import { type Labels, type Naming, useNaming } from './conflict-fields.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { type Choices, type Conflict, conflictKey, idOf, type Side } from './merge-values.shared.ts'

type Props = {
  /** My version and the other one, from which items get their names. */
  versions: readonly unknown[]
  /** The labels of a form's fields. */
  labels?: Labels | undefined
  conflicts: readonly Conflict[]
  choices: Choices
  onChoose: (choices: Choices) => void
}

/** Each conflict with both versions side by side and their differences marked, to choose one of the two. */
export function ConflictView({ versions, labels, conflicts, choices, onChoose }: Props) {
  const t = useTexts(courseEditorTexts)
  const naming = useNaming(labels)
  return (
    <div className="grid gap-4">
      <p>{t('conflictsLead', { n: conflicts.length })}</p>
      {conflicts.map((conflict) => {
        const key = conflictKey(conflict)
        return (
          <ConflictChoice
            key={key}
            title={pathInWords(conflict.path, versions, naming) || t('otherField')}
            conflict={conflict}
            naming={naming}
            chosen={choices[key] ?? 'mine'}
            onChoose={(side) => onChoose({ ...choices, [key]: side })}
          />
        )
      })}
    </div>
  )
}

type ConflictChoiceProps = {
  title: string
  conflict: Conflict
  naming: Naming
  chosen: Side
  onChoose: (side: Side) => void
}

function ConflictChoice({ title, conflict: { path, mine, theirs }, naming, chosen, onChoose }: ConflictChoiceProps) {
  const t = useTexts(courseEditorTexts)
  const name = useId()
  const { lines } = compareTexts('', wordsOf(mine, path, naming), wordsOf(theirs, path, naming))
  const columns = [
    { side: 'mine', label: t('mineHere'), own: 'removed', look: 'bg-red-soft text-red-ink' },
    { side: 'theirs', label: t('theirsHere'), own: 'added', look: 'bg-green-soft text-green-ink' },
  ] as const
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-semibold wrap-anywhere">{title}</legend>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {columns.map(({ side, label, own, look }) => (
          <label
            key={side}
            className="grid min-w-0 content-start gap-1 rounded-md border bg-card p-2 text-sm text-foreground has-checked:border-primary has-checked:outline has-checked:outline-primary"
          >
            <span className="flex min-h-8 items-center gap-2 font-semibold">
              <input
                type="radio"
                name={name}
                value={side}
                checked={chosen === side}
                className="size-5 shrink-0"
                onChange={() => onChoose(side)}
              />
              {label}
            </span>
            <VersionText lines={lines} own={own} look={look} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function VersionText({ lines, own, look }: { lines: readonly Line[]; own: 'removed' | 'added'; look: string }) {
  const t = useTexts(courseEditorTexts)
  const parts = lines.map((line, index) => ({ ...line, index })).filter(({ kind }) => kind === 'same' || kind === own)
  if (parts.length === 0) return <em>{t('noText')}</em>
  return (
    <span className="whitespace-pre-wrap wrap-anywhere">
      {parts.map(({ kind, text, index }) =>
        kind === 'same' ? (
          text
        ) : (
          <mark key={index} className={cn('rounded-sm', look)}>
            {text}
          </mark>
        ),
      )}
    </span>
  )
}

/** A value in words: texts unchanged, and settings as the form shows them, with labels if there are several. */
function wordsOf(value: unknown, path: readonly string[], naming: Naming): string[] {
  const field = path.findLast((step) => !step.startsWith('#') && !/^\d+$/.test(step)) ?? ''
  const isField = typeof value !== 'object' || Array.isArray(value)
  const line = (name: string, item: unknown) => {
    const text = naming.valueText(name, item)
    const label = name === field && isField ? '' : naming.fieldName(name)
    return label ? `${label}: ${text}` : text
  }
  const formValue = typeof value === 'string' ? naming.valueText(field, value) : value
  return linesWithin(formValue, field, line)
    .map((text) => `${text}\n`)
    .flatMap((text) => text.split(/(?<=\s)/))
}

/**
 * 'Ice › Answer': the names of the items around a place, and its field. An item that I deleted or moved
 * elsewhere is named as in the other version. Paragraph numbers are left out.
 */
function pathInWords(path: readonly string[], versions: readonly unknown[], naming: Naming): string {
  const names: string[] = []
  let scope = versions
  for (const step of path) {
    if (step.startsWith('#')) {
      const items = scope.flatMap((value) => itemIn(value, step) ?? [])
      scope = items.length > 0 ? items : versions.flatMap((value) => itemIn(value, step) ?? [])
      names.push(scope.map(nameOf).find((name) => name !== null) ?? naming.kindName(step))
    } else {
      scope = scope.map((value) => fieldOf(value, step))
      names.push(naming.fieldName(step))
    }
  }
  // A field within a field of the same name is named once.
  return names.filter((name, index) => name !== '' && name !== names[index - 1]).join(' › ')
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** The item with an id, at any depth. */
function itemIn(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (step === `#${idOf(value)}`) return value
  for (const inner of Object.values(value)) {
    const item = itemIn(inner, step)
    if (item !== undefined) return item
  }
  return undefined
}

function nameOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null
  const { name, title, text, configuration } = item as Record<string, unknown>
  const words = [name, title, text].find((candidate) => typeof candidate === 'string' && candidate !== '')
  return typeof words === 'string' ? words : nameOf(configuration)
}
