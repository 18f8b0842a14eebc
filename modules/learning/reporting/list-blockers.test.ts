import { beforeEach, expect, test } from 'vitest'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { holdAgency } from './accounts/hold-queue.ts'
import { saveAgencyAccount } from './accounts/save-account.ts'
import { listBlockers } from './list-blockers.ts'
import { sendReport } from './send-report.ts'

const world = await openCompletions()
const { agency: simulator, database, job } = world
const permissions = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE', 'MANAGE_STUDENTS:UPDATE'] as const)
const admin = world.ctx({ ...studentActor(900_100), role: 'Admin', permissions })
const staff = () => world.staff(['MANAGE_STUDENTS:READ'])
const sentence = async ({ student_course_id }: { student_course_id: number }) => [
  ...(await listBlockers(staff(), student_course_id)).values(),
]

beforeEach(async () => {
  await database.read`delete from learning.agency_account`
  await database.read`delete from learning.agency_hold`
  await database.read`update learning.completion_report set state = 'rejected' where state in ('due', 'sending', 'retry')`
})

test('neither a report in transit nor an accepted one blocks anyone', async () => {
  const report = await world.owed()
  expect(await sentence(report)).toEqual([expect.stringContaining('don’t need to do anything')])
  await sendReport(job(), report.completion_report_id, noSignal)
  expect(await sentence(report)).toEqual([expect.stringContaining('Nothing is blocking this report')])
})

test('a refusal names the person who must correct it and the correction', async () => {
  const report = await world.owed({ license: 'W316-412-99-140-0' })
  simulator.script('refuse-license')
  await sendReport(job(), report.completion_report_id, noSignal)
  expect(await sentence(report)).toEqual([expect.stringMatching(/the student must correct it\..*license/)])
})

test('an unresponsive agency, a queue on hold and a worksheet each have their own sentence', async () => {
  const report = await world.owed({ version: course.theory })
  simulator.setDown(true)
  await sendReport(job(), report.completion_report_id, noSignal)
  simulator.setDown(false)
  expect(await sentence(report)).toEqual([expect.stringContaining('keep trying automatically')])
  await holdAgency.run(admin, { agency: 'fmcsa-tpr', reason: 'The portal is closed' })
  expect(await sentence(report)).toEqual([expect.stringContaining('is on hold (The portal is closed)')])
  await database.read`delete from learning.agency_hold`
  const worksheet = { agency: 'fmcsa-tpr' as const, method: 'worksheet' as const, settings: { tpr_number: 'TPR-77' } }
  await saveAgencyAccount.run(admin, worksheet)
  expect(await sentence(report)).toEqual([expect.stringContaining('is on the worksheet')])
})

test('a hold above the school is named without its reason', async () => {
  const report = await world.owed()
  await database.read`
    insert into learning.agency_hold (organization_id, agency, reason, user_id) values (2, 'fl-dhsmv', 'A secret of ours', ${report.user_id})`
  await database.read`
    insert into identity.organization_closure (ancestor_id, descendant_id, depth) values (2, 1, 1)`
  const [text] = await sentence(report)
  expect(text).toContain('has put the queue on hold')
  expect(text).not.toContain('secret')
})
