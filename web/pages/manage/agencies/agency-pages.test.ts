import { expect, test } from 'vitest'
import { directAgencies } from '#modules/learning/entry.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const admin = await app.as(await app.userId('admin@example.com'))
const student = await app.as(await app.userId('student@example.com'))
const pages = ['', '/worksheet', '/files']

test('the list links to each agency that receives reports', async () => {
  const { status, text } = await admin.visit('/manage/agencies')
  expect(status).toBe(200)
  for (const agency of directAgencies) expect(text, agency).toContain(`href="/manage/agencies/${agency}"`)
})

test('the list begins with the agencies that the organization reports to', async () => {
  const listedAgencies = async () =>
    [...(await admin.visit('/manage/agencies')).text.matchAll(/href="\/manage\/agencies\/([^"/]+)"/g)].map(
      ([, id]) => id,
    )
  const before = await listedAgencies()
  const agency = 'oh-dps'
  expect(before.indexOf(agency)).toBeGreaterThan(0)
  await app.database.read`
    insert into learning.agency_account ${app.database.read({ organization_id: 1, agency, method: 'worksheet', updated_by: await app.userId('admin@example.com'), settings: app.database.read.json({}) })}`
  expect(await listedAgencies()).toEqual([agency, ...before.filter((id) => id !== agency)])
  await app.database.read`delete from learning.agency_account where agency = ${agency}`
})

test.each(directAgencies)('every page of %s opens, with any reporting method', async (agency) => {
  for (const page of pages) expect((await admin.visit(`/manage/agencies/${agency}${page}`)).status, page).toBe(200)
})

test('the page of a receiver that another agency informs opens from the list, and has no account', async () => {
  const path = '/manage/agencies/fl-clerk/watched'
  expect((await admin.visit('/manage/agencies')).text).toContain(`href="${path}"`)
  const entry = await admin.visit('/manage/agencies/fl-clerk')
  expect([entry.status, entry.headers.get('location')]).toEqual([303, path])
  const { status, text } = await admin.visit(path)
  expect(status).toBe(200)
  expect(text).toContain('Florida Department of Highway Safety')
  for (const page of pages.slice(1))
    expect((await admin.visit(`/manage/agencies/fl-clerk${page}`)).headers.get('location'), page).toBe('/404')
  for (const other of ['fl-dhsmv', 'no-such-agency'])
    expect((await admin.visit(`/manage/agencies/${other}/watched`)).headers.get('location'), other).toBe('/404')
})

test.each(['no-such-agency'])('returns 404 for %s, which receives no reports', async (agency) => {
  for (const page of pages) {
    const { status, headers } = await admin.visit(`/manage/agencies/${agency}${page}`)
    expect([status, headers.get('location')], page).toEqual([302, '/404'])
  }
})

test('refuses the pages to a student', async () => {
  for (const path of ['/manage/agencies', '/manage/agencies/fl-dhsmv', '/manage/agencies/fl-clerk/watched']) {
    const staffText = /Reporting method|May still be refused|Open completions/
    expect((await admin.visit(path)).text, path).toMatch(staffText)
    expect((await student.visit(path)).text, path).not.toMatch(staffText)
  }
})

test.each(['tx-tdlr', 'fmcsa-tpr', 'ny-dmv'])('%s has no public codes, and shows none of ours', async (agency) => {
  const { text } = await admin.visit(`/manage/agencies/${agency}`)
  expect(text).toContain('No codes are known for this agency.')
  expect(text).not.toContain('CITATION')
})

test("an agency's own codes are listed without ours", async () => {
  const { text } = await admin.visit('/manage/agencies/fl-dhsmv')
  expect(text).toContain('CF032')
  expect(text).not.toContain('CITATION')
})

test('only the worksheet of the registry says that a duplicate is reported', async () => {
  const lead = async (agency: string) => (await admin.visit(`/manage/agencies/${agency}/worksheet`)).text
  expect(await lead('fmcsa-tpr')).toContain('If it calls one a duplicate, the completion is reported')
  for (const agency of directAgencies.filter((id) => id !== 'fmcsa-tpr'))
    expect(await lead(agency), agency).not.toMatch(/duplicate/i)
})

test('a new account for Texas suggests a file every day; a saved account without a time keeps it empty', async () => {
  const timeOf = async (agency: string) => {
    const { text } = await admin.visit(`/manage/agencies/${agency}?method=file`)
    const [input] = /<input[^>]*name="settings\.daily_at"[^>]*>/.exec(text)!
    return /\bvalue="([^"]*)"/.exec(input)?.[1] ?? ''
  }
  expect(await timeOf('tx-tdlr')).toBe('18:00')
  expect(await timeOf('oh-dps')).toBe('')
  const agency = 'tx-tdlr'
  await app.database.read`
    insert into learning.agency_account ${app.database.read({ organization_id: 1, agency, method: 'file', updated_by: await app.userId('admin@example.com'), settings: app.database.read.json({}) })}`
  expect(await timeOf('tx-tdlr')).toBe('')
  await app.database.read`delete from learning.agency_account where agency = ${agency}`
})

test('a setting on which sources disagree shows what each of them states, and has no default', async () => {
  const dicds = (await admin.visit('/manage/agencies/fl-dhsmv?method=service')).text
  const disagree = 'Sources disagree. Your setting decides:'
  expect(dicds.split(disagree)).toHaveLength(4)
  for (const part of ['0007', 'The date of completion · programs of other schools', 'http://tempuri.org/'])
    expect(dicds).toContain(part)
  const tvcc = (await admin.visit('/manage/agencies/ca-tvcc?method=service')).text
  expect(tvcc.split(disagree)).toHaveLength(4)
  expect(tvcc).toContain('Date and time: 2026-03-20T00:00:00 · program of another school')
  expect(tvcc).toMatch(/<input[^>]*name="settings\.accepted_status"[^>]*>/)
  expect(/<input[^>]*name="settings\.accepted_status"[^>]*>/.exec(tvcc)![0]).not.toMatch(/value="[^"]/)
})
