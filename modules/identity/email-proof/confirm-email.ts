import { findLinkHolder, spendResetLink } from '#modules/identity/credentials/reset-link.sql.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { emailConfirmationRequested } from '#modules/identity/facts.ts'
import { isBareHost } from '#modules/identity/organizations/bare-host.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { isAddressProven, markAddressProven } from './email-proof.sql.ts'

export const sendEmailConfirmation = operation({
  call: 'POST /user/sendEmailConfirmation',
  summary: "Emails a link to confirm the caller's address, unless it is already confirmed",
  may: signedIn,
  takes: z.object({}),
  gives: z.object({ confirmed: z.boolean() }),
  audit: 'user.sendEmailConfirmation',
  rate: 'sign-in',
  added: true,
  async run(ctx) {
    const { user_id } = userOf(ctx)
    const confirmed = await isAddressProven(ctx, user_id)
    if (!confirmed) await ctx.emit(emailConfirmationRequested, { user_id, bare_host: isBareHost(ctx) })
    return { confirmed }
  },
})

/**
 * Accepts the link within a session of the same account: having both proves ownership. Without such a session it does
 * nothing here; the page offers to set a new password, which removes every other way to sign in.
 */
export const confirmEmail = operation({
  call: 'POST /user/confirmEmail',
  summary: "Confirms the caller's email address with the token of an emailed link, and ends other sessions",
  may: signedIn,
  takes: z.object({ token: z.string().max(200) }),
  gives: z.object({ confirmed: z.literal(true) }),
  fails: [identityErrors.linkExpired],
  rate: 'sign-in',
  added: true,
  async run(ctx, { token }) {
    const { user_id, session_id } = userOf(ctx)
    if (await confirmEmailChange(ctx, token)) return { confirmed: true as const }
    const holder = await findLinkHolder(ctx, token)
    if (holder?.user_id !== user_id) throw identityErrors.linkExpired()
    await spendResetLink(ctx, token)
    await markAddressProven(ctx, user_id, { keep: session_id })
    return { confirmed: true as const }
  },
})
