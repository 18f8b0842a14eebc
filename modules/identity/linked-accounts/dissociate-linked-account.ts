import { endLink } from '#modules/identity/credentials/end-links.sql.ts'
import { selfOrManagerOfField, subjectOf } from '#modules/identity/people/people-scope.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'

type Input = { userId: number; isDissociateAccountLinkedTo: boolean; owner_user_id?: number | null }

export const dissociateLinkedAccount = operation({
  call: 'POST /user/disssociateLinkedAccount',
  summary:
    'Removes a link to another account, or from one (isDissociateAccountLinkedTo). Either owner can do this, and so can staff',
  may: selfOrManagerOfField<Input>('UPDATE', ({ owner_user_id }) => owner_user_id),
  takes: z.object({
    userId: id(),
    isDissociateAccountLinkedTo: flag().default(false),
    /** The owner of the link, for staff. */
    owner_user_id: id().nullish(),
  }),
  gives: z.object({}),
  audit: ({ userId, owner_user_id, isDissociateAccountLinkedTo }) => ({
    action: 'linked_account.remove',
    subject: `user_id:${userId}`,
    subject_user_id: owner_user_id ?? userId,
    after: { isDissociateAccountLinkedTo },
  }),
  async run(ctx, input) {
    const owner_id = subjectOf(ctx, { user_id: input.owner_user_id })
    const { userId, isDissociateAccountLinkedTo } = input
    const ended = await endLink(
      ctx,
      isDissociateAccountLinkedTo
        ? { user_id: userId, related_user_id: owner_id }
        : { user_id: owner_id, related_user_id: userId },
    )
    if (!ended) throw errors.notFound()
    return {}
  },
})
