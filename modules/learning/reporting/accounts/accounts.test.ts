import { beforeEach, expect, test } from 'vitest'
import { updateCourseAgency } from '#modules/learning/reporting/course-agencies.ts'
import { agencyServices } from '#modules/learning/reporting/open-agencies.ts'
import { sendReport } from '#modules/learning/reporting/send-report.ts'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { dicdsAccount, dicdsWsdl } from '#simulators/agencies/dicds.ts'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { findAccount, openAccount } from './account.sql.ts'
import { fetchAgencies, fetchAgency } from './fetch-agencies.ts'
import { holdAgency, releaseAgency } from './hold-queue.ts'
import { saveAgencyAccount } from './save-account.ts'
import { testAgencyAccount } from './test-account.ts'

const world = await openCompletions()
const { database, agency, job, reportsOf } = world
const { dicds } = agency
const { password, ...known } = dicdsAccount
const settings = { ...known, start_time: '0001', courses: '1 = 4001, B1', citation_date: 'empty', wsdl: dicdsWsdl }
const florida = { agency: 'fl-dhsmv', method: 'service' as const, settings, secrets: { password } }

/** A passed course whose report has everything that Florida requires. */
async function owed() {
  const report = await world.owed()
  const student = { gender: 'F', zip: '33101', address1: '1 Palm Avenue', city: 'Miami', license_state: 'FL' }
  const citation = { citation_number: 'A1B2C3D', citation_county: 'Leon' }
  await database.read`
    update learning.completion_report
    set record = record || ${database.read.json(citation)}
                 || jsonb_build_object('student', record -> 'student' || ${database.read.json(student)})
    where completion_report_id = ${report.completion_report_id}`
  return report
}

const permissions = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'] as const)
const admin = (organization_id = 1): Ctx =>
  world.ctx(
    { ...studentActor(900_100 + organization_id, organization_id), role: 'Admin', permissions },
    organization_id,
  )
const actionsOf = async (action: string) => [
  ...(await database.read<{ after: Record<string, unknown> }>`
    select after from platform.audit_event where action = ${action} order by audit_event_id`),
]

beforeEach(async () => {
  await database.read`delete from learning.agency_hold`
  await database.read`delete from learning.agency_account`
  await database.read`update learning.completion_report set state = 'rejected', accepted_at = null where state <> 'accepted'`
  dicds.setStock(1_000)
})

test('an organization with an account reports in the format of the agency', async () => {
  await saveAgencyAccount.run(admin(), florida)
  const { student_course_id, completion_report_id } = await owed()
  const before = world.heldFor(student_course_id).length
  await sendReport(job(), completion_report_id, noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([
    { state: 'accepted', receipt: dicds.issued().at(-1)!.number },
  ])
  expect(dicds.calls().at(-1)).toMatchObject({ mvUserid: 'demo', mvSchoolCourse: '4001', mvReasonAttending: 'B1' })
  expect(world.heldFor(student_course_id)).toHaveLength(before)
})

test('a secret is sealed, never returned, and kept when the account is saved without it', async () => {
  await saveAgencyAccount.run(admin(), florida)
  await saveAgencyAccount.run(admin(), { ...florida, settings: { start_time: '0007' }, secrets: { password: '' } })
  const [row] = await database.read<{ all: string }>`
    select concat((select string_agg(to_jsonb(a)::text, '') from learning.agency_account a),
                  (select string_agg(to_jsonb(e)::text, '') from platform.audit_event e)) as all`
  expect(row!.all).toContain('sealed')
  expect(row!.all).not.toContain(password)
  expect(JSON.stringify(await fetchAgency.run(admin(), { agency: 'fl-dhsmv' }))).not.toContain(password)
  const account = await findAccount(admin(), 1, 'fl-dhsmv')
  expect(openAccount(admin(), account!)).toMatchObject({
    settings: { start_time: '0007', school_id: '100' },
    secrets: { password },
  })
  expect((await actionsOf('agency.account')).at(-1)!.after).toEqual({
    method: 'service',
    changed: ['start_time'],
    secrets: [],
  })
})

test('an account that lacks a setting sends nothing: its queue is held until it is complete', async () => {
  const { missing } = await saveAgencyAccount.run(admin(), { ...florida, settings: { ...settings, start_time: '' } })
  expect(missing).toEqual(['start_time'])
  const { student_course_id, completion_report_id } = await owed()
  const calls = dicds.calls().length
  await sendReport(job(), completion_report_id, noSignal)
  const retryState = { state: 'retry', attempt: 1 }
  expect(await reportsOf(student_course_id)).toMatchObject([retryState])
  await world.move(3600)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([retryState])
  expect(dicds.calls()).toHaveLength(calls)
  const result = await fetchAgency.run(admin(), { agency: 'fl-dhsmv' })
  expect(result.answers[0]).toMatchObject({ code: 'SETTINGS', outcome: 'retry' })
  expect(result).toMatchObject({
    missing: ['start_time'],
    waiting: 1,
    hold: { code: 'SETTINGS' },
  })
  await saveAgencyAccount.run(admin(), florida)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', attempt: 2 }])
})

test('an agency with a service receives nothing in production from an organization without an account', async () => {
  const { student_course_id, completion_report_id } = await owed()
  const { addressOf } = job().use(agencyServices)
  const access = { addressOf, neutralWithoutAccount: false, folder: null }
  const ports = new Map([...world.services.ports, ...fillPorts([agencyServices, access])])
  const { ports: usual } = world.services
  Object.assign(world.services, { ports })
  await sendReport(job(), completion_report_id, noSignal)
  Object.assign(world.services, { ports: usual })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'retry' }])
  expect(await fetchAgency.run(admin(), { agency: 'fl-dhsmv' })).toMatchObject({
    method: null,
    hold: { code: 'NO_ACCOUNT' },
  })
})

test('one account fault holds every other report until staff have corrected the account', async () => {
  await saveAgencyAccount.run(admin(), florida)
  dicds.setStock(0)
  const reports = await Promise.all([owed(), owed(), owed()])
  const calls = dicds.calls().length
  await sweepReports(job(), noSignal)
  await world.move(3600)
  await sweepReports(job(), noSignal)
  expect(dicds.calls()).toHaveLength(calls + 1)
  const { hold } = await fetchAgency.run(admin(), { agency: 'fl-dhsmv' })
  expect(hold).toMatchObject({ code: 'CC000', reason: expect.stringContaining('certificates') })
  dicds.setStock(3)
  await releaseAgency.run(admin(), { agency: 'fl-dhsmv', reason: 'Certificates bought.' })
  await sweepReports(job(), noSignal)
  for (const { student_course_id } of reports) {
    expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
  }
  expect((await actionsOf('agency.hold')).at(-1)!.after).toEqual({ organization_id: 1, code: 'CC000' })
  expect((await actionsOf('agency.release')).at(-1)!.after).toEqual({
    organization_id: 1,
    reason: 'Certificates bought.',
  })
})

test('staff hold a queue with a reason, once, and release it', async () => {
  await saveAgencyAccount.run(admin(), florida)
  const before = (await actionsOf('agency.hold')).length
  await holdAgency.run(admin(), { agency: 'fl-dhsmv', reason: ' New contract ' })
  await holdAgency.run(admin(), { agency: 'fl-dhsmv', reason: 'Another reason' })
  const { student_course_id, completion_report_id } = await owed()
  await sendReport(job(), completion_report_id, noSignal)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'due', attempt: 0 }])
  // Saving the account does not end a hold set by staff.
  await saveAgencyAccount.run(admin(), florida)
  expect(await fetchAgency.run(admin(), { agency: 'fl-dhsmv' })).toMatchObject({
    hold: { code: null, reason: 'New contract' },
  })
  await releaseAgency.run(admin(), { agency: 'fl-dhsmv', reason: 'Signed' })
  await releaseAgency.run(admin(), { agency: 'fl-dhsmv', reason: 'Signed' })
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
  expect(await actionsOf('agency.hold')).toHaveLength(before + 1)
})

test('an organization without an account reports with that of the nearest ancestor, and is held with it', async () => {
  await database.read`
    insert into identity.organization_closure (ancestor_id, descendant_id, depth) values (2, 1, 1) on conflict do nothing`
  await saveAgencyAccount.run(admin(2), florida)
  const first = await owed()
  await sendReport(job(), first.completion_report_id, noSignal)
  expect(await reportsOf(first.student_course_id)).toMatchObject([{ receipt: dicds.issued().at(-1)!.number }])
  expect(await fetchAgency.run(admin(), { agency: 'fl-dhsmv' })).toMatchObject({
    method: 'service',
    inherited: true,
    missing: expect.arrayContaining(['user_id']),
  })
  await holdAgency.run(admin(2), { agency: 'fl-dhsmv', reason: 'Whole group' })
  const two = await owed()
  await sendReport(job(), two.completion_report_id, noSignal)
  expect(await reportsOf(two.student_course_id)).toMatchObject([{ state: 'due' }])
  // An organization's own account is not affected by a hold above it.
  await saveAgencyAccount.run(admin(1), florida)
  await sendReport(job(), two.completion_report_id, noSignal)
  expect(await reportsOf(two.student_course_id)).toMatchObject([{ state: 'accepted' }])
  await database.read`delete from identity.organization_closure where ancestor_id = 2 and descendant_id = 1`
})

test("another organization's account is neither seen nor used", async () => {
  await saveAgencyAccount.run(admin(2), florida)
  expect(await findAccount(admin(1), 1, 'fl-dhsmv')).toBeNull()
  const { agencies } = await fetchAgencies.run(admin(1), {})
  expect(agencies.find(({ agency: id }) => id === 'fl-dhsmv')).toMatchObject({ method: null, inherited: false })
})

test('only Admins with the permission for settings see and change accounts', async () => {
  const instructor = world.staff(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'])
  const reader = world.ctx({
    ...studentActor(900_200, 1),
    role: 'Admin',
    permissions: new Set(['MANAGE_SETTINGS:READ']),
  })
  const ofStudents = world.staff(['MANAGE_STUDENTS:READ'])
  const everyone = [admin(), reader, instructor, ofStudents].map(({ actor }) => actor)
  expect(everyone.map(fetchAgency.may.gate)).toEqual([true, true, false, false])
  expect(everyone.map(fetchAgencies.may.gate)).toEqual([true, true, true, true])
  expect(fetchAgencies.may.gate(world.staff([]).actor)).toBe(false)
  for (const { gate } of [saveAgencyAccount.may, testAgencyAccount.may, holdAgency.may, releaseAgency.may]) {
    expect([gate(admin().actor), gate(reader.actor), gate(instructor.actor)]).toEqual([true, false, false])
  }
})

test.each([
  [{ agency: 'xx-none' }, 'agency'],
  [{ agency: 'fmcsa-tpr' }, 'method'],
  [{ settings: { start_time: '2500' } }, 'settings.start_time'],
  [{ settings: { wsdl: '<a/>' } }, 'settings.wsdl'],
  [{ settings: { citation_date: 'sometimes' } }, 'settings.citation_date'],
  [{ settings: { user_id: 'x'.repeat(51) } }, 'settings.user_id'],
  [{ settings: { password: 'as a setting' } }, 'settings.password'],
  [{ secrets: { user_id: 'as a secret' } }, 'secrets.user_id'],
])('refuses %o', async (change, path) => {
  await expect(saveAgencyAccount.run(admin(), { ...florida, ...change })).rejects.toMatchObject({
    kind: { code: 'INVALID' },
    issues: [{ path }],
  })
  expect(await findAccount(admin(), 1, 'fl-dhsmv')).toBeNull()
})

test('a test queries the service, and sends a record only if the agency allows it', async () => {
  await expect(testAgencyAccount.run(admin(), { agency: 'fl-dhsmv' })).rejects.toMatchObject({
    kind: { code: 'NOT_FOUND' },
  })
  await saveAgencyAccount.run(admin(), florida)
  const calls = dicds.calls().length
  expect(await testAgencyAccount.run(admin(), { agency: 'fl-dhsmv', send_record: true })).toEqual({
    missing: [],
    http_status: 200,
    reached: true,
    identity: null,
    fault: null,
    record: null,
  })
  expect(dicds.calls()).toHaveLength(calls)
  await saveAgencyAccount.run(admin(), { ...florida, settings: { ...settings, test_records: 'yes' } })
  const { record } = await testAgencyAccount.run(admin(), { agency: 'fl-dhsmv', send_record: true })
  expect(record).toMatchObject({ outcome: 'accepted', receipt: dicds.issued().at(-1)!.number })
  expect((await actionsOf('agency.test')).at(-1)!.after).toEqual({ send_record: true })
})

test('every Florida code has its meaning and our action, in both languages', async () => {
  const { codes } = await fetchAgency.run(admin(), { agency: 'fl-dhsmv' })
  expect(codes.find(({ code }) => code === 'CC000')).toMatchObject({ effect: 'hold' })
  expect(codes.find(({ code }) => code === 'DB000')).toMatchObject({ effect: 'again' })
  expect(codes.find(({ code }) => code === 'CF033')).toMatchObject({ effect: 'student' })
  expect(codes.find(({ code }) => code === 'VC000')).toMatchObject({ effect: 'staff' })
  const spanish = await fetchAgency.run(admin().as({ locale: 'es-es' }), { agency: 'fl-dhsmv' })
  expect(spanish.codes.map(({ code }) => code)).toEqual(codes.map(({ code }) => code))
  expect(spanish.codes.some(({ meaning }, index) => meaning === codes[index]!.meaning)).toBe(false)
})

test('an agency that gets its records from another one has no account, and no course can choose it', async () => {
  const { agencies } = await fetchAgencies.run(admin(), {})
  expect(agencies.map(({ agency }) => agency)).toContain('fl-dhsmv')
  expect(agencies.map(({ agency }) => agency)).not.toContain('fl-clerk')
  const refusal = { kind: { status: 400 } }
  await expect(fetchAgency.run(admin(), { agency: 'fl-clerk' })).rejects.toMatchObject(refusal)
  await expect(saveAgencyAccount.run(admin(), { ...florida, agency: 'fl-clerk' })).rejects.toMatchObject(refusal)
  const author = world.staff(['MANAGE_COURSES:UPDATE'])
  await expect(updateCourseAgency.run(author, { course_id: 1, reports_to: 'fl-clerk' })).rejects.toMatchObject(refusal)
})
