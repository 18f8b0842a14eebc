import { selectSiteReadiness } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { OrganizationProfile } from './organization.schema.ts'

/** Steps a new organization completes before it can sell, in order. */
export const organizationSteps = ['profile', 'brand', 'website', 'offer', 'manager'] as const
export type OrganizationStep = (typeof organizationSteps)[number]

/** The steps that an organization in scope has not done yet, read from its data. */
export async function openSteps(
  ctx: Pick<Ctx, 'sql'>,
  { organizationData: data, address, phones }: OrganizationProfile,
): Promise<OrganizationStep[]> {
  const site = await selectSiteReadiness(ctx, data.organization_id)
  const doneSteps: Readonly<Record<OrganizationStep, boolean>> = {
    profile: address !== null && address.address1 !== '' && phones.length > 0,
    brand: data.logo !== '' && data.brand_color !== null,
    website: site.website_ind,
    offer: site.offer_ind,
    // A name and an email in the profile are not an account to sign in with.
    manager: data.manager_id !== null,
  }
  return organizationSteps.filter((step) => !doneSteps[step])
}
