import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { addDays, dayIn } from '#platform/zone.ts'
import { noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import { assignEnrollment } from './assignment.sql.ts'
import { remindOfDueDates } from './due-dates.ts'

/** An organization in Honolulu, at 19:00 there: in UTC, the next day has begun. */
const world = await openCompletions()
const { read } = world.database
const zone = 'Pacific/Honolulu'
await read`update identity.organization set time_zone = ${zone} where organization_id = 1`
const now = world.job().now
const evening = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 5)
await world.move(Math.round((evening - now.getTime()) / 1000))
const today = dayIn(zone, world.job().now)

async function addCourse(): Promise<number> {
  const { student_course_id } = await world.passed({ report: false })
  await read`
    update learning.student_course set lk_student_course_status_id = ${status.inProgress}, passed_at = null
    where student_course_id = ${student_course_id}`
  return student_course_id
}
const assign = (student_course_id: number, due_on: string) =>
  world.ctx({ kind: 'system', name: 'test' }).tx(async (ctx) => {
    await assignEnrollment(ctx, await lockStudentCourse(ctx, student_course_id), { due_on })
  })
const reminders = () => world.facts.filter(({ fact }) => fact === 'learning.due_soon').map(({ data }) => data)
const remind = () => remindOfDueDates(world.job(), noSignal)

beforeEach(async () => {
  await read`delete from learning.course_assignment`
  world.facts.length = 0
})

test.each([
  { days: -1, week: false, day: false },
  { days: 0, week: false, day: false },
  { days: 1, week: false, day: true },
  { days: 6, week: false, day: true },
  { days: 7, week: true, day: true },
])(
  'a due date in $days local days has a reminder a week before: $week, a day before: $day',
  async ({ days, week, day }) => {
    const student_course_id = await addCourse()
    const due_on = addDays(today, days)
    await assign(student_course_id, due_on)
    const [row] = await read<{ week: boolean; day: boolean }>`
    select week_reminded_for is null as week, day_reminded_for is null as day from learning.course_assignment`
    expect(row).toEqual({ week, day })
    await remind()
    const expected = days === 7 ? 7 : 1
    expect(reminders()).toEqual(days === 7 || days === 1 ? [{ student_course_id, due_on, days: expected }] : [])
  },
)

test('simultaneous runs remind once', async () => {
  const student_course_id = await addCourse()
  await assign(student_course_id, addDays(today, 1))
  await whileHeld(world.database, 'learning.course_assignment', () => [remind(), remind(), remind()])
  expect(reminders()).toHaveLength(1)
})

test.each([
  [
    'was passed',
    (id: number) => read`
      update learning.student_course set lk_student_course_status_id = ${status.passed} where student_course_id = ${id}`,
  ],
  ['has another due date', (id: number) => assign(id, addDays(today, 5))],
])('no reminder is sent for a course that %s since it was listed', async (_, change) => {
  const [first, second] = [await addCourse(), await addCourse()]
  for (const id of [first, second]) await assign(id, addDays(today, 1))
  let changePromise: Promise<unknown> | undefined
  const send = world.services.facts.send
  onTestFinished(() => {
    world.services.facts.send = send
  })
  // Both are listed by the time the first one's reminder is sent.
  world.services.facts.send = async (...fact) => {
    changePromise ??= Promise.resolve(change(second))
    await changePromise
    return send(...fact)
  }
  await remind()
  expect(reminders().map(({ student_course_id }) => student_course_id)).toEqual([first])
})
