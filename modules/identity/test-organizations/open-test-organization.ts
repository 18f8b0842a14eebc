import type { Ctx, Organization } from '#platform/ctx.ts'
import { isTest, testIdOf } from '#platform/test-organization.ts'
import { readTestOrganization } from './test-organization.sql.ts'

/** The test organization of the visited one before it has a clock of its own. */
function testOrganizationOf({ organization }: Ctx): Organization {
  const organization_id = testIdOf(organization.organization_id)
  const { name, time_zone } = organization
  return { organization_id, code: `T${organization_id}`, name, time_zone, scope: [organization_id] }
}

/** The server's context in a test organization; the operation that opens it has checked who may. */
const asServerIn = (ctx: Ctx, organization: Organization): Ctx =>
  ctx.as({ actor: { kind: 'system', name: 'sandbox' }, organization })

/** The server's context in the test organization of the visited one; null if there is none. */
export async function findTestOrganization(ctx: Ctx): Promise<Ctx | null> {
  if (isTest(ctx.organization)) return null
  const innerCtx = asServerIn(ctx, testOrganizationOf(ctx))
  const organization = await readTestOrganization(innerCtx.sql, innerCtx.organization.organization_id)
  return organization && asServerIn(ctx, organization)
}

/**
 * The same, and creates it if there is none. It has no parent and nothing below it, and pays by invoice, so that nothing
 * has to be set up before the first call. Needs a transaction.
 */
export async function openTestOrganization(ctx: Ctx): Promise<Ctx> {
  const { sql, organization } = asServerIn(ctx, testOrganizationOf(ctx))
  const { organization_id, code, name, time_zone } = organization
  const row = { organization_id, code, name, time_zone, invoice_ind: true }
  // The second of two concurrent first keys waits here and finds the organization of the first. Either unique index,
  // of the id or of the code, may be the one that it meets first.
  const { count } = await sql`
    insert into identity.organization ${sql(row)} on conflict do nothing`
  if (count > 0) {
    await sql`insert into identity.organization_closure values (${organization_id}, ${organization_id}, 0)`
    await sql`insert into identity.test_clock (organization_id) values (${organization_id})`
  }
  return (await findTestOrganization(ctx))!
}
