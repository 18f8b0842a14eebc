import { removeWebsite } from '#modules/catalogue/websites/remove-website.ts'
import { saveWebsite } from '#modules/catalogue/websites/save-website.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import type { SentForm } from '#platform/web/form.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { logoOf } from './logo-input.ts'
import { saveWebsiteCodes } from './website-promo-input.ts'

const networks = ['facebook', 'instagram', 'linkedin', 'x', 'youtube'] as const

/** Saves the form of a website, or removes the website. Disabled fields aren't sent and keep their values. */
export async function submitWebsite(
  ctx: Ctx,
  { organization_id, website_id }: { organization_id: number; website_id: number | null },
  form: SentForm,
): Promise<PageRedirect> {
  const list = pathTo('/manage/organization/:id/websites', { id: organization_id })
  const { values } = form
  if (values.action === 'remove' && website_id) {
    const { message = '' } = await removeWebsite.run(ctx, { website_id })
    return redirect(list, { flash: { kind: 'success', text: message } })
  }
  const websiteLogo = await logoOf(ctx, organization_id, form)
  const website = {
    website_id,
    organization_id,
    websiteName: values.websiteName ?? '',
    websiteUrl: values.websiteUrl,
    coursePrice: values.coursePrice,
    adminFee: values.adminFee,
    phone: values.phone,
    minimumPrice: values.minimumPrice,
    maximumPrice: values.maximumPrice,
    socialLinks: Object.fromEntries(networks.map((network) => [network, values[network]])),
    hosted_ind: values.hosted_ind === '1',
    hosted_location: values.hosted_location,
    hosted_started_on: values.hosted_started_on,
    ...(values.isDefault === '1' && { isDefault: true }),
    ...(values.updated_at && { updated_at: values.updated_at }),
    ...(websiteLogo !== undefined && { websiteLogo }),
  }
  const savedWebsite = await ctx.tx(async (inner) => {
    const result = await saveWebsite.run(inner, website)
    await saveWebsiteCodes(inner, result.website_id, form)
    return result
  })
  return redirect(list, { flash: { kind: 'success', text: savedWebsite.message ?? '' } })
}
