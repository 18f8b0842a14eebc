import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listStatements, statementsOf } from './support/statements.ts'

/**
 * The keys by which each statement chooses its rows, and the columns that it writes. A test with one student, course or
 * organization passes without a key, and a test of the response without a second column, so people review
 * `statements.matrix.txt`: a dropped or exchanged one fails here until the table is updated (UPDATE_MATRIX=1 writes it;
 * read the diff). `writes.matrix.txt` has the rows that calls write.
 */
const root = resolve(import.meta.dirname, '..')
const file = join(import.meta.dirname, 'statements.matrix.txt')

it('the keys and columns of each statement match the table', () => {
  const table = `${listStatements(root).join('\n')}\n`
  if (process.env.UPDATE_MATRIX) writeFileSync(file, table)
  expect(table, 'tests/statements.matrix.txt').toBe(readFileSync(file, 'utf8'))
})

it('keys and columns are found in each form of a statement', () => {
  const text = `
    await ctx.sql\`
      update identity.session set ended_at = \${now}, method = 'none'
      where organization_id = \${organization_id} and user_id = any(\${sql.array(ids)}::int[]) and ended_at is null\`
    const [row] = await sql<{ n: number }>\`select 1 from a.b where b.x_id = c.x_id \${id ? sql\`and id = \${id}\` : sql\`\`}\`
    await sql\`insert into a.b \${sql({ user_id })} on conflict (user_id) do update set at = excluded.at, on_ind = true\`
    await sql\`delete from a.b where user_id = \${user_id} and at < \${since}\``
  expect(statementsOf({ text })).toEqual([
    `by b.x_id = c.x_id`,
    `by id = \${id}`,
    `delete a.b by user_id = \${user_id}, at < \${since}`,
    `insert a.b \${sql({ user_id })} set at = excluded.at, on_ind = true`,
    `update identity.session set ended_at, method = 'none' by organization_id = \${organization_id}, user_id = any(\${sql.array(ids)}::int[]`,
  ])
})
