import { expect, test } from 'vitest'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { Columns, Reader } from './columns.ts'
import { rowPlanOf } from './row-plan.ts'

const idSql = (sql: Sql): Fragment => sql`p.user_id`
const columns: Columns = {
  student_id: { label: ['Student', 'Estudiante'], kind: 'number', sql: idSql },
  user_id: { label: ['Person', 'Persona'], kind: 'text', sql: idSql },
  paid: { label: ['Paid', 'Pagado'], kind: 'money', nullable: true, sql: (sql) => sql`p.paid_cents` },
}
const reader = { locale: 'en-us' } as unknown as Reader

test('fields of one expression are read once and each converted to its own kind', () => {
  const { read, toResponse } = rowPlanOf(columns)
  expect(read.map(([name]) => name)).toEqual(['student_id', 'paid'])
  expect(toResponse({ student_id: '17', paid: 1995 }, reader)).toEqual({ student_id: 17, user_id: '17', paid: 19.95 })
  expect(toResponse({ student_id: '18', paid: null }, reader)).toEqual({ student_id: 18, user_id: '18', paid: null })
})
