import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { findRemainingToday } from '#modules/learning/progress/daily-maximum.ts'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { openComponent } from './open-component.ts'

const ohio = 'America/New_York'
const { db, app } = await testDatabase()
const fixture = await courseFixture({ db, app })
await db.read`update catalogue.course_version set program_id = 'oh-teen-24h'`
await db.read`update catalogue.component set required_seconds = 600 where component_id = ${parts.first}`
await db.read`
  insert into catalogue.program_rule (program_id, rule, valid_from, value, citation, reason, user_id)
  values ('oh-teen-24h', 'course.daily_maximum_minutes', '2020-01-01', '1', 'Rule 9', 'A test', 1),
         ('oh-teen-24h', 'eligibility.age', '2020-01-01', null, null, 'A test', 1)`
clearVersionCache()

const spentOf = async (student_course_id: number) => {
  const [row] = await db.read<{ s: number }>`
    select coalesce(sum(extract(epoch from to_at - from_at)), 0)::int as s from learning.seat_range
    where student_course_id = ${student_course_id}`
  return row!.s
}

test("a lesson earns no more than the program's daily maximum, and opens again the next day", async () => {
  const user_id = await fixture.person()
  const course = await fixture.enrolled(user_id)
  const student = fixture.student(user_id)
  const open = async () => {
    const openResult = await openComponent(fixture.student(user_id), course, parts.first)
    if (openResult.redirect !== null) throw new Error(`led to ${openResult.redirect}`)
    return openResult.seat!
  }
  let seat = await open()
  const beat = (sequence: number) => {
    const { student_progress_id, lease_id } = seat
    return updateStudentProgressTime.run(student, { student_progress_id, lease_id, sequence, interacted_ms_ago: 0 })
  }
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    await fixture.move(10)
    expect(await beat(sequence)).not.toHaveProperty('redirect')
  }
  // Fifty seconds are spent: a new lease has only the remaining ten.
  seat = await open()
  await fixture.move(9)
  expect(await beat(1)).not.toHaveProperty('redirect')
  await fixture.move(10)
  expect(await beat(2)).toMatchObject({ redirect: `/course/${course}` })
  expect(await spentOf(course)).toBe(60)
  await expect(open()).rejects.toMatchObject({
    kind: { code: 'DAILY_MAXIMUM' },
    params: { minutes: 1, source: 'Rule 9' },
  })
  await fixture.move(86_400)
  seat = await open()
  await fixture.move(10)
  expect(await beat(1)).not.toHaveProperty('redirect')
})

const hour = 3_600_000
test.each([
  // Midnight in UTC lies between six and nine in the evening.
  ['at six in the evening', 6 * hour, 20],
  ['at nine in the evening', 3 * hour, 20],
  ['a second before midnight', 1000, 20],
  ['at midnight', 0, 60],
])('the day is that of Ohio, and time over midnight belongs to both: %s', async (_moment, before_ms, left) => {
  const user_id = await fixture.person()
  const student_course_id = await fixture.enrolled(user_id)
  const { now } = fixture.student(user_id)
  const day = addDays(dayIn(ohio, now), 3)
  const [start, end] = [day, addDays(day, 1)].map((date) => startOfDay(ohio, date).getTime()) as [number, number]
  const noon = end - 12 * hour
  const lesson = { student_course_id, organization_id: 1, component_id: parts.first }
  const [progress] = await db.read<{ student_progress_id: number }>`
    insert into learning.student_progress ${db.read(lesson)} returning student_progress_id`
  const times = [
    { from_at: new Date(start - 10_000), to_at: new Date(start + 10_000) },
    { from_at: new Date(noon), to_at: new Date(noon + 30_000) },
  ]
  const rows = times.map((range) => ({ ...lesson, ...progress!, user_id, lease_id: randomUUID(), beats: 1, ...range }))
  await db.read`insert into learning.seat_range ${db.read(rows)}`
  await fixture.move((end - before_ms - now.getTime()) / 1000)
  const today = await fixture
    .student(user_id)
    .tx(async (inner) => findRemainingToday(inner, await selectStudentCourse(inner, student_course_id)))
  expect(Math.round(today!.left_ms / 1000)).toBe(left)
})
