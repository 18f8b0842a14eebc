import { organizationStatus } from '#modules/identity/lookups.shared.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import type { Visitor } from '#modules/identity/sessions/resolve-session.sql.ts'
import type { ClientActor } from '#platform/actor.ts'
import { batchBy } from '#platform/batch.ts'
import { alignRows, batchRows } from '#platform/db/batch-rows.ts'
import type { Sql } from '#platform/db/sql.ts'
import { z } from '#platform/schema.ts'
import { isTest } from '#platform/test-organization.ts'
import { effectiveOf } from './client-permissions.ts'
import { hasTestKeyPrefix, isCredential } from './credential.ts'

/** A client and the key of its request; `allowed` is false for an address outside its networks. */
export type CallingClient = { actor: ClientActor; client_key_id: number | null; allowed: boolean }

type Row = {
  client_id: number
  organization_id: number
  client_key_id: number | null
  permissions: string[]
  reach: number[] | null
  assigned_organizations: number[] | null
  rows: Record<string, boolean> | null
  allowed: boolean
}

/**
 * The client of a key or token on a visitor's site, or null: unknown, ended, past its end date, or of an organization
 * that is closed or neither the visited one nor a parent. Everything is read with every request, so a revoked client is
 * refused at its next one.
 */
export async function resolveClient(visitor: Visitor, credential: string, from: string): Promise<CallingClient | null> {
  // A test key is never looked up among real keys, and vice versa.
  const isPlausible = isCredential(credential) && hasTestKeyPrefix(credential) === isTest(visitor.organization)
  return isPlausible ? lookUpClient(visitor, { hash: hashReference(credential), client_id: null }, from) : null
}

/** The client of an assertion whose signature was verified, under the same conditions. */
export const resolveProvenClient = (visitor: Visitor, client_id: number, from: string) =>
  lookUpClient(visitor, { hash: null, client_id }, from)

async function lookUpClient(
  { sql, unscoped, now, organization }: Visitor,
  by: Pick<ClientQuery, 'hash' | 'client_id'>,
  from: string,
): Promise<CallingClient | null> {
  const unmapped = from.replace(/^::ffff:/i, '')
  const address = Address.safeParse(unmapped).success ? unmapped : null
  const query = { ...by, now, visited: organization.organization_id, address }
  // Like sessions, nearly every client belongs to the site that it calls.
  const row = (await findClient(sql, query)) ?? (await findClient(unscoped.sql, query))
  return row && { actor: actorOf(row), client_key_id: row.client_key_id, allowed: row.allowed }
}

function actorOf({
  client_id,
  client_key_id,
  organization_id,
  reach,
  assigned_organizations,
  permissions,
  rows,
}: Row): ClientActor {
  return {
    kind: 'client',
    client_id,
    organization_id,
    permissions: effectiveOf(permissions, rows),
    ...(client_key_id !== null && { client_key_id }),
    ...(reach && { reach }),
    ...(assigned_organizations && { assigned_organizations }),
  }
}

const Address = z.union([z.ipv4(), z.ipv6()])

type ClientQuery = { hash: Buffer | null; client_id: number | null; now: Date; visited: number; address: string | null }

/** Every request of a client starts with this, so concurrent ones share a statement. */
const findClient = batchBy(selectClients)

async function selectClients(sql: Sql, queries: readonly ClientQuery[]): Promise<(Row | null)[]> {
  const rows = await sql<Row & { request_number: number }>`
    select a.request_number::int, c.client_id, c.organization_id, coalesce(k.client_key_id, t.client_key_id) as client_key_id,
           case when t.token_hash is null then c.permissions
                else array(select unnest(t.permissions) intersect select unnest(c.permissions)) end as permissions,
           case when c.organization_id <> a.visited then
             (select array_agg(x.descendant_id) from identity.organization_closure x
              where x.ancestor_id = c.organization_id) end as reach,
           case when c.works_for is not null then
             (select coalesce(array_agg(distinct child.descendant_id) filter (where child.descendant_id is not null), '{}')
              from unnest(c.works_for) target (organization_id)
              left join identity.organization_closure root
                on root.ancestor_id = c.organization_id and root.descendant_id = target.organization_id
              left join identity.organization_closure child on child.ancestor_id = root.descendant_id) end as assigned_organizations,
           -- At most what an Admin of its organization may do by default, even if that was changed later.
           (select jsonb_object_agg(r.key, r.granted order by x.depth desc)
            from identity.role_permission r
            join identity.organization_closure x on x.ancestor_id = r.organization_id
            where x.descendant_id = c.organization_id and r.lk_user_role_id = ${roleId.Admin}) as rows,
           coalesce(cardinality(c.networks) = 0 or a.address::inet <<= any(c.networks), false) as allowed
    from ${batchRows(sql, queries, { hash: 'bytea', client_id: 'int', now: 'timestamptz', visited: 'int', address: 'text' })}
    left join identity.client_key k on k.key_hash = a.hash and k.ended_at is null
    left join identity.client_token t on t.token_hash = a.hash and t.expires_at > a.now
      -- A token ends with the key that it was requested with, and works on the site where it was requested.
      and not exists (select from identity.client_key e where e.client_key_id = t.client_key_id and e.ended_at is not null)
      and exists (select from identity.organization_closure x
                  where x.ancestor_id = t.site_id and x.descendant_id = a.visited)
    join identity.client c on c.client_id = coalesce(k.client_id, t.client_id, a.client_id)
    join identity.organization o on o.organization_id = c.organization_id
      and o.lk_organization_status_id = ${organizationStatus.Active} and o.deleted_at is null
    where c.ended_at is null and (c.ends_at is null or c.ends_at > a.now)
      and exists (select from identity.organization_closure x
                  where x.ancestor_id = c.organization_id and x.descendant_id = a.visited)`
  return alignRows(queries, rows)
}
