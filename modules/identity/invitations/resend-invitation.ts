import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { userOf } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'
import { instructorInvited } from '../facts.ts'
import { invitationEnd } from './invitation.sql.ts'
import { inviterOf } from './inviter-of.ts'

export const resendInvitation = operation({
  call: 'POST /user/invitation/resend',
  summary: 'The letter of an invitation again, with the same link, which then works for seven more days',
  added: true,
  may: inviterOf,
  takes: z.object({ invitation_id: id() }),
  gives: z.object({}),
  fails: [errors.conflict],
  audit: 'user.resendInvitation',
  // Each is a letter to somebody who has no account to say no with.
  rate: 'sign-in',
  async run(ctx, { invitation_id }) {
    // Whoever sends it stands for it: the first inviter may have left the house.
    const renewed = await ctx.sql`
      update identity.invitation set expires_at = ${invitationEnd(ctx.now)}, invited_by = ${userOf(ctx).user_id}
      where invitation_id = ${invitation_id} and used_at is null and revoked_at is null
      returning 1`
    if (renewed.length === 0) throw errors.conflict()
    await ctx.emit(instructorInvited, { invitation_id })
    return {}
  },
})
