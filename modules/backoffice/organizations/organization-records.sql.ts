import type { Ctx } from '#platform/ctx.ts'
import { searchPattern } from '#platform/search-form.ts'

/** Whether the organization has sold anything: then its code is on orders and documents, and it can't be removed. */
export async function hasSold({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<boolean> {
  const [row] = await sql<{ has_sold: boolean }>`
    select exists (select from checkout.v_order_item where organization_id = ${organization_id}) as has_sold`
  return row!.has_sold
}

export type Counts = { courseCount: number; websiteCount: number; subOrgCount: number }

/** The numbers of an organization's courses, websites and sub-organizations; courses are filtered by name. */
export async function countParts(
  { sql }: Pick<Ctx, 'sql'>,
  organization_id: number,
  course_name: string,
): Promise<Counts> {
  const [row] = await sql<Counts>`
    select (select count(distinct s.course_id)::int from catalogue.v_place_of_sale s
            where s.organization_id = ${organization_id} and s.offered_ind
              and platform.search_form(s.course_name) like ${searchPattern(course_name)}) as "courseCount",
           (select count(*)::int from catalogue.v_website w
            where w.organization_id = ${organization_id}) as "websiteCount",
           (select count(*)::int from identity.v_organization o
            where o.parent_organization_id = ${organization_id} and o.deleted_at is null) as "subOrgCount"`
  return row!
}
