import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { localeOf, roleId, roleOf, userStatus } from '#modules/identity/people/roles.ts'
import { effectivePermissions } from '#modules/identity/permissions.ts'
import { grantedOrganizations } from '#modules/identity/rights/granted-organizations.sql.ts'
import { permissionRows } from '#modules/identity/rights/permission-rows.sql.ts'
import type { UserActor } from '#platform/actor.ts'
import { batchBy } from '#platform/batch.ts'
import { alignRows, batchRows } from '#platform/db/batch-rows.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { Locale } from '#platform/texts.ts'
import { findReplaced } from './past-reference.sql.ts'
import { hashReference, isReference } from './reference.ts'
import { endSession } from './session.sql.ts'
import { findViewer, type Viewer } from './viewer.sql.ts'

/** The person of a valid session reference. */
export type SignedIn = {
  actor: UserActor
  locale: Locale
  lk_user_status_id: number
  first_name: string
  last_name: string
  loginid: string
  email: string
  /** Null for a student who has not filled in About You. */
  about_you_at: Date | null
  /** The key of the picture in the file store. */
  profile_pic: string | null
  expires_at: Date
  /** The session ends after this many seconds without use. */
  idle_seconds: number
}

type Row = Omit<SignedIn, 'actor' | 'locale'> & {
  session_id: number
  rights_changes: number
  user_id: number
  organization_id: number
  lk_user_role_id: number
  lk_language_id: number
  viewed_by: number | null
  viewed_by_session_id: number | null
  lk_organization_status_id: number
  reach: number[] | null
  assigned_organizations: number[] | null
  rows: Record<string, boolean> | null
  touch_due: boolean
}

/** A visitor of a site: their scoped view of the database, and the unscoped one. */
export type Visitor = { sql: Sql; unscoped: { sql: Sql }; now: Date; organization: { organization_id: number } }

/**
 * The person of a session reference on a visitor's site, or null: unknown, ended, too old, idle too long, of a disabled
 * person, or of a person whose organization is neither the visited one nor a parent. A view ends with the viewing staff
 * member's session and permissions. The session of a person whose organization was closed ends here, so that it does
 * not revive with the organization. Marks the session as seen, at most once a minute, so the database handles must be
 * writable.
 */
export async function resolveSession(visitor: Visitor, reference: string): Promise<SignedIn | null> {
  if (!isReference(reference)) return null
  const hash = hashReference(reference)
  const row = (await findRow(visitor, hash)) ?? (await findByReplacedReference(visitor, hash))
  if (!row) return null
  const unscopedCtx = { sql: visitor.unscoped.sql, now: visitor.now }
  if (row.lk_organization_status_id !== organizationStatus.Active) {
    await endSession(unscopedCtx, row.session_id)
    return null
  }
  const person = signedInFrom(row)
  const viewer = await resolveViewer(visitor, row, person.actor)
  if (viewer === null) return null
  if (row.touch_due) await touchSession(unscopedCtx.sql, { session_id: row.session_id, now: visitor.now })
  return viewer ? { ...person, actor: { ...person.actor, ...viewer } } : person
}

/**
 * Nearly everyone belongs to the site they visit: found in its own scope, the session costs the connection no scope
 * change. People of a parent organization are found unscoped, with the same conditions.
 */
async function findRow({ sql, unscoped, now, organization }: Visitor, hash: Buffer): Promise<Row | null> {
  const query = { hash, now, visited: organization.organization_id }
  return (await findSession(sql, query)) ?? findSession(unscoped.sql, query)
}

/** Accepts a request that was under way while the reference was replaced. */
async function findByReplacedReference(visitor: Visitor, hash: Buffer): Promise<Row | null> {
  const successor = await findReplaced(visitor.unscoped.sql, hash)
  return successor && successor.over_at > visitor.now ? findRow(visitor, successor.reference_hash) : null
}

type SessionQuery = { hash: Buffer; now: Date; visited: number }

/** Every signed-in request starts with this, so concurrent ones share a statement. */
const findSession = batchBy(selectSessions)

/** The live session of each hash, or null. Its owner is only known, and checked, afterwards. */
async function selectSessions(sql: Sql, queries: readonly SessionQuery[]): Promise<(Row | null)[]> {
  const rows = await sql<Row & { request_number: number }>`
    select a.request_number::int, s.session_id, s.rights_changes, s.expires_at, s.idle_seconds, s.seen_at < a.now - interval '1 minute' as touch_due,
           s.viewed_by, s.viewed_by_session_id,
           p.user_id, p.organization_id, p.lk_user_role_id, p.lk_user_status_id, p.lk_language_id, p.first_name,
           p.last_name, p.loginid, p.email, p.about_you_at, p.profile_pic, o.lk_organization_status_id,
           case when p.organization_id <> a.visited then
             (select array_agg(c.descendant_id) from identity.organization_closure c
              where c.ancestor_id = p.organization_id) end as reach,
           ${grantedOrganizations(sql)} as assigned_organizations, ${permissionRows(sql)} as rows
    from ${batchRows(sql, queries, { hash: 'bytea', now: 'timestamptz', visited: 'int' })}
    join identity.session s on s.reference_hash = a.hash
    join identity.person p using (user_id)
    join identity.organization o on o.organization_id = p.organization_id
    where s.ended_at is null
      and s.expires_at > a.now
      and s.seen_at + s.idle_seconds * interval '1 second' > a.now
      and p.deleted_at is null
      and p.lk_user_status_id <> ${userStatus.Disabled}
      and (p.lk_user_role_id <> ${roleId.Auditor} or exists (
        select from identity.audit_access x
        where x.user_id = p.user_id and x.ended_at is null and x.ends_at > a.now))
      and exists (select from identity.organization_closure c
                  where (c.ancestor_id = p.organization_id and c.descendant_id = a.visited)
                     -- Staff view on the site where they are, which may lie above the person's.
                     or (s.viewed_by is not null and c.descendant_id = p.organization_id
                         and c.ancestor_id = a.visited))`
  return alignRows(queries, rows)
}

/** Adds the viewing staff member to the actor; undefined without a view, null if the view is over. */
async function resolveViewer(
  { unscoped, now, organization }: Visitor,
  { viewed_by, viewed_by_session_id }: Row,
  target: UserActor,
): Promise<Viewer | null | undefined> {
  if (viewed_by === null) return undefined
  return viewed_by_session_id === null
    ? null
    : findViewer(unscoped.sql, viewed_by_session_id, target, now, organization)
}

function signedInFrom(row: Row): SignedIn {
  const { user_id, organization_id, session_id, rights_changes, reach, assigned_organizations } = row
  const role = roleOf(row.lk_user_role_id)
  const permissions = effectivePermissions(role, row.rows)
  const actor: UserActor = { kind: 'user', user_id, role, organization_id, session_id, permissions, viewed_by: null }
  return {
    actor: {
      ...actor,
      ...(reach && { reach }),
      ...(assigned_organizations && { assigned_organizations }),
      ...(rights_changes > 0 && { rights_changes }),
    },
    locale: localeOf(row.lk_language_id),
    lk_user_status_id: row.lk_user_status_id,
    first_name: row.first_name,
    last_name: row.last_name,
    loginid: row.loginid,
    email: row.email,
    about_you_at: row.about_you_at,
    profile_pic: row.profile_pic,
    expires_at: row.expires_at,
    idle_seconds: row.idle_seconds,
  }
}

/** Marks a session as active without a request (someone is watching a course): its idle time restarts. */
export const touchSession = batchBy(touchSessions)

async function touchSessions(sql: Sql, sessions: readonly { session_id: number; now: Date }[]): Promise<undefined[]> {
  // Skips a session that someone else is marking. A power cut may cost a minute of idle time, nothing more. Never
  // backwards: two processes' clocks may differ slightly.
  await sql`
    with t as materialized (select set_config('synchronous_commit', 'off', true)),
    locked as materialized (
      select s.session_id, a.now
      from t cross join ${batchRows(sql, sessions, { session_id: 'bigint', now: 'timestamptz' })}
      join identity.session s on s.session_id = a.session_id
      for no key update of s skip locked)
    update identity.session s set seen_at = greatest(s.seen_at, locked.now) from locked where s.session_id = locked.session_id`
  return sessions.map(() => undefined)
}
