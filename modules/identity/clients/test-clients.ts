import { identityErrors } from '#modules/identity/errors.ts'
import { hashReference } from '#modules/identity/sessions/reference.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, userOf } from '#platform/permissions.ts'
import { insertClient, listClients, listKeys, lockClient, lockLiveCount, markClientEnded } from './client.sql.ts'
import { clientPermissions } from './client-permissions.ts'
import { newCredential, startOf } from './credential.ts'

/** The maximum number of live keys of a sandbox. */
const maxTestKeys = 10

type NewTestClient = { name: string; contact_email: string }
export type TestClient = {
  client_id: number
  name: string
  start: string
  created_at: Date
  created_by: string | null
  used_at: Date | null
}

/**
 * A client of the test organization with its key, which is returned once. It has the permissions that the caller holds.
 * Throws tooManyTestKeys.
 */
export async function insertTestClient(ctx: Ctx, testCtx: Ctx, { name, contact_email }: NewTestClient) {
  if ((await lockLiveCount(testCtx)) >= maxTestKeys)
    throw identityErrors.tooManyTestKeys({ most: maxTestKeys }, { most: maxTestKeys })
  const { user_id } = userOf(ctx)
  const form = {
    name,
    purpose: 'Sandbox',
    contact_email,
    permissions: clientPermissions.filter((permission) => holds(ctx.actor, permission)),
    works_for: null,
    networks: [],
    ends_at: null,
  }
  const client_id = await insertClient(testCtx, form, user_id)
  const key = newCredential('test')
  const { sql, organization, now } = testCtx
  await sql`
    insert into identity.client_key ${sql({
      client_id,
      organization_id: organization.organization_id,
      start: startOf(key),
      key_hash: hashReference(key),
      created_by: user_id,
      created_at: now,
    })}`
  return { client_id, key, start: startOf(key) }
}

/** The live clients of the test organization, newest first. */
export async function listTestClients(testCtx: Ctx): Promise<TestClient[]> {
  const clients = await listClients(testCtx)
  const starts = new Map((await listKeys(testCtx)).map(({ client_id, start }) => [client_id, start]))
  return clients.flatMap(({ client_id, name, created_at, created_by_name, used_at }) => {
    const start = starts.get(client_id)
    return start === undefined ? [] : [{ client_id, name, start, created_at, created_by: created_by_name, used_at }]
  })
}

/** Revokes a client of the test organization with its key. Throws notFound. */
export async function endTestClient(ctx: Ctx, testCtx: Ctx, client_id: number): Promise<void> {
  await lockClient(testCtx, client_id)
  await markClientEnded(testCtx, client_id, userOf(ctx).user_id)
}
