import { requireWithinOwnRights } from '#modules/identity/account-lifecycle/create-person.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { instructorInvited } from '#modules/identity/facts.ts'
import { emailAddress, optionalName } from '#modules/identity/people/person-fields.schema.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { scoped, staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { insertInvitation } from './invitation.sql.ts'

export const inviteManager = operation({
  call: 'POST /user/invitation/manager',
  summary:
    'Invites a person by email to manage an organization: an instructor there who may change it. The link works once, for 7 days',
  added: true,
  may: scoped<{ organization_id: number }>(
    staff(['MANAGE_ORGANIZATION:UPDATE', 'MANAGE_INSTRUCTORS:CREATE'], 'every'),
    'for one of their organizations',
    async (ctx, { organization_id }) => {
      if (!ctx.organization.scope.includes(organization_id)) throw errors.notFound()
    },
  ),
  takes: z.object({
    organization_id: id(),
    email: emailAddress(),
    first_name: optionalName(),
    last_name: optionalName(),
  }),
  gives: z.object({ invitation_id: z.int() }),
  fails: [identityErrors.invitationOpen, identityErrors.cannotCreate],
  audit: ({ organization_id }, { invitation_id }) => ({
    action: 'user.inviteManager',
    subject: `invitation_id:${invitation_id}`,
    after: { organization_id },
  }),
  async run(ctx, { organization_id, ...invited }) {
    await requireWithinOwnRights(ctx, 'Instructor', organization_id)
    const invited_by = userOf(ctx).user_id
    const invitation_id = await insertInvitation(ctx, { ...invited, organization_id, invited_by, manager_ind: true })
    await ctx.emit(instructorInvited, { invitation_id })
    return { invitation_id }
  },
})
