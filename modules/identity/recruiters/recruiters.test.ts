import { expect, test } from 'vitest'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { exportRecruitedOrgs } from './export-recruited.ts'
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
  const foreign = await addRecruiter('Fremd', 'CCC', 3)
  await expect(exportRecruitedOrgs.run(ctx, { user_id: foreign.user_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})
