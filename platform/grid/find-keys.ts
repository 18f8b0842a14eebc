import type { Ctx } from '#platform/ctx.ts'
import { searchForm } from '#platform/search-form.ts'
import type { GridSource } from './grid-source.ts'
import type { GridQuery } from './query.ts'

/** The different words of a search, longest first. */
export const wordsOf = (search: string): string[] =>
  [...new Set(searchForm(search).trim().split(/\s+/))].sort((one, other) => other.length - one.length)

/** The query with the keys of its rows, if the search finds few. */
export async function withKeys(ctx: Ctx, { findKeys }: GridSource, query: GridQuery): Promise<GridQuery> {
  if (!findKeys || !query.search) return query
  const keys = await findKeys(ctx, wordsOf(query.search))
  return keys ? { ...query, found: keys } : query
}
