import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { fetchWatched } from './accounts/fetch-watched.ts'
import { deadlineOf } from './deadline.ts'
import { dutiesOf, programDuties } from './duties.ts'
import { fetchCompletionAnswers } from './fetch-completion-answers.ts'
import { queueCompletionReport } from './queue-completion-report.ts'
import { refuseCompletion } from './refuse-completion.ts'
import { reportingState } from './reporting-state.ts'
import { resubmitCompletion } from './resubmit-completion.ts'
import { sendReport } from './send-report.ts'
import { sweepReports } from './sweep-reports.ts'

const world = await openCompletions()
const { database, job } = world
const day = 86_400
const updates = (organization_id = 1) =>
  world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'], organization_id)

await database.read`
  update catalogue.course_version set program_id = 'fl-bdi' where course_version_id = ${course.florida}`
clearVersionCache()

const rowsOf = async (student_course_id: number) => [
  ...(await database.read<{ completion_report_id: number; agency: string; number: number; state: string }>`
    select completion_report_id, agency, number, state from learning.completion_report
    where student_course_id = ${student_course_id} order by completion_report_id`),
]
const stateOf = async (student_course_id: number) => (await reportingState(updates(), student_course_id))!

async function accepted() {
  const passedCourse = await world.owed()
  await sendReport(job(), passedCourse.completion_report_id, noSignal)
  return passedCourse
}

const completed = {
  state: 'FL',
  home_state: 'GA',
  completed_at: new Date('2026-03-20T16:00:00Z'),
  notice_due_on: null,
}

test("the department's deadline is five days, and the clerk's three days after that until the number arrives", () => {
  const duties = [
    { agency: 'fl-clerk', within: { amount: 3, unit: 'days' }, after: 'number' },
    { agency: 'fl-dhsmv', within: { amount: 5, unit: 'days' }, after: 'completion' },
  ] as const
  expect(programDuties(duties, completed)).toMatchObject([
    { agency: 'fl-dhsmv', state_code: 'FL', due_at: new Date('2026-03-26T04:00:00Z') },
    { agency: 'fl-clerk', state_code: 'FL', due_at: new Date('2026-03-30T04:00:00Z') },
  ])
})

test('a receiver that waits for the number is never first, and its deadline starts when the number must be there', () => {
  const duty = (agency: string, amount: number, after: 'number' | 'completion') =>
    ({ agency, within: { amount, unit: 'days' }, after }) as const
  const duties = [duty('fmcsa-tpr', 3, 'number'), duty('fl-dhsmv', 5, 'completion')]
  expect(programDuties(duties, completed).map(({ agency, due_at }) => [agency, due_at])).toEqual([
    ['fl-dhsmv', new Date('2026-03-26T04:00:00Z')],
    ['fmcsa-tpr', new Date('2026-03-30T04:00:00Z')],
  ])
  // If all wait for a number, the receiver of the state is first, with its usual deadline.
  expect(programDuties([duty('fmcsa-tpr', 3, 'number')], completed).map(({ agency }) => agency)).toEqual([
    'fl-dhsmv',
    'fmcsa-tpr',
  ])
})

test('a notice has its own deadline, which starts at the completion if it has no date', () => {
  const duties = [{ agency: 'mi-sos', within: { amount: 5, unit: 'days' }, after: 'due_date' }] as const
  const michigan = { ...completed, state: 'MI' }
  expect(programDuties(duties, { ...michigan, notice_due_on: '2026-04-10' })[0].due_at).toEqual(
    new Date('2026-04-16T04:00:00Z'),
  )
  expect(programDuties(duties, michigan)[0].due_at).toEqual(new Date('2026-03-26T04:00:00Z'))
})

test("a federal program is reported with the student's state", () => {
  const duties = [{ agency: 'fmcsa-tpr', within: { amount: 2, unit: 'business_days' }, after: 'completion' }] as const
  expect(programDuties(duties, { ...completed, state: 'US' })).toMatchObject([
    { agency: 'fmcsa-tpr', state_code: 'GA', due_at: new Date('2026-03-25T04:00:00Z') },
  ])
})

test('a program without deadlines is reported like a course of its state', () => {
  expect(programDuties([], completed)).toMatchObject([{ agency: 'fl-dhsmv', state_code: 'FL' }])
})

test('a completion of the program is due to both receivers once, and sent only to the department', async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  await world.ctx({ kind: 'system', name: 'test' }).tx((inner) => queueCompletionReport(inner, student_course_id))
  expect(await rowsOf(student_course_id)).toMatchObject([
    { agency: 'fl-dhsmv', number: 1, state: 'due' },
    { agency: 'fl-clerk', number: 1, state: 'waiting' },
  ])
  expect(await stateOf(student_course_id)).toMatchObject({ state: 'pending', agency: 'fl-dhsmv' })
  await sendReport(job(), completion_report_id, noSignal)
  expect(world.heldFor(student_course_id)).toMatchObject([{ agency: 'fl-dhsmv' }])
  const { state, duties } = await stateOf(student_course_id)
  expect(state).toBe('pending')
  expect(duties).toMatchObject([
    { agency: 'fl-clerk', state: 'watched' },
    { agency: 'fl-dhsmv', state: 'accepted' },
  ])
})

test('the clerk counts as having accepted without a refusal by the deadline, and nothing is sent to it', async () => {
  const { student_course_id } = await accepted()
  await world.move(3 * day - 60)
  await sweepReports(job(), noSignal)
  expect(await rowsOf(student_course_id)).toMatchObject([{ state: 'accepted' }, { state: 'watched' }])
  await world.move(day + 60)
  await sweepReports(job(), noSignal)
  await sweepReports(job(), noSignal)
  expect(await stateOf(student_course_id)).toMatchObject({ state: 'accepted' })
  const { reports } = await fetchCompletionAnswers.run(updates(), { student_course_id })
  expect(reports.find(({ agency }) => agency === 'fl-clerk')?.answers).toMatchObject([
    { outcome: 'accepted', body: 'No refusal arrived before the deadline.' },
  ])
  expect(world.heldFor(student_course_id)).toHaveLength(1)
})

test("the clerk's page lists what waits for the department, what may be refused and what was refused, for its own staff", async () => {
  const agency = 'fl-clerk'
  const waitingReport = await world.owed()
  const watched = await accepted()
  const refusedReport = await accepted()
  const [, report] = await rowsOf(refusedReport.student_course_id)
  const { completion_report_id } = report!
  const { student_course_id } = refusedReport
  await refuseCompletion.run(updates(), {
    student_course_id,
    completion_report_id,
    code: '',
    message: 'No such citation',
  })
  const read = await fetchWatched.run(updates(), { agency })
  expect(read).toMatchObject({ informed_by: expect.stringContaining('Department of Highway Safety') })
  const statesOf = (id: number) => read.reports.filter((each) => each.student_course_id === id)
  expect(statesOf(waitingReport.student_course_id)).toMatchObject([{ state: 'waiting', message: null }])
  expect(statesOf(watched.student_course_id)).toMatchObject([{ state: 'watched', late: false }])
  expect(statesOf(student_course_id)).toMatchObject([{ state: 'rejected', message: 'No such citation', late: false }])
  expect(read.reports[0]).toMatchObject({ state: 'rejected' })
  expect(await fetchWatched.run(updates(2), { agency })).toMatchObject({
    waiting: 0,
    watched: 0,
    rejected: 0,
    reports: [],
  })
  await expect(fetchWatched.run(world.staff([]), { agency })).rejects.toMatchObject({ kind: { status: 403 } })
  for (const other of ['fl-dhsmv', 'nowhere'])
    await expect(fetchWatched.run(updates(), { agency: other })).rejects.toMatchObject({ kind: { status: 404 } })
})

test("a refusal by the clerk is corrected by a new report to the department, and the clerk's duty restarts", async () => {
  const { student_course_id } = await accepted()
  const [department, clerk] = await rowsOf(student_course_id)
  const entered = { student_course_id, completion_report_id: clerk!.completion_report_id, message: 'No such citation.' }
  await refuseCompletion.run(updates(), entered)
  expect(await world.statusOf(student_course_id)).toBe(status.completionErrorFlhsmv)
  expect(await stateOf(student_course_id)).toMatchObject({ state: 'rejected', agency: 'fl-clerk' })
  const resubmission = await resubmitCompletion.run(updates(), { student_course_id })
  expect(await rowsOf(student_course_id)).toMatchObject([
    { ...department, state: 'replaced' },
    { ...clerk, state: 'rejected' },
    { completion_report_id: resubmission.completion_report_id, agency: 'fl-dhsmv', number: 2, state: 'due' },
    { agency: 'fl-clerk', number: 2, state: 'waiting' },
  ])
  await expect(resubmitCompletion.run(updates(), { student_course_id })).rejects.toMatchObject({
    kind: { status: 409 },
  })
  await sendReport(job(), resubmission.completion_report_id, noSignal)
  expect(await stateOf(student_course_id)).toMatchObject({
    state: 'pending',
    duties: [{ state: 'watched' }, { state: 'accepted' }],
  })
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
})

test('the correction of a refusal by the clerk is due three business days after it', async () => {
  const { student_course_id } = await accepted()
  const clerk = (await rowsOf(student_course_id))[1]!
  const entered = { student_course_id, completion_report_id: clerk.completion_report_id, message: 'No such citation.' }
  const before = updates().now
  await refuseCompletion.run(updates(), entered)
  const deadline = deadlineOf({ kind: 'business-days', days: 3, zone: 'America/New_York' }, before)
  expect(await stateOf(student_course_id)).toMatchObject({ state: 'rejected', due_at: deadline.toISOString() })
})

test("a late refusal by the department makes the clerk's duty wait for the corrected report", async () => {
  const { student_course_id, completion_report_id } = await accepted()
  await refuseCompletion.run(updates(), { student_course_id, completion_report_id, message: 'Name differs.' })
  await world.move(10 * day)
  await sweepReports(job(), noSignal)
  expect(await rowsOf(student_course_id)).toMatchObject([{ state: 'rejected' }, { state: 'waiting' }])
  await resubmitCompletion.run(updates(), { student_course_id })
  expect(await rowsOf(student_course_id)).toMatchObject([
    { agency: 'fl-dhsmv', number: 1, state: 'rejected' },
    { agency: 'fl-clerk', number: 1, state: 'waiting' },
    { agency: 'fl-dhsmv', number: 2, state: 'due' },
  ])
})

test('refuses to reject a duty that is still waiting', async () => {
  const { student_course_id } = await world.owed()
  const clerk = (await rowsOf(student_course_id))[1]!
  const entered = { student_course_id, completion_report_id: clerk.completion_report_id, message: 'No such citation.' }
  await expect(refuseCompletion.run(updates(), entered)).rejects.toMatchObject({
    kind: { code: 'REPORT_NOT_ACCEPTED' },
  })
})

test('a receiver that gets its records from another agency is never first, and that agency gets the report even without a rule', () => {
  const clerk = { agency: 'fl-clerk', within: { amount: 3, unit: 'days' }, after: 'completion' } as const
  expect(programDuties([clerk], completed).map(({ agency }) => agency)).toEqual(['fl-dhsmv', 'fl-clerk'])
})

test('a receiver that rules name twice has one duty, the first', () => {
  const hours = (amount: number) =>
    ({ agency: 'fl-dhsmv', within: { amount, unit: 'hours' }, after: 'completion' }) as const
  expect(programDuties([hours(24), hours(48)], completed)).toMatchObject([
    { agency: 'fl-dhsmv', due_at: new Date('2026-03-21T16:00:00Z') },
  ])
})

test("the rules of the day of the completion apply, in the state's time zone, however late the report is", async () => {
  const { student_course_id } = await world.owed()
  const system = world.ctx({ kind: 'system', name: 'test' })
  const passedCourse = await selectStudentCourse(system, student_course_id)
  await database.read`
    insert into catalogue.program_rule (program_id, rule, valid_from, value, reason, user_id)
    values ('fl-bdi', 'report.deadline', '2026-03-21',
            ${database.read.json([{ agency: 'fl-dhsmv', within: { amount: 1, unit: 'hours' }, after: 'completion' }])},
            'A test.', 1)`
  const ruleAt = async (completed_at: string) =>
    (await dutiesOf(system, { ...passedCourse, passed_at: new Date(completed_at) }))[0].rule
  expect(await ruleAt('2026-03-21T03:59:59Z')).toMatchObject({ kind: 'days' })
  expect(await ruleAt('2026-03-21T04:00:00Z')).toEqual({ kind: 'hours', hours: 1 })
  await database.read`delete from catalogue.program_rule`
})

test('is reported to the clerk even if the rules have changed since, with the usual deadline', async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  await database.read`
    insert into catalogue.program_rule (program_id, rule, valid_from, value, reason, user_id)
    values ('fl-bdi', 'report.deadline', '2020-01-01',
            ${database.read.json([{ agency: 'fl-dhsmv', within: { amount: 5, unit: 'days' }, after: 'completion' }])},
            'A test.', 1)`
  await sendReport(job(), completion_report_id, noSignal)
  await database.read`delete from catalogue.program_rule`
  expect(await rowsOf(student_course_id)).toMatchObject([{ state: 'accepted' }, { state: 'watched' }])
})

test('a refusal and the end of the deadline at the same moment: one of them counts', async () => {
  const { student_course_id } = await accepted()
  const { completion_report_id } = (await rowsOf(student_course_id))[1]!
  await world.move(4 * day)
  const entered = { student_course_id, completion_report_id, message: 'No such citation.' }
  await Promise.allSettled([
    sweepReports(job(), noSignal),
    refuseCompletion.run(updates(), entered),
    sweepReports(job(), noSignal),
  ])
  // A refusal also counts after an acceptance, and no acceptance overwrites it.
  expect((await rowsOf(student_course_id))[1]).toMatchObject({ state: 'rejected' })
  const { reports } = await fetchCompletionAnswers.run(updates(), { student_course_id })
  const outcomes = reports.find(({ agency }) => agency === 'fl-clerk')!.answers.map(({ outcome }) => outcome)
  expect([['rejected'], ['rejected', 'accepted']]).toContainEqual(outcomes)
})

test('two people correct the same refusal at the same time: one new report', async () => {
  const { student_course_id } = await accepted()
  const { completion_report_id } = (await rowsOf(student_course_id))[1]!
  await refuseCompletion.run(updates(), { student_course_id, completion_report_id, message: 'No such citation.' })
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => resubmitCompletion.run(updates(), { student_course_id })),
  )
  expect(results.filter(({ status: result }) => result === 'fulfilled')).toHaveLength(1)
  expect(await rowsOf(student_course_id)).toHaveLength(4)
})

test('only staff of the organization refuse and correct the report to a clerk', async () => {
  const { student_course_id } = await accepted()
  const { completion_report_id } = (await rowsOf(student_course_id))[1]!
  const entered = { student_course_id, completion_report_id, message: 'No such citation.' }
  const foreignStaff = world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'], 2)
  await expect(refuseCompletion.run(foreignStaff, entered)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(refuseCompletion.run(world.staff(['MANAGE_STUDENTS:READ']), entered)).rejects.toMatchObject({
    kind: { status: 403 },
  })
  expect((await rowsOf(student_course_id))[1]).toMatchObject({ state: 'watched' })
})
