import type { Ctx } from '../../../platform/ctx.ts'
import type { Fragment, Sql } from '../../../platform/db/sql.ts'
import { errors } from '../../../platform/errors.ts'
import { catalogueErrors } from '../errors.ts'

/** A course that an organization has on its websites; cents. */
export type OrganizationCourse = {
  course_id: number
  organization_id: number
  name: string
  websites: number
  lowest_price_cents: number
  highest_price_cents: number
}

export const courseSorts = ['name', '-name'] as const
const orders: Record<(typeof courseSorts)[number], (sql: Sql) => Fragment> = {
  name: (sql) => sql`lower(name), course_id`,
  '-name': (sql) => sql`lower(name) desc, course_id`,
}

export type CourseList = {
  organization_id: number
  pattern?: string | null
  sort_by?: (typeof courseSorts)[number]
  after_id?: number | undefined
  limit: number
}

/** The courses of an organization, each once, with how many there are in all; from the one after `after_id`. */
export const listOrganizationCourses = (
  sql: Sql,
  { organization_id, pattern = null, sort_by = 'name', after_id, limit }: CourseList,
): Promise<(OrganizationCourse & { count: number })[]> => sql<OrganizationCourse & { count: number }>`
  with sold as (
    select cw.course_id, cw.organization_id, coalesce(v.name, c.slug) as name, count(*)::int as websites,
           min(cw.price_cents) as lowest_price_cents, max(cw.price_cents) as highest_price_cents
    from catalogue.course_website cw
    join catalogue.website w on w.website_id = cw.website_id and w.deleted_at is null
    join catalogue.course c on c.course_id = cw.course_id
    left join catalogue.course_version v on v.course_version_id = c.published_version_id
    where cw.organization_id = ${organization_id} and cw.deleted_at is null
    group by cw.course_id, cw.organization_id, v.name, c.slug
  ), placed as (
    select *, count(*) over ()::int as count, row_number() over (order by ${orders[sort_by](sql)}) as place
    from sold ${pattern ? sql`where name ilike ${pattern}` : sql``}
  )
  select * from placed
  where place > coalesce((select place from placed where course_id = ${after_id ?? null}::int), 0)
  order by place limit ${limit}`

/** The website that stands for an organization where none is named. Throws noWebsite where it has none. */
export async function selectDefaultWebsite({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<number> {
  const [found] = await sql<{ website_id: number }>`
    select website_id from catalogue.website
    where organization_id = ${organization_id} and deleted_at is null
    order by default_website_ind desc, website_id limit 1`
  if (!found) throw catalogueErrors.noWebsite()
  return found.website_id
}

/** The course website of a course of an organization on one of its websites. */
export async function selectPlace(
  { sql }: Pick<Ctx, 'sql'>,
  { organization_id, website_id, course_id }: Record<'organization_id' | 'website_id' | 'course_id', number>,
): Promise<number> {
  const [found] = await sql<{ course_website_id: number }>`
    select course_website_id from catalogue.course_website
    where organization_id = ${organization_id} and website_id = ${website_id} and course_id = ${course_id}
      and deleted_at is null`
  if (!found) throw errors.notFound()
  return found.course_website_id
}
