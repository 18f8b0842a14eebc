import { operation } from '#platform/operation.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { BannerDrafts } from './banner.schema.ts'
import { bannerTexts } from './banner.texts.ts'
import { listSavedBanners, replaceBanners } from './saved-banners.sql.ts'

export const saveBanners = operation({
  call: 'POST /settings/saveBanners',
  summary: 'Replaces the banners of the current organization, which its sub-organizations see, too',
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  takes: z.object({ banners: BannerDrafts }),
  gives: z.object({ banners: z.string() }),
  async run(ctx, { banners }) {
    const { organization_id } = ctx.organization
    await ctx.sql`select pg_advisory_xact_lock(hashtext('settings.banner'), ${organization_id})`
    const before = await listSavedBanners(ctx)
    await replaceBanners(ctx, banners)
    const after = await listSavedBanners(ctx)
    await ctx.audit({
      action: 'banner.save',
      subject: `organization_id:${organization_id}`,
      before: { banners: before },
      after: { banners: after },
    })
    return { banners: JSON.stringify(after), message: localText(ctx.locale, bannerTexts, 'updated') }
  },
})
