import type { Ctx } from '../../../platform/ctx.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { errors } from '../../../platform/errors.ts'
import type { UserActor } from '../../../platform/permissions.ts'
import type { Locale } from '../../../platform/texts.ts'
import { organizationStatus } from '../organizations/organization-status.ts'
import { localeOf, roleOf, userStatus } from '../people/roles.ts'
import { effectivePermissions } from '../permissions.ts'
import { hashReference, isReference, newReference } from './reference.ts'
import { sessionLimits } from './session-limits.ts'

/** Who a valid session reference stands for. */
export type SignedIn = {
  actor: UserActor
  locale: Locale
  lk_user_status_id: number
  first_name: string
  last_name: string
  loginid: string
  email: string
  /** Null for a student who has not answered About You yet. */
  about_you_at: Date | null
  expires_at: Date
}

type Row = Omit<SignedIn, 'actor' | 'locale'> & {
  session_id: number
  user_id: number
  organization_id: number
  lk_user_role_id: number
  lk_language_id: number
  lk_organization_status_id: number
  reach: number[] | null
  rows: Record<string, boolean> | null
  touch_due: boolean
}

/**
 * Who a session reference stands for on the site of `organization`, or null: unknown, ended, too old, idle too long,
 * of a disabled person, or of a person whose organization is neither the visited one nor above it. The session of a
 * person whose organization was closed ends here, so that it does not come back to life with the organization.
 * Marks the session as seen, at most once a minute: `sql` must be able to write.
 */
export async function resolveSession(
  sql: Sql,
  reference: string,
  now: Date,
  organization: { organization_id: number },
): Promise<SignedIn | null> {
  if (!isReference(reference)) return null
  const [row] = await sql<Row>`
    select s.session_id, s.expires_at, s.seen_at < ${now}::timestamptz - interval '1 minute' as touch_due,
           p.user_id, p.organization_id, p.lk_user_role_id, p.lk_user_status_id, p.lk_language_id, p.first_name,
           p.last_name, p.loginid, p.email, p.about_you_at, o.lk_organization_status_id,
           case when p.organization_id <> ${organization.organization_id} then
             (select array_agg(c.descendant_id) from identity.organization_closure c
              where c.ancestor_id = p.organization_id) end as reach,
           (select jsonb_object_agg(r.key, r.granted) from identity.permission r where r.user_id = p.user_id) as rows
    from identity.session s
    join identity.person p using (user_id)
    join identity.organization o on o.organization_id = p.organization_id
    where s.reference_hash = ${hashReference(reference)}
      and s.ended_at is null
      and s.expires_at > ${now}
      and s.seen_at + s.idle_seconds * interval '1 second' > ${now}
      and p.deleted_at is null
      and p.lk_user_status_id <> ${userStatus.Disabled}
      and exists (select from identity.organization_closure c
                  where c.ancestor_id = p.organization_id and c.descendant_id = ${organization.organization_id})`
  if (!row) return null
  if (row.lk_organization_status_id !== organizationStatus.Active) {
    await endSession({ sql, now }, row.session_id)
    return null
  }
  if (row.touch_due) await touchSession(sql, row.session_id, now)
  return signedIn(row)
}

function signedIn({
  session_id,
  reach,
  user_id,
  organization_id,
  lk_user_role_id,
  lk_language_id,
  rows,
  ...row
}: Row): SignedIn {
  const role = roleOf(lk_user_role_id)
  const permissions = effectivePermissions(role, rows ?? {})
  return {
    actor: {
      kind: 'user',
      user_id,
      role,
      organization_id,
      ...(reach ? { reach } : {}),
      session_id,
      permissions,
      viewed_by: null,
    },
    locale: localeOf(lk_language_id),
    lk_user_status_id: row.lk_user_status_id,
    first_name: row.first_name,
    last_name: row.last_name,
    loginid: row.loginid,
    email: row.email,
    about_you_at: row.about_you_at,
    expires_at: row.expires_at,
  }
}

/** Says that the person behind a session is there (a course that is being watched): its idle time starts anew. */
export async function touchSession(sql: Sql, session_id: number, now: Date): Promise<void> {
  // Never backwards: two processes' clocks may differ a little.
  await sql`update identity.session set seen_at = greatest(seen_at, ${now}) where session_id = ${session_id}`
}

/** How a person proved who they are when the session began. */
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

export type SessionOptions = { remember_me?: boolean; method?: SignInMethod }

/**
 * Opens a session; `token` is its reference and is known to nobody but the caller. Ends the session that the
 * request came with, so that a reference planted before sign-in is worth nothing after it.
 */
export async function startSession(
  ctx: Ctx,
  user_id: number,
  { remember_me = false, method = 'password' }: SessionOptions = {},
): Promise<{ token: string; expires_at: Date; session_id: number }> {
  if (ctx.actor.kind === 'user') await endSession(ctx, ctx.actor.session_id)
  // Beyond the visited site: whoever signs in or switches here may belong to another organization.
  const { sql } = ctx.beyond
  const [person] = await sql<{ organization_id: number; lk_user_role_id: number }>`
    select p.organization_id, p.lk_user_role_id
    from identity.person p join identity.organization o using (organization_id)
    where p.user_id = ${user_id} and p.deleted_at is null and p.lk_user_status_id <> ${userStatus.Disabled}
      and o.lk_organization_status_id = ${organizationStatus.Active}`
  if (!person) throw errors.notFound()
  const { absolute, idle } = sessionLimits(roleOf(person.lk_user_role_id), remember_me)
  const token = newReference()
  const expires_at = new Date(ctx.now.getTime() + absolute * 1000)
  const [session] = await sql<{ session_id: number }>`
    insert into identity.session ${sql({
      reference_hash: hashReference(token),
      user_id,
      organization_id: person.organization_id,
      remember_me,
      method,
      proved_at: ctx.now,
      created_at: ctx.now,
      seen_at: ctx.now,
      expires_at,
      idle_seconds: idle,
      address: ctx.request.address || null,
      user_agent: ctx.request.agent.slice(0, 300) || null,
    })} returning session_id`
  return { token, expires_at, session_id: session!.session_id }
}

/** Ends one session. Ending an ended one changes nothing. */
export async function endSession(ctx: Pick<Ctx, 'sql' | 'now'>, session_id: number): Promise<void> {
  await ctx.sql`
    update identity.session set ended_at = ${ctx.now} where session_id = ${session_id} and ended_at is null`
}

/** Ends every session of a person (disabled, new password, new rights), but for the one in `except`. */
export async function endSessionsOf(
  ctx: Pick<Ctx, 'sql' | 'now'>,
  user_id: number,
  { except = 0 }: { except?: number } = {},
): Promise<void> {
  await ctx.sql`
    update identity.session set ended_at = ${ctx.now}
    where user_id = ${user_id} and ended_at is null and session_id <> ${except}`
}
