import { identityErrors } from '#modules/identity/errors.ts'
import { welcomeOwed } from '#modules/identity/facts.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { managerOf } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'

export const resendWelcome = operation({
  call: 'POST /user/resendWelcome',
  summary: 'Emails the welcome message again, with a new link, to a person who is Not Verified',
  added: true,
  may: managerOf('UPDATE'),
  takes: z.object({ user_id: id() }),
  gives: z.object({}),
  fails: [identityErrors.alreadyVerified],
  audit: 'user.resendWelcome',
  async run(ctx, { user_id }) {
    const { lk_user_status_id } = await selectPerson(ctx, user_id)
    if (lk_user_status_id !== userStatus.NotVerified) throw identityErrors.alreadyVerified()
    await ctx.emit(welcomeOwed, { user_id, again: true })
    return { message: localize(ctx.locale, peopleTexts.emailSent) }
  },
})
