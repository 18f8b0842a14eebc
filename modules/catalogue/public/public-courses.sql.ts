import { likePattern, type NameFilter } from '#modules/catalogue/name-filter.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'

export const pageSize = 20

export const sorts = ['course_name', '-course_name', 'price', '-price'] as const
type Sort = (typeof sorts)[number]

/** `page` from 1; any of `lk_state_ids`; the website of `course_website_id`, else `website_id`, else the default. */
export type PublicCoursesQuery = {
  name?: NameFilter | null
  lk_state_ids?: readonly number[]
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
  /** The states of all courses for sale there, not only of the matches. */
  lk_state_ids: number[]
}

/** One page (20) of the visited organization's courses on one of its websites, and the number of matches. */
export async function publicCourses(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  query: PublicCoursesQuery,
): Promise<PublicCourses> {
  const { sort_by = 'course_name', page = 1 } = query
  const { organization_id } = organization
  const sold = sql`
    from catalogue.v_course_website v
    where v.organization_id = ${organization_id} and v.price_in_bounds_ind
      and v.website_id = (${chosenWebsite(sql, organization_id, query)})`
  const hits = sql`${sold} ${nameCondition(sql, query.name)} ${stateCondition(sql, query.lk_state_ids)}`
  const rows = await sql<{ lk_state_ids: number[] } & (Found | Nothing)>`
    select f.lk_state_ids, h.*
    from (
      select array(select distinct s.lk_state_id from catalogue.course_state s
                   where s.course_version_id in (select v.course_version_id ${sold}) order by 1) as lk_state_ids
    ) f
    left join (
      select v.course_website_id, v.website_id, v.course_id, v.course_version_id, v.course_name, v.excerpt, v.image,
             v.rating::float8 as rating, v.lk_language_id, v.price_cents, v.audio_ind, v.required_seconds,
             array(select s.lk_state_id from catalogue.course_state s
                   where s.course_version_id = v.course_version_id order by 1) as lk_course_state_ids,
             count(*) over ()::int as count, row_number() over (order by ${orders[sort_by](sql)}) as place
      ${hits}
      order by place limit ${pageSize} offset ${(page - 1) * pageSize}
    ) h on true
    order by h.place`
  const { lk_state_ids } = rows[0]!
  const courses = rows.flatMap((row) => {
    if (row.course_website_id === null) return []
    const { lk_state_ids: _all, place: _place, ...course } = row
    return [course]
  })
  const [first] = courses
  if (first || page === 1) return { courses, count: first?.count ?? 0, lk_state_ids }
  // Past the last page there is no row to carry the count.
  const [all] = await sql<{ count: number }>`select count(*)::int as count ${hits}`
  return { courses: [], count: all!.count, lk_state_ids }
}

type Found = PublicCourse & { count: number; place: unknown }
/** The only row of a page without courses. */
type Nothing = { course_website_id: null }

/** A carried course of another organization has no effect: its own default website is shown then. */
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

function nameCondition(sql: Sql, name: NameFilter | null | undefined) {
  return !name || name.text === '' ? sql`` : sql`and platform.search_form(v.course_name) like ${likePattern(name)}`
}

function stateCondition(sql: Sql, lk_state_ids: readonly number[] | undefined) {
  if (!lk_state_ids || lk_state_ids.length === 0) return sql``
  return sql`and exists (select 1 from catalogue.course_state s
                         where s.course_version_id = v.course_version_id
                           and s.lk_state_id = any(${sql.array(lk_state_ids)}))`
}
