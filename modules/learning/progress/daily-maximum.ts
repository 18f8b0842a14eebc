import { findProgramRules, selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { programZone } from '#modules/learning/reporting/agencies/zone.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn, startOfDay } from '#platform/zone.ts'

/** The remaining time that a program lets a student spend today. */
type RemainingToday = { left_ms: number; minutes: number; source: string }

/**
 * The seat time that the course may still earn today, by the calendar day of the program's state. Null for a program
 * without a daily maximum. Needs a transaction that holds the student's lease, so that no more time is earned in the
 * meantime.
 */
export async function findRemainingToday(ctx: Ctx, course: StudentCourse): Promise<RemainingToday | null> {
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  if (program_id === null) return null
  const zone = programZone(program_id)
  const today = dayIn(zone, ctx.now)
  const rules = await findProgramRules(ctx, program_id, today)
  const minutes = rules?.valueOf('course.daily_maximum_minutes')
  if (!rules || minutes === undefined) return null
  const spent_ms = await selectSpentSince(ctx, course, startOfDay(zone, today))
  return { left_ms: minutes * 60_000 - spent_ms, minutes, source: rules.citationOf('course.daily_maximum_minutes') }
}

/** Throws 422 once the day's maximum is reached. */
export async function requireTimeToday(ctx: Ctx, course: StudentCourse): Promise<void> {
  const today = await findRemainingToday(ctx, course)
  if (today && today.left_ms <= 0) throw learningErrors.dailyMaximum({ minutes: today.minutes, source: today.source })
}

/** The ledger's time since an instant, with that of the running lease. */
async function selectSpentSince(
  { sql }: Ctx,
  { student_course_id, user_id }: StudentCourse,
  since: Date,
): Promise<number> {
  const [row] = await sql<{ ms: number }>`
    select (coalesce((
        select sum(extract(epoch from r.to_at - greatest(r.from_at, ${since}))) from learning.seat_range r
        where r.student_course_id = ${student_course_id} and r.to_at > ${since}), 0)
      + coalesce((
        select extract(epoch from l.beat_at - greatest(l.from_at, ${since})) from learning.seat_lease l
        where l.user_id = ${user_id} and l.student_course_id = ${student_course_id} and l.ended_at is null
          and l.beat_at > ${since}), 0))::float8 * 1000 as ms`
  return row!.ms
}
