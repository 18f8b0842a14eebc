import { beforeAll, expect, test } from 'vitest'
import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { listLapsedEnrollments } from './lapsed.sql.ts'
import { applyReinstatement, insertPaidReinstatement, listReinstatements } from './reinstatement.sql.ts'
import { findCurrentCourse, isTakingCourse } from './takes-course.sql.ts'
import { isEnrolledInVersion } from './takes-version.sql.ts'
import { withdrawPaidExtras } from './withdraw-paid.ts'

const { db, app } = await testDatabase()
const { read } = db
let course: Awaited<ReturnType<typeof courseFixture>>
beforeAll(async () => {
  course = await courseFixture({ db, app })
  // A second course, which no one takes.
  await read`insert into catalogue.course (course_id, organization_id, slug) values (2, 1, 'other')`
  await read`
    insert into catalogue.course_version (course_version_id, course_id, version_number, name, published_at)
    overriding system value values (2, 2, 1, 'Other', platform.now())`
  await read`update catalogue.course set published_version_id = 2 where course_id = 2`
  await read`
    insert into catalogue.course_website (course_website_id, organization_id, website_id, course_id, price_cents)
    overriding system value values (2, 1, 1, 2, 1995)`
})
const system = () => course.ctx({ kind: 'system', name: 'test' })
type NewAttempt = { student_course_id: number; component_id: number; attempt_number: number; at?: number }
const addAttempt = ({ at = attemptStatus.failed, ...attempt }: NewAttempt) => read`
  insert into learning.quiz_attempt ${read({
    ...attempt,
    organization_id: 1,
    quiz_id: 1,
    lk_quiz_attempt_status_id: at,
    submitted_at: at === attemptStatus.inProgress ? null : new Date(),
    threshold: 80,
    total: 1,
  })}`
const all = Object.values(status).toSorted((a, b) => a - b)
/** The statuses for which a check holds, each tried with a course of a new student. */
async function statusesWhere(check: (user_id: number, student_course_id: number) => Promise<boolean>) {
  const foundIds: number[] = []
  for (const statusId of all) {
    const user_id = await course.person()
    if (await check(user_id, await course.enrolled(user_id, statusId))) foundIds.push(statusId)
  }
  return foundIds
}

test('a course is bought again only once it is over: completed, failed, expired, disabled or refunded', async () => {
  const current = [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 20, 21, 22]
  const taking = statusesWhere((user_id) => isTakingCourse(system(), user_id, [2, 1]))
  expect(await taking).toEqual(current)
  expect(await statusesWhere((user_id) => isTakingCourse(system(), user_id, [2]))).toEqual([])
  const newestPromise = statusesWhere(async (user_id, id) => (await findCurrentCourse(system(), user_id, 1)) === id)
  expect(await newestPromise).toEqual(current)
  const user_id = await course.person()
  const ids = [await course.enrolled(user_id), await course.enrolled(user_id), await course.enrolled(user_id, 8)]
  expect(await findCurrentCourse(system(), user_id, 1)).toBe(ids[1])
  expect(await findCurrentCourse(system(), user_id, 2)).toBeNull()
  expect(await isTakingCourse(system(), await course.person(), [1])).toBe(false)
})

test('the files of a version are open to its students in every status except unpaid and refunded', async () => {
  const enrolled = (user_id: number, versions: number[]) => isEnrolledInVersion(course.student(user_id), versions)
  expect(await statusesWhere((user_id) => enrolled(user_id, [2, 1]))).toEqual(
    all.filter((statusId) => ![status.notPaid, status.payNow, status.refunded].some((id) => id === statusId)),
  )
  const user_id = await course.person()
  await course.enrolled(user_id)
  expect([await enrolled(user_id, [2]), await enrolled(user_id, []), await isEnrolledInVersion(system(), [1])]).toEqual(
    [false, false, false],
  )
})

test('staff charge for courses that expired, also before the sweep, and for quizzes whose last attempt failed', async () => {
  const lapsedIn = async (endsInDays: number | null) =>
    statusesWhere(async (user_id, student_course_id) => {
      await read`
        update learning.student_course set expires_at = platform.now() + ${endsInDays}::int * interval '1 day'
        where student_course_id = ${student_course_id}`
      const { expired, failed } = await listLapsedEnrollments(system(), user_id)
      expect(failed).toEqual([])
      return expired.some((row) => row.student_course_id === student_course_id)
    })
  expect(await lapsedIn(null)).toEqual([status.expired])
  expect(await lapsedIn(1)).toEqual([status.expired])
  expect(await lapsedIn(-1)).toEqual([1, 3, 4, status.expired, 11, 12, 22])
  const attempts = async (...statuses: number[]) => {
    const user_id = await course.person()
    const student_course_id = await course.enrolled(user_id)
    for (const [index, position] of statuses.entries())
      await addAttempt({ student_course_id, component_id: parts.quiz, attempt_number: index + 1, at: position })
    const { failed, expired } = await listLapsedEnrollments(system(), user_id)
    expect(expired).toEqual([])
    return failed.map((row) => row.component_id)
  }
  for (const statusId of Object.values(attemptStatus)) {
    const isEnded = statusId === attemptStatus.failed || statusId === attemptStatus.expired
    expect([statusId, await attempts(attemptStatus.failed, statusId)]).toEqual([statusId, isEnded ? [parts.quiz] : []])
  }
})

test('a refund withdraws the unused reinstatement and the retake that was not begun of its order line only', async () => {
  const user_id = await course.person()
  const [first, other] = [await course.enrolled(user_id), await course.enrolled(user_id)]
  const pay = async (student_course_id: number, order_item_id: number, attempt_number: number) => {
    await system().tx((ctx) => insertPaidReinstatement(ctx, { student_course_id, organization_id: 1 }, order_item_id))
    await read`
      insert into learning.quiz_retake_payment ${read({
        organization_id: 1,
        student_course_id,
        component_id: parts.quiz,
        attempt_number,
        order_item_id,
      })}`
  }
  await pay(first, 501, 2)
  await pay(first, 502, 3)
  await pay(other, 503, 2)
  // An attempt before the paid one, and the same numbers of another quiz and of another course.
  await addAttempt({ student_course_id: first, component_id: parts.quiz, attempt_number: 1 })
  await addAttempt({ student_course_id: first, component_id: parts.exam, attempt_number: 2 })
  await addAttempt({ student_course_id: other, component_id: parts.quiz, attempt_number: 2 })
  const paid = async () => ({
    reinstatements: [
      ...(await listReinstatements(system(), first)),
      ...(await listReinstatements(system(), other)),
    ].map(({ order_item_id }) => order_item_id),
    retakes: (await read<{ id: number }>`select order_item_id as id from learning.quiz_retake_payment order by 1`).map(
      ({ id }) => id,
    ),
  })
  await withdrawPaidExtras(system(), 501)
  await withdrawPaidExtras(system(), 501)
  expect(await paid()).toEqual({ reinstatements: [502, 503], retakes: [502, 503] })
  // Used ones stay.
  const courseKey = { student_course_id: other, organization_id: 1 }
  await system().tx((ctx) => applyReinstatement(ctx, courseKey, 'allow_enter'))
  await withdrawPaidExtras(system(), 503)
  expect(await paid()).toEqual({ reinstatements: [502, 503], retakes: [502, 503] })
  const freeReinstatement = await system().tx((ctx) => applyReinstatement(ctx, courseKey, 'allow_enter'))
  expect(await listReinstatements(system(), other)).toMatchObject([
    { order_item_id: 503, used_at: expect.any(Date) },
    { course_reinstatement_id: freeReinstatement, order_item_id: null, used_at: expect.any(Date) },
  ])
})
