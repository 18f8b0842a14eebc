import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { dicdsAccount, dicdsWsdl } from '#simulators/agencies/dicds.ts'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { saveAgencyAccount } from './accounts/save-account.ts'
import { submitRecord } from './accounts/submit-record.ts'
import { dicds } from './agencies/dicds/dicds.ts'
import { type AgencyResponse, emptyResponse } from './agency-adapter.ts'
import { type Claim, claimReport } from './claim-report.ts'
import { openHttpAgency } from './http-agency.ts'
import { recordOf } from './record.fixture.ts'
import { reportingState } from './reporting-state.ts'
import { resolveUnanswered } from './resolve-unanswered.ts'
import { sendReport } from './send-report.ts'
import { settleReport } from './settle-report.ts'
import { sweepReports } from './sweep-reports.ts'

const world = await openCompletions()
const { database, agency, job, reportsOf } = world
/** The full run: `COMPLETIONS=10000 npx vitest run --project unit modules/learning/reporting/chaos`. */
const many = Number(process.env.COMPLETIONS ?? 40)
const patience = 60_000 + many * 200

const { password, ...known } = dicdsAccount
const settings = { ...known, start_time: '0001', courses: '1 = 4001, B1', citation_date: 'empty', wsdl: dicdsWsdl }
const permissions = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE'] as const)
const admin = () => world.ctx({ ...studentActor(900_101), role: 'Admin', permissions })
const staff = (organization_id = 1) => world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'], organization_id)

beforeEach(async () => {
  agency.setDown(false)
  await database.read`delete from learning.agency_hold`
  await database.read`delete from learning.agency_account`
  await database.read`update learning.completion_report set state = 'rejected', accepted_at = null where state <> 'accepted'`
})

/** Pseudo-random numbers, the same sequence in every run. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** A report to Florida's own service. */
async function owedToService() {
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
const useService = () =>
  saveAgencyAccount.run(admin(), { agency: 'fl-dhsmv', method: 'service', settings, secrets: { password } })

test(
  'the queue of an agency that was away drains in the order of the deadlines',
  async () => {
    agency.setDown(true)
    const random = sequence(11)
    const due: { student_course_id: number; at: number }[] = []
    for (let n = 0; n < many; n += 1) {
      const { student_course_id, completion_report_id } = await world.owed()
      const at = Date.UTC(2040, 0, 1) + Math.floor(random() * 1e9)
      await database.read`
        update learning.completion_report set due_at = ${new Date(at)} where completion_report_id = ${completion_report_id}`
      due.push({ student_course_id, at })
    }
    await sweepReports(job(), noSignal)
    const before = agency.ledger().length
    agency.setDown(false)
    await world.move(16 * 60)
    for (let count = 0; count < many; count += 500) await sweepReports(job(), noSignal)
    const order = agency
      .ledger()
      .slice(before)
      .map(({ submission_id }) => Number(submission_id.split('-')[1]))
    const expected = due.toSorted((a, b) => a.at - b.at).map(({ student_course_id }) => student_course_id)
    expect(order).toEqual(expected)
  },
  patience,
)

test(
  'no completion is lost or sent twice when responses are lost, late or repeated, or workers die',
  async () => {
    const random = sequence(7)
    const courses: number[] = []
    for (let n = 0; n < many; n += 1) courses.push((await world.owed()).student_course_id)
    const open = async () =>
      (
        await database.read<{ open: number }>`
        select count(*)::int as open from learning.completion_report where state in ('due', 'sending', 'retry')`
      )[0]!.open
    for (let round = 0; round < 200 && (await open()) > 0; round += 1) {
      const ways = ['answer', 'answer', 'lost-after-accept', 'down'] as const
      agency.script(...Array.from({ length: 3 }, () => ways[Math.floor(random() * ways.length)]!))
      // A worker that dies after the agency's response and before storing it.
      const lostClaim = round % 2 === 0 ? await claimReport(job(), { agency: 'fl-dhsmv' }) : null
      if (lostClaim) await openHttpAgency(world.agencyUrl).submit(lostClaim.record, noSignal)
      await Promise.all([sweepReports(job(), noSignal), sweepReports(job(), noSignal)])
      await world.move(16 * 60)
    }
    expect(await open()).toBe(0)
    for (const student_course_id of courses) {
      expect(world.heldFor(student_course_id)).toHaveLength(1)
      expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
    }
    const [counted] = await database.read<{ most: number }>`
      select max(n)::int as most from (
        select count(*) as n from learning.completion_report_answer
        where counted and outcome in ('accepted', 'duplicate') group by completion_report_id) each`
    expect(counted).toEqual({ most: 1 })
    agency.script()
  },
  patience,
)

test(
  'no report is lost or sent twice when agencies hang or answer late, twice or differently, or clocks are set',
  async () => {
    const random = sequence(23)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
    const courses: number[] = []
    for (let n = 0; n < 6; n += 1) courses.push((await world.owed()).student_course_id)
    const open = async () =>
      (
        await database.read<{ open: number }>`
        select count(*)::int as open from learning.completion_report where state in ('due', 'sending', 'retry')`
      )[0]!.open
    /** Workers that froze with a response, which they store later. */
    let frozen: { claim: Claim; answer: AgencyResponse }[] = []
    const results: boolean[] = []
    for (let round = 0; round < 200 && (await open()) > 0; round += 1) {
      // The agency has the record, and the worker dies or freezes before it stores the response.
      const claim = await claimReport(job(), { agency: 'fl-dhsmv' })
      if (claim) {
        agency.script('answer')
        const response = await openHttpAgency(world.agencyUrl).submit(claim.record, noSignal)
        const changedResponse = { ...emptyResponse('rejected', 'another answer'), code: 'DV030' }
        frozen.push({ claim, answer: pick([response, changedResponse]) })
      }
      // Clocks are set forward and back; the claims of dead workers end in between.
      await world.move(pick([16 * 60, 3 * 3600, -40 * 60]))
      await world.move(56 * 60)
      const ways = ['answer', 'lost-after-accept', 'hang-after-accept', 'hang-before', 'down'] as const
      agency.script(...Array.from({ length: 4 }, () => pick(ways)))
      await Promise.all([sweepReports(job(), noSignal), sweepReports(job(), noSignal)])
      // Late responses of older attempts, stored twice.
      const newer = await database.read<{ id: number; attempt: number }>`
        select completion_report_id as id, attempt from learning.completion_report`
      const isOlder = ({ claim: { completion_report_id: id, attempt } }: (typeof frozen)[number]) =>
        newer.some((report) => report.id === id && report.attempt > attempt)
      for (const { claim: older, answer } of frozen.filter(isOlder)) {
        for (const _time of [1, 2]) results.push(await settleReport(job(), older, answer))
      }
      frozen = frozen.filter((frozenAttempt) => !isOlder(frozenAttempt))
    }
    expect(await open()).toBe(0)
    expect(results.length).toBeGreaterThan(0)
    expect(results).not.toContain(true)
    for (const student_course_id of courses) {
      expect(world.heldFor(student_course_id)).toHaveLength(1)
      const [held] = world.heldFor(student_course_id)
      expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: held!.receipt }])
    }
    agency.script()
  },
  patience,
)

test('nothing is resent and staff enter the number if a worker dies after the DICDS response', async () => {
  await useService()
  const { student_course_id, completion_report_id } = await owedToService()
  const claim = (await claimReport(job(), { completion_report_id }))!
  await submitRecord(world.ctx({ kind: 'system', name: 'test' }), claim, noSignal)
  const issued = agency.dicds.issued().length
  const number = agency.dicds.issued().at(-1)!.number
  const input = { student_course_id, completion_report_id, receipt: number }
  // The worker may still be waiting.
  await expect(resolveUnanswered.run(staff(), input)).rejects.toMatchObject({ kind: { code: 'REPORT_NOT_UNANSWERED' } })
  await world.move(16 * 60)
  await sweepReports(job(), noSignal)
  await sendReport(job(), completion_report_id, noSignal)
  expect(agency.dicds.issued()).toHaveLength(issued)
  expect(await reportingState(staff(), student_course_id)).toMatchObject({ unanswered: true, acts: 'school' })
  await expect(resolveUnanswered.run(staff(2), input)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  expect(resolveUnanswered.may.gate(world.staff(['MANAGE_STUDENTS:READ']).actor)).toBe(false)
  const results = await Promise.allSettled([
    resolveUnanswered.run(staff(), input),
    resolveUnanswered.run(staff(), input),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await reportingState(staff(), student_course_id)).toMatchObject({
    state: 'accepted',
    unanswered: false,
    certificate_number: number,
  })
})

test('a completion that staff do not find in the portal is sent again, once', async () => {
  await useService()
  const { student_course_id, completion_report_id } = await owedToService()
  agency.dicds.script('unreadable words')
  await sendReport(job(), completion_report_id, noSignal)
  await world.move(16 * 60)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'retry', attempt: 1 }])
  const issued = agency.dicds.issued().length
  await resolveUnanswered.run(staff(), { student_course_id, completion_report_id, receipt: '' })
  await sweepReports(job(), noSignal)
  await sweepReports(job(), noSignal)
  expect(agency.dicds.issued()).toHaveLength(issued + 1)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
})

test('a service that fails with a clear fault is retried automatically', async () => {
  await useService()
  const { student_course_id, completion_report_id } = await owedToService()
  agency.dicds.script('fault')
  await sendReport(job(), completion_report_id, noSignal)
  await world.move(16 * 60)
  await sweepReports(job(), noSignal)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', attempt: 2 }])
})

test('a broken connection leaves the result unclear; a refused one sends nothing', async () => {
  const server = createServer((request) => request.socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const account = { settings: { ...settings, courses: '12 = 4001, B1' }, secrets: { password } }
  const submit = (url: string) => dicds.open(url, account).submit(recordOf(), noSignal)
  expect(await submit(`http://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'retry', unclear: true })
  await new Promise((resolve) => server.close(resolve))
  expect(await submit(`http://127.0.0.1:${port}/`)).toEqual({ ...emptyResponse('retry', 'TypeError') })
})
