import type { Column, Narrowing } from './columns.ts'

/** The comparisons of each kind, for readers of the OpenAPI document; `parseFilter` reads them. */
const comparisons = {
  text: 'A text that it contains; `start:…` begins with it, `exact:…` is the whole text.',
  number: 'A number; also `gte:…` and `lte:…`.',
  money: 'An amount in dollars; also `gte:…` and `lte:…`.',
  instant:
    "A day (YYYY-MM-DD) of the organization's time zone; also `gte:…`, `lte:…`, `before:…`, `after:…`, `last:7` (days).",
  date: 'A day (YYYY-MM-DD); also `gte:…`, `lte:…`, `before:…`, `after:…`, `last:7` (days).',
  status: 'An id.',
  flag: '1 or 0.',
} satisfies Record<Narrowing['kind'], string>

/** More choices than this are better read in the lookup itself. */
const maxChoices = 40

/** The values that a filter of a list takes: `Filter by Status. An id: 1 Active, 2 Disabled. Several values: any of them.` */
export function filterWords({ label: [label], kind, choices }: Column | Narrowing): string {
  const several = `Several values: any of them${isRanged(kind, choices) ? '; bounds together make a range' : ''}.`
  return `Filter by ${label}. ${comparisonWords(kind, choices)} ${several}`
}

const isRanged = (kind: Column['kind'], choices: Column['choices']): boolean =>
  !choices && (kind === 'number' || kind === 'money' || kind === 'instant' || kind === 'date')

function comparisonWords(kind: Column['kind'], choices: Column['choices']): string {
  if (kind === 'json') return ''
  return choices ? choiceWords(choices) : comparisons[kind]
}

function choiceWords(choices: NonNullable<Column['choices']>): string {
  const entries = Object.entries(choices)
  if (entries.length > maxChoices) return comparisons.status
  return `An id: ${entries.map(([id, [name]]) => `${id} ${name}`).join(', ')}.`
}

/** The columns that a list can be sorted by. */
export const sortWords = (names: readonly string[]): string =>
  `Columns to sort by, with commas; at most three, a minus before a name for descending order: ${names.join(', ')}.`
