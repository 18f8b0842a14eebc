import { courseLanguageOf } from '#modules/catalogue/lookups.shared.ts'
import { likePattern, type NameFilter } from '#modules/catalogue/name-filter.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { findCorrections, searchCondition, searchOrder, searchTables, type TextSearch } from './search-condition.sql.ts'
import { correctTerms, readTerms } from './search-terms.ts'

export const publicCoursesPageSize = 20

export const publicCourseSorts = ['course_name', '-course_name', 'price', '-price'] as const
type Sort = (typeof publicCourseSorts)[number]

/**
 * `page` starts at 1. Any of `lk_state_ids` and of `lk_language_ids` matches. The website is that of
 * `course_website_id`, otherwise `website_id`, otherwise the default. Without `sort_by`, the best matches of a name
 * come first, then the courses in the reader's language.
 */
export type PublicCoursesQuery = {
  name?: NameFilter | null
  lk_state_ids?: readonly number[]
  lk_language_ids?: readonly number[]
  /** Only courses of one of these programs. */
  program_ids?: readonly string[]
  sort_by?: Sort
  page?: number
  course_website_id?: number
  website_id?: number
}

/** A course in the public list; price in cents. */
export type PublicCourse = {
  course_website_id: number
  website_id: number
  course_id: number
  course_version_id: number
  course_name: string
  excerpt: string
  image: string
  rating: number | null
  lk_language_id: number
  price_cents: number
  audio_ind: boolean
  required_seconds: number
  lk_course_state_ids: number[]
}

export type PublicCourses = {
  courses: PublicCourse[]
  count: number
  /** Set if no course has the words as typed; these have similar ones. */
  close_ind: boolean
  /** The states of all courses for sale there, not only of the matches. */
  lk_state_ids: number[]
  /** The languages of all courses for sale there. */
  lk_language_ids: number[]
}

type Reader = Pick<Ctx, 'sql' | 'organization' | 'locale'>

/**
 * A page (20) of the current organization's courses on one of its websites, and the number of matches. A text without
 * matches is searched once more with corrected spelling.
 */
export async function searchPublicCourses(ctx: Reader, query: PublicCoursesQuery): Promise<PublicCourses> {
  const { sql } = ctx
  const { name } = query
  if (name?.operator !== 'contains') return findCourses(ctx, query, null)
  const terms = readTerms(name.text)
  const matches = await findCourses(ctx, query, { filter: name, terms, close: false })
  if (matches.count > 0 || terms.length === 0) return matches
  const correctedTerms = correctTerms(name.text, await findCorrections(sql, terms))
  const close = await findCourses(ctx, query, { filter: name, terms: correctedTerms, close: true })
  return { ...close, close_ind: close.count > 0 }
}

async function findCourses(
  { sql, organization, locale }: Reader,
  query: PublicCoursesQuery,
  search: TextSearch | null,
): Promise<PublicCourses> {
  const { sort_by, page = 1 } = query
  const { organization_id } = organization
  const websiteCondition = sql`
    v.organization_id = ${organization_id} and v.price_in_bounds_ind
      and v.website_id = (${chosenWebsite(sql, organization_id, query)})`
  const offers = sql`from catalogue.v_course_website v where ${websiteCondition}`
  const matches = sql`
    ${offers} ${nameCondition(sql, search ? null : query.name)} ${searchCondition(sql, search)}
    ${stateCondition(sql, query.lk_state_ids)} ${languageCondition(sql, query.lk_language_ids)}
    ${programCondition(sql, query.program_ids)}`
  const order = sort_by
    ? orders[sort_by](sql)
    : sql`${searchOrder(sql, search)} v.lk_language_id <> ${courseLanguageOf(locale)}, ${orders.course_name(sql)}`
  const rows = await sql<SiteFilters & (CourseRow | EmptyRow)>`
    with ${searchTables(sql, search)}
    select f.lk_state_ids, f.lk_language_ids, h.*
    from (
      select array(select distinct s.lk_state_id from catalogue.course_state s
                   where s.course_version_id in (select v.course_version_id ${offers}) order by 1) as lk_state_ids,
             array(select distinct v.lk_language_id ${offers} order by 1) as lk_language_ids
    ) f
    left join (
      select v.course_website_id, v.website_id, v.course_id, v.course_version_id, v.course_name, v.excerpt, v.image,
             v.rating::float8 as rating, v.lk_language_id, v.price_cents, v.audio_ind, v.required_seconds,
             array(select s.lk_state_id from catalogue.course_state s
                   where s.course_version_id = v.course_version_id order by 1) as lk_course_state_ids,
             count(*) over ()::int as count, row_number() over (order by ${order}) as place
      ${matches}
      order by place limit ${publicCoursesPageSize} offset ${(page - 1) * publicCoursesPageSize}
    ) h on true
    order by h.place`
  const { lk_state_ids, lk_language_ids } = rows[0]!
  const courses = rows.flatMap((row) => {
    if (row.course_website_id === null) return []
    const { lk_state_ids: _states, lk_language_ids: _languages, place: _place, ...course } = row
    return [course]
  })
  const [first] = courses
  const common = { close_ind: false, lk_state_ids, lk_language_ids }
  if (first || page === 1) return { courses, count: first?.count ?? 0, ...common }
  // There is no row with the count beyond the last page.
  const [total] = await sql<{ count: number }>`
    with ${searchTables(sql, search)} select count(*)::int as count ${matches}`
  return { courses: [], count: total!.count, ...common }
}

type SiteFilters = { lk_state_ids: number[]; lk_language_ids: number[] }
type CourseRow = PublicCourse & { count: number; place: unknown }
/** The single row of a page without courses. */
type EmptyRow = { course_website_id: null }

/** A `course_website_id` of another organization is ignored, and the default website is used. */
const chosenWebsite = (sql: Sql, organization_id: number, query: PublicCoursesQuery) => sql`
  select w.website_id
  from catalogue.website w
  left join catalogue.course_website cw
    on cw.website_id = w.website_id and cw.course_website_id = ${query.course_website_id ?? null}::int
  where w.organization_id = ${organization_id} and w.deleted_at is null
  order by (cw.course_website_id is not null) desc, (w.website_id is not distinct from ${query.website_id ?? null}::int) desc,
           w.default_website_ind desc, w.website_id
  limit 1`

// The id breaks ties, so that every course is on exactly one page.
const orders: Record<Sort, (sql: Sql) => Fragment> = {
  course_name: (sql) => sql`lower(course_name), course_website_id`,
  '-course_name': (sql) => sql`lower(course_name) desc, course_website_id desc`,
  price: (sql) => sql`price_cents, lower(course_name), course_website_id`,
  '-price': (sql) => sql`price_cents desc, lower(course_name), course_website_id`,
}

/** Matches a name as a whole, or its beginning. */
function nameCondition(sql: Sql, name: NameFilter | null | undefined) {
  return name ? sql`and platform.search_form(v.course_name) like ${likePattern(name)}` : sql``
}

function stateCondition(sql: Sql, lk_state_ids: readonly number[] | undefined) {
  if (!lk_state_ids || lk_state_ids.length === 0) return sql``
  return sql`and exists (select 1 from catalogue.course_state s
                         where s.course_version_id = v.course_version_id
                           and s.lk_state_id = any(${sql.array(lk_state_ids)}))`
}

function languageCondition(sql: Sql, lk_language_ids: readonly number[] | undefined) {
  if (!lk_language_ids || lk_language_ids.length === 0) return sql``
  return sql`and v.lk_language_id = any(${sql.array(lk_language_ids)})`
}

function programCondition(sql: Sql, program_ids: readonly string[] | undefined) {
  if (!program_ids) return sql``
  return sql`and exists (select from catalogue.course_version p
                         where p.course_version_id = v.course_version_id
                           and p.program_id = any(${sql.array(program_ids)}))`
}
