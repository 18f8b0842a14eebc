import { hashPassword } from '#modules/identity/credentials/password-hash.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { newPassword, requireGoodPassword, samePasswords } from '#modules/identity/passwords/password.schema.ts'
import { insertPerson } from '#modules/identity/people/insert-person.ts'
import { firstName, lastName, newLoginid } from '#modules/identity/people/person-fields.schema.ts'
import { languageId, roleId, userStatus } from '#modules/identity/people/roles.ts'
import { completeSignIn, SignInResponse } from '#modules/identity/sign-in/complete-sign-in.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { insertAccess } from './audit-access.sql.ts'
import { becomeManager } from './become-manager.ts'
import { findInvitation, type LiveInvitation } from './invitation.sql.ts'

const token = () => z.string().max(200)

export const getInvitation = operation({
  call: 'GET /user/invitation/state',
  summary: 'Returns who an open invitation is for and which organization sent it',
  added: true,
  may: anyone,
  takes: z.object({ token: token() }),
  gives: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    organization_name: z.string(),
    /** Invited to manage the organization. */
    manager_ind: z.boolean(),
    /** Invited to read as an auditor. */
    auditor_ind: z.boolean(),
  }),
  fails: [identityErrors.linkExpired],
  rate: 'sign-in',
  async run(ctx, input) {
    const invitation = await findInvitation(ctx, input.token)
    if (!invitation) throw identityErrors.linkExpired()
    return { ...invitation, auditor_ind: invitation.audit !== null, organization_name: ctx.organization.name }
  },
})

export const acceptInvitation = operation({
  call: 'POST /user/invitation/accept',
  summary: 'Accepts an invitation to become an instructor, a manager or an auditor, and signs in',
  added: true,
  may: anyone,
  takes: z
    .object({
      token: token(),
      first_name: firstName(),
      last_name: lastName(),
      loginid: newLoginid(),
      password: newPassword(),
      confirmPassword: z.string().max(1_000),
    })
    .superRefine(samePasswords('password')),
  gives: SignInResponse,
  fails: [identityErrors.linkExpired, identityErrors.loginidInUse, identityErrors.weakPassword],
  transaction: { own: 'no connection waits while a password is hashed' },
  rate: 'sign-in',
  async run(ctx, { token, password, confirmPassword: _same, ...person }) {
    const invited = await findInvitation(ctx, token)
    if (!invited) throw identityErrors.linkExpired()
    const { loginid, first_name, last_name } = person
    await requireGoodPassword(ctx, password, [loginid, invited.email, first_name, last_name])
    const password_hash = await hashPassword(password)
    return ctx.tx(async (inner) => {
      // If two requests accept at the same time, one waits here and then finds the link used.
      const invitation = await findInvitation(inner, token, { lock: true })
      if (!invitation) throw identityErrors.linkExpired()
      const user_id = await addInvited(inner, invitation, { ...person, password_hash })
      return completeSignIn(inner, user_id, { method: 'link' })
    })
  },
})

type NewAccount = { loginid: string; first_name: string; last_name: string; password_hash: string }

async function addInvited(ctx: Ctx, invitation: LiveInvitation, newAccount: NewAccount) {
  const { invitation_id, email, organization_id, invited_by, audit } = invitation
  const row = {
    ...newAccount,
    organization_id,
    email,
    middle_name: '',
    lk_user_role_id: audit ? roleId.Auditor : roleId.Instructor,
    lk_user_status_id: userStatus.Active,
    // The link was sent to this address.
    email_proven_at: ctx.now,
    lk_language_id: languageId(ctx.locale),
  }
  const user_id = await insertPerson(ctx, row, [])
  await ctx.sql`
    update identity.invitation set used_at = ${ctx.now}, user_id = ${user_id} where invitation_id = ${invitation_id}`
  await ctx.audit({
    action: 'user.acceptInvitation',
    subject: `invitation_id:${invitation_id}`,
    subject_user_id: user_id,
  })
  if (audit) await insertAccess(ctx, { ...audit, user_id, organization_id, invited_by })
  if (invitation.manager_ind) await becomeManager(ctx, { user_id, organization_id, invited_by })
  return user_id
}
