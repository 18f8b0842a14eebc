import type { Ctx } from '#platform/ctx.ts'
import type { BannerDraft } from './banner.schema.ts'

/** The visited organization's own banners, including planned and ended ones. */
export const listSavedBanners = async ({ sql, organization }: Ctx): Promise<BannerDraft[]> => sql<BannerDraft>`
  select "group", message, to_jsonb(starts_at) #>> '{}' as starts_at, to_jsonb(ends_at) #>> '{}' as ends_at
  from settings.banner where organization_id = ${organization.organization_id}
  order by "group"`

/** Replaces all banners of the visited organization. */
export async function replaceBanners({ sql, organization }: Ctx, banners: readonly BannerDraft[]): Promise<void> {
  const { organization_id } = organization
  await sql`delete from settings.banner where organization_id = ${organization_id}`
  for (const { group, message, starts_at, ends_at } of banners)
    await sql`insert into settings.banner ${sql({ organization_id, group, message: sql.json(message), starts_at, ends_at })}`
}
