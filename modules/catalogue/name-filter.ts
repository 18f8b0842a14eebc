import { searchLiteral } from '#platform/search-form.ts'

export type NameFilter = { operator: 'contains' | 'start' | 'exact'; text: string }

const operators = new Set(['contains', 'start', 'exact'])

/** `operator:text` as list filters spell it; a text without one of the operators is looked for anywhere. */
export function readNameFilter(wanted: string | undefined): NameFilter | null {
  // PostgreSQL has no text with a null character in it.
  const given = (wanted ?? '').replaceAll(/\p{Cc}/gu, '').trim()
  const at = given.indexOf(':')
  const operator = given.slice(0, Math.max(at, 0))
  const text = (operators.has(operator) ? given.slice(at + 1) : given).trim()
  if (text === '') return null
  return { operator: operators.has(operator) ? (operator as NameFilter['operator']) : 'contains', text }
}

/** The pattern for a name in its form for searching (`platform.search_form`); nothing in its text has a meaning. */
export function likePattern({ operator, text }: NameFilter): string {
  const literal = searchLiteral(text)
  return { contains: `%${literal}%`, start: `${literal}%`, exact: literal }[operator]
}
