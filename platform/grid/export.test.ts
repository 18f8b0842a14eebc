import { expect, test } from 'vitest'
import { students } from '#modules/backoffice/students/students.grid.ts'
import type { BinaryResponse } from '#platform/operation.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()
const [, exportList] = students.operations

test('T-23: a list is exported as CSV with the rows and columns of its sheet, in its language', async () => {
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const people = [await site.addPerson(), await site.addPerson(), await site.addPerson({ code: 'CCC' })]
  await site.database.read`
    update identity.person set last_name = '=cmd|''/C calc''!A0', dob = '1999-02-01',
      created_at = '2026-03-04 17:00Z' where user_id = ${people[0]!.user_id}`
  const read = async (as: typeof ctx, query: object = {}) => {
    const { body, name, type } = (await exportList.run(as, { export: 'csv', ...query })) as BinaryResponse
    const text = await new Response(body as BodyInit).text()
    return { name, type, lines: text.trimEnd().split('\r\n') }
  }
  const { name, type, lines } = await read(ctx, { sort_by: 'student_id' })
  expect([name, type]).toEqual(['StudentData.csv', 'text/csv; charset=utf-8'])
  expect(lines[0]).toMatch(/^\uFEFF?First Name,Last Name,Course,/)
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 2).join())).toEqual([
    "Pat,'=cmd|'/C calc'!A0",
    'Pat,Person',
  ])
  expect((await read(ctx, { singlePage: '1', limit: '1' })).lines).toHaveLength(2)
  expect((await read(ctx.as({ locale: 'es-es' }))).lines[0]).not.toBe(lines[0])
  // Programs read the export, so days are the same in both languages.
  const spanish = (await read(ctx.as({ locale: 'es-es' }), { sort_by: 'student_id' })).lines
  for (const [first] of [lines.slice(1), spanish.slice(1)]) {
    expect(first).toContain(',1999-02-01,')
    expect(first).toContain(',2026-03-04')
  }
  await expect(exportList.run(ctx, { export: 'pdf' })).rejects.toMatchObject({ kind: { status: 400 } })
})
