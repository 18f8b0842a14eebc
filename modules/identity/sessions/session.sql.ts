import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { roleOf, userStatus } from '#modules/identity/people/roles.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { hashReference, newReference } from './reference.ts'
import { sessionLimits } from './session-limits.ts'

/** The method of proof at the start of a session. */
export type SignInMethod =
  | 'password'
  | 'totp'
  | 'recovery'
  | 'passkey'
  | 'google'
  | 'facebook'
  | 'storefront'
  | 'link'
  | 'view-as'
  | 'switch'
  | 'client'
  | 'organization'

/** `client_id`: the client whose link began the sign-in. */
export type SessionOptions = { remember_me?: boolean; method?: SignInMethod; client_id?: number | null }

/** Methods that a partner controls: with the key of a client, or with the settings of its own sign-in provider. */
export const partnerMethods: ReadonlySet<SignInMethod> = new Set(['client', 'organization'])
/** The person who uses such a session has not proved today that the account is theirs. */
const unprovenMethods: ReadonlySet<SignInMethod> = new Set(['switch', ...partnerMethods])

export type NewSession = { token: string; expires_at: Date; session_id: number }

/**
 * Starts a session; only the caller gets its reference, `token`. Ends the request's previous session, so that a
 * reference planted before sign-in does not work afterwards.
 */
export async function startSession(
  ctx: Ctx,
  user_id: number,
  { remember_me = false, method = 'password', client_id = null }: SessionOptions = {},
): Promise<NewSession> {
  // Locks the person first, like every operation that ends or starts sessions, and reads once the lock is held.
  const [, person] = await Promise.all([awaitEnding(ctx, user_id), selectActivePerson(ctx, user_id)])
  if (ctx.actor.kind === 'user') await endSession(ctx, ctx.actor.session_id)
  const role = roleOf(person.lk_user_role_id)
  const { absolute, idle } = sessionLimits(role, remember_me)
  const expires_at = new Date(ctx.now.getTime() + absolute * 1000)
  return insertSession(ctx, {
    user_id,
    organization_id: person.organization_id,
    remember_me: remember_me && role === 'Student',
    method,
    proved_at: unprovenMethods.has(method) ? null : ctx.now,
    client_id,
    expires_at: client_id === null ? expires_at : await limitToClient(ctx, client_id, expires_at),
    idle_seconds: idle,
  })
}

/** The end of a session that began with a client's link, which is at most the client's last day. */
async function limitToClient(ctx: Ctx, client_id: number, expires_at: Date): Promise<Date> {
  // Unscoped: the client may belong to a parent organization.
  const [client] = await ctx.unscoped.sql<{ ends_at: Date | null }>`
    select ends_at from identity.client where client_id = ${client_id}`
  return client?.ends_at && client.ends_at < expires_at ? client.ends_at : expires_at
}

/** The person who may start a session: not disabled, in an active organization. Throws notFound. */
async function selectActivePerson(
  ctx: Ctx,
  user_id: number,
): Promise<{ organization_id: number; lk_user_role_id: number }> {
  // Unscoped: a person who signs in or switches here may belong to another organization.
  const [person] = await ctx.unscoped.sql<{ organization_id: number; lk_user_role_id: number }>`
    select p.organization_id, p.lk_user_role_id
    from identity.person p join identity.organization o using (organization_id)
    where p.user_id = ${user_id} and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and o.lk_organization_status_id = ${organizationStatus.Active}`
  if (!person) throw errors.notFound()
  return person
}

/** The columns of a session that are set at its start. */
export type SessionRow = {
  user_id: number
  organization_id: number
  remember_me?: boolean
  method: SignInMethod
  proved_at: Date | null
  expires_at: Date
  idle_seconds: number
  client_id?: number | null
  viewed_by?: number
  viewed_by_session_id?: number
  last_route?: string
  view_reason?: string | null
}

/** Adds a session of this request's device unchanged; `startSession` sets limits by role. */
export async function insertSession(ctx: Ctx, row: SessionRow): Promise<NewSession> {
  const token = newReference()
  const { now, request } = ctx
  // Unscoped, like the person.
  const { sql } = ctx.unscoped
  const [session] = await sql<{ session_id: number }>`
    insert into identity.session ${sql({
      ...row,
      reference_hash: hashReference(token),
      created_at: now,
      seen_at: now,
      address: request.address || null,
      user_agent: request.agent.slice(0, 300) || null,
    })} returning session_id`
  if (row.viewed_by === undefined) await endOldestSessions(sql, now, row.user_id)
  return { token, expires_at: row.expires_at, session_id: session!.session_id }
}

/** The maximum number of sessions of a person; views by staff don't count. */
export const maxSessions = 20

/** Ends the oldest sessions above the limit, with COMMIT. Concurrent starts take turns, so that each counts all. */
async function endOldestSessions(sql: Sql, now: Date, user_id: number): Promise<void> {
  await sql.last(sql`select pg_advisory_xact_lock(hashtext('identity.session'), ${user_id})`)
  // A session in use right now is left to the next sign-in: waiting for it could deadlock.
  await sql.last(sql`
    update identity.session set ended_at = ${now}
    where session_id in (
      select session_id from identity.session s
      where s.ended_at is null and s.session_id in (
        select o.session_id from identity.session o
        where o.user_id = ${user_id} and o.ended_at is null and o.viewed_by is null and o.expires_at > ${now}
          and o.seen_at + o.idle_seconds * interval '1 second' > ${now}
        order by o.session_id desc offset ${maxSessions})
      for update skip locked)`)
}

/** Locks a live session: of several copies of a request that ends it, only the first finds it. */
export async function lockSession({ sql }: Pick<Ctx, 'sql'>, session_id: number) {
  const [session] = await sql<{ expires_at: Date; method: SignInMethod }>`
    select expires_at, method from identity.session where session_id = ${session_id} and ended_at is null for update`
  if (!session) throw errors.unauthenticated()
  return session
}

/** Ends one session. Idempotent. */
export async function endSession(ctx: Pick<Ctx, 'sql' | 'now'>, session_id: number): Promise<void> {
  await ctx.sql`
    update identity.session set ended_at = ${ctx.now} where session_id = ${session_id} and ended_at is null`
}

/**
 * Ends a session and, if it is a view, the staff member's own. Unscoped: the staff member may belong to a parent
 * organization.
 */
export async function endSessionAndView(ctx: Pick<Ctx, 'unscoped' | 'now'>, session_id: number): Promise<void> {
  await ctx.unscoped.sql`
    update identity.session set ended_at = ${ctx.now}
    where ended_at is null
      and session_id in (select unnest(array[v.session_id, v.viewed_by_session_id])
                         from identity.session v where v.session_id = ${session_id})`
}

/**
 * Waits for an operation that is ending the person's sessions. The basis of a new session (another session, a link)
 * must be checked afterwards: otherwise the new one could outlive it.
 */
export async function awaitEnding(ctx: Pick<Ctx, 'unscoped'>, user_id: number): Promise<void> {
  // Unscoped, like the person.
  await ctx.unscoped.sql`select from identity.person where user_id = ${user_id} for key share`
}

/** Ends every session of a person (disabled, new password, new permissions), except the one in `except`. */
export async function endSessionsOf(
  ctx: Pick<Ctx, 'sql' | 'now'>,
  user_id: number,
  { except = 0 }: { except?: number } = {},
): Promise<void> {
  // A new session refers to its person: those being started are visible to the next statement, or wait for this lock.
  await ctx.sql`select from identity.person where user_id = ${user_id} for update`
  await ctx.sql`
    update identity.session set ended_at = ${ctx.now}
    where user_id = ${user_id} and ended_at is null and session_id <> ${except}`
  // Also stops sign-ins that wait for their second step.
  await ctx.sql`
    update identity.sign_in_step set used_at = ${ctx.now} where user_id = ${user_id} and used_at is null`
}
