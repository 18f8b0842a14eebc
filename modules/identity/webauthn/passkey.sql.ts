import { userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A passkey as its owner sees it. */
export type Passkey = {
  passkey_id: number
  name: string
  /** Synced to other devices through the owner's account (of a phone or browser). */
  backed_up: boolean
  created_at: Date
  used_at: Date | null
}

export type Credential = {
  passkey_id: number
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
}

export async function listPasskeys(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<Passkey[]> {
  return ctx.sql<Passkey>`
    select passkey_id, name, backed_up, created_at, used_at
    from identity.passkey where user_id = ${user_id} order by passkey_id limit 100`
}

export async function listCredentials(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<Credential[]> {
  return ctx.sql<Credential>`
    select passkey_id, user_id, credential_id, public_key, counter::float8 as counter, transports
    from identity.passkey where user_id = ${user_id} order by passkey_id limit 100`
}

/**
 * The passkey with a credential id whose owner may sign in on the visited site; null if there is none. Unscoped: the id
 * is unique in the product, and the owner may belong to a parent organization.
 */
export async function findPasskey(
  ctx: Pick<Ctx, 'unscoped' | 'organization'>,
  credential_id: Buffer,
): Promise<Credential | null> {
  const [row] = await ctx.unscoped.sql<Credential>`
    select k.passkey_id, k.user_id, k.credential_id, k.public_key, k.counter::float8 as counter, k.transports
    from identity.passkey k join identity.person p using (user_id)
    where k.credential_id = ${credential_id} and p.deleted_at is null
      and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c where c.ancestor_id = p.organization_id
                  and c.descendant_id = ${ctx.organization.organization_id})`
  return row ?? null
}

/** Stores the authenticator's signature counter. False if it did not increase: someone copied it. */
export async function recordUse(ctx: Ctx, passkey_id: number, counter: number, backed_up: boolean): Promise<boolean> {
  const rows = await ctx.unscoped.sql`
    update identity.passkey set counter = ${counter}, backed_up = ${backed_up}, used_at = ${ctx.now}
    where passkey_id = ${passkey_id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning passkey_id`
  return rows.length === 1
}

/** Returns the number of removed passkeys. */
export async function deletePasskeysOf(ctx: Pick<Ctx, 'sql'>, user_id: number): Promise<number> {
  const deletedRows = await ctx.sql`delete from identity.passkey where user_id = ${user_id} returning passkey_id`
  return deletedRows.length
}
