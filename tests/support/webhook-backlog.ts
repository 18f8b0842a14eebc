import { newCredential } from '#modules/identity/clients/credential.ts'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import type { Sql } from '#platform/db/sql.ts'

export { addBacklog } from '#modules/identity/webhooks/backlog.fixture.ts'

/** Adds a client of the default organization to a running server's database; returns its key. */
export async function addClientKey(read: Sql, permissions: readonly string[]): Promise<string> {
  const key = newCredential('live')
  const [client] = await read<{ client_id: number }>`
    insert into identity.client (organization_id, name, purpose, contact_email, permissions, networks, created_by)
    select o.organization_id, 'Fleet', 'Measures', 'dev@fleet.example', ${read.array([...permissions])}::text[], '{}', p.user_id
    from identity.organization o, identity.person p where p.loginid = 'admin@example.com' and o.default_ind
    returning client_id`
  await read`
    insert into identity.client_key (client_id, organization_id, start, key_hash, created_by)
    select ${client!.client_id}, organization_id, ${key.slice(0, 16)}, ${hashReference(key)}, user_id
    from identity.person where loginid = 'admin@example.com'`
  return key
}
