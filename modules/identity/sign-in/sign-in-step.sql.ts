import { userStatus } from '#modules/identity/people/roles.ts'
import { hashReference, isReference, newReference } from '#modules/identity/sessions/reference.ts'
import type { SignInMethod } from '#modules/identity/sessions/session.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

const lifetimeMs = 5 * 60_000
const maxTries = 5

/**
 * A sign-in between its first proof and its session. `code`: a second factor is required; `set-up`: one must be
 * created.
 */
export type SignInStep = {
  user_id: number
  loginid: string
  kind: 'code' | 'set-up'
  method: SignInMethod
  remember_me: boolean
  /** The client whose link began the sign-in. */
  client_id: number | null
  /** Identifies this step as the holder of a pending secret. */
  holder: string
}

/** Opens the step; only the caller gets the handle, which is valid for this step alone. */
export async function openSignInStep(
  ctx: Ctx,
  user_id: number,
  step: Pick<SignInStep, 'kind' | 'method' | 'remember_me' | 'client_id'>,
): Promise<{ token: string; expires_at: Date }> {
  const token = newReference()
  const expires_at = new Date(ctx.now.getTime() + lifetimeMs)
  await ctx.sql`
    insert into identity.sign_in_step
      (handle_hash, user_id, organization_id, kind, method, remember_me, client_id, created_at,
       expires_at)
    select ${hashReference(token)}, user_id, organization_id, ${step.kind}, ${step.method}, ${step.remember_me},
           ${step.client_id}::int, ${ctx.now}, ${expires_at}
    from identity.person where user_id = ${user_id}`
  return { token, expires_at }
}

/**
 * The live step of the request's handle, or null: unknown, used, expired, tried too often, or of a person who may no
 * longer sign in here. `lock` locks the step and its person for this transaction, so that copies of a request are
 * serialized. Unscoped: the handle is the secret, and its person may belong to a parent organization.
 */
export async function findSignInStep(ctx: Ctx, { lock = false } = {}): Promise<SignInStep | null> {
  const { handle = '' } = ctx.request
  if (!isReference(handle)) return null
  const { sql } = ctx.unscoped
  const [row] = await sql<SignInStep>`
    select s.user_id, p.loginid, s.kind, s.method, s.remember_me, s.client_id,
           'step:' || encode(s.handle_hash, 'hex') as holder
    from identity.sign_in_step s join identity.person p using (user_id)
    where s.handle_hash = ${hashReference(handle)} and s.used_at is null and s.expires_at > ${ctx.now}
      and s.tries < ${maxTries} and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${ctx.organization.organization_id})
      -- A person who has a factor by now cannot add another one by the password alone.
      and (s.kind = 'code' or not exists (select from identity.totp t
                                          where t.user_id = p.user_id and t.confirmed_at is not null
                                          union all select from identity.passkey k where k.user_id = p.user_id))
    ${lock ? sql`for no key update of p, s` : sql``}`
  return row ?? null
}

export async function countStepTry(ctx: Ctx): Promise<void> {
  await ctx.unscoped.sql`
    update identity.sign_in_step set tries = tries + 1 where handle_hash = ${hashReference(ctx.request.handle ?? '')}`
}

export async function spendSignInStep(ctx: Ctx): Promise<void> {
  await ctx.unscoped.sql`
    update identity.sign_in_step set used_at = ${ctx.now}
    where handle_hash = ${hashReference(ctx.request.handle ?? '')}`
}
