import { expect, test } from 'vitest'
import { checkGuardedColumns } from './guarded-columns.ts'

const writer = 'modules/learning/status/change-status.ts'
const first = 'modules/learning/status/insert-student-course.ts'
const update = `sql\`update learning.student_course set lk_student_course_status_id = \${to} where x = 1\``
const insert = `sql\`insert into learning.student_course \${sql(row)}\``
const guardedColumns = [
  { path: writer, text: update },
  { path: first, text: insert },
]

test.each([
  ['modules/learning/player/other.ts', update],
  ['modules/checkout/orders/other.ts', insert],
  [
    'modules/learning/other.ts',
    'sql`update learning.student_course sc\n set updated_at = 1,\n lk_student_course_status_reason_id=9`',
  ],
  ['modules/learning/other.ts', `sql\`update learning.student_course set \${sql(values)} where x = 1\``],
  ['migrations/0999_other.sql', 'update learning.student_course set lk_student_course_status_id = 4;'],
  ['migrations/0999_other.sql', 'begin new.lk_student_course_status_id := 4; return new; end'],
])('reports a writer of a status in %s: %s', (path, text) => {
  expect(checkGuardedColumns([...guardedColumns, { path, text }])).toHaveLength(1)
})

test.each([
  [
    'modules/learning/other.ts',
    'sql`update learning.student_course set agreed_at = now() where lk_student_course_status_id = 4`',
  ],
  ['modules/learning/other.ts', `sql\`insert into learning.student_course_status_change \${sql(row)}\``],
  ['modules/learning/other.test.ts', update],
  ['migrations/0999_other.sql', 'if old.lk_student_course_status_id = 4 and new.lk_student_course_status_id = 5 then'],
])('%s does not write a status: %s', (path, text) => {
  expect(checkGuardedColumns([...guardedColumns, { path, text }])).toEqual([])
})

test('reports a listed writer that no longer writes', () => {
  expect(checkGuardedColumns([guardedColumns[0]!])).toEqual([first])
})
