import { roleId } from '#modules/identity/people/roles.ts'
import type { SignInMethod } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** These ways of signing in prove two factors in one step, or are the second one. */
export const wholeMethods: readonly SignInMethod[] = ['totp', 'recovery', 'passkey']

/** What a person can prove themselves with beside a password. */
export type Factors = {
  tfa_enabled: boolean
  passkeys: number
  recovery_codes_left: number
  /** Staff of an organization that asks for a second factor, itself or one above it. */
  required: boolean
  has_password: boolean
}

/** Whether a password alone is not enough for this person: neither to sign in nor to prove who they are later. */
export const asksSecondFactor = ({ tfa_enabled, required, passkeys }: Factors): boolean =>
  tfa_enabled || (required && passkeys > 0)

/**
 * The factors of one person; the caller has checked the reach. Unscoped: whether a second factor is
 * required depends on parent organizations.
 */
export async function selectFactors({ unscoped }: Pick<Ctx, 'unscoped'>, user_id: number): Promise<Factors> {
  const [row] = await unscoped.sql<Factors>`
    select exists (select from identity.totp t where t.user_id = p.user_id and t.confirmed_at is not null) as tfa_enabled,
           (select count(*)::int from identity.passkey k where k.user_id = p.user_id) as passkeys,
           (select count(*)::int from identity.recovery_code r
            where r.user_id = p.user_id and r.used_at is null) as recovery_codes_left,
           p.lk_user_role_id <> ${roleId.Student} and exists (
             select from identity.organization_closure c
             join identity.organization o on o.organization_id = c.ancestor_id
             where c.descendant_id = p.organization_id and o.staff_2fa_required) as required,
           p.password_hash is not null as has_password
    from identity.person p where p.user_id = ${user_id}`
  return row ?? { tfa_enabled: false, passkeys: 0, recovery_codes_left: 0, required: false, has_password: false }
}
