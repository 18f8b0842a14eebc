import { publicCourseSorts } from '#modules/catalogue/entry.ts'
import { pathTo } from '#platform/path-to.ts'

export type SearchQuery = {
  course_name: string
  /** Absent: best matches first, or by name without a search text. */
  sort_by?: (typeof publicCourseSorts)[number]
  lk_state_id: string[]
  lk_language_id: string[]
  page: number
}

/** Parses the search parameters; invalid ones are ignored, so that an old or mistyped link still shows courses. */
export function readSearch(params: URLSearchParams): SearchQuery {
  const sort_by = publicCourseSorts.find((sort) => sort === params.get('sort_by'))
  const page = Number(/^\d{1,4}$/.exec(params.get('page') ?? '')?.[0] ?? 1)
  const lk_state_id = params.getAll('lk_state_id').filter((state) => state !== '' && state.length <= 40)
  const lk_language_id = params.getAll('lk_language_id').filter((language) => /^[1-9]\d{0,3}$/.test(language))
  const course_name = (params.get('course_name') ?? '').slice(0, 200)
  return { course_name, ...(sort_by && { sort_by }), lk_state_id, lk_language_id, page: Math.max(1, page) }
}

/** The id of a carried course, or undefined if missing or invalid. */
export function carriedCourse(params: URLSearchParams): number | undefined {
  const match = /^[1-9]\d{0,8}$/.exec(params.get('course_website_id') ?? '')
  return match ? Number(match[0]) : undefined
}

/** The address of another page of the same search. */
export function searchAddress(query: SearchQuery, page: number): string {
  const params = new URLSearchParams()
  if (query.course_name) params.set('course_name', query.course_name)
  if (query.sort_by) params.set('sort_by', query.sort_by)
  for (const state of query.lk_state_id) params.append('lk_state_id', state)
  for (const language of query.lk_language_id) params.append('lk_language_id', language)
  if (page > 1) params.set('page', String(page))
  return pathTo('/courses/search', { query: params })
}
