import { beforeEach, expect, test } from 'vitest'
import { selectTotalTime } from '#modules/learning/progress/progress.sql.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { type Advance, advanceStudent } from './advance-student.ts'
import { getComponent } from './get-component.ts'

const { db, app } = await testDatabase()
const course = await courseFixture({ db, app })
let user_id: number
let student_course_id: number
beforeEach(async () => {
  user_id = await course.person()
  student_course_id = await course.enrolled(user_id)
})

const admin = (): Ctx => {
  const studentCtx = course.student(user_id)
  return studentCtx.as({ actor: { ...studentCtx.actor, user_id: 9_001, role: 'Admin' } as typeof studentCtx.actor })
}
const advance = (changes: Partial<Advance> = {}) =>
  admin().tx((ctx) =>
    advanceStudent(ctx, {
      student_course_id,
      component_id: parts.film,
      complete_ind: false,
      final_ind: false,
      reason: 'Took these lessons at school',
      ...changes,
    }),
  )
const open = (componentId: number) =>
  getComponent.run(course.student(user_id), { studentCourseId: student_course_id, componentId })
const rows = () => db.read<{
  component_id: number
  advanced_ind: boolean
  credited_ms: number
  completed_at: Date | null
}>`
  select component_id, advanced_ind, credited_ms::int as credited_ms, completed_at
  from learning.student_progress where student_course_id = ${student_course_id} order by component_id`
const refusal = (status: number) => ({ kind: { status } })

test('T-47: components skipped by staff count as done without seat time, and the reason is stored', async () => {
  expect(await advance()).toEqual({ component_id: parts.film, advanced: 3 })
  expect(await rows()).toEqual(
    [parts.first, parts.second, parts.pause].map((component_id) => ({
      component_id,
      advanced_ind: true,
      credited_ms: 0,
      completed_at: null,
    })),
  )
  expect(await selectTotalTime(admin(), student_course_id)).toBe(0)
  expect((await open(parts.film)).component).toMatchObject({ component_id: parts.film })
  const [row] = await db.read`
    select component_id, advanced, reason, advanced_by, approved_by from learning.course_advance
    where student_course_id = ${student_course_id}`
  expect(row).toEqual({
    component_id: parts.film,
    advanced: 3,
    reason: 'Took these lessons at school',
    advanced_by: 9_001,
    approved_by: null,
  })
})

test('T-47: the second person who approves is recorded with the requester', async () => {
  await advance({ asked_by: 9_002 })
  const rows = await db.read`
    select advanced_by, approved_by from learning.course_advance where student_course_id = ${student_course_id}`
  expect(rows).toEqual([{ advanced_by: 9_002, approved_by: 9_001 }])
})

test('T-47: earned time is unchanged, and the running lease ends', async () => {
  await open(parts.first)
  await course.move(15)
  await advance()
  const [first] = await rows()
  expect(first!.credited_ms).toBeLessThanOrEqual(15_500)
  const leases = await db.read`
    select 1 from learning.seat_lease where student_course_id = ${student_course_id} and ended_at is null`
  expect(leases).toEqual([])
})

test('T-47: the final exam can be reached but never skipped', async () => {
  await expect(advance({ component_id: parts.exam, complete_ind: true })).rejects.toMatchObject(refusal(422))
  await expect(advance({ final_ind: true, complete_ind: true })).rejects.toMatchObject(refusal(422))
  expect(await advance({ final_ind: true })).toEqual({ component_id: parts.exam, advanced: 5 })
  const records = await db.read`
    select component_id from learning.course_advance where student_course_id = ${student_course_id}`
  expect(records).toEqual([{ component_id: parts.exam }])
})

test('skipping again does nothing, a component of another course returns 404, and a stopped course is unchanged', async () => {
  await advance({ complete_ind: true })
  await expect(advance({ complete_ind: true })).rejects.toMatchObject(refusal(409))
  await expect(advance({ component_id: parts.first })).rejects.toMatchObject(refusal(409))
  await expect(advance({ component_id: 999 })).rejects.toMatchObject(refusal(404))
  await admin().tx((ctx) => changeStatus(ctx, student_course_id, status.disabled, 'system'))
  await expect(advance({ component_id: parts.exam })).rejects.toMatchObject(refusal(409))
})

test('one of eight simultaneous requests advances the student', async () => {
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => advance()))
  expect(all.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})
