import type { Sql } from '#platform/db/sql.ts'
import { insertOrganization } from './organizations/organization-tree.sql.ts'
import { normalLoginid } from './people/person.sql.ts'
import { roleId } from './people/roles.ts'
import { hashReference, newReference } from './sessions/reference.ts'

/**
 * Creates the first organization (code WAY, the default) and its first Admin in an empty product, and returns the token
 * of a one-time link (30 minutes) by which the Admin sets a password. Null if any organization exists, unless the Admin
 * named here still has no password: then the link is created again, because the first one may have expired unused. The
 * address counts as proven: the operator named it.
 */
export async function ensureFirstAdmin(sql: Sql, email: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.first-admin'))`
  const user = (await findUnset(sql, email)) ?? (await insertFirst(sql, email))
  if (!user) return null
  const token = newReference()
  await sql`
    insert into identity.password_reset (token_hash, user_id, organization_id, created_at, expires_at)
    values (${hashReference(token)}, ${user.user_id}, ${user.organization_id}, platform.now(),
            platform.now() + interval '30 minutes')`
  return token
}

type Unset = { user_id: number; organization_id: number }

async function findUnset(sql: Sql, email: string): Promise<Unset | undefined> {
  const [user] = await sql<Unset>`
    select user_id, organization_id from identity.person
    where loginid_key = lower(${normalLoginid(email)}) and lk_user_role_id = ${roleId.Admin}
      and password_hash is null and deleted_at is null`
  return user
}

async function insertFirst(sql: Sql, email: string): Promise<Unset | undefined> {
  const someRows = await sql`select from identity.organization limit 1`
  if (someRows.length > 0) return undefined
  const first = { code: 'WAY', name: 'Waypost', parent_organization_id: null, default_ind: true }
  const organization_id = await insertOrganization(sql, first)
  const [user] = await sql<Unset>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, email_proven_at)
    values (${organization_id}, ${roleId.Admin}, ${email}, ${email}, platform.now())
    returning user_id, organization_id`
  return user
}
