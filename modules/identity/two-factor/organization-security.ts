import { selectFactors, twoFactorMethods } from '#modules/identity/credentials/factors.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import { requireFreshProof } from '#modules/identity/proof/proof.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { admin, type Policy, scoped, userOf } from '#platform/permissions.ts'
import { flag, id, z } from '#platform/schema.ts'

type OrganizationInput = { organization_id?: number | null }

const adminOf: Policy<OrganizationInput> = scoped<OrganizationInput>(
  admin,
  'in the visited organization or a sub-organization',
  async (ctx, input) => {
    if (!ctx.organization.scope.includes(input.organization_id ?? ctx.organization.organization_id))
      throw errors.notFound()
  },
)

export const fetchOrganizationSecurity = operation({
  call: 'GET /organization/security',
  summary: 'Returns whether staff of an organization must use a second factor',
  may: adminOf,
  takes: z.object({ organization_id: id().nullish() }),
  gives: z.object({ staff_2fa_required: z.boolean() }),
  added: true,
  async run(ctx, { organization_id }) {
    const [row] = await ctx.sql<{ staff_2fa_required: boolean }>`
      select staff_2fa_required from identity.organization
      where organization_id = ${organization_id ?? ctx.organization.organization_id}`
    return row!
  },
})

export const saveOrganizationSecurity = operation({
  call: 'PUT /organization/security',
  summary:
    'Requires a second factor for staff of an organization and its sub-organizations. The caller must have one to turn it on',
  may: adminOf,
  takes: z.object({ organization_id: id().nullish(), staff_2fa_required: flag() }),
  gives: z.object({ staff_2fa_required: z.boolean() }),
  fails: [identityErrors.secondFactorFirst, identityErrors.proofNeeded],
  added: true,
  async run(ctx, { organization_id: requestedId, staff_2fa_required }) {
    await requireFreshProof(ctx)
    const { tfa_enabled, passkeys } = await selectFactors(ctx, userOf(ctx).user_id)
    if (staff_2fa_required && !tfa_enabled && passkeys === 0) throw identityErrors.secondFactorFirst()
    const organization_id = requestedId ?? ctx.organization.organization_id
    const [before] = await ctx.sql<{ staff_2fa_required: boolean }>`
      select staff_2fa_required from identity.organization where organization_id = ${organization_id} for update`
    await ctx.sql`
      update identity.organization set staff_2fa_required = ${staff_2fa_required}
      where organization_id = ${organization_id}`
    if (staff_2fa_required) await endWeakSessions(ctx, organization_id)
    await ctx.audit({
      action: 'organization.security',
      subject: `organization_id:${organization_id}`,
      before: before!,
      after: { staff_2fa_required },
    })
    return { staff_2fa_required }
  },
})

export type SecurityLayer = { organization_id: number; name: string; own_settings: { staff_2fa_required: true | null } }

/** The visited organization and its parents, nearest first: their names, and what each requires of staff. */
export async function listSecurityLayers({ unscoped, organization }: Ctx): Promise<SecurityLayer[]> {
  const { sql } = unscoped
  const chain = [organization.organization_id, ...(organization.above ?? [])]
  return sql<SecurityLayer>`
    select organization_id, name,
           jsonb_build_object('staff_2fa_required', nullif(staff_2fa_required, false)) as own_settings
    from identity.organization where organization_id = any(${sql.array(chain)})
    order by array_position(${sql.array(chain)}, organization_id)`
}

/**
 * Ends staff sessions of the organization and those below it that started with only one factor: they
 * must sign in again with two. Keeps the caller's own session, and views, which end with the session that started them.
 */
async function endWeakSessions(ctx: Ctx, organization_id: number): Promise<void> {
  await ctx.sql`
    update identity.session s set ended_at = ${ctx.now}
    from identity.person p
    join identity.organization_closure c on c.descendant_id = p.organization_id and c.ancestor_id = ${organization_id}
    where p.user_id = s.user_id and p.lk_user_role_id <> ${roleId.Student} and s.ended_at is null
      and s.viewed_by is null and s.session_id <> ${userOf(ctx).session_id}
      and s.method <> all(${ctx.sql.array([...twoFactorMethods])})`
}
