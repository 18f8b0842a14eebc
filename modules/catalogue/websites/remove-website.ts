import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { lockWebsitesOf, selectWebsite } from './website.sql.ts'
import { websiteTexts as words } from './websites.texts.ts'

export const removeWebsite = operation({
  call: 'DELETE /website',
  added: true,
  summary: 'Removes a website. Its courses leave open carts, and its sales stay',
  may: staff('MANAGE_WEBSITES:DELETE'),
  takes: z.object({ website_id: id() }),
  gives: z.object({ error: z.literal(false) }),
  fails: [errors.notFound, catalogueErrors.defaultWebsiteNeeded],
  async run(ctx, { website_id }) {
    const { organization_id } = await selectWebsite(ctx, website_id)
    await lockWebsitesOf(ctx, organization_id)
    const { name, default_website_ind } = await selectWebsite(ctx, website_id)
    if (default_website_ind) throw catalogueErrors.defaultWebsiteNeeded()
    await ctx.sql`
      update catalogue.website set deleted_at = platform.now(), updated_at = platform.now()
      where website_id = ${website_id} and organization_id = ${organization_id}`
    await ctx.audit({ action: 'website.remove', subject: `website_id:${website_id}`, before: { name } })
    return { error: false as const, message: localText(ctx.locale, words, 'websiteRemoved') }
  },
})
