import { expect, test } from 'vitest'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { inTurn } from '#tests/support/in-turn.ts'
import { claimReport } from './claim-report.ts'
import { settleReport } from './settle-report.ts'
import { sweepReports } from './sweep-reports.ts'

const world = await openCompletions()
const { database, agency, job, owed, reportsOf } = world

test('a late response to an older try changes nothing while a newer one runs', async () => {
  const { student_course_id, completion_report_id } = await owed()
  const older = (await claimReport(job(), { completion_report_id }))!
  await world.move(5 * 60 + 1)
  const newer = (await claimReport(job(), { completion_report_id }))!
  expect([older.attempt, newer.attempt]).toEqual([1, 2])
  const agencyResponse = { http_status: 200, code: null, message: null, receipt: null, body: '{}' }
  const rejection = { ...agencyResponse, outcome: 'rejected', code: 'LICENCE', message: 'no such licence' } as const
  expect(await settleReport(job(), older, rejection)).toBe(false)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending', attempt: 2 }])
  expect(await settleReport(job(), newer, { ...agencyResponse, outcome: 'accepted', receipt: 'FL-0000001' })).toBe(true)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: 'FL-0000001' }])
  expect(await settleReport(job(), older, rejection)).toBe(false)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
})

test('a second response to the same try is stored and changes nothing', async () => {
  const { student_course_id, completion_report_id } = await owed()
  const claim = (await claimReport(job(), { completion_report_id }))!
  const agencyResponse = { http_status: 200, code: null, message: null, receipt: 'FL-0000002', body: '{}' }
  expect(await settleReport(job(), claim, { ...agencyResponse, outcome: 'accepted' })).toBe(true)
  expect(await settleReport(job(), claim, { ...agencyResponse, outcome: 'rejected', receipt: null })).toBe(false)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: 'FL-0000002' }])
  const rows = await database.read`
    select outcome, counted from learning.completion_report_answer
    where completion_report_id = ${completion_report_id} order by outcome`
  expect(rows).toEqual([
    { outcome: 'accepted', counted: true },
    { outcome: 'rejected', counted: false },
  ])
})

test('warns 12 hours before a deadline, not a moment earlier, and once', async () => {
  agency.setDown(true)
  try {
    const { completion_report_id } = await owed()
    const alarms = async (interval: string) => {
      await database.read`
        update learning.completion_report
        set created_at = platform.now() - interval '18 hours', due_at = platform.now() + ${interval}::interval
        where completion_report_id = ${completion_report_id}`
      await sweepReports(job(), noSignal)
      return world.lines
        .filter((line) => line.event === 'report.late' && line.completion_report_id === completion_report_id)
        .map((line) => line.alarms)
    }
    // 18 hours old: two log lines for its age. A minute is longer than a sweep takes.
    expect(await alarms('12 hours 1 minute')).toEqual([2])
    expect(await alarms('11 hours 59 minutes')).toEqual([2, 3])
    expect(await alarms('11 hours 59 minutes')).toEqual([2, 3])
  } finally {
    agency.setDown(false)
  }
})

test('a report that another worker is claiming is left to it', async () => {
  const { completion_report_id } = await owed()
  const claim = (ctx: ReturnType<typeof job>) => claimReport(ctx, { completion_report_id })
  const { first, second, waited } = await inTurn(job(), claim, () => claim(job()))
  expect([first?.attempt, second, waited]).toEqual([1, null, false])
})
