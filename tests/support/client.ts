import { clientPermissions } from '#modules/identity/clients/client-permissions.ts'
import { newCredential } from '#modules/identity/clients/credential.ts'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import type { Client, TestApp } from './app.ts'
import { byBearer } from './outsiders.ts'

type NewClient = {
  permissions?: readonly string[]
  code?: string | null
  works_for?: readonly number[]
  networks?: readonly string[]
}

/** A client of an organization (the default one for null), with every permission that clients may have, and its key. */
export async function addClient(
  { database }: TestApp,
  { permissions = clientPermissions, code = null, works_for, networks = [] }: NewClient = {},
) {
  const { read } = database
  const key = newCredential('live')
  const [client] = await read<{ client_id: number; organization_id: number }>`
    insert into identity.client (organization_id, name, purpose, contact_email, permissions, works_for, networks, created_by)
    select o.organization_id, 'Fleet sync', 'Enrolls drivers', 'dev@fleet.example', ${read.array([...permissions])}::text[],
           ${works_for ? read.array([...works_for]) : null}::integer[], ${read.array([...networks])}::text[]::cidr[], p.user_id
    from identity.organization o, identity.person p
    where p.loginid = 'admin@example.com' and (o.code = ${code} or (${code}::text is null and o.default_ind))
    returning client_id, organization_id`
  await read`
    insert into identity.client_key (client_id, organization_id, start, key_hash, created_by)
    select ${client!.client_id}, ${client!.organization_id}, ${key.slice(0, 16)}, ${hashReference(key)}, user_id
    from identity.person where loginid = 'admin@example.com'`
  return { ...client!, key }
}

/** A caller with the key of a new client. */
export async function openClient(app: TestApp, input: NewClient = {}): Promise<Client> {
  const { key } = await addClient(app, input)
  return byBearer(app, key, input.code ?? null)
}

/** A webhook endpoint of a client, with a waiting delivery. */
export async function addWebhook(
  { database }: TestApp,
  { client_id, organization_id }: { client_id: number; organization_id: number },
  url = 'http://127.0.0.1:9/in',
) {
  const { read } = database
  const [endpoint] = await read<{ webhook_endpoint_id: number }>`
    insert into identity.webhook_endpoint (client_id, organization_id, url, secret)
    values (${client_id}, ${organization_id}, ${url}, '') returning webhook_endpoint_id`
  const { webhook_endpoint_id } = endpoint!
  const [delivery] = await read<{ webhook_delivery_id: number }>`
    with e as (
      insert into platform.event (organization_id, type, version, needs, subject, data, position)
      values (${organization_id}, 'student.created', 1, 'MANAGE_STUDENTS:READ', 'user:1', '{"user_id": 1}',
              nextval('platform.event_position'))
      returning event_id, subject, position)
    insert into identity.webhook_delivery (webhook_endpoint_id, organization_id, event_id, subject, position)
    select ${webhook_endpoint_id}, ${organization_id}, event_id, subject, position from e
    returning webhook_delivery_id::int as webhook_delivery_id`
  return { webhook_endpoint_id, ...delivery! }
}
