import { identityErrors } from '#modules/identity/errors.ts'
import type { Sql } from '#platform/db/sql.ts'

export type NewOrganization = {
  code: string
  name: string
  parent_organization_id: number | null
  default_ind?: boolean
}

/**
 * Adds an organization below its parent, or at the top for null, and returns its id. The caller must check that the
 * parent is in scope, and pass an unscoped `sql`: a new organization is in no one's scope yet.
 */
export async function insertOrganization(sql: Sql, organization: NewOrganization): Promise<number> {
  await lockTree(sql)
  const [row] = await sql<{ organization_id: number }>`
    insert into identity.organization ${sql(organization)} returning organization_id`
  const { organization_id } = row!
  await sql`insert into identity.organization_closure values (${organization_id}, ${organization_id}, 0)`
  await insertAncestors(sql, organization_id, organization.parent_organization_id)
  return organization_id
}

/**
 * Moves an organization, with everything below it, below another one, or to the top for null. The caller must check
 * that both are in scope. Throws organizationCircle if the new parent is the organization itself or below it.
 */
export async function moveOrganization(sql: Sql, organization_id: number, parent_id: number | null): Promise<void> {
  await lockTree(sql)
  const cycle = await sql`
    select from identity.organization_closure where ancestor_id = ${organization_id} and descendant_id = ${parent_id}`
  if (cycle.length > 0) throw identityErrors.organizationCircle()
  await sql`
    delete from identity.organization_closure up
    using identity.organization_closure down
    where down.ancestor_id = ${organization_id} and up.descendant_id = down.descendant_id
      and up.ancestor_id not in (select descendant_id from identity.organization_closure
                                 where ancestor_id = ${organization_id})`
  await sql`
    update identity.organization set parent_organization_id = ${parent_id}, updated_at = platform.now()
    where organization_id = ${organization_id}`
  await insertAncestors(sql, organization_id, parent_id)
}

// Two concurrent moves, each valid alone, could form a cycle together. The lock ends with the transaction.
const lockTree = (sql: Sql) => sql`select pg_advisory_xact_lock(hashtext('identity.organization-tree'))`

/** Links the organization and everything below it to the parent and everything above. */
const insertAncestors = (sql: Sql, organization_id: number, parent_id: number | null) => sql`
  insert into identity.organization_closure (ancestor_id, descendant_id, depth)
  select up.ancestor_id, down.descendant_id, up.depth + down.depth + 1
  from identity.organization_closure up, identity.organization_closure down
  where up.descendant_id = ${parent_id} and down.ancestor_id = ${organization_id}`
