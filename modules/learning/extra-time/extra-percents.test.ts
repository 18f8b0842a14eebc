import { expect, test } from 'vitest'
import { readVerifyPage } from '#modules/learning/verification/pages.ts'
import { guardedFixture } from '#modules/learning/verification/verification.fixture.ts'
import { verifyStudentCourse } from '#modules/learning/verification/verify.ts'
import type { Actor } from '#platform/actor.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { fetchExtraTime, setExtraTime } from './extra-time.ts'

const databases = await testDatabase()
const fixture = await guardedFixture(databases)
const { read } = databases.db
const staff_id = await fixture.person(1, 2)

function staff(keys = ['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'], organization_id = 1, user_id = staff_id) {
  const actor = { ...studentActor(user_id, organization_id), role: 'Instructor', permissions: new Set(keys) }
  return fixture.ctx(actor as Actor, organization_id)
}
const give = (user_id: number, percent: 0 | 50 | 100, callerCtx = staff()) =>
  setExtraTime.run(callerCtx, { user_id, percent, reason: 'Reads with a magnifier.' })

async function secondsOfQuestion(ctx: ReturnType<typeof fixture.student>, id: number) {
  const { task } = await verifyStudentCourse.run(ctx, { studentCourseId: id, unlock: false })
  return task
}

test('an identity question has the extra time, on the page and in the database', async () => {
  const user_id = await fixture.person()
  const id = await fixture.setUp(user_id)
  await give(user_id, 100)
  const newSession = fixture.again(user_id)
  expect(await readVerifyPage(newSession, id)).toMatchObject({ seconds: 30 })
  expect(await secondsOfQuestion(newSession, id)).toMatchObject({ seconds: 30, seconds_left: expect.closeTo(30, 0) })
  await fixture.move(20)
  expect(await readVerifyPage(newSession, id)).toMatchObject({ check: { task: { seconds: 30 } } })
})

test('an unanswered question without extra time does not start the next one after its time limit', async () => {
  const user_id = await fixture.person()
  const id = await fixture.setUp(user_id)
  const newSession = fixture.again(user_id)
  expect(await secondsOfQuestion(newSession, id)).toMatchObject({ seconds: 15 })
  await fixture.move(20)
  for (const isLate of [true, false]) {
    expect(await readVerifyPage(newSession, id)).toMatchObject({
      late: isLate,
      check: { task: null, attemptsRemaining: 2 },
    })
    await fixture.move(60)
  }
  expect(await secondsOfQuestion(newSession, id)).toMatchObject({ seconds: 15 })
})

test('is changed, removed, and recorded with its reason', async () => {
  const user_id = await fixture.person()
  await give(user_id, 50)
  expect(await fetchExtraTime.run(staff(), { user_id })).toMatchObject({
    percent: 50,
    reason: 'Reads with a magnifier.',
    updates: true,
  })
  await give(user_id, 100)
  await give(user_id, 0)
  expect(await fetchExtraTime.run(staff(['MANAGE_STUDENTS:READ']), { user_id })).toMatchObject({
    percent: 0,
    reason: '',
    given_at: null,
    updates: false,
  })
  const events = await read<{ before: object; after: object }>`
    select before, after from platform.audit_event
    where action = 'student.extra-time' and subject_user_id = ${user_id} order by audit_event_id`
  const reason = 'Reads with a magnifier.'
  expect(events).toEqual([
    { before: { extra_percent: 0 }, after: { extra_percent: 50, reason } },
    { before: { extra_percent: 50 }, after: { extra_percent: 100, reason } },
    { before: { extra_percent: 100 }, after: { extra_percent: 0, reason } },
  ])
})

test('refuses students, staff without the permission or of another organization, and other percentages', async () => {
  const user_id = await fixture.person()
  await expect(give(user_id, 50, fixture.student(user_id))).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(give(user_id, 50, staff(['MANAGE_STUDENTS:READ']))).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(give(user_id, 50, staff(undefined, 2))).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(give(await fixture.person(2), 50)).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(setExtraTime.run(staff(), { user_id, percent: 60 as 50, reason: 'x' })).rejects.toThrow()
  await expect(setExtraTime.run(staff(), { user_id, percent: 50, reason: ' ' })).rejects.toMatchObject({
    kind: { status: 400 },
  })
  expect(await fetchExtraTime.run(staff(), { user_id })).toMatchObject({ percent: 0 })
})

test('only students have extra time', async () => {
  const everyone = staff(['MANAGE_INSTRUCTORS:UPDATE', 'MANAGE_INSTRUCTORS:READ'])
  await expect(give(await fixture.person(1, 2), 50, everyone)).rejects.toMatchObject({ kind: { status: 404 } })
})
