import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { appRole } from '#platform/db/database.ts'
import type { Sql } from '#platform/db/sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { insertTenants, type TenantTable, tenantTables } from './support/tenants.ts'

const { db, app, url } = await testDatabase()
const [ownOrganization, otherOrganization] = [801, 802]
const tables = await tenantTables(db)

beforeAll(() => insertTenants(url, tables, [ownOrganization, otherOrganization]), 30_000)

const tenantsIn = async (sql: Sql, { name }: TenantTable) =>
  (await sql<{ id: number }>`select distinct organization_id as id from ${sql(name)} order by 1`).map(({ id }) => id)

test('every tenant table is tested here', () => {
  expect(tables.length).toBeGreaterThan(50)
})

describe.each(tables.map((table) => [table.name, table] as const))('%s', (_name, table) => {
  const asMine = app.read.within([ownOrganization])
  /** A tenant's planted row, as the application would write it. */
  const copyOf = (sql: Sql, organization_id: number, into: number) => sql`
    insert into ${sql(table.name)} (${sql(table.columns)})
    select ${sql(table.columns)} from jsonb_populate_record(
      null::${sql(table.name)},
      ${sql.json({ ...table.planted[organization_id], organization_id: into })})`

  test("returns only one tenant's rows even if it has no condition", async () => {
    expect(await tenantsIn(asMine, table)).toEqual([ownOrganization])
    expect(await tenantsIn(app.read.within([otherOrganization]), table)).toEqual([otherOrganization])
    expect(await tenantsIn(app.read.within([]), table)).toEqual([])
    expect(await tenantsIn(app.read, table)).toEqual(expect.arrayContaining([ownOrganization, otherOrganization]))
  })

  test('refuses to add rows for another tenant, or to hand them over', async () => {
    await expect(copyOf(asMine, otherOrganization, otherOrganization)).rejects.toMatchObject({ code: '42501' })
    const handOver = asMine`update ${asMine(table.name)} set organization_id = ${otherOrganization}`
    await expect(handOver).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|P0001)$/) })
    expect(await tenantsIn(app.read.within([otherOrganization]), table)).toEqual([otherOrganization])
  })

  test('refuses to change or remove rows of another tenant', async () => {
    const untouched = async (statement: PromiseLike<{ count: number }>) => {
      const count = await statement.then(
        (rows) => rows.count,
        // An audit log allows neither.
        (error) => (error.code === '42501' || error.code === 'P0001' ? 0 : error),
      )
      expect(count).toBe(0)
    }
    const ofOtherOrganization = (sql: Sql) => sql`where organization_id = ${otherOrganization}`
    await untouched(
      asMine`update ${asMine(table.name)} set organization_id = organization_id ${ofOtherOrganization(asMine)}`,
    )
    await untouched(asMine`delete from ${asMine(table.name)} ${ofOtherOrganization(asMine)}`)
  })
})

test('a connection without a scope sees no rows of any table', async () => {
  const unscoped = postgres(url, { max: 1, connection: { role: appRole } as Record<string, string> })
  try {
    for (const { name } of tables) expect(await unscoped`select 1 from ${unscoped(name)} limit 1`, name).toHaveLength(0)
  } finally {
    await unscoped.end()
  }
})
