import { beforeAll, beforeEach, expect, test } from 'vitest'
import { getComponent } from '#modules/learning/player/get-component.ts'
import { next } from '#modules/learning/player/next.ts'
import { updateStudentProgressTime } from '#modules/learning/seat-time/update-student-progress-time.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.ts'
import type { Sql } from '#platform/db/sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { guarded, guardedFixture } from './verification.fixture.ts'

/** The statements sent to the database, as written in the code; fragments are listed separately. */
const statements: string[] = []

/** The same database, recording its statements. */
function noting(database: Database): Database {
  const note = (sql: Sql): Sql =>
    new Proxy(sql, {
      apply(target, self, args: [unknown, ...unknown[]]) {
        if (Array.isArray(args[0]) && 'raw' in args[0]) statements.push(args[0].join('?'))
        return Reflect.apply(target as (...all: unknown[]) => unknown, self, args)
      },
      get(target, name) {
        const value = Reflect.get(target, name) as unknown
        if (name !== 'within') return value
        return (...args: unknown[]) => note((value as (...all: unknown[]) => Sql).apply(target, args))
      },
    })
  return { ...database, read: note(database.read), tx: (run, options) => database.tx((sql) => run(note(sql)), options) }
}

const plain = await testDatabase()
const checkedDatabase = await testDatabase()
let without: Awaited<ReturnType<typeof courseFixture>>
let withChecks: Awaited<ReturnType<typeof guardedFixture>>
beforeAll(async () => {
  without = await courseFixture({ db: plain.db, app: noting(plain.app) })
})
beforeEach(() => void statements.splice(0))

const about = /identity_(setup|check|answer|try|appeal|waiver)|course_device|device_challenge|phone_code|typing_sample/
const ofChecks = () => statements.filter((statement) => about.test(statement))

/** Opens a lesson and earns time in it; returns the statements of its page and of one heartbeat. */
async function sit(ctx: Ctx, id: number, move: (seconds: number) => Promise<void>) {
  const { component } = await getComponent.run(ctx, { studentCourseId: id, componentId: parts.first })
  const page = statements.length
  const { student_progress_id } = component!.studentProgress!
  const beats: number[] = []
  for (let sequence = 1; sequence <= 3; sequence++) {
    await move(15)
    const before = statements.length
    await updateStudentProgressTime.run(ctx, { student_progress_id, lease_id: component!.lease_id, sequence })
    beats.push(statements.length - before)
  }
  return { page, beats }
}

test('a course without checks reads and writes none of their data, on pages, in heartbeats and on next', async () => {
  const user_id = await without.person()
  const id = await without.enrolled(user_id)
  const ctx = without.student(user_id)
  const { page, beats } = await sit(ctx, id, without.move)
  expect(page).toBeGreaterThan(0)
  expect(new Set(beats).size).toBe(1)
  await without.move(15)
  await next.run(ctx, { studentCourseId: id, componentId: parts.first })
  expect(ofChecks()).toEqual([])
})

test('a course with checks reads them for a page, and its heartbeats send as much as those without', async () => {
  const user_id = await without.person()
  const { beats: usual } = await sit(without.student(user_id), await without.enrolled(user_id), without.move)
  withChecks = await guardedFixture({ db: checkedDatabase.db, app: noting(checkedDatabase.app) }, guarded)
  const student = await withChecks.person()
  const id = await withChecks.setUp(student)
  statements.splice(0)
  const { beats } = await sit(withChecks.student(student), id, withChecks.move)
  expect(ofChecks().length).toBeGreaterThan(0)
  expect(beats).toEqual(usual)
})
