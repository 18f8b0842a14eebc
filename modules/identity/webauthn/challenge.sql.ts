import { randomBytes } from 'node:crypto'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'

const lifetimeMs = 5 * 60_000

export type Purpose = 'register' | 'sign-in' | 'prove'

/** Creates a challenge on the visited site for one purpose; a sign-in challenge belongs to no one yet. */
export async function insertChallenge(ctx: Ctx, purpose: Purpose, user_id: number | null): Promise<Buffer> {
  const challenge = randomBytes(32)
  await ctx.sql`
    insert into identity.passkey_challenge ${ctx.sql({
      challenge_hash: hashReference(challenge.toString('base64url')),
      organization_id: ctx.organization.organization_id,
      user_id,
      purpose,
      expires_at: new Date(ctx.now.getTime() + lifetimeMs),
    })}`
  return challenge
}

/** Uses up a challenge: true once, within its time, for its site, purpose and person. */
export async function consumeChallenge(
  ctx: Ctx,
  challenge: string,
  purpose: Purpose,
  user_id: number | null,
): Promise<boolean> {
  const usedRows = await ctx.sql`
    update identity.passkey_challenge set used_at = ${ctx.now}
    where challenge_hash = ${hashReference(challenge)} and used_at is null and expires_at > ${ctx.now}
      and purpose = ${purpose} and user_id is not distinct from ${user_id}
      and organization_id = ${ctx.organization.organization_id}
    returning purpose`
  return usedRows.length === 1
}
