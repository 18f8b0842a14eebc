import { beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import { stateIdOf } from '#platform/states.ts'
import { course, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { downloadNumberAccount } from './number-account.ts'
import { reserveCertificate } from './reserve-certificate.ts'
import { findLowStock, listUnknown } from './stock.sql.ts'
import { addCertificateNumbers, confirmCertificateNumbers, fetchCertificateNumbers } from './stock-numbers.ts'

/** Stocks of one organization and agency next to those of another organization and of other agencies. */
const world = await openCompletions()
const { database, job } = world
const { read: sql } = database
const permissions = ['MANAGE_CERTIFICATES:READ', 'MANAGE_CERTIFICATES:UPDATE', 'MANAGE_CERTIFICATES:DELETE'] as const
const staff = (organization_id = 1) => world.staff([...permissions], organization_id)
const texas = 'tx-tdlr'
const georgia = 'ga-dds'
const neighbors = [
  [2, texas],
  [1, georgia],
] as const
const add = (organization_id: number, agency: Agency, numbers: string[]) =>
  addCertificateNumbers.run(staff(organization_id), { agency, numbers })
const series = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${1000 + n}`)
const fetchStock = async (organization_id: number, agency: Agency) =>
  (await fetchCertificateNumbers.run(staff(organization_id), {})).stocks.find((stock) => stock.agency === agency)!
const warnings = () => world.facts.filter(({ fact }) => fact === 'learning.certificate_numbers_low')
const reserve = async () => {
  const { student_course_id } = await world.passed({ report: false })
  const reservation = await job().tx((ctx) => reserveCertificate(ctx, student_course_id))
  return reservation?.certificate_number ?? null
}
const markUsed = async (organization_id: number, agency: Agency, days: number, count = 1) => {
  for (let index = 0; index < count; index += 1) {
    const { student_course_id } = await world.passed({ report: false })
    await sql`
      update learning.certificate_stock_number
      set taken_at = platform.now() - ${days}::int * interval '1 day', version = 1, student_course_id = ${student_course_id}
      where certificate_stock_number_id = (
        select max(certificate_stock_number_id) from learning.certificate_stock_number
        where organization_id = ${organization_id} and agency = ${agency} and taken_at is null)`
  }
}

async function setProgram(program_id: string | null) {
  const state = stateIdOf('TX')!
  await sql`update catalogue.course set reports_to = ${texas} where course_id = 1`
  await sql`
    update catalogue.course_version set program_id = ${program_id} where course_version_id = ${course.florida}`
  await sql`update catalogue.course_state set lk_state_id = ${state} where course_version_id = ${course.florida}`
  clearVersionCache()
}

beforeEach(async () => {
  await sql`delete from learning.certificate_wait`
  await sql`delete from learning.certificate_stock_number`
  await sql`delete from learning.certificate_stock`
  await sql`delete from platform.installation`
  await setProgram('tx-driving-safety')
  world.facts.length = 0
})

test('each stock has its own level, next number, programs and waiting certificates', async () => {
  expect(await reserve()).toBeNull()
  await add(1, texas, ['10000', '9999', '20001', '20002'])
  await markUsed(1, texas, 10)
  await add(1, georgia, series('A', 5))
  await markUsed(1, georgia, 40, 2)
  await add(2, texas, series('0', 7))
  await addCertificateNumbers.run(staff(), { agency: georgia, numbers: ['G-1'.padEnd(4, '0')], program_id: 'ga-ddc' })
  const level = async (organization_id: number, agency: Agency) => {
    const { left, taken, days_left, next, waiting, programs } = await fetchStock(organization_id, agency)
    return { left, taken, days_left, next, waiting, programs: programs.filter((program) => program.left > 0).length }
  }
  const none = { waiting: 0, programs: 0, days_left: null }
  expect(await level(1, texas)).toEqual({ ...none, left: 3, taken: 1, days_left: 90, next: '9999', waiting: 1 })
  expect(await level(1, georgia)).toEqual({ ...none, left: 4, taken: 2, next: 'G-10', programs: 1 })
  expect(await level(2, texas)).toEqual({ ...none, left: 7, taken: 0, next: '0-1000' })
  expect(await level(1, 'ca-dmv')).toEqual({ ...none, left: 0, taken: 0, next: null })
})

test('a certificate takes the lowest number of its own organization and agency, shorter numbers first', async () => {
  for (const [organization_id, agency] of neighbors) await add(organization_id, agency, ['1001', '1002'])
  expect(await reserve()).toBeNull()
  await add(1, texas, ['10000', '9998', '9999'])
  // The certificate that waits keeps the last number.
  expect([await reserve(), await reserve(), await reserve()]).toEqual(['9998', '9999', null])
})

test.each([
  ['a number of another agency', 'W-01', { agency: georgia, for_answer_ind: false }],
  ["the agency's response", 'W-02', { agency: texas, for_answer_ind: true }],
])('a certificate that waits for %s leaves the last number to others', async (_, number, wait) => {
  expect(await reserve()).toBeNull()
  await sql`update learning.certificate_wait set ${sql(wait)}`
  await add(1, texas, [number])
  expect(await reserve()).toBe(number)
})

test("another organization's or agency's numbers do not keep an organization from numbering its certificates", async () => {
  await setProgram(null)
  for (const [organization_id, agency] of neighbors) await add(organization_id, agency, ['1001'])
  expect(await reserve()).toMatch(/^AAA-/)
})

test('staff are warned about the level and the pace of their own stock', async () => {
  for (const [organization_id, agency] of neighbors) await add(organization_id, agency, series('N', 30))
  await add(1, texas, series('T', 54))
  await reserve()
  expect(warnings()).toEqual([])
  await reserve()
  await reserve()
  expect(warnings()).toEqual([])
  await reserve()
  expect(warnings().map(({ data }) => data)).toEqual([{ organization_id: 1, agency: texas, left: 50, bought: 54 }])
  await markUsed(1, texas, 1, 22)
  // 27 are left after 27 were used within 30 days: they last 30 days.
  await reserve()
  expect(warnings()).toHaveLength(1)
  for (const [organization_id, agency] of neighbors) {
    // Numbers of others, used quickly, are not counted.
    await sql`
      update learning.certificate_stock_number set voided_at = platform.now()
      where organization_id = ${organization_id} and agency = ${agency}`
  }
  expect(await findLowStock(job(), 1)).toBe(0)
  expect(await findLowStock(job(), 2)).toBe(0)
  await sql`delete from learning.certificate_stock_number where agency = ${georgia}`
  expect(await findLowStock(job(), 1)).toBe(27)
})

test('the first certificate that waits for numbers of an agency warns staff, whatever waits for another agency', async () => {
  expect(await reserve()).toBeNull()
  expect(await reserve()).toBeNull()
  expect(warnings().map(({ data }) => data)).toEqual([{ organization_id: 1, agency: texas, left: 0, bought: 0 }])
  await setProgram('ga-ddc')
  await sql`update catalogue.course set reports_to = ${georgia} where course_id = 1`
  await sql`update catalogue.course_state set lk_state_id = ${stateIdOf('GA')!} where course_version_id = ${course.florida}`
  clearVersionCache()
  expect(await reserve()).toBeNull()
  expect(warnings().map(({ data }) => data.agency)).toEqual([texas, georgia])
})

test('a confirmation after a restore concerns one stock; the others stay in doubt with all their numbers', async () => {
  for (const [organization_id, agency] of [...neighbors, [1, texas]] as const)
    await add(organization_id, agency, series(`${agency.slice(0, 1)}${organization_id}`, 2))
  await world.move(60)
  await sql`insert into platform.installation (installation, resumed_at) values ('test', platform.now())`
  await world.move(60)
  const last_used = [{ program_id: '', number: 'T1-1001' }]
  for (const [organization_id, agency] of neighbors)
    expect(await listUnknown(staff(), { organization_id, agency }, last_used)).toHaveLength(1)
  expect(await reserve()).toBeNull()
  await confirmCertificateNumbers.run(staff(), { agency: texas, last_used: [{ number: 'T1-1000' }] })
  const doubts = []
  for (const [organization_id, agency] of [...neighbors, [1, texas]] as const) {
    const { in_doubt, left } = await fetchStock(organization_id, agency)
    doubts.push([in_doubt, left])
  }
  expect(doubts).toEqual([
    [true, 2],
    [true, 2],
    [false, 1],
  ])
  expect(await reserve()).toBeNull()
})

test("the account lists the agency's numbers by length, and a voided one as unused until it was voided", async () => {
  await add(1, georgia, ['1000'])
  await add(1, texas, ['10000', '9999', '9998'])
  await sql`
    update learning.certificate_stock_number set added_at = '2026-02-01T12:00:00Z',
      voided_at = case when number in ('9999', '1000') then '2026-05-01T12:00:00Z'::timestamptz end,
      void_reason = case when number = '9999' then 'Damaged form' end`
  await sql`
    update learning.certificate_stock_number
    set version = 1, taken_at = '2026-05-02T12:00:00Z',
        student_course_id = ${(await world.passed({ report: false })).student_course_id}
    where number = '9998'`
  const accountOf = async (until: string) => {
    const input = { agency: texas, from: '2026-01-01', until, format: 'csv' }
    const { body } = await downloadNumberAccount.run(staff(), input as never)
    const [, ...lines] = Buffer.from(body as Uint8Array)
      .toString()
      .trim()
      .split('\r\n')
    return lines.map((line) => line.replaceAll(/(Jordan Whitfield)-\d+/g, '$1'))
  }
  expect(await accountOf('2026-03-31')).toEqual([
    '9998,Unused,2026-02-01,,,',
    '9999,Unused,2026-02-01,,,',
    '10000,Unused,2026-02-01,,,',
  ])
  expect(await accountOf('2026-06-30')).toEqual([
    '9998,Original,2026-05-02,Jordan Whitfield,Basic Driver Improvement,',
    '9999,Voided,2026-05-01,,,Damaged form',
    '10000,Unused,2026-02-01,,,',
  ])
})
