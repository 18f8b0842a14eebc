import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { conditionsOf, listConditions } from './support/conditions.ts'

/**
 * The conditions of each file about ends, states and moments. A test of the usual case passes without them, so people
 * review `conditions.matrix.txt`: a dropped or changed one fails here until the table is updated (UPDATE_MATRIX=1 writes
 * it; read the diff). A condition that protects money, rights, seat time or certificates has a test of its own as well.
 */
const root = resolve(import.meta.dirname, '..')
const file = join(import.meta.dirname, 'conditions.matrix.txt')

it('the conditions of each file match the table', () => {
  const table = `${listConditions(root).join('\n')}\n`
  if (process.env.UPDATE_MATRIX) writeFileSync(file, table)
  expect(table, 'tests/conditions.matrix.txt').toBe(readFileSync(file, 'utf8'))
})

it('a condition is found in each of its forms, and not in a comment', () => {
  const text = `
    // where ended_at is null
    where a.ended_at is null and k.deleted_at is null and b.ended_at is not null
      and name_es is not distinct from \${name_es} and state in ('waiting', 'running') and c.state <> 'won'
      and p.lk_user_status_id <> \${userStatus.Disabled} and r.created_at > \${since}
      and due_at <= platform.now()
      and passed_at > platform.now() - interval '180 days'
    order by a.depth limit 1
    if (error.kind.status !== 503 || row.state === 'open') return
    if (ticket.lk_issue_status_id !== status.resolved) return`
  expect(conditionsOf({ text })).toEqual([
    'a.ended_at is null',
    'b.ended_at is not null',
    "c.state <> 'won'",
    'due_at <= platform.now()',
    'error.kind.status !== 503',
    "interval '180 days'",
    'k.deleted_at is null',
    `name_es is not distinct from \${name_es}`,
    'order by a.depth limit 1',
    `p.lk_user_status_id <> \${userStatus.Disabled}`,
    "passed_at > platform.now() - interval '180 days'",
    `r.created_at > \${since}`,
    "row.state === 'open'",
    "state in ('waiting', 'running')",
    'ticket.lk_issue_status_id !== status.resolved',
  ])
})
