import { randomUUID } from 'node:crypto'
import { passwordResetRequested } from '#modules/identity/facts.ts'
import { isBareHost } from '#modules/identity/organizations/bare-host.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { optionalText, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'

const resetTexts = texts({
  sent: [
    'If we have an account for you, we sent an email with a link to choose a new password.',
    'Si usted tiene una cuenta, le enviamos un correo electrónico con un enlace para elegir una contraseña nueva.',
  ],
})

export const resetPassword = operation({
  call: 'POST /user/resetPassword',
  summary: 'Requests a link to choose a new password. The response is the same whether or not the account exists',
  may: anyone,
  takes: z.object({ loginid: optionalText(254), email: optionalText(254) }),
  gives: z.object({ data: z.object({ message: z.string() }) }),
  audit: () => ({ action: 'user.resetPassword' }),
  rate: 'sign-in',
  async run(ctx, { loginid, email }) {
    if (!loginid && !email) {
      const message = localize(ctx.locale, peopleTexts.username)
      throw errors.invalid({}, {}, [{ path: 'loginid', message }])
    }
    // Everything that takes longer for a known account runs in the job.
    await ctx.emit(passwordResetRequested, {
      request_id: randomUUID(),
      user_ids: await listMatchingAccounts(ctx, loginid, email),
      bare_host: isBareHost(ctx),
    })
    return { data: { message: localize(ctx.locale, resetTexts.sent) } }
  },
})

const maxAccounts = 20

/**
 * The matching accounts: by login id or email if one field was filled, by email alone if only that was. The account
 * with that login id comes first, then accounts with a proven address, so that accounts created by others with the same
 * address can't push them out of the email. People missing from it can ask again by username.
 */
async function listMatchingAccounts(ctx: Ctx, loginid: string, email: string): Promise<number[]> {
  // Unscoped: people of parent organizations sign in here, too.
  const rows = await ctx.unscoped.sql<{ user_id: number }>`
    select p.user_id from identity.person p
    where (p.loginid_key = lower(${loginid}) or p.email_key = lower(${email || loginid}))
      and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${ctx.organization.organization_id})
    order by p.loginid_key = lower(${loginid}) desc, p.email_proven_at is null, p.user_id
    limit ${maxAccounts}`
  return rows.map(({ user_id }) => user_id)
}
