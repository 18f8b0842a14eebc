import { expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { issueCertificate } from './issue-certificate.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { reserveCertificate } from './reserve-certificate.ts'
import {
  addCertificateNumbers,
  fetchCertificateNumbers,
  removeCertificateNumbers,
  voidCertificateNumbers,
} from './stock-numbers.ts'
import { findStockWarning } from './stock-warning.ts'
import { sweepCertificates } from './sweep-certificates.ts'

const world = await openCompletions()
const { database, job, passed } = world
const permissions = ['MANAGE_CERTIFICATES:READ', 'MANAGE_CERTIFICATES:UPDATE', 'MANAGE_CERTIFICATES:DELETE'] as const
const staff = () => world.staff([...permissions])
const otherStaff = () => world.staff([...permissions], 2)
const agency = 'fl-dhsmv'
const addNumbers = (numbers: string[], ctx = staff()) => addCertificateNumbers.run(ctx, { agency, numbers })
const removeNumbers = (numbers: string[], ctx = staff()) => removeCertificateNumbers.run(ctx, { agency, numbers })
const fetchStock = async (ctx = staff()) => (await fetchCertificateNumbers.run(ctx, {})).stocks[0]!
const reserve = (student_course_id: number) => job().tx((ctx) => reserveCertificate(ctx, student_course_id))
const numbersOf = async (student_course_id: number) =>
  (
    await database.read<{ certificate_number: string }>`
      select certificate_number from learning.student_certificate
      where student_course_id = ${student_course_id} order by version`
  ).map(({ certificate_number }) => certificate_number)
const listWarnings = () =>
  world.facts.filter(({ fact }) => fact === 'learning.certificate_numbers_low').map(({ data }) => data)

/** Uses up the remaining numbers, so that each test starts with an empty stock. */
async function emptyStock() {
  await database.read`delete from learning.certificate_stock_number where taken_at is null`
  world.facts.length = 0
}

test('an organization without purchased numbers assigns its own', async () => {
  const { student_course_id } = await passed()
  await issueCertificate(job(), student_course_id)
  expect(await numbersOf(student_course_id)).toEqual([expect.stringMatching(/^AAA-\d{4}-\d{7}$/)])
  expect(await fetchStock()).toMatchObject({ agency, left: 0, taken: 0, waiting: 0, next: null })
})

test('a Florida certificate gets the lowest number of the stock; one of another agency does not', async () => {
  expect(await addNumbers(['FL10002', 'fl10001', 'FL10001'])).toMatchObject({ added: 2, known: 0 })
  const first = await passed()
  const theory = await passed({ version: course.theory })
  for (const { student_course_id } of [first, theory]) await issueCertificate(job(), student_course_id)
  expect(await numbersOf(first.student_course_id)).toEqual(['FL10001'])
  expect(await numbersOf(theory.student_course_id)).toEqual([expect.stringMatching(/^AAA-/)])
  expect(await fetchStock()).toMatchObject({ left: 1, taken: 1, next: 'FL10002' })
  // An interrupted attempt keeps its number, and a reissue takes another one.
  const second = await passed()
  const reserved = await reserve(second.student_course_id)
  expect(reserved?.certificate_number).toBe('FL10002')
  await issueCertificate(job(), second.student_course_id)
  expect(await numbersOf(second.student_course_id)).toEqual(['FL10002'])
  const [row] = await database.read<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate where student_course_id = ${second.student_course_id}`
  const { student_certificate_id } = row!
  await expect(reissueCertificate.run(staff(), { student_certificate_id, reason: 'Lost' })).rejects.toMatchObject({
    kind: { code: 'NO_CERTIFICATE_NUMBER' },
  })
  await addNumbers(['FL10003'])
  await reissueCertificate.run(staff(), { student_certificate_id, reason: 'Lost' })
  expect(await numbersOf(second.student_course_id)).toEqual(['FL10002', 'FL10003'])
})

test('one of 50 simultaneous requests gets the last number, and none is used twice', async () => {
  await emptyStock()
  await addNumbers(['LAST-1'])
  const courses: number[] = []
  for (let count = 0; count < 50; count += 1) courses.push((await passed({ report: false })).student_course_id)
  const reserved = await Promise.all(courses.map(reserve))
  expect(reserved.filter((reservation) => reservation?.certificate_number === 'LAST-1')).toHaveLength(1)
  expect(reserved.filter((reservation) => reservation === null)).toHaveLength(49)
  expect(await fetchStock()).toMatchObject({ left: 0, waiting: 49 })
  // Waiting certificates don't block others, and each gets one number as soon as there are some.
  const other = await passed({ version: course.theory, report: false })
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(other.student_course_id)).toHaveLength(1)
  await addNumbers(Array.from({ length: 49 }, (_, index) => `MORE-${index}`))
  const numbers = await Promise.all(courses.map(reserve))
  expect(new Set(numbers.map((number) => number?.certificate_number)).size).toBe(50)
  expect(await fetchStock()).toMatchObject({ left: 0, waiting: 0 })
})

test('the sweep issues a waiting certificate once there are numbers', async () => {
  await emptyStock()
  const { student_course_id } = await passed({ report: false })
  // The previous test's certificates are reserved but not drawn: too many to draw here.
  await database.read`
    update learning.student_course set passed_at = platform.now() - interval '100 days'
    where student_course_id <> ${student_course_id}`
  await issueCertificate(job(), student_course_id)
  expect(await numbersOf(student_course_id)).toEqual([])
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
  await addNumbers(['SWEPT-1'])
  await sweepCertificates(job(), noSignal)
  expect(await fetchStock()).toMatchObject({ waiting: 0 })
  expect(await numbersOf(student_course_id)).toEqual(['SWEPT-1'])
})

test('warns staff at 50, 10 and 0 remaining, each time the stock falls to that level', async () => {
  await emptyStock()
  await addNumbers(Array.from({ length: 51 }, (_, index) => `WARN-${100 + index}`))
  const take = async () => reserve((await passed({ report: false })).student_course_id)
  await take()
  expect(listWarnings()).toMatchObject([{ organization_id: 1, agency, left: 50 }])
  await take()
  expect(listWarnings()).toHaveLength(1)
  await database.read`
    delete from learning.certificate_stock_number where taken_at is null and number > 'WARN-112'`
  await take()
  expect(listWarnings().map(({ left }) => left)).toEqual([50, 10])
  const [warning] = listWarnings().slice(-1)
  expect(await findStockWarning(job(), warning as never)).toMatchObject({ left: 10, organization_code: 'AAA' })
  await addNumbers(['WARN-999'])
  expect(await findStockWarning(job(), warning as never)).toBeNull()
})

test('a number is unique in the product; used ones and those of other organizations are not removed', async () => {
  await emptyStock()
  await addNumbers(['OURS-1', 'OURS-2'])
  expect(await addNumbers(['OURS-1', 'THEIRS-1'], otherStaff())).toMatchObject({ added: 1, known: 1 })
  expect(await fetchStock(otherStaff())).toMatchObject({ left: 1, taken: 0, next: 'THEIRS-1' })
  expect(await removeNumbers(['OURS-1'], otherStaff())).toMatchObject({ removed: 0, kept: 1 })
  await reserve((await passed({ report: false })).student_course_id)
  expect(await removeNumbers(['OURS-1', 'OURS-2', 'NO-SUCH'])).toMatchObject({ removed: 1, kept: 2 })
  expect(await addNumbers(['OURS-1'])).toMatchObject({ added: 0, known: 1 })
  const rows = await database.read<{ action: string; after: object }>`
    select action, after from platform.audit_event where action like 'certificateNumbers.%' and organization_id = 2`
  expect(rows).toMatchObject([
    { action: 'certificateNumbers.add', after: { agency, changed: 1, first: 'OURS-1', last: 'THEIRS-1' } },
  ])
})

test('eight simultaneous additions, and then removals, of the same numbers happen once', async () => {
  await emptyStock()
  const numbers = ['AT-ONCE-1', 'AT-ONCE-2', 'AT-ONCE-3']
  const added = await Promise.all(Array.from({ length: 8 }, () => addNumbers(numbers)))
  expect(added.reduce((sum, result) => sum + result.added, 0)).toBe(3)
  expect(await fetchStock()).toMatchObject({ left: 3 })
  const removed = await Promise.all(Array.from({ length: 8 }, () => removeNumbers(numbers)))
  expect(removed.reduce((sum, result) => sum + result.removed, 0)).toBe(3)
  expect(await fetchStock()).toMatchObject({ left: 0 })
})

test('refuses invalid numbers, too many of them, another agency, and staff without the permission', async () => {
  const invalidInputs = [
    { agency, numbers: [] },
    { agency, numbers: ['ABC'] },
    { agency, numbers: ['A'.repeat(21)] },
    { agency, numbers: ['AB 12'] },
    { agency, numbers: Array.from({ length: 5001 }, (_, index) => `N-${index}`) },
    { agency: 'dmv', numbers: ['ABCD'] },
    { agency: 'nowhere', numbers: ['ABCD'] },
  ]
  for (const input of invalidInputs) await expect(addCertificateNumbers.run(staff(), input)).rejects.toThrow()
  const reader = () => world.staff(['MANAGE_CERTIFICATES:READ'])
  await expect(addNumbers(['ABCD'], reader())).rejects.toThrow()
  await expect(removeNumbers(['ABCD'], world.staff(['MANAGE_CERTIFICATES:UPDATE']))).rejects.toThrow()
  await expect(fetchCertificateNumbers.run(world.staff([]), {})).rejects.toThrow()
})

test('a stock that lasts two weeks at most is announced once a week, with a forecast', async () => {
  await emptyStock()
  await database.read`update learning.certificate_stock_number set taken_at = platform.now() - interval '60 days'`
  await database.read`update learning.certificate_stock set warned_at = null`
  await addNumbers(Array.from({ length: 70 }, (_, index) => `PACE-${100 + index}`))
  expect(await fetchStock()).toMatchObject({ days_left: null })
  const take = async () => reserve((await passed({ report: false })).student_course_id)
  await take()
  // At one number in 30 days the stock would last for years.
  expect(listWarnings()).toEqual([])
  expect(await fetchStock()).toMatchObject({ left: 69, days_left: 69 * 30 })
  await database.read`delete from learning.certificate_stock_number where taken_at is null and number > 'PACE-129'`
  for (let count = 2; count <= 60; count += 1) {
    const course_id = (await passed({ report: false })).student_course_id
    await database.read`
      insert into learning.certificate_stock_number (organization_id, agency, number, added_by, student_course_id, version, taken_at)
      values (1, ${agency}, ${`USED-${count}`}, 1, ${course_id}, 1, platform.now())`
  }
  await take()
  expect(listWarnings()).toMatchObject([{ left: 28 }])
  expect(await fetchStock()).toMatchObject({ left: 28, days_left: 13 })
  // The forecast is not repeated within a week; the warnings by count still are.
  await database.read`delete from learning.certificate_stock_number where taken_at is null and number > 'PACE-115'`
  await take()
  expect(listWarnings()).toHaveLength(1)
})

test('a voided number is used by no certificate, and cannot be removed or voided again', async () => {
  await emptyStock()
  await addNumbers(['VOID-1', 'VOID-2'])
  const reason = 'Damaged form'
  const voidNumbers = (numbers: string[], ctx = staff()) => voidCertificateNumbers.run(ctx, { agency, numbers, reason })
  expect(await voidNumbers(['VOID-1'], otherStaff())).toMatchObject({ voided: 0, kept: 1 })
  const results = await Promise.all(Array.from({ length: 8 }, () => voidNumbers(['VOID-1'])))
  expect(results.reduce((sum, result) => sum + result.voided, 0)).toBe(1)
  expect(await fetchStock()).toMatchObject({ left: 1, next: 'VOID-2' })
  expect((await reserve((await passed({ report: false })).student_course_id))?.certificate_number).toBe('VOID-2')
  expect(await reserve((await passed({ report: false })).student_course_id)).toBeNull()
  expect(await removeNumbers(['VOID-1'])).toMatchObject({ removed: 0 })
  await expect(voidCertificateNumbers.run(staff(), { agency, numbers: ['VOID-1'], reason: '' })).rejects.toThrow()
  await expect(voidNumbers(['VOID-1'], world.staff(['MANAGE_CERTIFICATES:UPDATE']))).rejects.toThrow()
})
