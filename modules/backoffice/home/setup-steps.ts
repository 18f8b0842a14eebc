import { findSigner, selectSiteReadiness } from '#modules/catalogue/index.ts'
import { listCheckoutLayers } from '#modules/checkout/index.ts'
import { listSupportLayers, organizationChain } from '#modules/settings/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import type { PermissionKey } from '#platform/permissions.ts'

/** The setup steps that a school has completed, read from its data. */
type Facts = {
  logo: boolean
  color: boolean
  website: boolean
  offer: boolean
  program: boolean
  payment: boolean
  hours: boolean
  signer: boolean
  purchase: boolean
}

export type SetupStep = keyof Facts
type Step = { key: SetupStep; may: PermissionKey; href: (organization_id: number) => string }

/** The steps in the usual order for a new school. */
export const setupSteps: readonly Step[] = [
  { key: 'logo', may: 'MANAGE_ORGANIZATION:UPDATE', href: overviewOf },
  { key: 'color', may: 'MANAGE_ORGANIZATION:UPDATE', href: overviewOf },
  { key: 'website', may: 'MANAGE_WEBSITES:CREATE', href: (id) => pathTo('/manage/organization/:id/websites', { id }) },
  { key: 'offer', may: 'MANAGE_WEBSITES:UPDATE', href: (id) => pathTo('/manage/organization/:id/courses', { id }) },
  { key: 'program', may: 'MANAGE_COURSES:UPDATE', href: () => pathTo('/manage/programs') },
  { key: 'payment', may: 'MANAGE_SETTINGS:UPDATE', href: () => pathTo('/manage/settings/checkout') },
  { key: 'hours', may: 'MANAGE_SETTINGS:UPDATE', href: () => pathTo('/manage/settings/support') },
  { key: 'signer', may: 'MANAGE_SETTINGS:UPDATE', href: () => pathTo('/manage/settings/certificate-signer') },
  { key: 'purchase', may: 'MANAGE_PAYMENTS:READ', href: () => pathTo('/courses/search') },
]

function overviewOf(id: number): string {
  return pathTo('/manage/organization/:id/overview', { id })
}

/**
 * The steps that are done in the visited organization. Payment and support hours also count if a parent set them,
 * because its settings apply. Certificates count only with the organization's own signer.
 */
export async function doneSteps(ctx: Ctx): Promise<ReadonlySet<SetupStep>> {
  const { organization_id } = ctx.organization
  const [[profile], site, checkout, support, signer] = await Promise.all([
    ctx.sql<{ logo: string; brand_color: string | null; purchase: boolean }>`
      select o.logo, o.brand_color,
        exists (select from checkout.v_order_item i
                where i.organization_id = o.organization_id and i.paid_at is not null) as purchase
      from identity.v_organization o where o.organization_id = ${organization_id}`,
    selectSiteReadiness(ctx, organization_id),
    listCheckoutLayers(ctx, organization_id),
    listSupportLayers(ctx, organizationChain(ctx)),
    findSigner(ctx, organization_id),
  ])
  const facts: Facts = {
    logo: profile!.logo !== '',
    color: profile!.brand_color !== null,
    website: site.website_ind,
    offer: site.offer_ind,
    program: site.program_ind,
    payment: checkout.length > 0,
    hours: support.some(({ own_settings }) => own_settings.hours !== null),
    signer: signer !== null && signer.name !== '',
    purchase: profile!.purchase,
  }
  return new Set(setupSteps.flatMap(({ key }) => (facts[key] ? [key] : [])))
}
