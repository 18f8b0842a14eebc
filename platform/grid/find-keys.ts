import type { Ctx } from '#platform/ctx.ts'
import { searchForm } from '#platform/search-form.ts'
import type { GridSource } from './grid-source.ts'
import type { GridQuery } from './query.ts'

/** The different words of a search, longest first. */
export const wordsOf = (search: string): string[] =>
  [...new Set(searchForm(search).trim().split(/\s+/))].sort((a, b) => b.length - a.length)

/** The query with the keys of its rows, if the search finds few rows or identifies them exactly. */
export async function withKeys(ctx: Ctx, { findKeys, findNamed }: GridSource, query: GridQuery): Promise<GridQuery> {
  const { search } = query
  if (!search) return query
  const [named = null, keys = null] = await Promise.all([findNamed?.(ctx, search), findKeys?.(ctx, wordsOf(search))])
  if (named) return { ...query, found: [...new Set([...named, ...(keys ?? [])])], named: true }
  return keys ? { ...query, found: keys } : query
}
