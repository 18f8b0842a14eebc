import { beforeEach, expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { deleteHold } from './accounts/hold.sql.ts'
import { claimReport } from './claim-report.ts'
import { openHttpAgency } from './http-agency.ts'
import { type AgencyAdapters, agencyAdapters } from './open-agencies.ts'
import { reportingState } from './reporting-state.ts'
import { sendReport } from './send-report.ts'
import { settleReport } from './settle-report.ts'
import { sweepReports } from './sweep-reports.ts'

const world = await openCompletions()
const { database, agency, job, owed, reportsOf, heldFor } = world
const hour = 3600

const answersOf = async (completion_report_id: number) => [
  ...(await database.read<{ outcome: string; body: string; counted: boolean }>`
    select outcome, body, counted from learning.completion_report_answer
    where completion_report_id = ${completion_report_id} order by completion_report_answer_id`),
]
beforeEach(() => agency.setDown(false))

test('a passed course creates one report, which its agency accepts with a number', async () => {
  const { student_course_id, completion_report_id, state } = await owed()
  expect(state).toBe('due')
  await sendReport(job(), completion_report_id, noSignal)
  const [report] = heldFor(student_course_id)
  expect(await reportsOf(student_course_id)).toMatchObject([
    { state: 'accepted', receipt: report!.receipt, attempt: 1 },
  ])
  expect(report).toMatchObject({ agency: 'fl-dhsmv', record: { student: { driver_license: 'W316-412-99-140-0' } } })
  expect(await answersOf(completion_report_id)).toEqual([
    { outcome: 'accepted', body: JSON.stringify({ status: 'accepted', receipt: report!.receipt }), counted: true },
  ])
  await sendReport(job(), completion_report_id, noSignal)
  await sweepReports(job(), noSignal)
  expect(heldFor(student_course_id)).toHaveLength(1)
  expect((await reportsOf(student_course_id))[0]!.attempt).toBe(1)
})

test('each kind of course is reported to its own agency with its own deadline', async () => {
  const at = new Date('2026-03-20T16:00:00Z')
  const theory = await owed({ version: course.theory, at })
  const permit = await owed({ version: course.permit, at })
  // The demo's theory course asks for neither.
  await world.database.read`
    update learning.completion_report
    set record = jsonb_set(record || '{"license_class": "Class A"}', '{student,license_state}', '"GA"')
    where completion_report_id = ${theory.completion_report_id}`
  await sendReport(job(), theory.completion_report_id, noSignal)
  await sendReport(job(), permit.completion_report_id, noSignal)
  expect(heldFor(theory.student_course_id)).toMatchObject([{ agency: 'fmcsa-tpr' }])
  expect(heldFor(permit.student_course_id)).toMatchObject([{ agency: 'fl-dhsmv' }])
  expect(theory.due_at.toISOString()).toBe('2026-03-25T04:00:00.000Z')
  expect(permit.due_at.toISOString()).toBe('2026-03-22T16:00:00.000Z')
  expect(await world.statusOf(permit.student_course_id)).toBe(status.passed)
})

test('two simultaneous workers send it once', async () => {
  const { student_course_id, completion_report_id } = await owed()
  const before = agency.submissions()
  await Promise.all(Array.from({ length: 6 }, () => sendReport(job(), completion_report_id, noSignal)))
  expect(agency.submissions() - before).toBe(1)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', attempt: 1 }])
})

test('the next try after a crash between acceptance and storing is a duplicate and counts as accepted', async () => {
  const { student_course_id, completion_report_id } = await owed()
  const claim = await claimReport(job(), { completion_report_id })
  await openHttpAgency(world.agencyUrl).submit(claim!.record, noSignal)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending', attempt: 1 }])
  await world.move(301)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([
    { state: 'accepted', attempt: 2, receipt: heldFor(student_course_id)[0]!.receipt },
  ])
  expect(heldFor(student_course_id)).toHaveLength(1)
  expect(await answersOf(completion_report_id)).toMatchObject([{ outcome: 'duplicate' }])
})

test.each(['lost-after-accept', 'hang-after-accept'] as const)(
  'a response that never arrives (%s) is resolved as a duplicate',
  async (behavior) => {
    const { student_course_id, completion_report_id } = await owed()
    agency.script(behavior)
    await sendReport(job(), completion_report_id, noSignal)
    expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'retry' }])
    await world.move(hour)
    await sweepReports(job(), noSignal)
    expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
    expect(heldFor(student_course_id)).toHaveLength(1)
  },
)

test('a worker that froze and resumes too late changes nothing', async () => {
  const { student_course_id, completion_report_id } = await owed()
  const slow = await claimReport(job(), { completion_report_id })
  await world.move(301)
  await sendReport(job(), completion_report_id, noSignal)
  const refusal = {
    outcome: 'rejected',
    http_status: 422,
    receipt: null,
    code: 'CF033',
    message: null,
    body: 'late',
  } as const
  expect(await settleReport(world.ctx({ kind: 'system', name: 'slow' }), slow!, refusal)).toBe(false)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', attempt: 2 }])
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
  expect(await answersOf(completion_report_id)).toMatchObject([{ counted: true }, { body: 'late', counted: false }])
})

test('an agency down for three days loses nothing: alarms, then every report once', async () => {
  agency.setDown(true)
  const all = await Promise.all(Array.from({ length: 8 }, () => owed()))
  const tries = agency.submissions()
  await sweepReports(job(), noSignal)
  // One probe per sweep and agency, because the others would get no response either.
  expect(agency.submissions() - tries).toBe(1)
  const student = all[0]!
  expect(await reportingState(world.student(student.user_id), student.student_course_id)).toMatchObject({
    state: 'pending',
    label: 'Reporting pending',
  })
  for (const hours of [1, 12, 12, 24, 23]) {
    await world.move(hours * hour)
    await sweepReports(job(), noSignal)
  }
  const alarms = world.lines.filter(({ event, completion_report_id }) => {
    return event === 'report.late' && completion_report_id === student.completion_report_id
  })
  // 1, 12 and 24 hours old, and 12 hours before the deadline, each once.
  expect(alarms.map((line) => line.alarms)).toEqual([1, 2, 3, 4])
  agency.setDown(false)
  await world.move(16 * 60)
  await sweepReports(job(), noSignal)
  for (const { student_course_id } of all) {
    expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
    expect(heldFor(student_course_id)).toHaveLength(1)
  }
})

test("an error of the agency or of our account there is retried and not shown as the student's", async () => {
  const { student_course_id, completion_report_id } = await owed()
  agency.script('out-of-certificates')
  await sendReport(job(), completion_report_id, noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'retry' }])
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
  // Nothing is sent before staff have bought certificates.
  await world.move(hour)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'retry', attempt: 1 }])
  await deleteHold(job(), 1, 'fl-dhsmv')
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
})

test('the sweep finds a passed course without a report', async () => {
  const { student_course_id } = await world.passed({ report: false })
  expect(await reportsOf(student_course_id)).toEqual([])
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
})

test('sends the earliest deadline first', async () => {
  const lateReport = await owed({ at: new Date('2026-06-03T12:00:00Z') })
  const earlyReport = await owed({ at: new Date('2026-06-01T12:00:00Z') })
  await sweepReports(job(), noSignal)
  const order = agency.ledger().map(({ submission_id }) => Number(submission_id.split('-')[1]))
  expect(order.indexOf(earlyReport.student_course_id)).toBeLessThan(order.indexOf(lateReport.student_course_id))
})

test('refuses responses that no agency would send', async () => {
  const { completion_report_id } = await owed()
  const claim = await claimReport(job(), { completion_report_id })
  const responses: [number, string][] = [
    [200, '<html>Welcome to the portal</html>'],
    [201, '{"status":"accepted"}'],
    [500, '{"status":"accepted","receipt":"1"}'],
    [200, '{"status":"rejected","code":"CF033"}'],
    [302, ''],
  ]
  for (const [http_status, body] of responses) {
    const ask = fakeAgency(http_status, body)
    expect((await ask.submit(claim!.record, noSignal)).outcome).toBe('retry')
  }
  const adapters: AgencyAdapters = job().use(agencyAdapters)
  expect((await adapters.dmv.submit(claim!.record, AbortSignal.abort())).outcome).toBe('retry')
})

function fakeAgency(http_status: number, body: string) {
  const { fetch } = globalThis
  return {
    async submit(...input: Parameters<AgencyAdapters['dmv']['submit']>) {
      globalThis.fetch = async () => new Response(body || null, { status: http_status })
      try {
        return await openHttpAgency('http://agency.invalid').submit(...input)
      } finally {
        globalThis.fetch = fetch
      }
    },
  }
}

test('a report that cannot be built is logged and does not delay the others', async () => {
  const brokenCourse = await world.passed({ report: false })
  const { student_course_id } = await owed()
  await database.read`
    create function learning.refuse_report() returns trigger language plpgsql as $$ begin raise exception 'no report'; end $$`
  await database.read.text(`create trigger refuse_report before insert on learning.completion_report
    for each row when (new.student_course_id = ${brokenCourse.student_course_id}) execute function learning.refuse_report()`)
  await sweepReports(job(), noSignal)
  expect(heldFor(student_course_id)).toHaveLength(1)
  expect(world.lines).toContainEqual(
    expect.objectContaining({ event: 'report.failed', student_course_id: brokenCourse.student_course_id }),
  )
  await database.read`drop trigger refuse_report on learning.completion_report`
  await sweepReports(job(), noSignal)
  expect(heldFor(brokenCourse.student_course_id)).toHaveLength(1)
})
