import { requireWithinOwnRights } from '#modules/identity/account-lifecycle/create-person.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { instructorInvited } from '#modules/identity/facts.ts'
import { emailAddress, optionalName } from '#modules/identity/people/person-fields.schema.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { scoped, staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { insertInvitation } from './invitation.sql.ts'
import { inviterOf } from './inviter-of.ts'

type Input = { organization_id?: number | null }

export const inviteInstructor = operation({
  call: 'POST /user/invitation/instructor',
  summary: 'Invites a person by email to become an instructor. The link works once, for 7 days',
  added: true,
  may: scoped<Input>(
    staff('MANAGE_INSTRUCTORS:CREATE'),
    'for one of their organizations',
    async (ctx, { organization_id }) => {
      if (!ctx.organization.scope.includes(organization_id ?? ctx.organization.organization_id)) throw errors.notFound()
    },
  ),
  takes: z.object({
    email: emailAddress(),
    first_name: optionalName(),
    last_name: optionalName(),
    /** The visited one by default. */
    organization_id: id().nullish(),
  }),
  gives: z.object({ invitation_id: z.int() }),
  fails: [identityErrors.invitationOpen, identityErrors.cannotCreate],
  audit: (_input, { invitation_id }) => ({
    action: 'user.inviteInstructor',
    subject: `invitation_id:${invitation_id}`,
  }),
  async run(ctx, { organization_id, ...invited }) {
    const target_id = organization_id ?? ctx.organization.organization_id
    await requireWithinOwnRights(ctx, 'Instructor', target_id)
    const invited_by = userOf(ctx).user_id
    const invitation_id = await insertInvitation(ctx, { ...invited, organization_id: target_id, invited_by })
    await ctx.emit(instructorInvited, { invitation_id })
    return { invitation_id }
  },
})

export const revokeInvitation = operation({
  call: 'POST /user/invitation/revoke',
  summary: 'Revokes an open invitation',
  added: true,
  may: inviterOf,
  takes: z.object({ invitation_id: id() }),
  gives: z.object({}),
  audit: 'user.revokeInvitation',
  async run(ctx, { invitation_id }) {
    await ctx.sql`
      update identity.invitation set revoked_at = ${ctx.now}
      where invitation_id = ${invitation_id} and used_at is null and revoked_at is null`
    return {}
  },
})
