import { likePattern, type NameFilter } from '#modules/catalogue/name-filter.ts'
import type { Sql } from '#platform/db/sql.ts'
import { type SearchTerm, vocabulary } from './search-terms.ts'

/** A search for a visitor's text. `close`: similar words match, too. */
export type TextSearch = { filter: NameFilter; terms: readonly SearchTerm[]; close: boolean }

/** The minimum similarity of a typed word to a word of the course; 1 is equal. */
const minSimilarity = 0.5

/**
 * The terms as the tables `asked` and `ranked`, for `with`, so that they are parsed once per statement. A stop word of
 * either language ('the', 'de') is ignored.
 */
export function searchTables(sql: Sql, search: TextSearch | null) {
  const terms = search?.terms ?? []
  const texts = sql.array(terms.map(({ text }) => text))
  const queries = sql.array(terms.map(({ query }) => query))
  const states = sql.array(terms.map(({ lk_state_id }) => lk_state_id))
  const any = terms.map(({ query }) => query).join(' | ')
  return sql`
    search_term as materialized (
      select t.text, t.lk_state_id,
             case when numnode(to_tsquery('english', t.query)) > 0 and numnode(to_tsquery('spanish', t.query)) > 0
                  then to_tsquery('english', t.query) || to_tsquery('spanish', t.query) end as query
      from unnest(${texts}::text[], ${queries}::text[], ${states}::int[]) t (text, query, lk_state_id)
    ), ranked as materialized (
      select to_tsquery('english', ${any}::text) || to_tsquery('spanish', ${any}::text) as query
    )`
}

/**
 * A course of `v_course_website v` matches if its name contains the text, or if each term matches its words, its
 * states or, in a close search, the letters of its name and excerpt. Behind row-level security such conditions can use
 * no index, because they could leak hidden rows. An index finds the courses of one website, and only these are
 * compared.
 */
export function searchCondition(sql: Sql, search: TextSearch | null) {
  if (!search) return sql``
  const { filter, terms, close } = search
  return sql`
    and (platform.search_form(v.course_name) like ${likePattern(filter)}
      or ${terms.length > 0}::boolean and exists (
        select from catalogue.course_words w
        where w.course_version_id = v.course_version_id and not exists (
          select from search_term a
          where not (a.query is null or w.words @@ a.query
            or exists (select from catalogue.course_state s
                       where s.course_version_id = v.course_version_id and s.lk_state_id = a.lk_state_id)
            or ${close}::boolean and length(a.text) > 3
              and public.word_similarity(a.text, w.letters) >= ${minSimilarity}::float4))))`
}

/** Names that contain the text first, then courses with the most and weightiest words; for `order by`. */
export function searchOrder(sql: Sql, search: TextSearch | null) {
  if (!search) return sql``
  return sql`
    platform.search_form(v.course_name) like ${likePattern(search.filter)} desc,
    (select ts_rank(w.words, r.query) from catalogue.course_words w, ranked r
     where w.course_version_id = v.course_version_id) desc nulls last,`
}

/** The known words most similar to the misspelled ones, by misspelled word. */
export async function findCorrections(sql: Sql, terms: readonly SearchTerm[]): Promise<Map<string, string>> {
  const words = [...new Set(terms.flatMap(({ text }) => text.split(' ')))].filter((word) => word.length > 3)
  if (words.length === 0) return new Map()
  const rows = await sql<{ word: string; correction: string }>`
    select distinct on (misspelled.word) misspelled.word, vocabulary.word as correction
    from unnest(${sql.array(words)}::text[]) misspelled (word)
    join unnest(${sql.array(vocabulary)}::text[]) vocabulary (word)
      on public.similarity(misspelled.word, vocabulary.word) >= 0.4::float4
    where not misspelled.word = any(${sql.array(vocabulary)}::text[])
    order by misspelled.word, public.similarity(misspelled.word, vocabulary.word) desc, vocabulary.word`
  return new Map(rows.map(({ word, correction }) => [word, correction]))
}
