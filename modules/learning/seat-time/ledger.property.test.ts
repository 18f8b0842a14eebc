import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acquireLease, endLease } from '#modules/learning/leases/acquire-lease.ts'
import { openProgress, selectTotalTime } from '#modules/learning/progress/progress.sql.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'
import { updateStudentProgressTime } from './update-student-progress-time.ts'

const { db, app } = await testDatabase()

type Lease = { lease_id: string; student_progress_id: number; sequence: number; course: number }
type Step =
  | { do: 'wait'; seconds: number }
  | { do: 'open'; course: number; component_id: number }
  | { do: 'beat'; lease: number; skip: number; ago: number; copies: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 45 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      course: fc.integer({ min: 0, max: 1 }),
      component_id: fc.constantFrom(parts.first, parts.second),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('beat' as const),
      lease: fc.nat(3),
      skip: fc.integer({ min: -2, max: 3 }),
      ago: fc.constantFrom(0, 5_000, 290_000, 400_000),
      copies: fc.integer({ min: 1, max: 3 }),
    }),
  },
)

test('windows, devices and courses in any combination credit no second twice, and no future one', async () => {
  const fixture = await courseFixture({ db, app })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const user_id = await fixture.person()
      const courses = [await fixture.enrolled(user_id), await fixture.enrolled(user_id)]
      const student = fixture.student(user_id)
      const leases: Lease[] = []
      const startedAt = await databaseTime()
      for (const step of steps) await perform(step)
      const passed = (await databaseTime()) - startedAt
      await student.tx((ctx) => endLease(ctx, user_id, 'left'))

      const totals = await Promise.all(courses.map((id) => selectTotalTime(student, id)))
      const credited = totals.reduce((sum, seconds) => sum + seconds, 0)
      const [ledger] = await db.read<{ sum: number; overlaps: number }>`
        select coalesce(sum(extract(epoch from a.to_at - a.from_at)), 0)::float8 as sum,
               (select count(*)::int from learning.seat_range x join learning.seat_range y
                on x.user_id = y.user_id and x.seat_range_id < y.seat_range_id
                and tstzrange(x.from_at, x.to_at) && tstzrange(y.from_at, y.to_at) where x.user_id = ${user_id}) as overlaps
        from learning.seat_range a where a.user_id = ${user_id}`
      expect(ledger!.overlaps).toBe(0)
      expect(ledger!.sum * 1000).toBeLessThanOrEqual(passed)
      expect(ledger!.sum - credited).toBeLessThan(2)
      expect(credited).toBeLessThanOrEqual(ledger!.sum)

      async function perform(step: Step): Promise<void> {
        if (step.do === 'wait') return fixture.move(step.seconds)
        if (step.do === 'open') return open(step.course, step.component_id)
        const lease = leases.at(-1 - step.lease)
        if (!lease) return
        lease.sequence = Math.max(1, lease.sequence + step.skip)
        const { course: _, ...sent } = lease
        const send = () => updateStudentProgressTime.run(student, { ...sent, interacted_ms_ago: step.ago })
        // Beats may be refused here: only the ledger counts.
        await Promise.allSettled(Array.from({ length: step.copies }, send))
      }

      async function open(course: number, component_id: number): Promise<void> {
        await student.tx(async (ctx) => {
          const openedCourse = { student_course_id: courses[course]!, organization_id: 1, component_id }
          const { student_progress_id } = await openProgress(ctx, { ...openedCourse, is_break: false })
          const seat = { ...openedCourse, user_id, student_progress_id, required_seconds: 60, idle_minutes: 5 }
          const { lease_id } = await acquireLease(ctx, seat)
          leases.push({ lease_id, student_progress_id, sequence: 0, course })
        })
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

async function databaseTime(): Promise<number> {
  const [row] = await db.read<{ ms: number }>`select 1000 * extract(epoch from platform.now())::float8 as ms`
  return row!.ms
}
