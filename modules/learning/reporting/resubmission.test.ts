import { expect, test } from 'vitest'
import { issueCertificate } from '#modules/learning/certificates/issue-certificate.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { stateIdOf } from '#platform/states.ts'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { emptyResponse } from './agency-adapter.ts'
import { fetchCompletionAnswers } from './fetch-completion-answers.ts'
import { getCompletionReport } from './get-completion-report.ts'
import { listLatestReports, markReplaced, type ReportState, replaceFailureReport } from './report.sql.ts'
import { reportingState } from './reporting-state.ts'
import { resubmitCompletion } from './resubmit-completion.ts'
import { sendReport } from './send-report.ts'
import { settleReport } from './settle-report.ts'
import { sweepReports } from './sweep-reports.ts'

const world = await openCompletions()
const { database, agency, job, owed, reportsOf, heldFor } = world
const hour = 3600

test("a refused report is not repeated: status, reason for the student, agency's message for staff", async () => {
  const { user_id, student_course_id, completion_report_id } = await owed({ license: 'D123' })
  await issueCertificate(job(), student_course_id)
  await sendReport(job(), completion_report_id, noSignal)
  expect(await world.statusOf(student_course_id)).toBe(status.completionErrorFlhsmv)
  const { data } = await getCompletionReport.run(world.student(user_id), { student_course_id })
  expect(data).toMatchObject({
    state: 'rejected',
    code: 'CF032',
    agency_message: 'Driver license number is not in Florida format.',
    mend: { who: 'student', field: 'driver_license' },
  })
  expect(data!.text).toContain("doesn't accept the driver license number")
  const spanish = world.student(user_id).as({ locale: 'es-es' })
  expect((await reportingState(spanish, student_course_id))!.text).toContain('no acepta el número de la licencia')
  expect(world.facts).toContainEqual({
    fact: 'learning.report_rejected',
    data: { completion_report_id, student_course_id },
  })
  const tries = agency.submissions()
  await world.move(2 * hour)
  await sweepReports(job(), noSignal)
  expect(agency.submissions()).toBe(tries)
})

test('a course whose report one agency refused stays in error when another one accepts its report', async () => {
  const { student_course_id, completion_report_id } = await owed({ license: 'D123' })
  await sendReport(job(), completion_report_id, noSignal)
  const [other] = await database.read<{ completion_report_id: number }>`
    insert into learning.completion_report
      (organization_id, student_course_id, number, agency, state_code, record, state, attempt, due_at)
    select organization_id, student_course_id, number, 'fmcsa-tpr', state_code, record, 'sending', 1, due_at
    from learning.completion_report where completion_report_id = ${completion_report_id} returning completion_report_id`
  const claim = { ...other!, organization_id: 1, student_course_id, agency: 'fmcsa-tpr', attempt: 1 } as const
  expect(await settleReport(job(), claim, emptyResponse('accepted', 'OK'))).toBe(true)
  expect(await world.statusOf(student_course_id)).toBe(status.completionErrorFlhsmv)
})

test('a corrected report is a second one that refers to the first, and restores the certificate status', async () => {
  const { user_id, student_course_id, completion_report_id } = await owed({ license: 'D123' })
  await issueCertificate(job(), student_course_id)
  await sendReport(job(), completion_report_id, noSignal)
  const corrected = { student_course_id, driver_license: 'd123456789012' }
  await expect(resubmitCompletion.run(world.student(user_id), corrected)).rejects.toMatchObject({
    kind: { code: 'STAFF_CORRECTS' },
  })
  const staff = world.staff(['MANAGE_STUDENTS:UPDATE'])
  const result = await resubmitCompletion.run(staff, corrected)
  await expect(resubmitCompletion.run(staff, corrected)).rejects.toMatchObject({
    kind: { code: 'REPORT_NOT_REJECTED' },
  })
  await sendReport(job(), result.completion_report_id, noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'rejected' }, { state: 'accepted' }])
  const [second] = await database.read`
    select corrects_report_id, number from learning.completion_report
    where completion_report_id = ${result.completion_report_id}`
  expect(second).toEqual({ corrects_report_id: completion_report_id, number: 2 })
  expect(heldFor(student_course_id)).toMatchObject([{ record: { student: { driver_license: 'D123456789012' } } }])
  expect(await world.statusOf(student_course_id)).toBe(status.certificateIssued)
})

/** A report may have been refused since its reader saw it accepted. */
const afterReplacing: Record<ReportState, ReportState> = {
  due: 'due',
  sending: 'sending',
  retry: 'retry',
  accepted: 'replaced',
  rejected: 'rejected',
  waiting: 'waiting',
  watched: 'watched',
  replaced: 'replaced',
}
test('a correction replaces only a report that is accepted at that moment, and a failure only by a completion', async () => {
  const { student_course_id, completion_report_id } = await owed()
  const [report] = await listLatestReports(job(), student_course_id)
  const stateAfter = async (state: string, change: typeof markReplaced) => {
    await database.read`
      update learning.completion_report
      set state = ${state}, accepted_at = case when ${state} = 'accepted' then platform.now() end
      where completion_report_id = ${completion_report_id}`
    await job().tx((ctx) => change(ctx, report!))
    return (await reportsOf(student_course_id))[0]!.state
  }
  for (const [state, after] of Object.entries(afterReplacing)) {
    expect([state, await stateAfter(state, markReplaced)]).toEqual([state, after])
    expect([state, await stateAfter(state, replaceFailureReport)]).toEqual([state, state])
  }
})

test('a corrected number in an unusual format is questioned once, and sent when it is confirmed', async () => {
  const { student_course_id, completion_report_id } = await owed({ license: 'D123' })
  await sendReport(job(), completion_report_id, noSignal)
  const staff = world.staff(['MANAGE_STUDENTS:UPDATE'])
  const unusual = { student_course_id, driver_license: 'D12345678901', lk_license_state_id: stateIdOf('FL')! }
  await expect(resubmitCompletion.run(staff, unusual)).rejects.toMatchObject({
    kind: { code: 'LICENSE_UNUSUAL' },
    params: { warning: expect.stringContaining('Florida numbers usually have 1 letter and 12 digits.') },
  })
  // Confirming one number does not confirm another.
  await expect(
    resubmitCompletion.run(staff, { ...unusual, driver_license: 'D1234567', confirmed_license: 'D12345678901' }),
  ).rejects.toMatchObject({ kind: { code: 'LICENSE_UNUSUAL' } })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'rejected' }])
  await resubmitCompletion.run(staff, { ...unusual, confirmed_license: 'd12345678901' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'rejected' }, { state: 'due' }])
})

test('the state of the license is corrected by staff or the student, survives further corrections, and is shown', async () => {
  const { student_course_id, completion_report_id, user_id } = await owed({ license: 'D123' })
  await sendReport(job(), completion_report_id, noSignal)
  await expect(
    resubmitCompletion.run(world.student(user_id), { student_course_id, lk_license_state_id: 999 }),
  ).rejects.toMatchObject({ kind: { status: 400 } })
  agency.script('refuse-unknown')
  const second = await resubmitCompletion.run(world.student(user_id), {
    student_course_id,
    lk_license_state_id: stateIdOf('GA')!,
  })
  await sendReport(job(), second.completion_report_id, noSignal)
  const staff = world.staff(['MANAGE_STUDENTS:UPDATE'])
  const third = await resubmitCompletion.run(staff, {
    student_course_id,
    driver_license: 'D123456789012',
    confirmed_license: 'D123456789012',
  })
  await sendReport(job(), third.completion_report_id, noSignal)
  expect(heldFor(student_course_id)).toMatchObject([
    { record: { student: { driver_license: 'D123456789012', license_state: 'GA' } } },
  ])
  const { reports } = await fetchCompletionAnswers.run(world.staff(['MANAGE_STUDENTS:READ']), { student_course_id })
  expect(reports.map(({ license_state }) => license_state)).toEqual(['GA', 'GA', null])
})

test('staff corrections survive a second refusal for another reason', async () => {
  const { student_course_id, completion_report_id, user_id } = await owed({ license: 'D123' })
  await database.read`update identity.person set dob = null where user_id = ${user_id}`
  await sendReport(job(), completion_report_id, noSignal)
  const staff = world.staff(['MANAGE_STUDENTS:UPDATE'])
  agency.script('refuse-unknown')
  const second = await resubmitCompletion.run(staff, { student_course_id, driver_license: 'D123456789012' })
  await sendReport(job(), second.completion_report_id, noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'rejected' }, { state: 'rejected' }])
  await database.read`update identity.person set dob = '1999-04-12' where user_id = ${user_id}`
  const third = await resubmitCompletion.run(world.student(user_id), { student_course_id })
  await sendReport(job(), third.completion_report_id, noSignal)
  expect(heldFor(student_course_id)).toMatchObject([{ record: { student: { driver_license: 'D123456789012' } } }])
})

test('a refusal is logged, and again once 12 hours before its deadline, unless corrected', async () => {
  const refusedReport = await owed({ license: 'D123' })
  const corrected = await owed({ license: 'D124' })
  const linesOf = ({ completion_report_id }: { completion_report_id: number }) =>
    world.lines.filter((line) => line.completion_report_id === completion_report_id).map(({ event }) => event)
  for (const { completion_report_id } of [refusedReport, corrected])
    await sendReport(job(), completion_report_id, noSignal)
  const { student_course_id } = corrected
  const staff = world.staff(['MANAGE_STUDENTS:UPDATE'])
  await resubmitCompletion.run(staff, { student_course_id, driver_license: 'D123456789012' })
  await sweepReports(job(), noSignal)
  for (const hours of [35, 2, 1, 24]) {
    await world.move(hours * hour)
    await sweepReports(job(), noSignal)
    if (hours === 35) expect(linesOf(refusedReport)).toEqual(['report.refused'])
  }
  expect(linesOf(refusedReport)).toEqual(['report.refused', 'report.late'])
  expect(linesOf(corrected)).toEqual(['report.refused'])
})

test('a certificate is issued although the report was refused first, and the error stays visible', async () => {
  const { student_course_id, completion_report_id } = await owed({ license: 'D123' })
  await sendReport(job(), completion_report_id, noSignal)
  await issueCertificate(job(), student_course_id)
  expect(await world.statusOf(student_course_id)).toBe(status.completionErrorFlhsmv)
  const { count } = await database.read`
    select 1 from learning.student_certificate where student_course_id = ${student_course_id}`
  expect(count).toBe(1)
})

test('only the student and staff in scope see the report or send it again', async () => {
  const { student_course_id } = await owed({ license: 'D123' })
  const other = await world.addPerson()
  const notFound = { kind: { status: 404 } }
  const forbidden = { kind: { status: 403 } }
  const input = { student_course_id }
  await expect(getCompletionReport.run(world.student(other), input)).rejects.toMatchObject(notFound)
  await expect(resubmitCompletion.run(world.student(other), input)).rejects.toMatchObject(notFound)
  await expect(getCompletionReport.run(world.staff(['MANAGE_STUDENTS:READ'], 2), input)).rejects.toMatchObject(notFound)
  await expect(resubmitCompletion.run(world.staff(['MANAGE_STUDENTS:UPDATE'], 2), input)).rejects.toMatchObject(
    notFound,
  )
  await expect(resubmitCompletion.run(world.staff(['MANAGE_STUDENTS:READ']), input)).rejects.toMatchObject(forbidden)
  expect((await getCompletionReport.run(world.staff(['MANAGE_STUDENTS:READ']), input)).data?.state).toBe('pending')
})
