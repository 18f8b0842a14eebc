import { beforeAll, expect, test } from 'vitest'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { closeUnpaid, enroll } from './enroll.ts'
import { applyReinstatement, insertPaidReinstatement, listReinstatements } from './reinstatement.sql.ts'

const { db, app } = await testDatabase()
let course: Awaited<ReturnType<typeof courseFixture>>
beforeAll(async () => {
  course = await courseFixture({ db, app })
  await db.read`update catalogue.course_version set registration_expires_after_days = 90`
})

const buy = (user_id: number, order_item_id: number, paid = true) =>
  course.ctx({ kind: 'system', name: 'test' }).tx((ctx) =>
    enroll(ctx, {
      user_id,
      organization_id: 1,
      course_website_id: 1,
      course_version_id: 1,
      lk_shipping_type_id: 1,
      audio_ind: false,
      order_item_id,
      paid,
    }),
  )

test('an order line enrolls once, under repeated and simultaneous requests', async () => {
  const user_id = await course.person()
  const enrollments = await Promise.all(Array.from({ length: 8 }, () => buy(user_id, 7_001)))
  expect(new Set(enrollments.map((enrollment) => enrollment.student_course_id)).size).toBe(1)
  expect(course.facts.filter(({ fact }) => fact === 'learning.enrolled')).toHaveLength(1)
})

test("a paid course can be started, an unpaid one awaits payment; both expire after the course's days", async () => {
  const user_id = await course.person()
  await buy(user_id, 7_002)
  await buy(user_id, 7_003, false)
  const rows = await db.read<{ at: number; days: number }>`
    select lk_student_course_status_id as at, round(extract(epoch from expires_at - created_at) / 86400)::int as days
    from learning.student_course where user_id = ${user_id} order by order_item_id`
  expect(rows.map(({ at, days }) => [at, days])).toEqual([
    [status.paidNotRegistered, 90],
    [status.notPaid, 90],
  ])
})

test('an unpaid course stays unpaid when its order is repeated, and its days count from the payment', async () => {
  const user_id = await course.person()
  const { student_course_id } = await buy(user_id, 7_010, false)
  const read = async () =>
    (
      await db.read<{ at: number; days: number }>`
        select lk_student_course_status_id as at,
          round(extract(epoch from expires_at - platform.now()) / 86400)::int as days
        from learning.student_course where student_course_id = ${student_course_id}`
    )[0]
  await db.read`
    update learning.student_course set expires_at = expires_at - interval '40 days'
    where student_course_id = ${student_course_id}`
  await buy(user_id, 7_010, false)
  expect(await read()).toEqual({ at: status.notPaid, days: 50 })
  await buy(user_id, 7_010)
  expect(await read()).toEqual({ at: status.paidNotRegistered, days: 90 })
  await db.read`
    update learning.student_course set expires_at = expires_at - interval '40 days'
    where student_course_id = ${student_course_id}`
  await buy(user_id, 7_010)
  expect(await read()).toEqual({ at: status.paidNotRegistered, days: 50 })
})

test('an enrollment without an email says so in its fact', async () => {
  const user_id = await course.person()
  const enrolling = (order_item_id: number, quiet?: boolean) =>
    course.ctx({ kind: 'system', name: 'test' }).tx((ctx) =>
      enroll(ctx, {
        user_id,
        organization_id: 1,
        course_website_id: 1,
        course_version_id: 1,
        lk_shipping_type_id: 1,
        audio_ind: false,
        order_item_id,
        paid: true,
        ...(quiet !== undefined && { quiet }),
      }),
    )
  const facts = () => course.facts.filter(({ fact }) => fact === 'learning.enrolled').map(({ data }) => data)
  const before = facts().length
  const ids = [await enrolling(7_020, true), await enrolling(7_021), await enrolling(7_022, false)]
  expect(facts().slice(before)).toEqual([{ ...ids[0], quiet: true }, ids[1], ids[2]])
})

test('a course in Pay Now opens when paid, like one that is Not Paid', async () => {
  const user_id = await course.person()
  const { student_course_id } = await buy(user_id, 7_004, false)
  await db.read`
    update learning.student_course set lk_student_course_status_id = ${status.payNow}
    where student_course_id = ${student_course_id}`
  await buy(user_id, 7_004)
  const [row] = await db.read<{ at: number }>`
    select lk_student_course_status_id as at from learning.student_course
    where student_course_id = ${student_course_id}`
  expect(row).toEqual({ at: status.paidNotRegistered })
})

test.each(Object.entries(status))(
  'a canceled order leaves a course in the state %s, unless it is unpaid',
  async (_name, statusId) => {
    const order_item_id = 7_100 + statusId
    const { student_course_id } = await buy(await course.person(), order_item_id)
    await db.read`
    update learning.student_course set lk_student_course_status_id = ${statusId} where student_course_id = ${student_course_id}`
    await course.ctx({ kind: 'system', name: 'test' }).tx((ctx) => closeUnpaid(ctx, order_item_id))
    const [row] = await db.read<{ at: number }>`
    select lk_student_course_status_id as at from learning.student_course
    where student_course_id = ${student_course_id}`
    const unpaid: readonly number[] = [status.notPaid, status.payNow]
    expect(row).toEqual({ at: unpaid.includes(statusId) ? status.disabled : statusId })
  },
)

test('each paid reinstatement is spent once, the oldest first, and then a free one is recorded', async () => {
  const user_id = await course.person()
  const { student_course_id } = await buy(user_id, 7_101)
  const courseKey = { student_course_id, organization_id: 1 }
  const ctx = course.ctx({ kind: 'system', name: 'test' })
  for (const order_item_id of [7_102, 7_103, 7_103]) await insertPaidReinstatement(ctx, courseKey, order_item_id)
  const spent = []
  for (let n = 0; n < 3; n++) spent.push(await ctx.tx((inner) => applyReinstatement(inner, courseKey, 'allow_enter')))
  const rows = await listReinstatements(ctx, student_course_id)
  expect(rows.map(({ course_reinstatement_id }) => course_reinstatement_id)).toEqual(spent)
  expect(rows.map(({ order_item_id }) => order_item_id)).toEqual([7_102, 7_103, null])
  expect(rows.every(({ used_at }) => used_at !== null)).toBe(true)
})
