import { expect, test } from 'vitest'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { exportRecruitedOrgs } from './export-recruited.ts'
import { countLost, forgetLost, listTeaching, saveTeaching } from './recruiter.sql.ts'
import { autocompleteRecruiter, fetchAllRecruiters } from './recruiters.ts'

const site = await openTestSite(fillPorts())

async function addRecruiter(first_name: string, code = 'AAA', organization_id = 2) {
  const instructor = await site.addPerson({ role: 'Instructor', code })
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin', code }))
  await saveUserInformation.run(ctx, {
    user_id: instructor.user_id,
    profile: { first_name, last_name: 'Person', email: instructor.loginid, isRecruiter: true },
    recruiter: [{ organization_id, recruiter_code: '=1+1', recruiter_fee: '7.25' }],
  })
  return { ...instructor, ctx }
}

test("recruiters are listed and found by part of their first name, within the caller's organizations", async () => {
  const ann = await addRecruiter('Annabel')
  const { ctx } = ann
  await addRecruiter('Annika', 'CCC', 3)
  await site.addPerson({ role: 'Instructor' })
  expect((await fetchAllRecruiters.run(ctx, {})).data.data).toEqual([
    { user_id: ann.user_id, first_name: 'Annabel', last_name: 'Person', email: ann.loginid, organizations: 1 },
  ])
  const recruiters = await autocompleteRecruiter.run(ctx, { first_name: 'contains:ANN' })
  expect(recruiters.data).toMatchObject([{ user_id: ann.user_id, label: 'Annabel Person', value: ann.user_id }])
  for (const nothing of ['contains:%', 'contains:zoe'])
    expect((await autocompleteRecruiter.run(ctx, { first_name: nothing })).data).toEqual([])
  const { ctx: student } = await site.signIn(await site.addPerson())
  await expect(fetchAllRecruiters.run(student, {})).rejects.toMatchObject({ kind: { status: 403 } })
})

test("a recruiter's organizations are exported as a spreadsheet named after the recruiter", async () => {
  const { ctx, user_id } = await addRecruiter('Roberta')
  const file = await exportRecruitedOrgs.run(ctx, { user_id, export: 'xlsx' })
  expect(file.name).toBe('Roberta Person Recruited Orgs.xlsx')
  const bytes = new Uint8Array(await new Response(file.body as BodyInit).arrayBuffer())
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(bytes.buffer)
  const rows = book.worksheets[0]!.getSheetValues().map((row) => (row as unknown[] | undefined)?.slice(1))
  expect(rows.slice(1)).toEqual([
    ['Code', 'Organization', 'Recruiter Code', 'Fee'],
    ['BBB', 'Beta', "'=1+1", '$7.25'],
  ])
  const foreignRecruiter = await addRecruiter('Fremd', 'CCC', 3)
  await expect(exportRecruitedOrgs.run(ctx, { user_id: foreignRecruiter.user_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('organizations out of the tree of an instructor are counted, not listed, and stay until they are forgotten', async () => {
  const [lone, other] = [
    await site.addPerson({ role: 'Instructor', code: 'BBB' }),
    await site.addPerson({ role: 'Instructor' }),
  ]
  const assigned = [
    [1, lone.user_id],
    [2, lone.user_id],
    [3, lone.user_id],
    [1, other.user_id],
    [2, other.user_id],
    [3, other.user_id],
  ].map(([organization_id, user_id]) => ({ organization_id, user_id }))
  await site.database.read`insert into identity.instructor_organization ${site.database.read(assigned)}`
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const readTaught = async ({ user_id }: { user_id: number }) => [
    (await listTeaching(ctx, user_id)).map(({ code }) => code),
    await countLost(ctx, user_id),
  ]
  expect([await readTaught(lone), await readTaught(other)]).toEqual([
    [['BBB'], 2],
    [['AAA', 'BBB'], 1],
  ])
  await ctx.tx((inner) => saveTeaching(inner, lone.user_id, []))
  expect([await readTaught(lone), await readTaught(other)]).toEqual([
    [[], 2],
    [['AAA', 'BBB'], 1],
  ])
  await ctx.tx((inner) => forgetLost(inner, other.user_id))
  expect([await readTaught(lone), await readTaught(other)]).toEqual([
    [[], 2],
    [['AAA', 'BBB'], 0],
  ])
})

test('an instructor gets only organizations of their own tree, and of the scope of the caller', async () => {
  const [instructor, lone] = [
    await site.addPerson({ role: 'Instructor' }),
    await site.addPerson({ role: 'Instructor', code: 'BBB' }),
  ]
  const { ctx } = await site.signIn(await site.addPerson({ role: 'Admin' }))
  const save = ({ user_id }: { user_id: number }, ids: number[]) =>
    ctx.tx((inner) =>
      saveTeaching(
        inner,
        user_id,
        ids.map((organization_id) => ({ organization_id })),
      ),
    )
  await save(instructor, [1, 2, 2])
  await save(lone, [2])
  await expect(save(instructor, [2, 3])).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(save(lone, [2, 1])).rejects.toMatchObject({ issues: [{ path: 'instructorOrganizations' }] })
  const codes = async ({ user_id }: { user_id: number }) => (await listTeaching(ctx, user_id)).map(({ code }) => code)
  expect([await codes(instructor), await codes(lone)]).toEqual([['AAA', 'BBB'], ['BBB']])
  await save(instructor, [2])
  expect([await codes(instructor), await codes(lone)]).toEqual([['BBB'], ['BBB']])
})
