import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import {
  deliverAgencyFile,
  makeAgencyFile,
  readAgencyResponses,
} from '#modules/learning/reporting/accounts/agency-files.ts'
import type { AgencyResponse } from '#modules/learning/reporting/agency-adapter.ts'
import { claimReport } from '#modules/learning/reporting/claim-report.ts'
import { countMissingNumbers, enterNumber } from '#modules/learning/reporting/enter-number.ts'
import { listBlockers } from '#modules/learning/reporting/list-blockers.ts'
import { refuseCompletion } from '#modules/learning/reporting/refuse-completion.ts'
import { resubmitCompletion } from '#modules/learning/reporting/resubmit-completion.ts'
import { settleReport } from '#modules/learning/reporting/settle-report.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { issueCertificate } from './issue-certificate.ts'
import { downloadNumberAccount } from './number-account.ts'
import { replaceCertificate } from './replace-certificate.ts'
import { sweepCertificates } from './sweep-certificates.ts'

const world = await openCompletions()
const { database, job } = world
await database.read`
  update catalogue.course_version set program_id = 'fl-bdi' where course_version_id = ${course.florida}`
clearVersionCache()

const staff = () => world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'])
const accepted = (certificate_number: string | null): AgencyResponse => ({
  outcome: 'accepted',
  http_status: 200,
  receipt: certificate_number,
  certificate_number,
  code: null,
  message: null,
  body: certificate_number ?? '',
})

async function settleWith(completion_report_id: number, certificate_number: string | null) {
  const claim = await claimReport(job(), { completion_report_id })
  const tenant = world.ctx({ kind: 'system', name: 'test' })
  expect(await settleReport(tenant, claim!, accepted(certificate_number))).toBe(true)
}

const numbersOf = async (student_course_id: number) => [
  ...(await database.read<{ student_certificate_id: number; certificate_number: string }>`
    select student_certificate_id, certificate_number from learning.student_certificate
    where student_course_id = ${student_course_id} order by version`),
]

test("a certificate of the program waits for the department's response and carries its number", async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  await issueCertificate(job(), student_course_id)
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(student_course_id)).toEqual([])
  await settleWith(completion_report_id, '1000001')
  await sweepCertificates(job(), noSignal)
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(student_course_id)).toMatchObject([{ certificate_number: '1000001' }])
  const waitRows = await database.read`
    select from learning.certificate_wait where student_course_id = ${student_course_id}`
  expect(waitRows).toHaveLength(0)
})

test("a number from an agency's response file is printed on the certificate, once", async () => {
  const layout = {
    form: 'csv',
    encoding: 'ascii',
    line_end: 'lf',
    file_name: 'state-{number:3}.csv',
    fields: [{ name: 'id', from: 'submission_id', required: true }],
    answers: { form: 'csv', id: 1, id_is: 'submission_id', status: 2, accepted: ['A'], number: 3 },
  }
  // No agency that numbers certificates takes files today, so its account is written as a later release may.
  await database.read`
    insert into learning.agency_account ${database.read({
      organization_id: 1,
      agency: 'fl-dhsmv',
      method: 'file',
      updated_by: 900_101,
      settings: database.read.json({ layout: JSON.stringify(layout), sample: 'AAA-1-1\n', delivery: 'download' }),
    })}`
  try {
    const [first, other] = [await world.owed(), await world.owed()]
    const { agency_file_id } = await makeAgencyFile.run(staff(), { agency: 'fl-dhsmv' })
    await deliverAgencyFile.run(staff(), { agency_file_id, by_hand: true })
    for (const { student_course_id } of [first, other]) await issueCertificate(job(), student_course_id)
    await sweepCertificates(job(), noSignal)
    expect(await numbersOf(first.student_course_id)).toEqual([])
    const text = `AAA-${first.student_course_id}-1,A,1000051\n`
    expect(await readAgencyResponses.run(staff(), { agency_file_id, text })).toMatchObject({ accepted: 1 })
    expect(await readAgencyResponses.run(staff(), { agency_file_id, text })).toMatchObject({ accepted: 0 })
    await sweepCertificates(job(), noSignal)
    await sweepCertificates(job(), noSignal)
    expect(await numbersOf(first.student_course_id)).toMatchObject([{ certificate_number: '1000051' }])
    expect(await numbersOf(other.student_course_id)).toEqual([])
  } finally {
    await database.read`delete from learning.agency_file`
    await database.read`delete from learning.agency_account`
  }
})

test('a completion that was accepted without a number waits until staff enter it', async () => {
  const [first, other] = [await world.owed(), await world.owed()]
  for (const { student_course_id, completion_report_id } of [first, other]) {
    await settleWith(completion_report_id, null)
    await issueCertificate(job(), student_course_id)
    await sweepCertificates(job(), noSignal)
    expect(await numbersOf(student_course_id)).toEqual([])
  }
  const { student_course_id, completion_report_id } = first
  expect((await listBlockers(staff(), student_course_id)).get(completion_report_id)).toMatch(
    /is waiting for its number/,
  )
  const before = await countMissingNumbers(staff())
  const enter = (certificate_number: string, ctx = staff(), report = first) =>
    enterNumber.run(ctx, {
      student_course_id: report.student_course_id,
      completion_report_id: report.completion_report_id,
      certificate_number,
    })
  await expect(enter(' ')).rejects.toMatchObject({ kind: { status: 400 } })
  expect(enterNumber.may.gate(world.staff(['MANAGE_STUDENTS:READ']).actor)).toBe(false)
  await expect(enter('1000002', world.staff(['MANAGE_STUDENTS:UPDATE'], 2))).rejects.toMatchObject({
    kind: { status: 404 },
  })
  await enter('1000002')
  await expect(enter('1000009')).rejects.toMatchObject({ kind: { code: 'REPORT_NUMBER_KNOWN' } })
  await expect(enter('1000002', staff(), other)).rejects.toMatchObject({ kind: { status: 400 } })
  await sweepCertificates(job(), noSignal)
  expect(await numbersOf(student_course_id)).toMatchObject([{ certificate_number: '1000002' }])
  expect(await numbersOf(other.student_course_id)).toEqual([])
  expect(await countMissingNumbers(staff())).toBe(before - 1)
})

test('a number is entered once, also by two people at the same moment', async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  await settleWith(completion_report_id, null)
  await issueCertificate(job(), student_course_id)
  const results = await Promise.allSettled(
    ['1000021', '1000022'].map((certificate_number) => {
      const ctx = staff()
      return ctx.tx((inner) => enterNumber.run(inner, { student_course_id, completion_report_id, certificate_number }))
    }),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a reissued certificate repeats its number, or waits for the response to a new report', async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  await settleWith(completion_report_id, '1000003')
  await issueCertificate(job(), student_course_id)
  const reissue = async () => {
    const { student_certificate_id } = (await numbersOf(student_course_id)).at(-1)!
    return replaceCertificate(world.staff(['MANAGE_CERTIFICATES:UPDATE']), student_certificate_id, {
      action: 'certificate.reissue',
    })
  }
  await reissue()
  expect(await numbersOf(student_course_id)).toMatchObject([
    { certificate_number: '1000003' },
    { certificate_number: '1000003' },
  ])
  const refusal = { student_course_id, completion_report_id, code: '', message: 'Wrong county' }
  await refuseCompletion.run(world.staff(['MANAGE_STUDENTS:UPDATE']), refusal)
  await expect(reissue()).rejects.toMatchObject({ kind: { code: 'NO_ANSWER_YET' } })
  const corrected = await resubmitCompletion.run(world.staff(['MANAGE_STUDENTS:UPDATE']), { student_course_id })
  await settleWith(corrected.completion_report_id, '1000004')
  await reissue()
  expect((await numbersOf(student_course_id)).at(-1)).toMatchObject({ certificate_number: '1000004' })
})

test('a number is on one certificate only, whatever the agency returns', async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  await settleWith(completion_report_id, '1000003')
  await issueCertificate(job(), student_course_id)
  expect(await numbersOf(student_course_id)).toEqual([])
})

test('a course without a program does not wait', async () => {
  const { student_course_id } = await world.passed({ version: course.theory })
  await issueCertificate(job(), student_course_id)
  expect(await numbersOf(student_course_id)).toHaveLength(1)
})

test("the account of the department's numbers counts a late refusal in its own quarter, and a corrected number is superseded", async () => {
  const people = [await world.owed(), await world.owed(), await world.owed()]
  const numbers = ['7100001', '7100002', '7100003']
  for (const [index, { completion_report_id }] of people.entries())
    await settleWith(completion_report_id, numbers[index]!)
  const [, refusedPerson, correctedPerson] = people
  await database.read`
    update learning.completion_report set accepted_at = '2026-02-01T12:00:00Z', sent_at = '2026-02-01T12:00:00Z'
    where certificate_number = any(${database.read.array(numbers)})`
  await database.read`
    update learning.completion_report
    set state = 'rejected', accepted_at = null, message = 'Wrong name', updated_at = '2026-05-01T12:00:00Z'
    where completion_report_id = ${refusedPerson!.completion_report_id}`
  const report_id = correctedPerson!.completion_report_id
  await database.read`
    update learning.completion_report set state = 'replaced', accepted_at = null where completion_report_id = ${report_id}`
  await database.read`
    insert into learning.completion_report
      (student_course_id, organization_id, number, agency, state_code, state, due_at, record, certificate_number, accepted_at,
       corrects_report_id)
    select student_course_id, organization_id, number + 1, agency, state_code, 'accepted', due_at, record, '7100004',
           '2026-05-02T12:00:00Z', completion_report_id
    from learning.completion_report where completion_report_id = ${report_id}`
  const usesIn = async (from: string, until: string) => {
    const reader = world.staff(['MANAGE_CERTIFICATES:READ'])
    const { body } = await downloadNumberAccount.run(reader, { agency: 'fl-dhsmv', from, until, format: 'csv' })
    const lines = Buffer.from(body as Uint8Array)
      .toString()
      .trim()
      .split('\r\n')
    return lines.filter((line) => line.startsWith('71')).map((line) => line.split(',').slice(0, 3).join(' '))
  }
  expect(await usesIn('2026-01-01', '2026-03-31')).toEqual(numbers.map((number) => `${number} Original 2026-02-01`))
  expect(await usesIn('2026-01-01', '2026-06-30')).toEqual([
    '7100001 Original 2026-02-01',
    '7100002 Voided 2026-02-01',
    '7100003 Superseded 2026-02-01',
    '7100004 Original 2026-05-02',
  ])
})
