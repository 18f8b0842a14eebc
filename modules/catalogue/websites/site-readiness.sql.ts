import type { Ctx } from '#platform/ctx.ts'

/** Whether an organization has a website, a published course with a price on one, and a program for such a course. */
export type SiteReadiness = { website_ind: boolean; offer_ind: boolean; program_ind: boolean }

/** The state of the organization itself; its sub-organizations are set up separately. */
export async function selectSiteReadiness({ sql }: Pick<Ctx, 'sql'>, organization_id: number): Promise<SiteReadiness> {
  const [row] = await sql<SiteReadiness>`
    select
      exists (select from catalogue.website w
              where w.organization_id = ${organization_id} and w.deleted_at is null) as website_ind,
      count(v.course_version_id) > 0 as offer_ind,
      count(v.program_id) > 0
        or (count(*) > 0 and bool_and(c.organization_id <> ${organization_id})) as program_ind
    from catalogue.course_website cw
    join catalogue.website w on w.website_id = cw.website_id and w.deleted_at is null
    join catalogue.course c on c.course_id = cw.course_id and c.deleted_at is null
    join catalogue.course_version v on v.course_version_id = c.published_version_id
    where cw.organization_id = ${organization_id} and cw.deleted_at is null`
  return row!
}
