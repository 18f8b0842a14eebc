import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import type { PersonalTable } from './personal-table.ts'
import { readPersonalData } from './read-personal-data.ts'

const { db } = await testDatabase()
const { read: sql } = db
await sql`create table platform.belonging (user_id integer, name text, code text, seal bytea, settings jsonb)`

const belonging = {
  table: 'platform.belonging',
  whose: { column: 'user_id' },
  erase: 'delete',
  secret: ['code'],
} as unknown as PersonalTable

async function exportOf(user_id: number) {
  const tables = []
  for await (const table of readPersonalData(sql, [belonging], user_id)) tables.push(table)
  return tables
}

test('shows the rows of one person, without secrets, bytes and sealed values at any depth', async () => {
  const settings = { plain: 1, license: { sealed: 'abc' }, list: [{ inner: { sealed: 'def', by: 2 } }, 'word', null] }
  await sql`
    insert into platform.belonging values
      (1, 'Ada', '1234', 'key', ${sql.json(settings)}), (2, 'Ben', '5678', 'key', '{}')`
  const tables = await exportOf(1)
  const withheld = '(withheld)'
  expect(tables).toEqual([
    {
      table: 'platform.belonging',
      rows: [
        {
          user_id: 1,
          name: 'Ada',
          code: withheld,
          seal: withheld,
          settings: { plain: 1, license: withheld, list: [{ inner: withheld }, 'word', null] },
        },
      ],
      more: false,
    },
  ])
  expect(await exportOf(3)).toEqual([])
})
