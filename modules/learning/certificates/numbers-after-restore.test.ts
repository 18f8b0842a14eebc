import { beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { saveAgencyAccount } from '#modules/learning/reporting/accounts/save-account.ts'
import { resolveUnanswered } from '#modules/learning/reporting/resolve-unanswered.ts'
import { sendReport } from '#modules/learning/reporting/send-report.ts'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import { dicdsAccount, dicdsWsdl } from '#simulators/agencies/dicds.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { issueCertificate } from './issue-certificate.ts'
import { addCertificateNumbers, confirmCertificateNumbers, fetchCertificateNumbers } from './stock-numbers.ts'
import { sweepCertificates } from './sweep-certificates.ts'

const world = await openCompletions()
const { database, job } = world
const staffPermissions = [
  'MANAGE_CERTIFICATES:READ',
  'MANAGE_CERTIFICATES:UPDATE',
  'MANAGE_CERTIFICATES:DELETE',
] as const
const staff = () => world.staff([...staffPermissions])
const agency = 'ga-dds'

await database.read`
  update catalogue.course_version set program_id = 'ga-ddc' where course_version_id = ${course.florida}`
clearVersionCache()

/** The state in which `make take-over` leaves a restored database. */
const resumeAfterRestore = async () => {
  await world.move(60)
  await database.read`
    insert into platform.installation (installation, resumed_at) values ('test', platform.now())
    on conflict (one_row) do update set resumed_at = excluded.resumed_at`
  await world.move(60)
}
const numberOf = async (student_course_id: number) =>
  (
    await database.read<{ number: string }>`
      select certificate_number as number from learning.student_certificate where student_course_id = ${student_course_id}`
  )[0]?.number ?? null
const fetchStock = async () =>
  (await fetchCertificateNumbers.run(staff(), {})).stocks.find((stock) => stock.agency === agency)!

beforeEach(async () => {
  await database.read`delete from learning.certificate_stock_number where taken_at is null`
  await database.read`delete from platform.installation`
})

test('a restore blocks stock numbers until staff confirm, and numbers used since are voided', async () => {
  await addCertificateNumbers.run(staff(), { agency, numbers: ['GA-1', 'GA-2', 'GA-3', 'GA-10'].map((n) => `${n}00`) })
  await resumeAfterRestore()
  expect(await fetchStock()).toMatchObject({ in_doubt: true, left: 4 })
  const { student_course_id } = await world.passed()
  await issueCertificate(job(), student_course_id)
  await sweepCertificates(job(), noSignal)
  expect(await numberOf(student_course_id)).toBeNull()
  const results = await Promise.allSettled([
    confirmCertificateNumbers.run(staff(), { agency, last_used: [{ number: 'ga-300' }] }),
    confirmCertificateNumbers.run(staff(), { agency, last_used: [{ number: 'ga-300' }] }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await fetchStock()).toMatchObject({ in_doubt: false, left: 1 })
  await sweepCertificates(job(), noSignal)
  expect(await numberOf(student_course_id)).toBe('GA-1000')
  const [event] = await database.read<{ after: object }>`
    select after from platform.audit_event where action = 'certificateNumbers.confirm'`
  expect(event!.after).toEqual({ agency, last_used: [{ program_id: '', number: 'GA-300' }], voided: 3 })
})

test('a number of a certificate is not voided after a restore, only numbers that no certificate has', async () => {
  await addCertificateNumbers.run(staff(), { agency, numbers: ['GA-3001', 'GA-3002', 'GA-3003'] })
  const { student_course_id } = await world.passed()
  await issueCertificate(job(), student_course_id)
  expect(await numberOf(student_course_id)).toBe('GA-3001')
  await resumeAfterRestore()
  const confirmed = await confirmCertificateNumbers.run(staff(), { agency, last_used: [{ number: 'GA-3002' }] })
  expect(confirmed).toMatchObject({ voided: 1 })
  const voided = await database.read`
    select number from learning.certificate_stock_number
    where agency = ${agency} and number like 'GA-300_' and voided_at is not null`
  expect(voided).toEqual([{ number: 'GA-3002' }])
})

test('each program has its own last number, which must exist and voids no number of another program', async () => {
  const florida = 'fl-dhsmv'
  const add = (program_id: string, numbers: string[]) =>
    addCertificateNumbers.run(staff(), { agency: florida, program_id, numbers })
  await add('fl-bdi', ['R-1001', 'R-1002', 'R-1003'])
  await add('fl-tlsae', ['D-2001', 'D-2002'])
  await add('', ['A-0001', 'A-0002'])
  await resumeAfterRestore()
  const confirm = (...last_used: { program_id: string; number: string }[]) =>
    confirmCertificateNumbers.run(staff(), { agency: florida, last_used })
  for (const number of ['D-2001', 'R-1009', 'A-0001', '']) {
    await expect(
      confirm({ program_id: 'fl-tlsae', number: 'D-2001' }, { program_id: 'fl-bdi', number }),
    ).rejects.toMatchObject({
      issues: [{ path: 'last_used.1.number', message: expect.stringContaining("don't have this number") }],
    })
  }
  const duplicates = [1, 2].map((n) => ({ program_id: 'fl-bdi', number: `R-100${n}` }))
  await expect(confirm(...duplicates)).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  const { stocks } = await fetchCertificateNumbers.run(staff(), {})
  expect(stocks.find((stock) => stock.agency === florida)).toMatchObject({ in_doubt: true, left: 7 })
  expect(
    await confirm({ program_id: 'fl-bdi', number: 'r-1002' }, { program_id: 'fl-tlsae', number: 'D-2001' }),
  ).toMatchObject({ voided: 3 })
  const rows = await database.read<{ number: string }>`
    select number from learning.certificate_stock_number
    where agency = ${florida} and voided_at is null and taken_at is null order by number`
  expect(rows.map(({ number }) => number)).toEqual(['A-0001', 'A-0002', 'D-2002', 'R-1003'])
})

test('all numbers can be used if none was used since the restore; an unaffected stock needs no confirmation', async () => {
  await addCertificateNumbers.run(staff(), { agency, numbers: ['GA-2001'] })
  const refusal = { kind: { code: 'NUMBERS_NOT_IN_DOUBT' } }
  await expect(confirmCertificateNumbers.run(staff(), { agency })).rejects.toMatchObject(refusal)
  await resumeAfterRestore()
  expect(await confirmCertificateNumbers.run(staff(), { agency })).toMatchObject({ voided: 0 })
  expect(await fetchStock()).toMatchObject({ in_doubt: false, next: 'GA-2001' })
  expect(confirmCertificateNumbers.may.gate(world.staff(['MANAGE_CERTIFICATES:UPDATE']).actor)).toBe(false)
  // The stock of another organization has no numbers, so it needs no confirmation.
  const otherStaff = world.staff([...staffPermissions], 2)
  await expect(confirmCertificateNumbers.run(otherStaff, { agency })).rejects.toMatchObject(refusal)
})

test("the organization's own numbers leave a gap after a restore, once", async () => {
  await database.read`delete from learning.certificate_stock_number`
  await database.read`
    update catalogue.course_version set program_id = null where course_version_id = ${course.florida}`
  clearVersionCache()
  const nextNumber = async () => {
    const { student_course_id } = await world.passed()
    await issueCertificate(job(), student_course_id)
    return Number((await numberOf(student_course_id))!.split('-').at(-1))
  }
  const first = await nextNumber()
  await resumeAfterRestore()
  const second = await nextNumber()
  expect(second).toBe(first + 10_001)
  expect(await nextNumber()).toBe(second + 1)
  await resumeAfterRestore()
  expect(await nextNumber()).toBe(second + 10_002)
})

test('a report that a service may have received before the restore is resent only after staff review it', async () => {
  const { password, ...credentials } = dicdsAccount
  const settings = {
    ...credentials,
    start_time: '0001',
    courses: '1 = 4001, B1',
    citation_date: 'empty',
    wsdl: dicdsWsdl,
  }
  const permissions = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'] as const)
  const admin = world.ctx({ ...studentActor(900_101), role: 'Admin', permissions })
  await saveAgencyAccount.run(admin, { agency: 'fl-dhsmv', method: 'service', settings, secrets: { password } })
  await database.read`update catalogue.course_version set program_id = null where course_version_id = ${course.florida}`
  clearVersionCache()
  const { student_course_id, completion_report_id } = await world.owed()
  const other = await world.owed()
  await resumeAfterRestore()
  await sendReport(job(), completion_report_id, noSignal)
  await sweepReports(job(), noSignal)
  await sweepReports(job(), noSignal)
  expect(world.agency.dicds.issued()).toEqual([])
  const updater = world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'])
  await resolveUnanswered.run(updater, { student_course_id, completion_report_id, receipt: '7654321' })
  expect(await world.reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: '7654321' }])
  // The number of one completion is not accepted for another.
  const [before] = await world.reportsOf(other.student_course_id)
  const sameNumber = () => updater.tx((inner) => resolveUnanswered.run(inner, { ...other, receipt: '7654321' }))
  await expect(sameNumber()).rejects.toMatchObject({ kind: { status: 400 } })
  expect(await world.reportsOf(other.student_course_id)).toEqual([before])
  // Reports of later completions are sent automatically.
  const later = await world.owed()
  await sendReport(job(), later.completion_report_id, noSignal)
  expect((await world.reportsOf(later.student_course_id))[0]).toMatchObject({ attempt: 1 })
})
