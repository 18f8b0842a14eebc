import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { ClientPermission } from './client-permissions.ts'

/** The settings of a client that an Admin decides. */
export type ClientForm = {
  name: string
  purpose: string
  contact_email: string
  permissions: readonly ClientPermission[]
  /** The organizations that it works for, with those below them; null means its whole organization. */
  works_for: readonly number[] | null
  networks: readonly string[]
  ends_at: Date | null
}

export type ClientRow = Omit<ClientForm, 'permissions'> & {
  client_id: number
  permissions: string[]
  works_for: number[] | null
  networks: string[]
  key_ids: string[]
  created_at: Date
  created_by_name: string | null
  used_at: Date | null
  ended_at: Date | null
  calls: number
  refusals: number
}

/** The maximum number of live clients of an organization, and of clients in the list. */
export const maxClients = 50
const maxListed = 200

/** The clients of the visited organization, live ones first, then the newest; calls cover the last 30 days. */
export const listClients = ({ sql, now, organization }: Ctx) => sql<ClientRow>`
  select c.client_id, c.name, c.purpose, c.contact_email, c.permissions, c.works_for, c.networks::text[] as networks,
         array(select k ->> 'kid' from jsonb_array_elements(c.public_keys -> 'keys') k) as key_ids,
         c.ends_at, c.created_at, identity.staff_name(c.created_by, c.organization_id) as created_by_name,
         c.used_at, c.ended_at, coalesce(d.calls, 0) as calls, coalesce(d.refusals, 0) as refusals
  from identity.client c
  left join lateral (
    select sum(calls)::int as calls, sum(refusals)::int as refusals from identity.client_day d
    where d.client_id = c.client_id and d.on_day > (${now}::timestamptz - interval '30 days')::date) d on true
  where c.organization_id = ${organization.organization_id}
  order by c.ended_at is not null, c.client_id desc limit ${maxListed}`

export type ClientKeyRow = {
  client_key_id: number
  client_id: number
  start: string
  created_at: Date
  used_at: Date | null
}

/** The live keys of the visited organization's clients. */
export const listKeys = ({ sql, organization }: Ctx) => sql<ClientKeyRow>`
  select client_key_id, client_id, start, created_at, used_at from identity.client_key
  where organization_id = ${organization.organization_id} and ended_at is null
  order by client_key_id limit ${maxListed}`

/** The values of a client that its audit rows compare; locks its row. Throws notFound for a client that has ended. */
export async function lockClient({ sql, organization }: Ctx, client_id: number) {
  const [client] = await sql<Omit<ClientForm, 'permissions'> & { permissions: ClientPermission[] }>`
    select name, purpose, contact_email, permissions, works_for, networks::text[] as networks, ends_at
    from identity.client
    where client_id = ${client_id} and organization_id = ${organization.organization_id} and ended_at is null
    for update`
  if (!client) throw errors.notFound()
  return client
}

/**
 * The number of live clients, locked until the transaction ends, so that concurrent requests don't exceed the limit.
 */
export async function lockLiveCount({ sql, organization }: Ctx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('identity.client'), ${organization.organization_id})`
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from identity.client
    where organization_id = ${organization.organization_id} and ended_at is null`
  return row!.n
}

export async function insertClient({ sql, now, organization }: Ctx, form: ClientForm, created_by: number) {
  const { permissions, works_for, networks, ...rest } = form
  const row = {
    ...rest,
    permissions: sql.array([...permissions]),
    works_for: works_for && sql.array([...works_for]),
    networks: sql.array([...networks]),
    organization_id: organization.organization_id,
    created_by,
    created_at: now,
  }
  const [client] = await sql<{ client_id: number }>`
    insert into identity.client (organization_id, name, purpose, contact_email, permissions, works_for, networks, ends_at,
                                 created_by, created_at)
    values (${row.organization_id}, ${row.name}, ${row.purpose}, ${row.contact_email}, ${row.permissions}::text[],
            ${row.works_for}::integer[], ${row.networks}::text[]::cidr[], ${row.ends_at}, ${created_by}, ${now})
    returning client_id`
  return client!.client_id
}

export const updateClient = (
  { sql }: Ctx,
  client_id: number,
  { name, purpose, contact_email, permissions, works_for, networks, ends_at }: ClientForm,
) => sql`
  update identity.client
  set name = ${name}, purpose = ${purpose}, contact_email = ${contact_email},
      permissions = ${sql.array([...permissions])}::text[], works_for = ${works_for && sql.array([...works_for])}::integer[],
      networks = ${sql.array([...networks])}::text[]::cidr[], ends_at = ${ends_at}
  where client_id = ${client_id}`

/** Ends a client with all its credentials, and the sessions that began with its links. */
export async function markClientEnded({ sql, now }: Ctx, client_id: number, ended_by: number): Promise<void> {
  await sql`update identity.client set ended_at = ${now}, ended_by = ${ended_by} where client_id = ${client_id}`
  await sql`update identity.client_key set ended_at = ${now} where client_id = ${client_id} and ended_at is null`
  await sql`delete from identity.client_token where client_id = ${client_id}`
  await sql`
    update identity.sign_in_step set used_at = ${now} where client_id = ${client_id} and used_at is null`
  await sql`update identity.session set ended_at = ${now} where client_id = ${client_id} and ended_at is null`
}

export type ClientDay = { on_day: string; calls: number; refusals: number }

/** The last 90 days on which a client of the visited organization made calls. Throws notFound. */
export async function listDays({ sql, organization }: Ctx, client_id: number): Promise<ClientDay[]> {
  const [client] = await sql`
    select from identity.client where client_id = ${client_id} and organization_id = ${organization.organization_id}`
  if (!client) throw errors.notFound()
  return sql<ClientDay>`
    select on_day::text as on_day, calls, refusals from identity.client_day
    where client_id = ${client_id} order by client_day.on_day desc limit 90`
}
