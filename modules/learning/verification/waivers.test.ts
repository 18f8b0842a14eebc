import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { forgetVersions } from '#modules/catalogue/versions/version-cache.ts'
import { codeSender } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { findSetup } from './setup.sql.ts'
import { resetSetup } from './staff.ts'
import { guarded, guardedFixture } from './verification.fixture.ts'
import { skipMethod, waiveMethod } from './waive-method.ts'
import { deleteWaiver, insertWaiver, insertWaiverByStaff } from './waivers.sql.ts'

const databases = await testDatabase()
const { db, app } = databases
const { read } = db
const backfill = readFileSync(resolve(import.meta.dirname, '../../../migrations/0371_earlier_waivers.sql'), 'utf8')

let fixture: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  const methods = { ...guarded.methods, biometrics: { enabled: true }, phone: { enabled: true } }
  fixture = await guardedFixture(databases, { ...guarded, methods }, [[codeSender, null]] as never)
  forgetVersions()
})

const early = new Date('2026-01-02T03:04:05.678Z')

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

const columnsOf = async ({ student_course_id }: Course) => {
  const [row] = await read`
    select phone_waived_at, typing_waived_at, device_waived_at, waived_by_staff from learning.identity_setup
    where student_course_id = ${student_course_id}`
  return row
}

/** Runs as the product does, behind the policies of its tenant. */
const asProduct = (work: (ctx: Ctx) => Promise<unknown>) =>
  app.tx(async (sql) => void (await work({ sql: sql.within([1]) } as Ctx)))

const staff = async (): Promise<Ctx> => {
  const user_id = await fixture.person(1, 1)
  const permissions = new Set(['MANAGE_STUDENTS:UPDATE', 'MANAGE_STUDENTS:READ'])
  return fixture.ctx({ ...fixture.student(user_id).actor, role: 'Admin', permissions } as never, 1)
}

it('writes the row of a waiver that the previous release writes as a column', async () => {
  const course = await setup()
  const { student_course_id } = course
  const write = (column: string, at: Date | null) =>
    asProduct(
      ({ sql }) => sql`
        update learning.identity_setup set ${sql(column)} = ${at} where student_course_id = ${student_course_id}`,
    )
  const writeStaff = (byStaff: object) =>
    asProduct(
      ({ sql }) => sql`
        update learning.identity_setup set waived_by_staff = ${sql.json(byStaff as never)}
        where student_course_id = ${student_course_id}`,
    )
  await write('device_waived_at', early)
  const byStudent = { waived_at: early, by_staff: false, user_id: null, reason: null }
  expect(await rowsOf(course)).toEqual([{ method: 'biometrics', ...byStudent }])

  await write('phone_waived_at', early)
  await writeStaff({ phone: { user_id: 7, reason: 'No phone.' } })
  const byStaff = { waived_at: early, by_staff: true, user_id: 7, reason: 'No phone.' }
  expect(await rowsOf(course)).toEqual([
    { method: 'biometrics', ...byStudent },
    { method: 'phone', ...byStaff },
  ])
  const { waivers } = (await findSetup({ sql: read }, student_course_id))!
  expect(waivers).toEqual({
    phone: { waived_at: early, by_staff: { user_id: 7, reason: 'No phone.' } },
    keystroke: { waived_at: null, by_staff: null },
    biometrics: { waived_at: early, by_staff: null },
  })

  await write('phone_waived_at', null)
  await writeStaff({})
  await write('device_waived_at', null)
  expect(await rowsOf(course)).toEqual([])
})

it('writes the columns of a waiver for the previous release', async () => {
  const course = await setup()
  const none = { phone_waived_at: null, typing_waived_at: null, device_waived_at: null, waived_by_staff: {} }
  await asProduct((ctx) => insertWaiver(ctx, course, 'keystroke'))
  expect(await columnsOf(course)).toEqual({ ...none, typing_waived_at: expect.any(Date) })
  await asProduct((ctx) => insertWaiverByStaff(ctx, course, 'keystroke', { user_id: null, reason: 'Hand.' }))
  await asProduct((ctx) => insertWaiverByStaff(ctx, course, 'phone', { user_id: 7, reason: 'No phone.' }))
  expect(await columnsOf(course)).toEqual({
    ...none,
    typing_waived_at: expect.any(Date),
    phone_waived_at: expect.any(Date),
    waived_by_staff: { keystroke: { user_id: null, reason: 'Hand.' }, phone: { user_id: 7, reason: 'No phone.' } },
  })
  await asProduct((ctx) => deleteWaiver(ctx, course, 'phone'))
  await asProduct((ctx) => deleteWaiver(ctx, course, 'keystroke'))
  expect(await columnsOf(course)).toEqual(none)
})

it('stores a method without a column in its row only', async () => {
  const course = await setup()
  await read`
    insert into learning.identity_waiver (student_course_id, organization_id, method)
    values (${course.student_course_id}, 1, 'retina')`
  const { student_course_id } = course
  await read`
    update learning.identity_setup set device_waived_at = ${early} where student_course_id = ${student_course_id}`
  expect((await rowsOf(course)).map(({ method }) => method)).toEqual(['biometrics', 'retina'])
  expect(await columnsOf(course)).toMatchObject({ device_waived_at: early, waived_by_staff: {} })
})

it('migrates earlier waivers to rows, and a second run changes nothing', async () => {
  const [waived, plain] = [await setup(), await setup()]
  await read`alter table learning.identity_setup disable trigger waiver_rows`
  await read`
    update learning.identity_setup
    set phone_waived_at = ${early}, device_waived_at = ${early},
        waived_by_staff = ${read.json({ phone: { user_id: null, reason: 'No phone.' } })}
    where student_course_id = ${waived.student_course_id}`
  await read`alter table learning.identity_setup enable trigger waiver_rows`
  for (let run = 0; run < 2; run++) {
    await db.tx(async (sql) => void (await sql(Object.assign([backfill], { raw: [backfill] }))))
    expect(await rowsOf(waived)).toEqual([
      { method: 'biometrics', waived_at: early, by_staff: false, user_id: null, reason: null },
      { method: 'phone', waived_at: early, by_staff: true, user_id: null, reason: 'No phone.' },
    ])
    expect(await rowsOf(plain)).toEqual([])
  }
})

it('migrates a waiver as it is after a concurrent change', async () => {
  const course = await setup()
  const { student_course_id } = course
  await read`alter table learning.identity_setup disable trigger waiver_rows`
  await read`
    update learning.identity_setup set device_waived_at = ${early}, typing_waived_at = ${early}
    where student_course_id = ${student_course_id}`
  await read`alter table learning.identity_setup enable trigger waiver_rows`
  const filling = await db.tx(async (sql) => {
    await sql`
      update learning.identity_setup set device_waived_at = null where student_course_id = ${student_course_id}`
    const started = db.tx(async (other) => void (await other(Object.assign([backfill], { raw: [backfill] }))))
    await untilWaits()
    return { started }
  })
  await filling.started
  expect((await rowsOf(course)).map(({ method }) => method)).toEqual(['keystroke'])
})

async function untilWaits(): Promise<void> {
  for (;;) {
    const [row] = await read<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    if (row!.n > 0) return
    await new Promise((resolved) => setTimeout(resolved, 20))
  }
}

it('keeps one waiver of many simultaneous ones, with the last reason', async () => {
  const course = await setup()
  const { student_course_id } = course
  const [boss, student] = [await staff(), fixture.student(course.user_id)]
  const answers = await atOnce<unknown>(
    (at) =>
      at % 2 === 0
        ? waiveMethod.run(boss, { student_course_id, method: 'biometrics', waived: true, notes: `Reason ${at}` })
        : skipMethod.run(student, { student_course_id, method: 'biometrics' }),
    8,
  )
  expect(answers).toHaveLength(8)
  expect(await rowsOf(course)).toMatchObject([
    { method: 'biometrics', by_staff: true, reason: expect.stringMatching(/^Reason \d$/) },
  ])
})

it('keeps one row when nothing locks the course', async () => {
  const course = await setup()
  await atOnce(
    (at) =>
      asProduct((ctx) =>
        at % 2 === 0
          ? insertWaiverByStaff(ctx, course, 'phone', { user_id: 7, reason: `Reason ${at}` })
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

it('a reset reenables what the student turned off, and nothing that staff turned off', async () => {
  const course = await setup()
  const { student_course_id } = course
  await asProduct((ctx) => insertWaiver(ctx, course, 'keystroke'))
  await asProduct((ctx) => insertWaiverByStaff(ctx, course, 'biometrics', { user_id: 7, reason: 'Camera.' }))
  await read`
    insert into learning.identity_waiver (student_course_id, organization_id, method)
    values (${student_course_id}, 1, 'phone')`
  await resetSetup.run(await staff(), { student_course_id, notes: 'Again.' })
  expect((await rowsOf(course)).map(({ method }) => method)).toEqual(['biometrics', 'phone'])
  expect(await columnsOf(course)).toMatchObject({
    ...{ phone_waived_at: expect.any(Date), typing_waived_at: null, device_waived_at: expect.any(Date) },
    waived_by_staff: { biometrics: { user_id: 7, reason: 'Camera.' } },
  })
})

it("another tenant neither sees nor writes a waiver, and a row cannot name another tenant's course", async () => {
  const course = await setup()
  await asProduct((ctx) => insertWaiver(ctx, course, 'phone'))
  const theirs = app.read.within([2])
  const { student_course_id } = course
  expect(await theirs`select from learning.identity_waiver`).toEqual([])
  await theirs`delete from learning.identity_waiver where student_course_id = ${student_course_id}`
  await expect(theirs`
    insert into learning.identity_waiver (student_course_id, organization_id, method)
    values (${student_course_id}, 1, 'keystroke')`).rejects.toMatchObject({ code: '42501' })
  await expect(theirs`
    insert into learning.identity_waiver (student_course_id, organization_id, method)
    values (${student_course_id}, 2, 'keystroke')`).rejects.toMatchObject({ code: '23503' })
  expect(await rowsOf(course)).toMatchObject([{ method: 'phone' }])
})
