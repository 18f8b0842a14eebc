import { beforeAll, expect, it } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { codeSender } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { resetSetup } from './staff.ts'
import { guarded, guardedFixture } from './verification.fixture.ts'
import { skipMethod, waiveMethod } from './waive-method.ts'
import { insertWaiver, insertWaiverByStaff } from './waivers.sql.ts'

const databases = await testDatabase()
const { db, app } = databases
const { read } = db

let fixture: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  const methods = { ...guarded.methods, biometrics: { enabled: true }, phone: { enabled: true } }
  fixture = await guardedFixture(databases, { ...guarded, methods }, [[codeSender, null]] as never)
  clearVersionCache()
})

/** A course with an open setup. */
async function setup() {
  const user_id = await fixture.person()
  const student_course_id = await fixture.enrolled(user_id)
  await read`
    insert into learning.identity_setup (student_course_id, organization_id, answer_key)
    values (${student_course_id}, 1, '\\x00')`
  return { user_id, student_course_id, organization_id: 1 }
}
type Course = Awaited<ReturnType<typeof setup>>

const rowsOf = ({ student_course_id }: Course) => read`
  select method, waived_at, by_staff, user_id, reason from learning.identity_waiver
  where student_course_id = ${student_course_id} order by method`

/** Runs under the product's database role, subject to the policies of its tenant. */
const asProduct = (work: (ctx: Ctx) => Promise<unknown>) =>
  app.tx(async (sql) => void (await work({ sql: sql.within([1]) } as Ctx)))

const staff = async (): Promise<Ctx> => {
  const user_id = await fixture.person(1, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  return fixture.ctx({ ...fixture.student(user_id).actor, role: 'Admin', permissions } as never, 1)
}

it('keeps one waiver of many simultaneous ones, with the last reason', async () => {
  const course = await setup()
  const { student_course_id } = course
  const [bossCtx, student] = [await staff(), fixture.student(course.user_id)]
  const results = await atOnce<unknown>(
    (index) =>
      index % 2 === 0
        ? waiveMethod.run(bossCtx, { student_course_id, method: 'biometrics', waived: true, notes: `Reason ${index}` })
        : skipMethod.run(student, { student_course_id, method: 'biometrics' }),
    8,
  )
  expect(results).toHaveLength(8)
  expect(await rowsOf(course)).toMatchObject([
    { method: 'biometrics', by_staff: true, reason: expect.stringMatching(/^Reason \d$/) },
  ])
})

it('keeps one row when nothing locks the course', async () => {
  const course = await setup()
  await atOnce(
    (index) =>
      asProduct((ctx) =>
        index % 2 === 0
          ? insertWaiverByStaff(ctx, course, 'phone', { user_id: 7, reason: `Reason ${index}` })
          : insertWaiver(ctx, course, 'phone'),
      ),
    8,
  )
  expect(await rowsOf(course)).toMatchObject([{ method: 'phone', by_staff: true, user_id: 7 }])
})

it('a waived method keeps the time at which it was first turned off', async () => {
  const course = await setup()
  await asProduct((ctx) => insertWaiver(ctx, course, 'keystroke'))
  const [first] = await rowsOf(course)
  await asProduct((ctx) => insertWaiverByStaff(ctx, course, 'keystroke', { user_id: 7, reason: 'Hand.' }))
  expect(await rowsOf(course)).toEqual([{ ...first, by_staff: true, user_id: 7, reason: 'Hand.' }])
  await asProduct((ctx) => insertWaiver(ctx, course, 'keystroke'))
  expect(await rowsOf(course)).toEqual([{ ...first, by_staff: true, user_id: 7, reason: 'Hand.' }])
})

it('a reset turns on methods that the student turned off, but none that staff turned off', async () => {
  const course = await setup()
  const { student_course_id } = course
  await asProduct((ctx) => insertWaiver(ctx, course, 'keystroke'))
  await asProduct((ctx) => insertWaiverByStaff(ctx, course, 'biometrics', { user_id: 7, reason: 'Camera.' }))
  await read`
    insert into learning.identity_waiver (student_course_id, organization_id, method)
    values (${student_course_id}, 1, 'phone')`
  await resetSetup.run(await staff(), { student_course_id, notes: 'Again.' })
  expect((await rowsOf(course)).map(({ method }) => method)).toEqual(['biometrics', 'phone'])
})

it("another tenant neither sees nor writes a waiver, and a row cannot name another tenant's course", async () => {
  const course = await setup()
  await asProduct((ctx) => insertWaiver(ctx, course, 'phone'))
  const otherTenant = app.read.within([2])
  const { student_course_id } = course
  expect(await otherTenant`select from learning.identity_waiver`).toEqual([])
  await otherTenant`delete from learning.identity_waiver where student_course_id = ${student_course_id}`
  await expect(otherTenant`
    insert into learning.identity_waiver (student_course_id, organization_id, method)
    values (${student_course_id}, 1, 'keystroke')`).rejects.toMatchObject({ code: '42501' })
  await expect(otherTenant`
    insert into learning.identity_waiver (student_course_id, organization_id, method)
    values (${student_course_id}, 2, 'keystroke')`).rejects.toMatchObject({ code: '23503' })
  expect(await rowsOf(course)).toMatchObject([{ method: 'phone' }])
})
