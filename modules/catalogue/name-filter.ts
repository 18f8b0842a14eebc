import { searchLiteral } from '#platform/search-form.ts'

export type NameFilter = { operator: 'contains' | 'start' | 'exact'; text: string }

const operators = new Set(['contains', 'start', 'exact'])

/** `operator:text` as in list filters; a text without an operator matches anywhere. */
export function readNameFilter(filter: string | undefined): NameFilter | null {
  // PostgreSQL text can't contain a null character.
  const filterText = (filter ?? '').replaceAll(/\p{Cc}/gu, '').trim()
  const index = filterText.indexOf(':')
  const operator = filterText.slice(0, Math.max(index, 0))
  const text = (operators.has(operator) ? filterText.slice(index + 1) : filterText).trim()
  if (text === '') return null
  return { operator: operators.has(operator) ? (operator as NameFilter['operator']) : 'contains', text }
}

/** The pattern for a name in its search form (`platform.search_form`), with wildcards escaped. */
export function likePattern({ operator, text }: NameFilter): string {
  const literal = searchLiteral(text)
  return { contains: `%${literal}%`, start: `${literal}%`, exact: literal }[operator]
}
