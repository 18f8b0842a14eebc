import { listBillingMethods } from '#modules/checkout/index.ts'
import {
  listInstructorsOf,
  listRecruitersOf,
  type OrganizationRow,
  selectOrganization,
  selectOrganizationParts,
} from '#modules/identity/index.ts'
import { addressType, lk_contact_type, lk_organization_status } from '#modules/identity/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { entityType } from '#platform/entity-types.ts'
import { label } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import type { OrganizationData, OrganizationProfile } from './organization.schema.ts'
import { hasSold } from './organization-records.sql.ts'

/** An organization in responses. */
export const organizationData = (ctx: Ctx, row: OrganizationRow, code_fixed: boolean): OrganizationData => ({
  ...row,
  manager_id: row.manager_user_id,
  manager_name: `${row.manager_first_name} ${row.manager_last_name}`.trim(),
  first_name: row.manager_first_name,
  last_name: row.manager_last_name,
  status: label(lk_organization_status, row.lk_organization_status_id, ctx.locale),
  parentOrganizationId: row.parent_organization_id,
  code_fixed,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export async function readOrganization(ctx: Ctx, organization_id: number): Promise<OrganizationData> {
  const [row, isSold] = await Promise.all([selectOrganization(ctx, organization_id), hasSold(ctx, organization_id)])
  return organizationData(ctx, row, isSold)
}

/** All data about an organization for staff. Throws notFound. */
export async function readProfile(ctx: Ctx, organization_id: number): Promise<OrganizationProfile> {
  const organizationData = await readOrganization(ctx, organization_id)
  const [{ addresses, phones, contacts }, teachers, recruiter, parentOrg, payment] = await Promise.all([
    selectOrganizationParts(ctx, organization_id),
    listInstructorsOf(ctx, organization_id),
    listRecruitersOf(ctx, organization_id),
    parentOf(ctx, organizationData.parentOrganizationId),
    listBillingMethods(ctx, organization_id),
  ])
  const namedAddresses = addresses.map((row) => ({
    ...row,
    lk_state_name: label(lk_state, row.lk_state_id, ctx.locale),
  }))
  const mailing = namedAddresses.find(({ lk_address_type_id }) => lk_address_type_id === addressType.Mailing) ?? null
  const billing = namedAddresses.find(({ lk_address_type_id }) => lk_address_type_id === addressType.Billing) ?? null
  return {
    organizationData,
    address: mailing,
    billingAddress:
      organizationData.use_mailing_as_billing_ind && mailing
        ? { ...mailing, lk_address_type_id: addressType.Billing }
        : billing,
    phones: phones.map((phone) => ({ ...phone, lk_entity_type_id: entityType.Organization })),
    contact: contacts.map((row) => ({
      ...row,
      contact_type: label(lk_contact_type, row.lk_contact_type_id, ctx.locale),
    })),
    payment,
    parentOrg,
    organizationInstructors: teachers,
    organziationInstructors: teachers,
    recruiter,
  }
}

/** The parent organization, if it is in the caller's scope. */
async function parentOf({ sql, organization }: Ctx, parent: number | null) {
  if (parent === null || !organization.scope.includes(parent)) return null
  const [row] = await sql<{ organization_id: number; name: string }>`
    select organization_id, name from identity.v_organization where organization_id = ${parent}`
  return row ?? null
}
