import { expect, test } from 'vitest'
import { checkBareIds } from './bare-ids.ts'

const path = 'modules/learning/player/other.ts'
const complaints = (text: string, at = path) => checkBareIds([{ path: at, text }])

test.each([
  'const a = row.lk_user_role_id === 3',
  'const a = 3 !== row.lk_user_role_id',
  'const a = (row?.lk_user_role_id ?? 0) > 2',
  'const a = (row.lk_user_role_id as number) == 1',
  'const a = [1, 2].includes(row.lk_user_role_id)',
  'const a = new Set([1, 2]).has(row.lk_user_role_id)',
  'const staff: readonly number[] = [1, 2]; const a = staff.includes(row.lk_user_role_id)',
  'const staff = new Set<number>([1, 2]); const a = staff.has(row.lk_user_role_id)',
  'const { lk_user_role_id: role } = row; const a = role === 3',
  'const role = row.lk_user_role_id; const a = role === 3',
  'const action = { when: { lk_user_role_id: [3] } }',
  'const f = ({ lk_user_role_id: role = 0 }) => role !== 3',
  'switch (row.lk_user_role_id) { case 3: break }',
  'sql`select 1 where p.lk_user_role_id = 3`',
  'sql`select 1 where p.lk_user_role_id<>3`',
  'sql`select 1 where 3 = p.lk_user_role_id`',
  'sql`select 1 where sc.lk_student_course_status_id not in (3, 7, 8)`',
  `sql\`select 1 where lk_student_course_status_id in (\${status.passed}, 7)\``,
  "sql`select 1 where lk_user_role_id = any('{1,2}')`",
  'sql`select 1 where lk_user_role_id = any (array[1, 2])`',
  'sql`select 1 where coalesce(p.lk_user_role_id, 0) = 3`',
  'sql`select 1 where p.lk_user_role_id is distinct from 3`',
  'sql`select 1 where p.lk_user_role_id between 1 and 2`',
  'sql`select case p.lk_user_role_id when 3 then 1 end`',
  'sql`update identity.person set lk_user_role_id = 3`',
  `sql\`select \${sql\`p.lk_user_role_id = 3\`}\``,
])('reports a bare number: %s', (text) => {
  expect(complaints(text)).toHaveLength(1)
})

test.each([
  'const a = row.lk_user_role_id === userRole.Student',
  'const a = row.user_id === 3',
  'const a = [userRole.Admin].includes(row.lk_user_role_id)',
  'const row = { lk_user_role_id: 3 }',
  'const action = { when: { lk_user_role_id: [userRole.Student] } }',
  "const address = '/manage/people?lk_user_role_id=3'",
  '// lk_user_role_id === 3\nconst a = row.lk_user_role_id',
  `sql\`select 1 where p.lk_user_role_id = \${userRole.Student}\``,
  `sql\`select 1 where p.lk_user_role_id in (\${literals(sql, [userRole.Admin, userRole.Instructor])})\``,
  `sql\`select 1 where lk_user_role_id = any(\${sql.array(roles)}::int[]) limit 3\``,
  'sql`select lk_user_role_id, 3 from identity.person where user_id = 3`',
  'sql`select 1 where p.lk_user_role_id = q.lk_user_role_id2`',
])('accepts a name: %s', (text) => {
  expect(complaints(text)).toEqual([])
})

test('tests, migrations and tools may use numbers', () => {
  const text = 'sql`select 1 where p.lk_user_role_id = 3`'
  for (const other of ['modules/learning/player/other.test.ts', 'migrations/demo/load.ts', 'bench/lists.ts']) {
    expect(complaints(text, other)).toEqual([])
  }
})

test('names the line of a comparison within a long statement', () => {
  const text = `const rows = sql\`\n  select \${columns(sql)}\n  from identity.person p\n  where p.lk_user_role_id = 3\``
  expect(complaints(text)).toEqual([
    `${path}:4 compares the id of a lookup with a bare number: where p.lk_user_role_id = 3\``,
  ])
})
