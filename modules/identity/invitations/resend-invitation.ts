import { requireWithinOwnRights } from '#modules/identity/account-lifecycle/create-person.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { instructorInvited } from '#modules/identity/facts.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { invitationEnd } from './invitation.sql.ts'
import { inviterOf } from './inviter-of.ts'

export const resendInvitation = operation({
  call: 'POST /user/invitation/resend',
  summary: 'Emails an invitation again. The link stays the same and works for 7 more days',
  added: true,
  may: inviterOf,
  takes: z.object({ invitation_id: id() }),
  gives: z.object({}),
  fails: [errors.conflict, identityErrors.cannotCreate],
  audit: 'user.resendInvitation',
  // Ten an hour: each emails a person who has no account to unsubscribe with.
  rate: 'guess',
  async run(ctx, { invitation_id }) {
    // The sender becomes responsible: the original inviter may have left.
    const [renewed] = await ctx.sql<{ organization_id: number }>`
      update identity.invitation set expires_at = ${invitationEnd(ctx.now)}, invited_by = ${userOf(ctx).user_id}
      where invitation_id = ${invitation_id} and used_at is null and revoked_at is null
      returning organization_id`
    if (!renewed) throw errors.conflict()
    await requireWithinOwnRights(ctx, 'Instructor', renewed.organization_id)
    await ctx.emit(instructorInvited, { invitation_id })
    return {}
  },
})
