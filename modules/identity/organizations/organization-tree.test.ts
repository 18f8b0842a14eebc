import { expect, test } from 'vitest'
import type { Sql } from '#platform/db/sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { insertOrganization, moveOrganization } from './organization-tree.sql.ts'

const { app } = await testDatabase()
let counter = 0

const code = () => `T${(counter++).toString(36).toUpperCase().padStart(2, '0')}`
const add = (parent_organization_id: number | null = null) =>
  app.tx((sql) => insertOrganization(sql, { code: code(), name: 'Somebody', parent_organization_id }))
const move = (organization_id: number, parent_id: number | null) =>
  app.tx((sql) => moveOrganization(sql, organization_id, parent_id))

async function scopeOf(organization_id: number): Promise<number[]> {
  const rows = await app.read<{ id: number }>`
    select descendant_id as id from identity.organization_closure where ancestor_id = ${organization_id}
    order by depth, descendant_id`
  return rows.map(({ id }) => id)
}

/** Rows where the stored tree differs from the one that the parents imply. */
const differences = (sql: Sql) => sql`
  with recursive path as (
    select organization_id as ancestor_id, organization_id as descendant_id, 0 as depth from identity.organization
    union all
    select path.ancestor_id, child.organization_id, path.depth + 1
    from path join identity.organization child on child.parent_organization_id = path.descendant_id
  )
  (table path except select ancestor_id, descendant_id, depth from identity.organization_closure)
  union all
  (select ancestor_id, descendant_id, depth from identity.organization_closure except table path)`

test('a manager sees the whole tree below, and no parents or siblings', async () => {
  const top = await add()
  const [left, right] = [await add(top), await add(top)]
  const leaf = await add(left)
  expect(await scopeOf(top)).toEqual([top, left, right, leaf])
  expect(await scopeOf(left)).toEqual([left, leaf])
  expect(await scopeOf(right)).toEqual([right])
  expect(await scopeOf(leaf)).toEqual([leaf])
})

test('a moved organization takes its subtree along, and leaves its former ancestors', async () => {
  const [old, next] = [await add(), await add()]
  const middle = await add(old)
  const leaf = await add(middle)
  await move(middle, next)
  expect(await scopeOf(old)).toEqual([old])
  expect(await scopeOf(next)).toEqual([next, middle, leaf])
  await move(middle, null)
  expect(await scopeOf(next)).toEqual([next])
  expect(await scopeOf(middle)).toEqual([middle, leaf])
})

test('refuses to move an organization below itself or a descendant', async () => {
  const top = await add()
  const middle = await add(top)
  const leaf = await add(middle)
  for (const below of [top, middle, leaf]) {
    await expect(move(top, below)).rejects.toMatchObject({ kind: { code: 'ORGANIZATION_CIRCLE' } })
  }
  expect(await scopeOf(top)).toEqual([top, middle, leaf])
})

test('two simultaneous moves cannot form a cycle', async () => {
  const [first, other] = [await add(), await add()]
  const results = await Promise.allSettled([move(first, other), move(other, first)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await differences(app.read)).toEqual([])
})

test('the stored tree matches the parents after any number of moves', async () => {
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push(await add(n > 0 && n % 3 ? ids[n - 1] : null))
  const pick = (n: number) => ids[(n * 7919) % ids.length]!
  for (let n = 1; n <= 60; n++) {
    await move(pick(n), n % 7 === 0 ? null : pick(n * n + 3)).catch((error) => {
      expect(error).toMatchObject({ kind: { code: 'ORGANIZATION_CIRCLE' } })
    })
  }
  expect(await differences(app.read)).toEqual([])
}, 20_000)
