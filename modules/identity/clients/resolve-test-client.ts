import { hashReference } from '#modules/identity/sessions/reference.ts'
import { readTestOrganization } from '#modules/identity/test-organizations/test-organization.sql.ts'
import type { Organization } from '#platform/ctx.ts'
import type { Sql } from '#platform/db/sql.ts'
import { testIdOf } from '#platform/test-organization.ts'
import { type CallingClient, resolveClient } from './resolve-client.sql.ts'

type TestVisitor = {
  /** A handle that sees only these organizations. */
  within: (organization_ids: readonly number[]) => Sql
  now: Date
  organization: Organization
}

/** The client of a test key, in the test organization that it works in. */
type ResolvedTestClient = { client: CallingClient; organization: Organization }

/**
 * The client of a test key or of its token. Null if the key is unknown or revoked, or if it belongs to the test
 * organization of neither the visited organization nor a parent, which are the only ones searched.
 */
export async function resolveTestClient(
  { within, now, organization: visitedOrganization }: TestVisitor,
  credential: string,
  from: string,
): Promise<ResolvedTestClient | null> {
  const candidates = [visitedOrganization.organization_id, ...(visitedOrganization.above ?? [])].map(testIdOf)
  const [key] = await within(candidates)<{ organization_id: number }>`
    select organization_id from identity.client_key where key_hash = ${hashReference(credential)} and ended_at is null
    union all
    select organization_id from identity.client_token where token_hash = ${hashReference(credential)}`
  if (!key) return null
  const testSql = within([key.organization_id])
  const organization = await readTestOrganization(testSql, key.organization_id)
  if (!organization) return null
  const client = await resolveClient({ sql: testSql, unscoped: { sql: testSql }, now, organization }, credential, from)
  return client && { client, organization }
}
