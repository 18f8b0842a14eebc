import { catalogueErrors } from '#modules/catalogue/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'

/**
 * The courses of organizations, once per organization: the first offer (`cw`) represents all of them. Ends with
 * a where clause.
 */
export const fromSoldCourses = (sql: Sql): Fragment => sql`
  from catalogue.course_website cw
  join catalogue.website w on w.website_id = cw.website_id and w.deleted_at is null
  join catalogue.course c on c.course_id = cw.course_id
  left join catalogue.course_version v on v.course_version_id = c.published_version_id
  where cw.deleted_at is null and not exists (${fromOffers(sql, sql`1`)} and place.course_website_id < cw.course_website_id)`

/** An expression, such as an aggregate, over all offers of the course of `cw`. */
export const fromOffers = (sql: Sql, expression: Fragment): Fragment => sql`
  select ${expression} from catalogue.course_website place
  join catalogue.website beside on beside.website_id = place.website_id and beside.deleted_at is null
  where place.organization_id = cw.organization_id and place.course_id = cw.course_id and place.deleted_at is null`

/** The name of a course on one of an organization's websites, or null. */
export async function findSoldCourse(
  { sql }: Pick<Ctx, 'sql'>,
  { organization_id, course_id }: Record<'organization_id' | 'course_id', number>,
): Promise<string | null> {
  const [sold] = await sql<{ name: string }>`
    select coalesce(v.name, c.slug) as name ${fromSoldCourses(sql)}
      and cw.organization_id = ${organization_id} and cw.course_id = ${course_id}`
  return sold?.name ?? null
}

/** The default website of an organization. Throws noWebsite if it has none. */
export async function selectDefaultWebsite({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<number> {
  const [row] = await sql<{ website_id: number }>`
    select website_id from catalogue.website
    where organization_id = ${organization_id} and deleted_at is null
    order by default_website_ind desc, website_id limit 1`
  if (!row) throw catalogueErrors.noWebsite()
  return row.website_id
}

/** The course website of a course of an organization on one of its websites. */
export async function selectCourseWebsiteId(
  { sql }: Pick<Ctx, 'sql'>,
  { organization_id, website_id, course_id }: Record<'organization_id' | 'website_id' | 'course_id', number>,
): Promise<number> {
  const [row] = await sql<{ course_website_id: number }>`
    select course_website_id from catalogue.course_website
    where organization_id = ${organization_id} and website_id = ${website_id} and course_id = ${course_id}
      and deleted_at is null`
  if (!row) throw errors.notFound()
  return row.course_website_id
}
