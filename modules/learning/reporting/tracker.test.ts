import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { course, goodLicense, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { emptyResponse } from './agency-adapter.ts'
import { claimReport } from './claim-report.ts'
import { postCompletion } from './post-completion.ts'
import { type ReportedDuty, reportingState, reportingStates } from './reporting-state.ts'
import { sendReport } from './send-report.ts'
import { settleReport } from './settle-report.ts'

const world = await openCompletions()
const { database, agency, job } = world
const updates = (organization_id = 1) =>
  world.staff(['MANAGE_STUDENTS:READ', 'MANAGE_STUDENTS:UPDATE'], organization_id)
const dutiesOf = async (student_course_id: number) => (await reportingState(updates(), student_course_id))!.duties
const finishedSteps = ({ steps }: ReportedDuty) => steps.filter(({ at }) => at !== null).map(({ step }) => step)

async function handOver() {
  const passedCourse = await world.owed()
  const claim = await claimReport(job(), { completion_report_id: passedCourse.completion_report_id })
  await settleReport(job(), claim!, { ...emptyResponse('accepted', 'a.csv'), receipt: 'a.csv', handed_over: true })
  return passedCourse
}

test('the school acts next for a completion that is not sent yet', async () => {
  const { student_course_id } = await world.owed()
  const [duty] = await dutiesOf(student_course_id)
  expect(duty).toMatchObject({ state: 'pending', acts: 'school' })
  expect(finishedSteps(duty!)).toEqual(['completed', 'checked'])
})

test('the agency acts next while it does not respond', async () => {
  agency.setDown(true)
  const { student_course_id, completion_report_id } = await world.owed()
  await sendReport(job(), completion_report_id, noSignal)
  agency.setDown(false)
  const [duty] = await dutiesOf(student_course_id)
  expect(duty).toMatchObject({ state: 'pending', acts: 'agency' })
  expect(finishedSteps(duty!)).toEqual(['completed', 'checked'])
})

test('an accepted completion needs no action, and counts as posted only once staff record it', async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  await sendReport(job(), completion_report_id, noSignal)
  const [duty] = await dutiesOf(student_course_id)
  expect(duty).toMatchObject({ state: 'accepted', acts: null })
  expect(finishedSteps(duty!)).toEqual(['completed', 'checked', 'sent', 'accepted'])
})

test('a refusal names the person who must correct it', async () => {
  const { student_course_id, completion_report_id } = await world.owed({ license: 'D123' })
  await sendReport(job(), completion_report_id, noSignal)
  const [duty] = await dutiesOf(student_course_id)
  expect(duty).toMatchObject({ state: 'rejected', acts: 'student', mend: { field: 'driver_license' } })
  expect(finishedSteps(duty!)).toEqual(['completed', 'checked', 'sent'])
})

test('a report that was only handed over is sent, not accepted; the student gets the email about sending', async () => {
  world.facts.length = 0
  const { student_course_id, completion_report_id } = await handOver()
  const [duty] = await dutiesOf(student_course_id)
  expect(duty).toMatchObject({ state: 'sent', acts: 'agency' })
  expect(finishedSteps(duty!)).toEqual(['completed', 'checked', 'sent'])
  const facts = world.facts.filter(({ data }) => data.completion_report_id === completion_report_id)
  expect(facts.map(({ fact }) => fact)).toEqual(['learning.report_owed', 'learning.report_sent'])
})

test('every receiver has its own steps; one that another feeds counts as sent when the feeder accepts', async () => {
  await database.read`
    update catalogue.course_version set program_id = 'fl-bdi' where course_version_id = ${course.florida}`
  clearVersionCache()
  const { student_course_id, completion_report_id } = await world.owed()
  const [, clerk] = await dutiesOf(student_course_id)
  expect(clerk).toMatchObject({ agency: 'fl-clerk', state: 'waiting', acts: 'agency' })
  expect(finishedSteps(clerk!)).toEqual(['completed', 'checked'])
  await sendReport(job(), completion_report_id, noSignal)
  const duties = await dutiesOf(student_course_id)
  expect(duties.map(({ agency: id, state, acts }) => [id, state, acts])).toEqual([
    ['fl-clerk', 'watched', 'agency'],
    ['fl-dhsmv', 'accepted', null],
  ])
  expect(duties.map(finishedSteps)).toEqual([
    ['completed', 'checked', 'sent'],
    ['completed', 'checked', 'sent', 'accepted'],
  ])
  await database.read`
    update catalogue.course_version set program_id = null where course_version_id = ${course.florida}`
  clearVersionCache()
})

test('several courses are returned with their own states', async () => {
  const first = await world.owed()
  const two = await world.owed({ license: goodLicense })
  await sendReport(job(), two.completion_report_id, noSignal)
  const states = await reportingStates(updates(), [first.student_course_id, two.student_course_id, 999_999])
  expect([...states].map(([id, { state, duties }]) => [id, state, duties.length]).toSorted()).toEqual([
    [first.student_course_id, 'pending', 1],
    [two.student_course_id, 'accepted', 1],
  ])
})

test('staff record the day of posting once the agency accepted, but not a future day', async () => {
  const { student_course_id, completion_report_id } = await world.owed()
  const { now } = updates()
  const today = now.toISOString().slice(0, 10)
  const input = { student_course_id, completion_report_id, posted_on: today }
  await expect(postCompletion.run(updates(), input)).rejects.toMatchObject({ kind: { code: 'REPORT_NOT_ACCEPTED' } })
  await sendReport(job(), completion_report_id, noSignal)
  for (const posted_on of ['2020-01-01', '2099-01-01']) {
    await expect(postCompletion.run(updates(), { ...input, posted_on })).rejects.toMatchObject({
      kind: { code: 'REPORT_POSTED_EARLY' },
    })
  }
  const [{ accepted_on } = { accepted_on: today }] = await database.read<{ accepted_on: string }>`
    select (accepted_at at time zone 'America/New_York')::date::text as accepted_on from learning.completion_report
    where completion_report_id = ${completion_report_id}`
  await postCompletion.run(updates(), { ...input, posted_on: accepted_on })
  await postCompletion.run(updates(), { ...input, posted_on: accepted_on })
  const [duty] = await dutiesOf(student_course_id)
  expect(duty!.steps.at(-1)).toEqual({ step: 'posted', at: accepted_on })
  await expect(postCompletion.run(updates(2), { ...input, posted_on: accepted_on })).rejects.toMatchObject({
    kind: { code: 'NOT_FOUND' },
  })
  expect(postCompletion.may.gate(world.staff(['MANAGE_STUDENTS:READ']).actor)).toBe(false)
  const handed = await handOver()
  await expect(
    postCompletion.run(updates(), {
      student_course_id: handed.student_course_id,
      completion_report_id: handed.completion_report_id,
      posted_on: accepted_on,
    }),
  ).rejects.toMatchObject({ kind: { code: 'REPORT_NOT_ACCEPTED' } })
})
