import { beforeEach, expect, test } from 'vitest'
import { listBlockers } from '#modules/learning/reporting/list-blockers.ts'
import { listLatestReports } from '#modules/learning/reporting/report.sql.ts'
import { reportingState } from '#modules/learning/reporting/reporting-state.ts'
import { sendReport } from '#modules/learning/reporting/send-report.ts'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holdOutbound } from '#platform/outbound.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { decideDelivery } from './agency-file.sql.ts'
import {
  deliverAgencyFile,
  downloadAgencyFile,
  fetchAgencyFiles,
  makeAgencyFile,
  readAgencyResponses,
} from './agency-files.ts'
import { deliverFiles } from './deliver-files.ts'
import { fetchAgency } from './fetch-agencies.ts'
import { makeNextFile } from './make-file.ts'
import { saveAgencyAccount } from './save-account.ts'
import { checkOffCompletion, fetchWorksheet } from './worksheet.ts'

const world = await openCompletions()
const { database, job, owed, reportsOf } = world
const settingsKeys = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'] as const)
const admin = (organization_id = 1): Ctx =>
  world.ctx(
    { ...studentActor(900_100 + organization_id, organization_id), role: 'Admin', permissions: settingsKeys },
    organization_id,
  )
const staff = (organization_id = 1) => world.staff(['MANAGE_STUDENTS:UPDATE'], organization_id)
const registry = 'fmcsa-tpr'
const state = 'dmv'
const theory = () => owed({ version: course.theory })
/** A completion that is owed to a state agency. */
async function permit(license?: string) {
  const report = await owed({ version: course.permit, ...(license && { license }) })
  await database.read`
    update learning.completion_report set agency = ${state}, state_code = 'MI'
    where completion_report_id = ${report.completion_report_id}`
  return report
}

const layout = {
  form: 'csv',
  encoding: 'ascii',
  line_end: 'crlf',
  file_name: 'state-{number:3}.csv',
  fields: [
    { name: 'id', from: 'submission_id', required: true },
    { name: 'license', from: 'student.driver_license', keep: 'letters-digits', width: 13 },
  ],
  answers: { form: 'csv', id: 1, id_is: 'submission_id', status: 2, accepted: ['A'], number: 3, code: 4, message: 5 },
}
const settings = { layout: JSON.stringify(layout), sample: 'AAA-1-1,W316412991400\n', delivery: 'download' }
const files = { agency: state, method: 'file' as const, settings }

beforeEach(async () => {
  await database.read`delete from learning.agency_file`
  await database.read`delete from learning.agency_account`
  await database.read`
    update learning.completion_report set state = 'rejected', accepted_at = null where state not in ('accepted', 'rejected')`
})

test('completions for a worksheet wait for staff, who enter the values and check them off', async () => {
  await saveAgencyAccount.run(admin(), { agency: registry, method: 'worksheet', settings: { tpr_number: 'TPR-77' } })
  const { student_course_id, completion_report_id } = await theory()
  await sendReport(job(), completion_report_id, noSignal)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'due', attempt: 0 }])
  const { portal, waiting, record } = await fetchWorksheet.run(staff(), { agency: registry, completion_report_id })
  expect(portal).toBe('https://tpr.fmcsa.dot.gov/Provider')
  expect(waiting).toMatchObject([{ completion_report_id, course: 'Class A Theory', late: false }])
  const values = Object.fromEntries(record!.values.map(({ label, value }) => [label, value]))
  expect(values).toMatchObject({
    'First name': 'Jordan',
    'License number': 'W316-412-99-140-0',
    // No question asks for it, and the address is another fact.
    'State that issued the license': '',
    'Type of training': 'Theory',
    'TPR number of the location': 'TPR-77',
    'Completion date': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  const input = { agency: registry, completion_report_id, receipt: 'C-1' }
  await checkOffCompletion.run(staff(), input)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: 'C-1', attempt: 1 }])
  await expect(checkOffCompletion.run(staff(), input)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  const [opened] = await database.read<{ purpose: string }>`
    select after ->> 'purpose' as purpose from platform.audit_event
    where action = 'personalData.open' and subject = ${`student_course_id:${student_course_id}`}
    order by audit_event_id desc limit 1`
  expect(opened).toEqual({ purpose: 'worksheet' })
})

test('a completion is checked off once when two people do it at the same time', async () => {
  await saveAgencyAccount.run(admin(), { agency: registry, method: 'worksheet', settings: { tpr_number: 'TPR-77' } })
  const { student_course_id, completion_report_id } = await theory()
  const results = await Promise.allSettled(
    ['C-1', 'C-2'].map((receipt) =>
      checkOffCompletion.run(staff(), { agency: registry, completion_report_id, receipt }),
    ),
  )
  expect(results.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', attempt: 1 }])
})

test('only the confirmation of an agency that numbers certificates becomes the certificate number', async () => {
  const account = { agency: 'fl-dhsmv', method: 'worksheet' as const, settings: {} }
  await saveAgencyAccount.run(admin(), account)
  const { student_course_id, completion_report_id } = await world.owed()
  await checkOffCompletion.run(staff(), { agency: 'fl-dhsmv', completion_report_id, receipt: '1234567' })
  expect(await listLatestReports(staff(), student_course_id)).toMatchObject([{ certificate_number: '1234567' }])
  await saveAgencyAccount.run(admin(), { agency: registry, method: 'worksheet', settings: { tpr_number: 'TPR-77' } })
  const other = await theory()
  await checkOffCompletion.run(staff(), {
    agency: registry,
    completion_report_id: other.completion_report_id,
    receipt: 'C-1',
  })
  expect(await listLatestReports(staff(), other.student_course_id)).toMatchObject([{ certificate_number: null }])
})

test('a refusal in the portal is a refused report', async () => {
  await saveAgencyAccount.run(admin(), { agency: registry, method: 'worksheet', settings: { tpr_number: 'TPR-77' } })
  const { student_course_id, completion_report_id } = await theory()
  await checkOffCompletion.run(staff(), { agency: registry, completion_report_id, refusal: 'No such license' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'rejected' }])
  expect(await world.statusOf(student_course_id)).toBe(status.completionError)
})

test("a worksheet shows no other organization's completions, and none that are sent automatically", async () => {
  const { completion_report_id } = await theory()
  const input = { agency: registry, completion_report_id }
  await expect(fetchWorksheet.run(staff(), input)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  await saveAgencyAccount.run(admin(), { agency: registry, method: 'worksheet' })
  await expect(fetchWorksheet.run(staff(2), input)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  await expect(checkOffCompletion.run(staff(2), input)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  expect(await fetchWorksheet.run(staff(2), { agency: registry })).toMatchObject({ waiting: [], record: null })
  const { gate } = fetchWorksheet.may
  expect(gate(world.staff(['MANAGE_STUDENTS:READ']).actor)).toBe(false)
})

test("a file has the waiting completions in the agency's layout, and is stored sealed", async () => {
  await saveAgencyAccount.run(admin(), files)
  const [one, two] = [await permit(), await permit('D-1234567890123')]
  await sweepReports(job(), noSignal)
  const result = await makeAgencyFile.run(staff(), { agency: state })
  expect(result).toMatchObject({ name: 'state-001.csv', records: 1 })
  // A license number of 14 characters does not fit and is never truncated.
  expect(result.left).toEqual([
    { completion_report_id: two!.completion_report_id, faults: [{ field: 'license', fault: 'long' }] },
  ])
  expect(await reportsOf(one!.student_course_id)).toMatchObject([{ state: 'sending', attempt: 1 }])
  expect(await reportsOf(two!.student_course_id)).toMatchObject([{ state: 'due', attempt: 0 }])
  const text = `AAA-${one!.student_course_id}-1,W316412991400\r\n`
  const { body } = await downloadAgencyFile.run(staff(), { agency_file_id: result.agency_file_id })
  expect(Buffer.from(body as Uint8Array).toString()).toBe(text)
  const [row] = await database.read<{ content: Buffer }>`select content from learning.agency_file`
  expect(row!.content.toString('latin1')).not.toContain('W316')
  await expect(makeAgencyFile.run(staff(), { agency: state })).rejects.toMatchObject({
    kind: { code: 'NOTHING_WAITS' },
  })
  const { files: listed } = await fetchAgencyFiles.run(staff(), { agency: state })
  expect(listed).toMatchObject([{ name: 'state-001.csv', records: 1 }])
  const another = { agency_file_id: result.agency_file_id }
  await expect(downloadAgencyFile.run(staff(2), another)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  await expect(readAgencyResponses.run(staff(2), { ...another, text: 'a' })).rejects.toMatchObject({
    kind: { code: 'NOT_FOUND' },
  })
  expect(await fetchAgencyFiles.run(staff(2), { agency: state })).toMatchObject({ files: [] })
})

test('completions that do not fit, however many, do not block later ones', async () => {
  await saveAgencyAccount.run(admin(), files)
  const longPermits = [
    await permit('D-1234567890123'),
    await permit('D-1234567890123'),
    await permit('D-1234567890123'),
  ]
  const validPermits = [await permit(), await permit(), await permit()]
  const make = () => makeNextFile(staff(), state, 900_001, { limit: 2 })
  expect((await make()).file).toMatchObject({ records: 2 })
  expect((await make()).file).toMatchObject({ records: 1 })
  for (const { student_course_id } of validPermits) {
    expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending' }])
  }
  const { file, leftOut } = await make()
  expect(file).toBeNull()
  expect(leftOut.map(({ completion_report_id }) => completion_report_id)).toEqual(
    longPermits.slice(0, 2).map(({ completion_report_id }) => completion_report_id),
  )
})

test('two simultaneous files have different numbers and no completion in common', async () => {
  await saveAgencyAccount.run(admin(), files)
  const reports = await Promise.all([permit(), permit(), permit()])
  const results = await Promise.allSettled([1, 2].map(() => makeAgencyFile.run(staff(), { agency: state })))
  const agencyFiles = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(agencyFiles.reduce((sum, { records }) => sum + records, 0)).toBe(3)
  expect(new Set(agencyFiles.map(({ name }) => name)).size).toBe(agencyFiles.length)
  for (const { student_course_id } of reports) {
    expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending', attempt: 1 }])
  }
})

test('completions stay due until staff confirm that they uploaded the file, once', async () => {
  await saveAgencyAccount.run(admin(), files)
  const one = await permit()
  const { agency_file_id } = await makeAgencyFile.run(staff(), { agency: state })
  const dutyState = async () => (await reportingState(staff(), one!.student_course_id))?.duties[0]?.state
  expect(await dutyState()).not.toBe('sent')
  expect([...(await listBlockers(staff(), one!.student_course_id)).values()]).toEqual([
    expect.stringContaining('has not been confirmed as delivered'),
  ])
  const confirm = (organization?: 2) =>
    deliverAgencyFile.run(staff(organization), { agency_file_id, by_hand: true, receipt: 'P-7' })
  await expect(deliverAgencyFile.run(staff(), { agency_file_id, by_hand: false })).rejects.toMatchObject({
    kind: { code: 'FILE_NOT_UNDELIVERED' },
  })
  await expect(confirm(2)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  await confirm()
  expect(await reportsOf(one!.student_course_id)).toMatchObject([{ state: 'accepted', receipt: 'state-001.csv' }])
  expect(await dutyState()).toBe('sent')
  expect([...(await listBlockers(staff(), one!.student_course_id)).values()]).toEqual([
    expect.stringContaining('its response has not been read'),
  ])
  const { files: listed } = await fetchAgencyFiles.run(staff(), { agency: state })
  expect(listed).toMatchObject([{ delivery_state: 'delivered', receipt: 'P-7', delivered_at: expect.any(String) }])
  await expect(confirm()).rejects.toMatchObject({ kind: { code: 'FILE_NOT_UNDELIVERED' } })
})

test('a process killed after staff marked a file leaves it to the next sweep', async () => {
  await saveAgencyAccount.run(admin(), files)
  const one = await permit()
  const { agency_file_id } = await makeAgencyFile.run(staff(), { agency: state })
  const marked = await staff().tx((ctx) => decideDelivery(ctx, agency_file_id, 'arrived', null))
  expect(marked).toMatchObject({ delivery: 'none', delivery_state: 'arrived' })
  expect(await reportsOf(one!.student_course_id)).toMatchObject([{ state: 'sending' }])
  await deliverFiles(job(), noSignal)
  await deliverFiles(job(), noSignal)
  expect(await reportsOf(one!.student_course_id)).toMatchObject([{ state: 'accepted', receipt: 'state-001.csv' }])
  const { files: listed } = await fetchAgencyFiles.run(staff(), { agency: state })
  expect(listed).toMatchObject([{ delivery_state: 'delivered', receipt: null }])
})

test('a response that several people read at once counts once', async () => {
  await saveAgencyAccount.run(admin(), files)
  const one = await permit()
  const { agency_file_id } = await makeAgencyFile.run(staff(), { agency: state })
  world.facts.length = 0
  const text = `AAA-${one!.student_course_id}-1,A,N-5,,\n`
  const results = await Promise.all([1, 2, 3].map(() => readAgencyResponses.run(staff(), { agency_file_id, text })))
  expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
  expect(await reportsOf(one!.student_course_id)).toMatchObject([{ state: 'accepted', receipt: 'N-5', attempt: 1 }])
  expect(world.facts.filter(({ fact }) => fact === 'learning.report_accepted')).toHaveLength(1)
})

test("responses confirm and refuse a file's completions, once", async () => {
  await saveAgencyAccount.run(admin(), files)
  const [one, two] = [await permit(), await permit()]
  const { agency_file_id } = await makeAgencyFile.run(staff(), { agency: state })
  world.facts.length = 0
  // A response to another file does not say that the agency has this one.
  const other = { agency_file_id, text: 'ZZZ-9-1,A,N-9,,\n' }
  expect(await readAgencyResponses.run(staff(), other)).toMatchObject({ accepted: 0, unknown: ['ZZZ-9-1'] })
  expect(await reportsOf(one!.student_course_id)).toMatchObject([{ state: 'sending' }])
  const idOf = ({ student_course_id }: { student_course_id: number }) => `AAA-${student_course_id}-1`
  const text = `${idOf(one!)},A,N-1,,\n${idOf(two!)},R,,E7,"Bad, license"\nZZZ-9-1,A,N-9,,\n`
  expect(await readAgencyResponses.run(staff(), { agency_file_id, text })).toMatchObject({
    accepted: 1,
    rejected: 1,
    unknown: ['ZZZ-9-1'],
  })
  expect(await reportsOf(one!.student_course_id)).toMatchObject([{ state: 'accepted', receipt: 'N-1' }])
  expect(await reportingState(staff(), one!.student_course_id)).toMatchObject({ state: 'accepted' })
  expect(await reportsOf(two!.student_course_id)).toMatchObject([{ state: 'rejected' }])
  expect(await world.statusOf(two!.student_course_id)).toBe(status.completionError)
  const reportFacts = world.facts.filter(({ fact }) => fact.startsWith('learning.report_'))
  expect(reportFacts.map(({ fact }) => fact)).toEqual([
    'learning.report_sent',
    'learning.report_sent',
    'learning.report_accepted',
    'learning.report_rejected',
  ])
  const deliveries = await database.read<{ after: object }>`
    select after from platform.audit_event
    where action = 'agency.deliver' and (after ->> 'agency_file_id')::int = ${agency_file_id}`
  expect(deliveries).toMatchObject([{ after: { receipt: null } }])
  expect(await readAgencyResponses.run(staff(), { agency_file_id, text })).toMatchObject({ accepted: 0, rejected: 0 })
  const wrong = { agency_file_id, text: 'one column' }
  await expect(readAgencyResponses.run(staff(), wrong)).rejects.toMatchObject({ issues: [{ path: 'text' }] })
})

test.each([
  ['no account', null, 'LAYOUT_NOT_READY'],
  ['a sample that does not fit', { ...settings, sample: 'one column' }, 'LAYOUT_NOT_READY'],
  ['nothing that waits', settings, 'NOTHING_WAITS'],
])('no file is made with %s', async (_case, settings, code) => {
  if (settings) await saveAgencyAccount.run(admin(), { ...files, settings })
  await expect(makeAgencyFile.run(staff(), { agency: state })).rejects.toMatchObject({ kind: { code } })
  const { missing } = await fetchAgency.run(admin(), { agency: state, method: 'file' })
  expect(missing).toEqual(
    settings === null ? ['layout', 'sample', 'delivery'] : code === 'NOTHING_WAITS' ? [] : ['sample'],
  )
})

test('a copy of the site makes no file, because its reports would count as handed over', async () => {
  await saveAgencyAccount.run(admin(), files)
  const { student_course_id } = await permit()
  holdOutbound({ why: 'setting' })
  const attempt = makeAgencyFile.run(staff(), { agency: state })
  await expect(attempt).rejects.toMatchObject({ kind: { code: 'QUARANTINE' } })
  holdOutbound(null)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'due' }])
})
