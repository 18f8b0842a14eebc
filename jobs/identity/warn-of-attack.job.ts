import { accountAttacked, securityChanged } from '#modules/identity/facts.ts'
import { job } from '#platform/queue/job.ts'

/** The owner of an account that strangers try to open hears of it, as of every other change in how they sign in. */
export const warnOfAttack = job({
  name: 'identity.warn-of-attack',
  on: accountAttacked,
  run: (ctx, { user_ids }) =>
    ctx.tx(async (inner) => {
      for (const user_id of user_ids) await inner.emit(securityChanged, { user_id, kind: 'sign_ins_failed' })
    }),
})
