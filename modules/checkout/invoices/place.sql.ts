import type { Ctx } from '#platform/ctx.ts'
import { searchPattern } from '#platform/search-form.ts'

/** A course on a website of an organization in scope, on sale or not. */
export type CoursePlace = {
  course_website_id: number
  course_name: string
  website_name: string
  organization_id: number
  organization_name: string
}

type PlaceQuery = { text?: string | undefined; course_website_id?: number | undefined; limit?: number }

/** The first courses on websites whose name, or whose organization's name, contains a text; by name. */
export const listPlaces = (
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  { text = '', course_website_id, limit = 20 }: PlaceQuery,
): Promise<CoursePlace[]> => {
  const idSql = course_website_id ? sql`and p.course_website_id = ${course_website_id}` : sql``
  return sql<CoursePlace>`
    select p.course_website_id, p.course_name, p.website_name, p.organization_id, o.name as organization_name
    from catalogue.v_place_of_sale p
    join identity.v_organization o on o.organization_id = p.organization_id
    where p.organization_id = any(${sql.array(organization.scope)}) ${idSql}
      and platform.search_form(p.course_name || ' ' || p.website_name || ' ' || o.name) like ${searchPattern(text)}
    order by p.course_name, p.website_name, p.course_website_id
    limit ${limit}`
}
