import { beforeEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { readCourseEnd } from '#modules/learning/player/course-end.ts'
import { saveAgencyAccount } from '#modules/learning/reporting/accounts/save-account.ts'
import { checkOffCompletion, fetchWorksheet } from '#modules/learning/reporting/accounts/worksheet.ts'
import { listBlockers } from '#modules/learning/reporting/list-blockers.ts'
import { sendReport } from '#modules/learning/reporting/send-report.ts'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { stateIdOf } from '#platform/states.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { issueCertificate } from './issue-certificate.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { addCertificateNumbers, fetchCertificateNumbers } from './stock-numbers.ts'
import { findStockWarning } from './stock-warning.ts'
import { sweepCertificates } from './sweep-certificates.ts'
import { waitForNumber } from './wait-for-number.ts'

/** Schools without a single number of their own stock. */
const world = await openCompletions()
const { database, job } = world
const { read: sql } = database
const permissions = ['MANAGE_CERTIFICATES:READ', 'MANAGE_CERTIFICATES:UPDATE', 'MANAGE_STUDENTS:UPDATE'] as const
const staff = () => world.staff([...permissions])
const addNumbers = (agency: string, numbers: string[]) => addCertificateNumbers.run(staff(), { agency, numbers })

async function setProgram(program_id: string | null, state: string, reports_to: string | null) {
  await sql`update catalogue.course set reports_to = ${reports_to} where course_id = 1`
  await sql`
    update catalogue.course_version set program_id = ${program_id} where course_version_id = ${course.florida}`
  await sql`delete from catalogue.course_state where course_version_id = ${course.florida}`
  await sql`
    insert into catalogue.course_state (course_version_id, lk_state_id) values (${course.florida}, ${stateIdOf(state)!})`
  clearVersionCache()
}

const numbersOf = async (student_course_id: number) =>
  (
    await sql<{ certificate_number: string }>`
      select certificate_number from learning.student_certificate
      where student_course_id = ${student_course_id} order by version`
  ).map(({ certificate_number }) => certificate_number)

beforeEach(async () => {
  await sql`update learning.student_course set lk_student_course_status_id = 12 where passed_at is not null`
  await sql`delete from learning.certificate_wait`
  await sql`delete from learning.certificate_stock_number where taken_at is null`
  world.facts.length = 0
})

test('an organization numbers the certificates of a course whose program requires no bought numbers', async () => {
  await setProgram(null, 'TX', 'tx-tdlr')
  const { student_course_id, completion_report_id } = await world.owed()
  await issueCertificate(job(), student_course_id)
  expect(await numbersOf(student_course_id)).toEqual([expect.stringMatching(/^AAA-/)])
  await sendReport(job(), completion_report_id, noSignal)
  expect(await world.reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
})

test.each([
  ['tx-driving-safety', 'tx-tdlr', 'TX'],
  ['ga-ddc', 'ga-dds', 'GA'],
  ['ca-mature', 'ca-dmv', 'CA'],
])(
  'a certificate of %s waits if the stock has no number, and nothing is reported',
  async (program_id, agency, state) => {
    await setProgram(program_id, state, agency)
    const { user_id, student_course_id, completion_report_id } = await world.owed()
    await issueCertificate(job(), student_course_id)
    await sweepCertificates(job(), noSignal)
    await sweepReports(job(), noSignal)
    await sendReport(job(), completion_report_id, noSignal)
    expect(await numbersOf(student_course_id)).toEqual([])
    expect(await world.reportsOf(student_course_id)).toMatchObject([{ state: 'due', attempt: 0 }])
    expect((await readCourseEnd(world.student(user_id), student_course_id)).awaits_number).toBe('stock')
    expect((await listBlockers(staff(), student_course_id)).get(completion_report_id)).toContain('Certificate Numbers')
    const { stocks } = await fetchCertificateNumbers.run(staff(), {})
    expect(stocks.find((stock) => stock.agency === agency)).toMatchObject({ left: 0, waiting: 1 })
    const [warning] = world.facts.filter(({ fact }) => fact === 'learning.certificate_numbers_low')
    expect(warning!.data).toMatchObject({ organization_id: 1, agency, left: 0 })
    expect(await findStockWarning(job(), warning!.data as never)).toMatchObject({ agency, left: 0 })

    await addNumbers(agency, [`${state}-77001`])
    await sweepCertificates(job(), noSignal)
    expect(await numbersOf(student_course_id)).toEqual([`${state}-77001`])
    expect((await readCourseEnd(world.student(user_id), student_course_id)).awaits_number).toBeNull()
    await sendReport(job(), completion_report_id, noSignal)
    const [report] = await sql<{ number: string; attempt: number }>`
    select record ->> 'certificate_number' as number, attempt from learning.completion_report
    where student_course_id = ${student_course_id}`
    expect(report).toMatchObject({ number: `${state}-77001` })
  },
)

test('a stock gives its numbers in order of deadline, also to a course that is passed while it is refilled', async () => {
  await setProgram('tx-driving-safety', 'TX', 'tx-tdlr')
  const courses = []
  for (let count = 0; count < 3; count += 1) courses.push(await world.owed())
  const [late, soon, middle] = courses.map(({ student_course_id }) => student_course_id)
  for (const [id, days] of [
    [late, 9],
    [soon, 1],
    [middle, 5],
  ] as const) {
    await sql`
      update learning.completion_report set due_at = platform.now() + ${days}::int * interval '1 day'
      where student_course_id = ${id!}`
    await issueCertificate(job(), id!)
  }
  await addNumbers('tx-tdlr', ['66000001', '66000002'])
  // The newest course is processed first, but leaves the numbers to those with an earlier deadline.
  const newest = await world.owed()
  await sql`
    update learning.completion_report set due_at = platform.now() + interval '30 days'
    where student_course_id = ${newest.student_course_id}`
  await issueCertificate(job(), newest.student_course_id)
  expect(await numbersOf(newest.student_course_id)).toEqual([])
  await Promise.all([1, 2, 3, 4].map(() => sweepCertificates(job(), noSignal)))
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(soon!)).toEqual(['66000001'])
  expect(await numbersOf(middle!)).toEqual(['66000002'])
  expect(await numbersOf(late!)).toEqual([])
  await addNumbers('tx-tdlr', ['66000003'])
  await sql`update learning.student_course set passed_at = platform.now() - interval '120 days' where student_course_id = ${late!}`
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(late!)).toEqual(['66000003'])
  const [duplicate] = await sql`
    select certificate_number from learning.student_certificate where certificate_number like '66%'
    group by 1 having count(*) > 1`
  expect(duplicate).toBeUndefined()
})

test('a waiting certificate that cannot take a number does not block the others', async () => {
  await setProgram('tx-driving-safety', 'TX', 'tx-tdlr')
  await sql`
    update catalogue.course_version set program_id = 'tx-adult-6h', certificate_template_id = 1
    where course_version_id = ${course.permit}`
  await sql`
    insert into catalogue.course_state (course_version_id, lk_state_id) values (${course.permit}, ${stateIdOf('TX')!})`
  clearVersionCache()
  const [adult, refunded] = [await world.owed({ version: course.permit }), await world.owed()]
  const [first, second] = [await world.owed(), await world.owed()]
  for (const { student_course_id } of [adult, refunded])
    await sql`
      update learning.completion_report set due_at = platform.now() + interval '1 hour'
      where student_course_id = ${student_course_id}`
  for (const { student_course_id } of [adult, refunded, first, second]) await issueCertificate(job(), student_course_id)
  await sql`
    update learning.student_course set lk_student_course_status_id = 16
    where student_course_id = ${refunded.student_course_id}`
  // The number is for the other program, so the certificate with the earliest deadline cannot take it.
  await addCertificateNumbers.run(staff(), {
    agency: 'tx-tdlr',
    numbers: ['64000001'],
    program_id: 'tx-driving-safety',
  })
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(first.student_course_id)).toEqual(['64000001'])
  await addNumbers('tx-tdlr', ['64000002'])
  await issueCertificate(job(), second.student_course_id)
  expect(await numbersOf(second.student_course_id)).toEqual([])
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(adult.student_course_id)).toEqual(['64000002'])
  await addNumbers('tx-tdlr', ['64000003'])
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(second.student_course_id)).toEqual(['64000003'])
})

test('a duplicate leaves the last number to a certificate that waits for its first one', async () => {
  await setProgram('tx-driving-safety', 'TX', 'tx-tdlr')
  await addNumbers('tx-tdlr', ['65000001'])
  const first = await world.owed()
  await issueCertificate(job(), first.student_course_id)
  const second = await world.owed()
  await issueCertificate(job(), second.student_course_id)
  await addNumbers('tx-tdlr', ['65000002'])
  const [row] = await sql<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate where student_course_id = ${first.student_course_id}`
  const reissue = () =>
    reissueCertificate.run(staff(), { student_certificate_id: row!.student_certificate_id, reason: 'Lost' })
  await expect(reissue()).rejects.toMatchObject({ kind: { code: 'NO_CERTIFICATE_NUMBER' } })
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(second.student_course_id)).toEqual(['65000002'])
  await addNumbers('tx-tdlr', ['65000003'])
  await reissue()
  expect(await numbersOf(first.student_course_id)).toEqual(['65000001', '65000003'])
})

test("a worksheet of Florida is checked off with the department's number only, and with each number once", async () => {
  await setProgram('fl-bdi', 'FL', null)
  const admin = world.ctx({
    ...studentActor(900_101),
    role: 'Admin',
    permissions: new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'] as const),
  })
  const agency = 'fl-dhsmv'
  await saveAgencyAccount.run(admin, { agency, method: 'worksheet' })
  const [first, second] = [await world.owed(), await world.owed()]
  expect(await fetchWorksheet.run(staff(), { agency })).toMatchObject({ number_required: true })
  const checkOff = (completion_report_id: number, overrides: { receipt?: string; refusal?: string }) =>
    checkOffCompletion.run(staff(), { agency, completion_report_id, ...overrides })
  await expect(checkOff(first.completion_report_id, {})).rejects.toMatchObject({ issues: [{ path: 'receipt' }] })
  await expect(checkOff(first.completion_report_id, { receipt: '  ' })).rejects.toMatchObject({
    issues: [{ path: 'receipt' }],
  })
  await checkOff(first.completion_report_id, { receipt: '4100001' })
  await expect(checkOff(second.completion_report_id, { receipt: '4100001' })).rejects.toMatchObject({
    issues: [{ path: 'receipt' }],
  })
  expect(await world.reportsOf(second.student_course_id)).toMatchObject([{ state: 'due' }, {}])
  // A refusal has no number.
  await checkOff(second.completion_report_id, { refusal: 'The citation is unknown' })
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(first.student_course_id)).toEqual(['4100001'])
  expect(await numbersOf(second.student_course_id)).toEqual([])
})

test.each([
  { numbers: [], warnings: 1 },
  { numbers: ['TX-88001'], warnings: 0 },
])(
  'a certificate that begins to wait beside $numbers warns of an empty stock $warnings times',
  async ({ numbers, warnings }) => {
    await setProgram('tx-driving-safety', 'TX', 'tx-tdlr')
    const { student_course_id } = await world.owed()
    if (numbers.length > 0) await addNumbers('tx-tdlr', numbers)
    const waitTwice = async () => {
      const course = await selectStudentCourse(job(), student_course_id)
      for (const _ of [1, 2]) await job().tx((ctx) => waitForNumber(ctx, course, 'tx-tdlr', false))
    }
    await waitTwice()
    expect(world.facts.filter(({ fact }) => fact === 'learning.certificate_numbers_low')).toHaveLength(warnings)
    expect(
      await sql`select from learning.certificate_wait where student_course_id = ${student_course_id}`,
    ).toHaveLength(1)
  },
)
