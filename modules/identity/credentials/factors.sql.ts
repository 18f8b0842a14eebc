import { roleId } from '#modules/identity/people/roles.ts'
import type { SignInMethod } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** These methods prove two factors in one step, or are the second factor. */
export const twoFactorMethods: readonly SignInMethod[] = ['totp', 'recovery', 'passkey']

/** A person's factors besides the password. */
export type Factors = {
  tfa_enabled: boolean
  passkeys: number
  recovery_codes_left: number
  /** An auditor, or staff of an organization that requires a second factor, itself or through a parent. */
  required: boolean
  has_password: boolean
}

/** Whether this person needs more than a password, for signing in and for later proofs. */
export const needsSecondFactor = ({ tfa_enabled, required, passkeys }: Factors): boolean =>
  tfa_enabled || (required && passkeys > 0)

/**
 * One person's factors. The caller must check the access. Unscoped: parent organizations may require a second factor.
 */
export async function selectFactors({ unscoped }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<Factors> {
  const [row] = await unscoped.sql<Factors>`
    select exists (select from identity.totp t where t.user_id = p.user_id and t.confirmed_at is not null) as tfa_enabled,
           (select count(*)::int from identity.passkey k where k.user_id = p.user_id) as passkeys,
           (select count(*)::int from identity.recovery_code r
            where r.user_id = p.user_id and r.used_at is null) as recovery_codes_left,
           p.lk_user_role_id = ${roleId.Auditor} or p.lk_user_role_id <> ${roleId.Student} and exists (
             select from identity.organization_closure c
             join identity.organization o on o.organization_id = c.ancestor_id
             where c.descendant_id = p.organization_id and o.staff_2fa_required) as required,
           p.password_hash is not null as has_password
    from identity.person p where p.user_id = ${user_id}`
  return row ?? { tfa_enabled: false, passkeys: 0, recovery_codes_left: 0, required: false, has_password: false }
}
