import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const { read } = app.database
const admin = await app.as(await app.userId('admin@example.com'))

async function addStudent(first_name: string, middle_name: string, last_name: string, login: string): Promise<number> {
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, middle_name, last_name)
    values (1, 3, ${login}, ${`${login}@search.example.com`}, ${first_name}, ${middle_name}, ${last_name})
    returning user_id`
  return row!.user_id
}

const lucia = await addStudent('Lucía', 'Del Carmen', 'Ñandú López', 'lnl')
const other = await addStudent('Lucía', '', 'Peña', '100%pena')

async function searchIds(list: 'student' | 'user', search: string): Promise<number[]> {
  const { status, body } = await admin.get(`/${list}/fetch?limit=100&search=${encodeURIComponent(search)}`)
  expect(status, search).toBe(200)
  const rows: { student_id: number; user_id: number }[] = body.students ?? body.data
  expect(body.count, search).toBe(rows.length)
  return rows
    .map((row) => (list === 'student' ? row.student_id : row.user_id))
    .filter((id) => id === lucia || id === other)
}

test.each(['student', 'user'] as const)('%s: finds a person by words of the whole name in any order', async (list) => {
  for (const search of ['lucía ñandú', 'LÓPEZ  LUCÍA', 'carmen lóp', 'ÑANDÚ LÓPEZ', 'lnl@search lucía', ' del carmen '])
    expect(await searchIds(list, search), search).toEqual([lucia])
  expect((await searchIds(list, 'lucía search.example')).toSorted()).toEqual([lucia, other].toSorted())
})

test.each(['student', 'user'] as const)('%s: requires each word, and treats none as a pattern', async (list) => {
  for (const search of ['lucía smith', 'lucía _', 'lucía lnl peña', '% %%'])
    expect(await searchIds(list, search), search).toEqual([])
  expect(await searchIds(list, '100% peña')).toEqual([other])
})

test('searches for as many words as fit into the field', async () => {
  const letters = 'l u c a d e r m n p z'.split(' ')
  expect(await searchIds('student', letters.join(' '))).toEqual([lucia])
  expect(await searchIds('student', [...letters, 'q'].join(' '))).toEqual([])
})

test('stores a name of the maximum length, and finds it by its beginning', async () => {
  const long = await addStudent('Ñ'.repeat(1_000), 'Ñ'.repeat(1_000), 'Ñ'.repeat(1_000), 'long')
  const { body } = await admin.get(`/student/fetch?search=${encodeURIComponent('ñ'.repeat(100))}`)
  expect(body.students).toMatchObject([{ student_id: long }])
})
