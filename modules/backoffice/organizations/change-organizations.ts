import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { attachmentIdOf } from '#modules/catalogue/index.ts'
import {
  addOrganization,
  changeOrganization,
  hasMembers,
  identityErrors,
  insertRecruiterOf,
  NewRecruiter,
  organizationFields,
  organizationStatus,
  selectOrganization,
  setManager,
  setOrganizationRemoved,
  setOrganizationStatus,
} from '#modules/identity/index.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds, type Policy, scoped, staff } from '#platform/permissions.ts'
import { alwaysNull, id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { OrganizationProfile } from './organization.schema.ts'
import { namedOrganization, onOrganization } from './organization-permissions.ts'
import { hasSold } from './organization-records.sql.ts'
import { organizationWords } from './organizations.texts.ts'
import { organizationData, readProfile } from './read-profile.ts'

const none = { paymentProfile: alwaysNull(), deletedPaymentProfileId: alwaysNull() }
const noPayment = { paymentProfile: null, deletedPaymentProfileId: null }

export const createOrganization = operation({
  call: 'POST /user/organization/',
  summary: 'Adds an organization below the visited one or one of its sub-organizations',
  may: scoped<{ parentOrganizationId?: number | null }>(
    staff('MANAGE_ORGANIZATION:CREATE'),
    'below one of their organizations',
    async (ctx, { parentOrganizationId }) => {
      const parent = parentOrganizationId ?? ctx.organization.organization_id
      if (!ctx.organization.scope.includes(parent)) throw errors.notFound()
    },
  ) as Policy,
  takes: z.object({
    ...organizationFields,
    /** The person who recruited it; needs the right to change instructors. */
    recruiter: NewRecruiter.nullish(),
  }),
  gives: z.object({ data: z.object({ organization_id: z.int(), code: z.string(), name: z.string() }) }),
  fails: [identityErrors.codeInUse, errors.forbidden],
  audit: (form, { data: { organization_id } }) => ({
    action: 'organization.create',
    subject: `organization_id:${organization_id}`,
    after: {
      code: form.code,
      name: form.name,
      parentOrganizationId: form.parentOrganizationId ?? null,
      recruiter: form.recruiter ?? null,
    },
  }),
  async run(ctx, { recruiter, ...form }) {
    if (recruiter && !holds(ctx.actor, 'MANAGE_INSTRUCTORS:UPDATE')) throw errors.forbidden()
    requireOwnPicture(form.logo)
    const organization_id = await addOrganization(ctx, form)
    if (recruiter) await insertRecruiterOf(ctx, organization_id, recruiter)
    const { code, name } = form
    const message = localText(ctx.locale, organizationWords, 'created', { name })
    return { data: { organization_id, code, name }, message }
  },
})

/** One of our own pictures or none: pages load no pictures from other sites. */
function requireOwnPicture(logo: string | undefined): void {
  if (logo && attachmentIdOf(logo) === null) throw errors.invalid()
}

const { code, name, ...optional } = organizationFields
const changeable = {
  code: code.optional(),
  name: name.optional(),
  ...optional,
  /** `updated_at` from when the form was filled: a newer record is reported instead of overwritten. */
  updated_at: z.iso.datetime().nullish(),
}
const Changeable = z.object(changeable)
type Change = z.output<typeof Changeable>

const SavedProfile = z.object({ data: OrganizationProfile.partial().extend(none), ...none })
const saveFails = [identityErrors.codeInUse, identityErrors.organizationCircle, backofficeErrors.codeFixed] as const

export const saveOrganizationProfile = operation({
  call: 'PUT /user/organization/profile',
  summary: 'Saves the profile of an organization. What is left out stays as it is',
  may: onOrganization('UPDATE'),
  query: ['organization_id'],
  takes: Changeable.extend({ organization_id: id() }),
  gives: SavedProfile,
  fails: saveFails,
  run: (ctx, { organization_id, ...change }) => save(ctx, organization_id, change),
})

export const saveOrganizationProfileByCode = operation({
  call: 'PUT /user/organization/profile/fetch',
  summary: 'Saves the profile of the organization with a code',
  may: staff('MANAGE_ORGANIZATION:UPDATE'),
  query: ['org_code'],
  takes: Changeable.extend({ org_code: z.string().max(3) }),
  gives: SavedProfile,
  fails: saveFails,
  run: async (ctx, { org_code, ...change }) => save(ctx, await namedOrganization(ctx, { org_code }), change),
})

const audited = [
  'code',
  'name',
  'description',
  'tax_id',
  'check_payable_to',
  'email',
  'phone_number',
  'manager_id',
  'manager_name',
  'hosting_ind',
  'invoice_ind',
  'parentOrganizationId',
  'logo',
  'brand_color',
  'sign_in_text',
  'time_zone',
  'use_mailing_as_billing_ind',
] as const

async function save(ctx: Ctx, organization_id: number, { updated_at, ...change }: Change) {
  const before = await selectOrganization(ctx, organization_id, { lock: true })
  if (updated_at && new Date(updated_at).getTime() !== before.updated_at.getTime()) throw errors.conflict()
  if (change.logo !== before.logo) requireOwnPicture(change.logo)
  const isSold = await hasSold(ctx, organization_id)
  if (change.code && change.code !== before.code && isSold) throw backofficeErrors.codeFixed()
  // A person who moved their current organization could lose access to it.
  if (change.parentOrganizationId && organization_id === ctx.organization.organization_id)
    throw backofficeErrors.ownOrganization()
  const parts = await readProfile(ctx, organization_id)
  await changeOrganization(ctx, organization_id, change)
  const data = await readProfile(ctx, organization_id)
  const auditFields = (profile: Awaited<ReturnType<typeof readProfile>>) => ({
    ...profile.organizationData,
    address: profile.address,
    billingAddress: profile.billingAddress,
    phones: profile.phones.map(({ phone_number }) => phone_number),
    contacts: profile.contact.map(({ contact_id: _id, ...contact }) => contact),
  })
  await ctx.audit({
    action: 'organization.save',
    subject: `organization_id:${organization_id}`,
    ...changesOf<Record<string, unknown>>(auditFields(parts), auditFields(data), [
      ...audited,
      'address',
      'billingAddress',
      'phones',
      'contacts',
    ]),
  })
  return { data: { ...data, ...noPayment }, ...noPayment, message: localText(ctx.locale, organizationWords, 'saved') }
}

export const updateManager = operation({
  call: 'PUT /organization/manager/update',
  summary: 'Makes a member of staff, or a person without an account, the manager of an organization',
  may: scoped<{ org_code: string }>(
    staff('MANAGE_ORGANIZATION:UPDATE'),
    'for one of their organizations',
    async (ctx, { org_code }) => {
      await namedOrganization(ctx, { org_code })
    },
  ),
  query: ['org_code'],
  takes: z.object({
    org_code: z.string().max(3),
    user_id: id().nullish(),
    first_name: organizationFields.first_name,
    last_name: organizationFields.last_name,
    email: organizationFields.email,
    phone_number: organizationFields.phone_number,
  }),
  gives: z.object({ data: z.object({ organization_id: z.int(), manager_name: z.string() }) }),
  async run(ctx, { org_code, ...manager }) {
    const organization_id = await namedOrganization(ctx, { org_code })
    const before = organizationData(ctx, await selectOrganization(ctx, organization_id, { lock: true }), false)
    await setManager(ctx, organization_id, manager)
    const after = organizationData(ctx, await selectOrganization(ctx, organization_id), false)
    await ctx.audit({
      action: 'organization.changeManager',
      subject: `organization_id:${organization_id}`,
      ...changesOf(before, after, ['manager_id', 'manager_name', 'email', 'phone_number']),
    })
    const { manager_name } = after
    return {
      data: { organization_id, manager_name },
      message: localText(ctx.locale, organizationWords, 'managerChanged'),
    }
  },
})

const OrganizationInput = z.object({ organization_id: id() })
const statusFails = [backofficeErrors.ownOrganization, backofficeErrors.suspended] as const

export const activateOrganization = operation({
  call: 'PUT /organization/activate',
  summary: 'Opens the site of an organization. Only an Admin can open a suspended one',
  may: onOrganization('UPDATE'),
  takes: OrganizationInput,
  gives: z.object({}),
  fails: statusFails,
  run: (ctx, { organization_id }) =>
    changeStatus(ctx, organization_id, {
      action: 'organization.activate',
      target: organizationStatus.Active,
      word: 'activated',
    }),
})

export const deactivateOrganization = operation({
  call: 'PUT /organization/deactivate',
  summary: 'Closes the site of an organization and signs its people out',
  may: onOrganization('UPDATE'),
  takes: OrganizationInput,
  gives: z.object({}),
  fails: statusFails,
  run: (ctx, { organization_id }) =>
    changeStatus(ctx, organization_id, {
      action: 'organization.deactivate',
      target: organizationStatus.Inactive,
      word: 'deactivated',
    }),
})

export const suspendOrganization = operation({
  call: 'PUT /organization/suspend',
  summary: 'Suspends an organization for a reason: its site is closed until an Admin activates it again',
  added: true,
  may: scoped<{ organization_id: number }>(
    {
      description: 'Admin with MANAGE_ORGANIZATION:UPDATE',
      gate: (actor) =>
        staff('MANAGE_ORGANIZATION:UPDATE').gate(actor) && actor.kind === 'user' && actor.role === 'Admin',
    },
    'for one of their organizations',
    async (ctx, input) => onOrganization('UPDATE').scope?.(ctx, input),
  ),
  takes: OrganizationInput.extend({ reason: requiredText(organizationWords.reasonMissing, 1_000) }),
  gives: z.object({}),
  fails: statusFails,
  run: (ctx, { organization_id, reason }) =>
    changeStatus(ctx, organization_id, {
      action: 'organization.suspend',
      target: organizationStatus.Suspended,
      word: 'suspended',
      reason,
    }),
})

type StatusChange = {
  action: string
  target: number
  word: 'activated' | 'deactivated' | 'suspended'
  reason?: string
}

async function changeStatus(ctx: Ctx, organization_id: number, { action, target, word, reason }: StatusChange) {
  const before = await selectOrganization(ctx, organization_id, { lock: true })
  // Closing the current site would sign out everyone who could reopen it.
  if (isOwn(ctx, organization_id) || before.default_ind) throw backofficeErrors.ownOrganization()
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.role === 'Admin'
  if (before.lk_organization_status_id === organizationStatus.Suspended && !isAdmin) throw backofficeErrors.suspended()
  await setOrganizationStatus(ctx, organization_id, target, reason ?? null)
  await ctx.audit({
    action,
    subject: `organization_id:${organization_id}`,
    before: { lk_organization_status_id: before.lk_organization_status_id },
    after: { lk_organization_status_id: target, ...(reason && { reason }) },
  })
  return { message: localText(ctx.locale, organizationWords, word, { name: before.name }) }
}

const isOwn = ({ actor, organization }: Ctx, organization_id: number): boolean =>
  organization_id === organization.organization_id ||
  (actor.kind === 'user' && actor.organization_id === organization_id)

export const removeOrganization = operation({
  call: 'DELETE /organization',
  summary: 'Removes an organization that has no people, no sub-organizations and has sold nothing',
  may: onOrganization('DELETE'),
  takes: OrganizationInput,
  gives: z.object({ organization_id: z.int() }),
  fails: [backofficeErrors.ownOrganization, backofficeErrors.organizationInUse],
  audit: 'organization.remove',
  async run(ctx, { organization_id }) {
    const { name, default_ind } = await selectOrganization(ctx, organization_id, { lock: true })
    if (isOwn(ctx, organization_id) || default_ind) throw backofficeErrors.ownOrganization()
    if ((await hasMembers(ctx, organization_id)) || (await hasSold(ctx, organization_id)))
      throw backofficeErrors.organizationInUse()
    await setOrganizationRemoved(ctx, organization_id, true)
    return { organization_id, message: localText(ctx.locale, organizationWords, 'removed', { name }) }
  },
})

export const restoreOrganization = operation({
  call: 'PUT /organization/restore',
  summary: 'Brings back a removed organization, inactive',
  added: true,
  may: onOrganization('DELETE'),
  takes: OrganizationInput,
  gives: z.object({ organization_id: z.int() }),
  audit: 'organization.restore',
  async run(ctx, { organization_id }) {
    const { name } = await selectOrganization(ctx, organization_id, { removed: true, lock: true })
    await setOrganizationRemoved(ctx, organization_id, false)
    return { organization_id, message: localText(ctx.locale, organizationWords, 'restored', { name }) }
  },
})
