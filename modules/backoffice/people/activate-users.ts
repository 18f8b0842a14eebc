import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { identityErrors, managerOf, selectPerson, setUserStatus, userStatus } from '#modules/identity/index.ts'
import { changesOf } from '#platform/audit/changes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { peopleWords } from './people.texts.ts'

const manager = managerOf('UPDATE')

const mayManage: typeof manager = {
  ...manager,
  description: `${manager.description}, not their own`,
  scope: async (ctx, input) => {
    await manager.scope?.(ctx, input)
    if (input.user_id === userOf(ctx).user_id) throw backofficeErrors.ownStatus()
  },
}

const takes = z.object({ user_id: id() })

export const activateUser = operation({
  call: 'PUT /user/activate',
  summary: 'Lets a disabled user sign in again. A user who never signed in gets the email to choose a password',
  may: mayManage,
  takes,
  gives: z.object({}),
  fails: [backofficeErrors.ownStatus, identityErrors.aboveYou],
  run: (ctx, { user_id }) => change(ctx, user_id, { action: 'user.activate', status: userStatus.Active }),
})

export const deactivateUser = operation({
  call: 'PUT /user/deactivate',
  summary: 'Signs a user out everywhere and refuses their sign-in until they are activated again',
  may: mayManage,
  takes: takes.extend({
    /** The lists require it; the contract's own call has none. */
    reason: optionalText(1_000),
  }),
  gives: z.object({}),
  fails: [backofficeErrors.ownStatus, identityErrors.aboveYou],
  run: (ctx, { user_id, reason }) =>
    change(ctx, user_id, { action: 'user.deactivate', status: userStatus.Disabled, reason }),
})

const messageKeys = {
  [userStatus.Active]: 'enabled',
  [userStatus.Disabled]: 'disabled',
  [userStatus.NotVerified]: 'welcomed',
} as const

type Change = { action: string; status: 1 | 2; reason?: string }

async function change(ctx: Ctx, user_id: number, { action, status, reason }: Change) {
  const before = await selectPerson(ctx, user_id)
  const { first_name, last_name, loginid } = before
  const lk_user_status_id = await setUserStatus(ctx, user_id, status)
  const change = changesOf(before, { lk_user_status_id }, ['lk_user_status_id'])
  await ctx.audit({
    action,
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    before: change.before,
    after: { ...change.after, ...(reason && { reason }) },
  })
  return {
    message: localText(ctx.locale, peopleWords, messageKeys[lk_user_status_id], {
      name: `${first_name} ${last_name}`.trim() || loginid,
    }),
  }
}
