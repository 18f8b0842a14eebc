import { expect, test } from 'vitest'
import { findProgramRetention } from '#modules/catalogue/index.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { addDays, addMonths, dayIn, instantAt } from '#platform/zone.ts'
import { openCompletions } from '#tests/fixtures/learning/completion.ts'
import { programZone } from './agencies/zone.ts'
import { findHeldRecords, listDueErasures, listRetentions, saveHeldErasure } from './retention.ts'

const world = await openCompletions()
const { database } = world
const program_id = 'fl-bdi'
const zone = programZone(program_id)
await database.read`update catalogue.course_version set program_id = ${program_id} where course_version_id = 1`
clearVersionCache()

/** A person whose course ended at `time` of such a day that its records are kept until `until`. */
async function keptUntil(until: string, time = '12:00') {
  const { records } = (await findProgramRetention(world.job(), program_id, dayIn(zone, world.job().now)))!
  const ended_on = addMonths(until, -records!)
  const { user_id, student_course_id } = await world.passed({ report: false })
  await database.read`
    update learning.student_course set passed_at = ${instantAt(zone, ended_on, time)}
    where student_course_id = ${student_course_id}`
  return { user_id, student_course_id }
}
const today = () => dayIn(zone, world.job().now)

test.each([
  ['the day before', 1, true],
  ['the last day', 0, true],
  ['the day after', -1, false],
] as const)('records are kept on %s of their retention: %s days left', async (_, days, isKept) => {
  // The first of a month has the same day in every other month.
  const first = `${today().slice(0, 8)}01`
  await world.move((Date.parse(first) - Date.parse(today())) / 1_000)
  const until = addDays(today(), days)
  const { user_id, student_course_id } = await keptUntil(until)
  const { held } = await findHeldRecords(world.job(), user_id)
  expect(held.records).toEqual(isKept ? [student_course_id] : [])
})

test.each(['00:01', '23:59'])("a course that ended at %s counts from that day in its program's zone", async (time) => {
  const until = `${Number(today().slice(0, 4)) + 1}-06-15`
  const { user_id } = await keptUntil(until, time)
  expect(await listRetentions(world.job(), user_id)).toMatchObject([{ records_until: until }])
})

test('the remaining erasure is due the day after the last day, once', async () => {
  const today = dayIn('UTC', world.job().now)
  const { user_id } = await world.passed({ report: false })
  const isDue = async () => (await listDueErasures(world.job())).some((due) => due.user_id === user_id)
  const note = (until: string | null) => saveHeldErasure(world.job(), { user_id, organization_id: 1 }, until)
  await note(addDays(today, 1))
  expect(await isDue()).toBe(false)
  await note(today)
  expect(await isDue()).toBe(false)
  await note(addDays(today, -1))
  expect(await isDue()).toBe(true)
  await note(null)
  expect(await isDue()).toBe(false)
})

test("the last day ends at midnight in the program's zone", async () => {
  const until = `${Number(today().slice(0, 4)) + 2}-06-01`
  const { user_id, student_course_id } = await keptUntil(until)
  const heldAt = async (instant: Date) => {
    await world.move((instant.getTime() - world.job().now.getTime()) / 1_000)
    return (await findHeldRecords(world.job(), user_id)).held.records
  }
  expect(await heldAt(instantAt(zone, until, '23:55'))).toEqual([student_course_id])
  expect(await heldAt(instantAt(zone, addDays(until, 1), '00:05'))).toEqual([])
})
