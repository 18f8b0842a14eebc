import { identityErrors } from '#modules/identity/errors.ts'
import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import type { NewRecruiter } from '#modules/identity/people/profile-form.schema.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { SqlError } from '#platform/db/errors.ts'
import { errors } from '#platform/errors.ts'
import { toCents } from '#platform/money.ts'
import { forgetOrganizations } from './organization.sql.ts'
import type { OrganizationChange, OrganizationForm } from './organization-profile.schema.ts'
import { insertOrganization, moveOrganization } from './organization-tree.sql.ts'

export type OrganizationRow = {
  organization_id: number
  code: string
  name: string
  description: string
  logo: string
  tax_id: string
  check_payable_to: string
  email: string
  phone_number: string
  manager_user_id: number | null
  manager_first_name: string
  manager_last_name: string
  lk_organization_status_id: number
  invoice_ind: boolean
  hosting_ind: boolean
  parent_organization_id: number | null
  default_ind: boolean
  brand_color: string | null
  sign_in_text: string
  suspended_reason: string | null
  time_zone: string
  use_mailing_as_billing_ind: boolean
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

type Reader = Pick<Ctx, 'sql' | 'organization'>

/** An organization in scope that was not removed. Throws notFound. */
export async function selectOrganization(
  ctx: Reader,
  organization_id: number,
  { removed = false, lock = false }: { removed?: boolean; lock?: boolean } = {},
): Promise<OrganizationRow> {
  if (!ctx.organization.scope.includes(organization_id)) throw errors.notFound()
  const condition = removed ? ctx.sql`is not null` : ctx.sql`is null`
  const locked = lock ? ctx.sql`for no key update` : ctx.sql``
  const [row] = await ctx.sql<OrganizationRow>`
    select organization_id, code, name, description, logo, tax_id, check_payable_to, email, phone_number,
           manager_user_id, manager_first_name, manager_last_name, lk_organization_status_id, invoice_ind,
           hosting_ind, parent_organization_id, default_ind, brand_color, sign_in_text, suspended_reason, time_zone,
           use_mailing_as_billing_ind, created_at, updated_at, deleted_at
    from identity.organization where organization_id = ${organization_id} and deleted_at ${condition} ${locked}`
  if (!row) throw errors.notFound()
  return row
}

/** The id of the organization with a code, in scope. Throws notFound. */
export async function selectOrganizationByCode(ctx: Reader, code: string): Promise<number> {
  const [row] = await ctx.sql<{ organization_id: number }>`
    select organization_id from identity.organization
    where code = ${code.trim().toUpperCase()} and deleted_at is null
      and organization_id = any(${ctx.sql.array(ctx.organization.scope)})`
  if (!row) throw errors.notFound()
  return row.organization_id
}

export type AddressRow = {
  lk_address_type_id: number
  address1: string
  address2: string
  city: string
  lk_state_id: number | null
  zip: string
}
export type PhoneRow = { phone_id: number; phone_number: string; lk_phone_number_type_id: number }
export type ContactRow = {
  contact_id: number
  lk_contact_type_id: number
  name: string
  email: string
  phone_number: string
  /** The organization's other numbers. */
  phones: ContactPhone[]
}
type ContactPhone = { phone_number: string; lk_phone_number_type_id: number }

/** The dependents of an organization in scope. */
export async function selectOrganizationParts({ sql }: Pick<Ctx, 'sql'>, organization_id: number) {
  const [addresses, phones, contacts] = await Promise.all([
    sql<AddressRow>`
      select lk_address_type_id, address1, address2, city, lk_state_id, zip from identity.organization_address
      where organization_id = ${organization_id}`,
    sql<PhoneRow>`
      select phone_id, phone_number, lk_phone_number_type_id from identity.organization_phone
      where organization_id = ${organization_id} order by phone_id`,
    sql<ContactRow>`
      select contact_id, lk_contact_type_id, name, email, phone_number, phones from identity.organization_contact
      where organization_id = ${organization_id} order by contact_id`,
  ])
  return { addresses, phones, contacts }
}

/** Whether the code is unused in the whole product, including removed organizations: it appears on what they sold. */
export async function isFreeCode(ctx: Ctx, code: string, except = 0): Promise<boolean> {
  const [row] = await ctx.unscoped.sql`
    select from identity.organization where code = ${code} and organization_id <> ${except}`
  return !row
}

/** Adds an organization below its parent in scope. Throws codeInUse. */
export async function addOrganization(ctx: Ctx, form: OrganizationForm): Promise<number> {
  const parent = form.parentOrganizationId ?? ctx.organization.organization_id
  await selectOrganization(ctx, parent)
  // No scope includes an organization created during the request.
  const unscopedCtx = ctx.unscoped
  try {
    const organization_id = await insertOrganization(unscopedCtx.sql, {
      code: form.code,
      name: form.name,
      parent_organization_id: parent,
    })
    await writeOrganization(unscopedCtx, organization_id, { ...form, parentOrganizationId: null })
    forgetOrganizations()
    return organization_id
  } catch (error) {
    throw toCodeInUse(error)
  }
}

const toCodeInUse = (error: unknown) =>
  error instanceof SqlError && error.constraint === 'organization_code' ? identityErrors.codeInUse() : error

/** Changes an organization in scope by a form; omitted fields stay. Throws codeInUse, organizationCircle. */
export async function changeOrganization(ctx: Ctx, organization_id: number, form: OrganizationChange): Promise<void> {
  const before = await selectOrganization(ctx, organization_id, { lock: true })
  const parent = form.parentOrganizationId
  try {
    await writeOrganization(ctx, organization_id, form)
    if (parent && parent !== before.parent_organization_id) {
      await selectOrganization(ctx, parent)
      await moveOrganization(ctx.unscoped.sql, organization_id, parent)
    }
    forgetOrganizations()
  } catch (error) {
    throw toCodeInUse(error)
  }
}

/**
 * Makes the given member of staff, or a person without an account, the manager. Throws notFound for people out of
 * scope.
 */
export async function setManager(
  ctx: Ctx,
  organization_id: number,
  manager: {
    user_id?: number | null
    first_name?: string
    last_name?: string
    email?: string | null
    phone_number?: string | null
  },
): Promise<void> {
  const { user_id = null } = manager
  const staffMember = user_id === null ? null : await selectStaff(ctx, user_id)
  const row = {
    manager_user_id: user_id,
    manager_first_name: staffMember?.first_name ?? manager.first_name ?? '',
    manager_last_name: staffMember?.last_name ?? manager.last_name ?? '',
    ...((staffMember?.email ?? manager.email) && { email: staffMember?.email ?? manager.email }),
    ...(manager.phone_number && { phone_number: manager.phone_number }),
  }
  await ctx.sql`
    update identity.organization set ${ctx.sql(row)}, updated_at = platform.now()
    where organization_id = ${organization_id}`
}

async function selectStaff({ sql, organization }: Ctx, user_id: number) {
  const [row] = await sql<{ first_name: string; last_name: string; email: string }>`
    select first_name, last_name, email from identity.person
    where user_id = ${user_id} and deleted_at is null and lk_user_role_id not in (${roleId.Student}, ${roleId.Auditor})
      and organization_id = any(${sql.array(organization.scope)})`
  if (!row) throw errors.notFound()
  return row
}

async function writeOrganization(ctx: Ctx, organization_id: number, form: OrganizationChange): Promise<void> {
  const { name, code, description, tax_id, check_payable_to, email, phone_number, hosting_ind, invoice_ind } = form
  const { logo, brand_color, sign_in_text, time_zone, use_mailing_as_billing_ind, first_name, last_name } = form
  const columns = {
    name,
    code,
    description,
    tax_id,
    check_payable_to,
    email: email === null ? '' : email,
    phone_number: phone_number === null ? '' : phone_number,
    manager_first_name: first_name,
    manager_last_name: last_name,
    hosting_ind: hosting_ind ?? undefined,
    invoice_ind: invoice_ind ?? undefined,
    logo,
    brand_color,
    sign_in_text,
    time_zone,
    use_mailing_as_billing_ind: use_mailing_as_billing_ind ?? undefined,
  }
  const row = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  const changes = Object.keys(row).length > 0 ? ctx.sql`${ctx.sql(row)}, ` : ctx.sql``
  await ctx.sql`
    update identity.organization set ${changes} updated_at = platform.now() where organization_id = ${organization_id}`
  if (form.manager_id) await setManager(ctx, organization_id, { user_id: form.manager_id })
  await writeParts(ctx, organization_id, form)
}

async function writeParts({ sql }: Ctx, organization_id: number, form: OrganizationChange): Promise<void> {
  const { address, billingAddress, contacts, phones, use_mailing_as_billing_ind } = form
  const billing = use_mailing_as_billing_ind ? address : billingAddress
  for (const [lk_address_type_id, input] of [
    [2, address],
    [1, billing],
  ] as const) {
    if (!input) continue
    const { address1, address2, city, lk_state_id = null, zip } = input
    await sql`
      insert into identity.organization_address
      ${sql({ organization_id, lk_address_type_id, address1, address2, city, lk_state_id, zip })}
      on conflict (organization_id, lk_address_type_id) do update
      set address1 = excluded.address1, address2 = excluded.address2, city = excluded.city,
          lk_state_id = excluded.lk_state_id, zip = excluded.zip`
  }
  if (phones) {
    await sql`delete from identity.organization_phone where organization_id = ${organization_id}`
    for (const { phone_number, lk_phone_number_type_id } of phones)
      await sql`insert into identity.organization_phone ${sql({ organization_id, phone_number, lk_phone_number_type_id })}`
  }
  if (contacts) {
    await sql`delete from identity.organization_contact where organization_id = ${organization_id}`
    for (const { lk_contact_type_id, name, email, phone_number, phones = [] } of contacts) {
      const contact = {
        organization_id,
        lk_contact_type_id,
        name,
        email: email ?? '',
        phone_number: phone_number ?? '',
      }
      const otherPhones = (phones ?? []).map(({ phone_number, lk_phone_number_type_id }) => ({
        phone_number,
        lk_phone_number_type_id,
      }))
      await sql`insert into identity.organization_contact ${sql({ ...contact, phones: sql.json(otherPhones) })}`
    }
  }
}

/** Opens, closes or suspends the site of an organization in scope, and signs its people out. */
export async function setOrganizationStatus(
  ctx: Ctx,
  organization_id: number,
  lk_organization_status_id: number,
  suspended_reason: string | null = null,
): Promise<void> {
  await ctx.sql`
    update identity.organization
    set lk_organization_status_id = ${lk_organization_status_id}, suspended_reason = ${suspended_reason},
        updated_at = platform.now()
    where organization_id = ${organization_id}`
  forgetOrganizations()
}

/** Removes an organization in scope, or restores it (inactive). */
export async function setOrganizationRemoved(ctx: Ctx, organization_id: number, removed: boolean): Promise<void> {
  await ctx.sql`
    update identity.organization
    set deleted_at = ${removed ? ctx.sql`platform.now()` : ctx.sql`null`},
        lk_organization_status_id = ${organizationStatus.Inactive},
        updated_at = platform.now()
    where organization_id = ${organization_id}`
  forgetOrganizations()
}

type OrganizationState = { lk_organization_status_id: number; removed: boolean; changed_at: string }

/** The values that removing and restoring change about an organization in scope, removed or not. */
export async function findOrganizationState(ctx: Ctx, organization_id: number): Promise<OrganizationState | null> {
  const [state] = await ctx.sql<OrganizationState>`
    select lk_organization_status_id, deleted_at is not null as removed, updated_at::text as changed_at
    from identity.organization
    where organization_id = ${organization_id} and organization_id = any(${ctx.sql.array(ctx.organization.scope)}::int[])`
  return state ?? null
}

/** Whether people or other organizations still belong to it. */
export async function hasMembers(ctx: Ctx, organization_id: number): Promise<boolean> {
  const [row] = await ctx.sql<{ has_members: boolean }>`
    select exists (select from identity.person where organization_id = ${organization_id} and deleted_at is null)
        or exists (select from identity.organization
                   where parent_organization_id = ${organization_id} and deleted_at is null) as has_members`
  return row!.has_members
}

/** The organization's text above its sign-in form. */
export async function selectSignInText({ sql, organization }: Reader): Promise<string> {
  const [row] = await sql<{ sign_in_text: string }>`
    select sign_in_text from identity.organization where organization_id = ${organization.organization_id}`
  return row?.sign_in_text ?? ''
}

/**
 * Sets the recruiter of a new organization. Throws notFound for a person who is not a recruiter of the caller's
 * organizations.
 */
export async function insertRecruiterOf(
  { sql, organization, unscoped }: Ctx,
  organization_id: number,
  { user_id, recruiter_code, recruiter_fee }: NewRecruiter,
): Promise<void> {
  const [person] = await sql`
    select from identity.person
    where user_id = ${user_id} and is_recruiter and lk_user_role_id = ${roleId.Instructor} and deleted_at is null
      and organization_id = any(${sql.array(organization.scope)})`
  if (!person) throw errors.notFound()
  const row = { organization_id, user_id, recruiter_code, recruiter_fee_cents: toCents(recruiter_fee) }
  // No scope includes an organization created during the request.
  await unscoped.sql`insert into identity.recruiter ${unscoped.sql(row)}`
}
