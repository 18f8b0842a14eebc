import type { Ctx } from '#platform/ctx.ts'
import type { EmailLook } from '#platform/mail/footer.ts'
import { siteUrlPort } from '#platform/ports.ts'
import type { SiteBrand } from './site-brand.sql.ts'

/** The look of an organization's emails: its logo has a full address on its own site. */
export const emailLookOf = (
  ctx: Pick<Ctx, 'use'>,
  { organization_code, brand_color, logo, social_links }: SiteBrand,
): EmailLook => ({
  color: brand_color,
  logo_url: logo ? ctx.use(siteUrlPort)(organization_code, logo) : null,
  social: Object.entries(social_links).map(([network, href]) => ({ network, href })),
})
