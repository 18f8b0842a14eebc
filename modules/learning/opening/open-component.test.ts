import { beforeAll, beforeEach, expect, test } from 'vitest'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { openComponent } from './open-component.ts'

const { db, app } = await testDatabase()
let fixture: Awaited<ReturnType<typeof courseFixture>>
let user_id: number
let course: number
let student: Ctx

beforeAll(async () => {
  fixture = await courseFixture({ db, app })
})
beforeEach(async () => {
  user_id = await fixture.person()
  course = await fixture.enrolled(user_id)
  student = fixture.student(user_id)
})

async function open(student_course_id = course, callerCtx = student) {
  const openResult = await openComponent(callerCtx, student_course_id, parts.first)
  if (openResult.redirect !== null) throw new Error(`led to ${openResult.redirect}`)
  return openResult.seat!
}

type LeaseIds = { student_progress_id: number; lease_id: string }

const beat = ({ student_progress_id, lease_id }: LeaseIds, sequence: number) =>
  updateStudentProgressTime.run(student, { student_progress_id, lease_id, sequence, interacted_ms_ago: 0 })

async function sendBeats(seat: LeaseIds, beats: number) {
  for (let sequence = 1; sequence <= beats; sequence++) {
    await fixture.move(10)
    await beat(seat, sequence)
  }
}

const ranges = (studentCourseId = course) => db.read<{ seconds: number; lease_id: string }>`
  select floor(extract(epoch from to_at - from_at))::int as seconds, lease_id from learning.seat_range
  where student_course_id = ${studentCourseId} order by from_at`

const lease = async () => {
  const [row] =
    await db.read`select *, (base_ms / 1000)::int as base_s from learning.seat_lease where user_id = ${user_id}`
  return row!
}

test('a reopened lesson shows the credited time, and its former lease earns nothing more', async () => {
  const first = await open()
  await sendBeats(first, 2)
  const secondOpening = await open()
  expect(secondOpening).toMatchObject({ time_spent: 20, idle_minutes: 5, required_seconds: 60 })
  expect(await ranges()).toEqual([{ seconds: 20, lease_id: first.lease_id }])
  expect(await lease()).toMatchObject({ lease_id: secondOpening.lease_id, base_s: 20, sequence: 0 })
  await expect(beat(first, 3)).rejects.toMatchObject({ kind: { status: 409 } })
  await sendBeats(secondOpening, 1)
  expect((await open()).time_spent).toBe(30)
})

test("opening a lesson of another course moves the lease and keeps the first course's credited time", async () => {
  const other = await fixture.enrolled(user_id)
  await open(other)
  await sendBeats(await open(), 2)
  expect((await open(other)).time_spent).toBe(0)
  expect(await ranges()).toMatchObject([{ seconds: 20 }])
  expect(await lease()).toMatchObject({ student_course_id: other, base_s: 0 })
  const [row] = await db.read<{ s: number }>`
    select (credited_ms / 1000)::int as s from learning.student_progress where student_course_id = ${course}`
  expect(row!.s).toBe(20)
})

test("refuses another student's course", async () => {
  await open()
  const before = await lease()
  const other = fixture.student(await fixture.person())
  await expect(open(course, other)).rejects.toMatchObject({ kind: { status: 404 } })
  expect(await lease()).toEqual(before)
})

test('opening a lesson in six windows at the same time leaves one live lease and counts no second twice', async () => {
  await sendBeats(await open(), 2)
  const seats = await Promise.all(Array.from({ length: 6 }, () => open()))
  expect(await ranges()).toMatchObject([{ seconds: 20 }])
  expect(seats.map(({ lease_id }) => lease_id)).toContain((await lease()).lease_id)
  expect((await lease()).base_s).toBe(20)
})

test('students who open lessons at the same time get a lease each', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => fixture.person()))
  const courses: number[] = []
  for (const person of people) courses.push(await fixture.enrolled(person))
  const openAll = () => Promise.all(people.map((item, index) => open(courses[index]!, fixture.student(item))))
  const first = await openAll()
  const reopened = await openAll()
  expect(reopened.map((seat) => seat.student_progress_id)).toEqual(first.map((seat) => seat.student_progress_id))
  const rows = await db.read<{ user_id: number; lease_id: string; student_course_id: number }>`
    select user_id, lease_id, student_course_id from learning.seat_lease
    where user_id = any(${db.read.array(people)}::int[])`
  const expected = people.map((item, i) => ({
    user_id: item,
    lease_id: reopened[i]!.lease_id,
    student_course_id: courses[i],
  }))
  expect(rows.sort((item, other) => people.indexOf(item.user_id) - people.indexOf(other.user_id))).toEqual(expected)
})
