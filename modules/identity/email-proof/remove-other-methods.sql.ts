import { endLinksOf } from '#modules/identity/credentials/end-links.sql.ts'
import { deleteRecoveryCodes } from '#modules/identity/credentials/recovery-codes.sql.ts'
import { deleteTotp } from '#modules/identity/credentials/totp.sql.ts'
import { dropEmailChange } from '#modules/identity/emails/email-change.sql.ts'
import { securityChanged } from '#modules/identity/facts.ts'
import { endSessionsOf } from '#modules/identity/sessions/session.sql.ts'
import { deletePasskeysOf } from '#modules/identity/webauthn/passkey.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The number of removed items of each kind; never an identifier of the other account. */
export type RemovedMethods = { authenticator: boolean; passkeys: number; providers: string[]; linked_accounts: number }

/**
 * Removes every way into an account except the password: provider accounts, passkeys, the authenticator with its
 * recovery codes, linked accounts in both directions, known browsers, a pending address, and all sessions but `keep`.
 * The caller must have locked the person. Notifies the owner if anything was removed.
 */
export async function removeOtherMethods(
  visitedCtx: Ctx,
  user_id: number,
  { keep = 0 }: { keep?: number } = {},
): Promise<RemovedMethods> {
  // Unscoped: the person may belong to a parent organization.
  const ctx = visitedCtx.unscoped
  const social = await ctx.sql<{ provider: string }>`
    delete from identity.social_account where user_id = ${user_id} returning provider`
  const passkeys = await deletePasskeysOf(ctx, user_id)
  const authenticator = await deleteTotp(ctx, user_id)
  await deleteRecoveryCodes(ctx, user_id)
  const linked_accounts = await endLinksOf(ctx, user_id)
  // A known browser faces fewer checks: the browsers of the account's creator must not count.
  await ctx.sql`delete from identity.device where user_id = ${user_id}`
  await dropEmailChange(ctx, user_id)
  await endSessionsOf(ctx, user_id, { except: keep })
  const providers = social.map(({ provider }) => provider)
  const hasRemoved = authenticator || passkeys + providers.length + linked_accounts > 0
  if (hasRemoved) await ctx.emit(securityChanged, { user_id, kind: 'other_ways_removed' })
  return { authenticator, passkeys, providers, linked_accounts }
}
