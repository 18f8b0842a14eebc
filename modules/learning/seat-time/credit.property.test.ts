import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { acquireLease } from '#modules/learning/leases/acquire-lease.ts'
import { creditOf, maxCredit } from '#modules/learning/leases/credit.ts'
import { lockLease } from '#modules/learning/leases/lease.sql.ts'
import { openProgress } from '#modules/learning/progress/progress.sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { creditBeat } from './beat.ts'

const { db, app } = await testDatabase()
const idle = 5 * 60_000

// For heartbeats in time, SQL repeats the rule of `creditOf`. With a stopped clock both can be compared to the
// millisecond.
beforeAll(async () => {
  await db.read.text(`
    create or replace function platform.now() returns timestamptz language sql stable
    as $$ select timestamptz '2026-03-01 12:00Z' + (select "offset" from platform.clock) $$`)
})

const around = (limit: number) => fc.integer({ min: -2, max: 2 }).map((beside) => limit + beside)
const gap = fc.oneof(around(maxCredit), around(idle), fc.integer({ min: 0, max: 400_000 }))
const state = fc.record({
  /**
   * The times since the last heartbeat and the student's last interaction by the database, and the client's claim of
   * the latter.
   */
  gap,
  still: fc.oneof(around(idle), fc.integer({ min: 0, max: 400_000 })),
  claim: fc.oneof(around(idle), fc.integer({ min: 0, max: 400_000 })),
  limited: fc.boolean(),
  transacting: fc.boolean(),
})

test('credits a heartbeat exactly like creditOf, on both paths', async () => {
  const fixture = await courseFixture({ db, app })
  const user_id = await fixture.person()
  const student = fixture.student(user_id)
  const openedCourse = {
    student_course_id: await fixture.enrolled(user_id),
    organization_id: 1,
    component_id: parts.first,
  }
  const { student_progress_id } = await student.tx((ctx) => openProgress(ctx, { ...openedCourse, is_break: false }))
  await db.read`alter table learning.seat_range disable trigger user`
  const seat = { ...openedCourse, user_id, student_progress_id, required_seconds: 60 }

  await fc.assert(
    fc.asyncProperty(state, async ({ gap, still, claim, limited, transacting }) => {
      const { lease_id } = await student.tx((ctx) => acquireLease(ctx, { ...seat, idle_minutes: limited ? 5 : null }))
      await db.read`
        update learning.seat_lease
        set from_at = platform.now() - ${gap}::int * interval '1 millisecond',
            beat_at = platform.now() - ${gap}::int * interval '1 millisecond',
            interacted_at = platform.now() - ${still}::int * interval '1 millisecond'
        where user_id = ${user_id}`
      const before = (await student.tx((ctx) => lockLease(ctx, user_id)))!
      const expected = creditOf(before, claim)
      const beat = {
        user_id,
        session_id: user_id,
        student_progress_id,
        lease_id,
        sequence: 1,
        interacted_ms_ago: claim,
        claimed_seconds: null,
      }
      const earned = await (transacting ? student.tx((ctx) => creditBeat(ctx, beat)) : creditBeat(student, beat))
      expect(earned.spent_ms - before.base_ms).toBe(expected.credited_to - before.beat_ms)
      expect(earned.inactive).toBe(expected.idle)
      // With a stopped clock the ranges of two runs would overlap.
      await db.read`delete from learning.seat_lease where user_id = ${user_id}`
      await db.read`delete from learning.seat_range where user_id = ${user_id}`
    }),
    { numRuns: 300 },
  )
}, 120_000)
