import { createHash } from 'node:crypto'
import { userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { LinkedProvider } from './provider-names.ts'

export type LinkedPerson = { user_id: number; admitted: boolean }

/**
 * The person of a provider's account. Unscoped: its key is unique in the product. `admitted`: whether the person may
 * sign in on the visited site.
 */
export async function findLinkedPerson(
  ctx: Ctx,
  provider: LinkedProvider,
  subject: string,
): Promise<LinkedPerson | null> {
  const [row] = await ctx.unscoped.sql<LinkedPerson>`
    select a.user_id,
           p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
           and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                       and c.descendant_id = ${ctx.organization.organization_id}) as admitted
    from identity.social_account a join identity.person p using (user_id)
    where a.provider = ${provider} and a.subject = ${subject}`
  return row ?? null
}

/** Serializes decisions about a provider account, so that two concurrent first sign-ins create one person. */
export async function lockSubject(ctx: Ctx, provider: LinkedProvider, subject: string): Promise<void> {
  const key = createHash('sha256').update(`${provider} ${subject}`).digest()
  await ctx.sql`select pg_advisory_xact_lock(${key.readInt32BE(0)}, ${key.readInt32BE(4)})`
}

type Link = {
  user_id: number
  organization_id: number
  provider: LinkedProvider
  subject: string
  email: string | null
}

/** Links a provider account to a person who has none of this provider. False if they have another one. */
export async function insertSocialAccount(ctx: Ctx, link: Link): Promise<boolean> {
  const rows = await ctx.sql`
    insert into identity.social_account ${ctx.sql({ ...link, created_at: ctx.now, used_at: ctx.now })}
    on conflict (user_id, provider) do nothing returning user_id`
  return rows.length > 0
}

export async function markSocialAccountUsed(ctx: Ctx, provider: LinkedProvider, subject: string): Promise<void> {
  await ctx.unscoped.sql`
    update identity.social_account set used_at = ${ctx.now} where provider = ${provider} and subject = ${subject}`
}

export type SocialAccount = { provider: LinkedProvider; email: string | null; created_at: Date; used_at: Date | null }

export const listSocialAccounts = (ctx: Ctx, user_id: number) => ctx.sql<SocialAccount>`
  select provider, email, created_at, used_at from identity.social_account
  where user_id = ${user_id} order by provider`
