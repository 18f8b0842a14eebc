import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { refuseCompletion } from '#modules/learning/reporting/refuse-completion.ts'
import { resubmitCompletion } from '#modules/learning/reporting/resubmit-completion.ts'
import { sendReport } from '#modules/learning/reporting/send-report.ts'
import { stateIdOf } from '#platform/states.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { issueCertificate } from './issue-certificate.ts'
import { downloadNumberAccount } from './number-account.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { reserveCertificate } from './reserve-certificate.ts'
import { addCertificateNumbers } from './stock-numbers.ts'

const world = await openCompletions()
const { database, job } = world
const permissions = ['MANAGE_CERTIFICATES:READ', 'MANAGE_CERTIFICATES:UPDATE', 'MANAGE_STUDENTS:UPDATE'] as const
const staff = () => world.staff([...permissions])
const agency = 'tx-tdlr'
const addNumbers = (numbers: string[], program_id = '') =>
  addCertificateNumbers.run(staff(), { agency, numbers, program_id })

beforeAll(async () => {
  const { read: sql } = database
  await sql`update catalogue.course set reports_to = ${agency} where course_id = 1`
  await sql`
    update catalogue.course_version set program_id = 'tx-driving-safety' where course_version_id = ${course.florida}`
  await sql`delete from catalogue.course_state where course_version_id = ${course.florida}`
  await sql`
    insert into catalogue.course_state (course_version_id, lk_state_id) values (${course.florida}, ${stateIdOf('TX')!})`
  clearVersionCache()
})
beforeEach(() => database.read`delete from learning.certificate_stock_number where taken_at is null`)

type Row = { completion_report_id: number; state: string; number: string | null; kind: string | null }
const reportsOf = async (student_course_id: number): Promise<Row[]> => [
  ...(await database.read<Row>`
    select completion_report_id, state, record ->> 'certificate_number' as number, record ->> 'certificate_kind' as kind
    from learning.completion_report where student_course_id = ${student_course_id} order by number, completion_report_id`),
]
const lastReportOf = async (student_course_id: number) => {
  const rows = await reportsOf(student_course_id)
  return rows.toSorted((row, other) => row.completion_report_id - other.completion_report_id).at(-1)!
}
const certificateOf = async (student_course_id: number) => {
  const [row] = await database.read<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate
    where student_course_id = ${student_course_id} order by version desc limit 1`
  return row!.student_certificate_id
}

test('a completion is reported with the number of its certificate, and not before it has one', async () => {
  await addNumbers(['90000010'])
  const first = await world.owed()
  const second = await world.owed()
  await sendReport(job(), first.completion_report_id, noSignal)
  expect(await lastReportOf(first.student_course_id)).toMatchObject({ state: 'due', number: null })
  await issueCertificate(job(), first.student_course_id)
  await sendReport(job(), first.completion_report_id, noSignal)
  expect(await lastReportOf(first.student_course_id)).toMatchObject({
    state: 'accepted',
    number: '90000010',
    kind: 'original',
  })
  // No number is left for the second certificate, so its report waits.
  await issueCertificate(job(), second.student_course_id)
  await sendReport(job(), second.completion_report_id, noSignal)
  expect(await lastReportOf(second.student_course_id)).toMatchObject({ state: 'due', number: null })
})

test('a duplicate gets its own number and its own record, after the original was accepted', async () => {
  await addNumbers(['90000021', '90000020', '90000022'])
  const { student_course_id, completion_report_id } = await world.owed()
  await issueCertificate(job(), student_course_id)
  // Reissued before the original was sent: the original goes first.
  await reissueCertificate.run(staff(), {
    student_certificate_id: await certificateOf(student_course_id),
    reason: 'Lost in the mail',
  })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'due', number: '90000020', kind: 'original' }])
  await sendReport(job(), completion_report_id, noSignal)
  const duplicate = await lastReportOf(student_course_id)
  expect(duplicate).toMatchObject({ state: 'due', number: '90000021', kind: 'duplicate' })
  await sendReport(job(), duplicate.completion_report_id, noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([
    { state: 'replaced', number: '90000020' },
    { state: 'accepted', number: '90000021' },
  ])
  // A correction repeats the number of the certificate that it corrects.
  const refusal = { student_course_id, completion_report_id: duplicate.completion_report_id, code: '', message: 'Name' }
  await refuseCompletion.run(staff(), refusal)
  await resubmitCompletion.run(staff(), { student_course_id })
  expect(await lastReportOf(student_course_id)).toMatchObject({ state: 'due', number: '90000021', kind: 'duplicate' })
})

test('takes numbers bought for the program before those for any program, and none of another program', async () => {
  await addNumbers(['80000001'], 'tx-adult-6h')
  const { student_course_id } = await world.owed()
  const reserve = () => job().tx((inner) => reserveCertificate(inner, student_course_id))
  expect(await reserve()).toBeNull()
  await addNumbers(['70000001'])
  await addNumbers(['70000002'], 'tx-driving-safety')
  expect((await reserve())?.certificate_number).toBe('70000002')
  await expect(addNumbers(['70000003'], 'fl-bdi')).rejects.toMatchObject({ issues: [{ path: 'program_id' }] })
})

test('twenty simultaneous certificates take different numbers, in ascending order', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => String(60000000 + index))
  await addNumbers([...numbers, '60000020'].toReversed())
  const courses = []
  for (const _ of numbers) courses.push(await world.owed())
  await Promise.all(
    courses.map(({ student_course_id }) => job().tx((inner) => reserveCertificate(inner, student_course_id))),
  )
  const takenNumbers = await database.read<{ number: string }>`
    select number from learning.certificate_stock_number where number like '6%' and taken_at is not null order by number`
  expect(takenNumbers.map(({ number }) => number)).toEqual(numbers)
})

test('the account lists every number in ascending order with its use, in each format', async () => {
  await addNumbers(['50000001', '50000002'])
  const { student_course_id } = await world.owed()
  await issueCertificate(job(), student_course_id)
  const range = { agency, from: '2000-01-01', until: '2100-01-01' } as const
  const downloadAccount = async (format: 'csv' | 'txt' | 'xlsx' | 'pdf', ctx = staff()) =>
    Buffer.from((await downloadNumberAccount.run(ctx, { ...range, format })).body as Uint8Array)
  const lines = (await downloadAccount('csv')).toString().trim().split('\r\n')
  const [heading, ...rows] = lines.map((line) => line.split(','))
  expect(heading![0]).toBe('Number')
  const numbers = rows.map(([number]) => number!)
  expect(numbers).toEqual(numbers.toSorted())
  const rowOf = (wantedNumber: string, cells: number) =>
    rows.find(([number]) => number === wantedNumber)?.slice(0, cells)
  expect(rowOf('50000001', 4)).toMatchObject([
    '50000001',
    'Original',
    expect.anything(),
    expect.stringContaining('Jordan'),
  ])
  expect(rowOf('50000002', 2)).toMatchObject(['50000002', 'Unused'])
  expect(rowOf('90000021', 2)).toMatchObject(['90000021', 'Duplicate'])
  const text = (await downloadAccount('txt')).toString()
  expect(text).toMatch(/^[\t\r\n -~]+$/)
  expect(text.split('\r\n')[0]).toMatch(
    /^Certificate numbers, .*\. The school chose these columns; they are not a format of the agency\.$/,
  )
  expect((await downloadAccount('xlsx')).subarray(0, 2).toString()).toBe('PK')
  expect((await downloadAccount('pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await downloadAccount('csv', world.staff([...permissions], 2))).toString()).not.toContain('50000001')
  await expect(downloadAccount('csv', world.staff([]))).rejects.toMatchObject({ kind: { status: 403 } })
  const invalidRange = { ...range, until: '1999-12-31', format: 'csv' as const }
  await expect(downloadNumberAccount.run(staff(), invalidRange)).rejects.toMatchObject({ issues: [{ path: 'until' }] })
})

test.each([
  ['ga-ddc', 'ga-dds', 'GA'],
  ['ca-mature', 'ca-dmv', 'CA'],
])('certificates of %s have the numbers that the school bought from %s', async (program_id, seller, state) => {
  const { read: sql } = database
  await sql`
    update catalogue.course_version set program_id = ${program_id} where course_version_id = ${course.florida}`
  await sql`update catalogue.course set reports_to = null where course_id = 1`
  await sql`
    update catalogue.course_state set lk_state_id = ${stateIdOf(state)!} where course_version_id = ${course.florida}`
  clearVersionCache()
  await addCertificateNumbers.run(staff(), {
    agency: seller,
    numbers: [`${state}-1002`, `${state}-1001`],
    program_id: '',
  })
  const passedPerson = await world.passed()
  await issueCertificate(job(), passedPerson.student_course_id)
  const numbers = await sql<{ certificate_number: string }>`
    select certificate_number from learning.student_certificate where student_course_id = ${passedPerson.student_course_id}`
  expect(numbers).toMatchObject([{ certificate_number: `${state}-1001` }])
})

test('the account of a quarter does not change with what happens after it', async () => {
  const { read: sql } = database
  await addCertificateNumbers.run(staff(), { agency, numbers: ['61000001', '61000002', '61000003'], program_id: '' })
  const passedPerson = await world.passed()
  // Midnight in New York, the zone of the organization: the first moment of April.
  await sql`
    update learning.certificate_stock_number
    set added_at = '2026-02-01T12:00:00Z',
        taken_at = case number when '61000001' then '2026-04-01T03:59:59.999Z'::timestamptz
                               when '61000002' then '2026-04-01T04:00:00Z'::timestamptz end,
        student_course_id = case when number <> '61000003' then ${passedPerson.student_course_id}::int end,
        version = case number when '61000001' then 1 when '61000002' then 2 end
    where number in ('61000001', '61000002', '61000003')`
  const usesIn = async (from: string, until: string) => {
    const { body } = await downloadNumberAccount.run(staff(), { agency, from, until, format: 'csv' })
    const lines = Buffer.from(body as Uint8Array)
      .toString()
      .trim()
      .split('\r\n')
    return lines.filter((line) => line.startsWith('6100')).map((line) => line.split(',').slice(0, 4).join(' ').trim())
  }
  expect(await usesIn('2026-01-01', '2026-03-31')).toEqual([
    expect.stringMatching(/^61000001 Original 2026-03-31 \S/),
    '61000002 Unused 2026-02-01',
    '61000003 Unused 2026-02-01',
  ])
  expect(await usesIn('2026-04-01', '2026-06-30')).toEqual([
    expect.stringMatching(/^61000002 Duplicate 2026-04-01 \S/),
    '61000003 Unused 2026-02-01',
  ])
  expect(await usesIn('2026-01-01', '2026-01-31')).toEqual([])
})
