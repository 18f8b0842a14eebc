import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'

const root = resolve(import.meta.dirname, '../../..')
const migration = readFileSync(resolve(root, 'migrations/0369_keys_of_moved_texts.sql'), 'utf8')
const moves = [...migration.matchAll(/^ +\('([^']+)', '([^']+)'\)/gm)].map(([, from, to]) => ({ from: from!, to: to! }))

const { db } = await testDatabase()

it('a changed text whose file moved keeps its change under the new key, and a second run does nothing', async () => {
  const [{ from, to }, taken] = moves as [(typeof moves)[number], (typeof moves)[number]]
  const keys = () =>
    db.read<{ key: string; msgstr: string }>`select key, msgstr from settings.translation order by msgstr`
  await db.tx(async (sql) => {
    const rows = await sql<{ id: number }>`
      insert into settings.text_change (kind) values ('save') returning text_change_id::int as id`
    const { id } = rows[0]!
    await sql`
      insert into settings.translation (key, language, msgstr, english, spanish, text_change_id)
      values (${from}, 'es-es', 'a', 'x', 'y', ${id}), (${taken.from}, 'es-es', 'b', 'x', 'y', ${id}),
             (${taken.to}, 'es-es', 'c', 'x', 'y', ${id})`
  })
  for (let run = 0; run < 2; run++) {
    await db.tx(async (sql) => void (await sql(Object.assign([migration], { raw: [migration] }))))
    expect(await keys()).toEqual([
      { key: to, msgstr: 'a' },
      { key: taken.from, msgstr: 'b' },
      { key: taken.to, msgstr: 'c' },
    ])
  }
})

it('moves each key once', () => {
  expect(moves.length).toBeGreaterThan(250)
  expect(new Set(moves.map(({ from }) => from)).size).toBe(moves.length)
  expect(new Set(moves.map(({ to }) => to)).size).toBe(moves.length)
})
