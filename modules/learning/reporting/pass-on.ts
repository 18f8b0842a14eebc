import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Agency } from './agencies/index.ts'
import { deadlineOf } from './deadline.ts'
import { dutiesOf } from './duties.ts'

/**
 * Starts the clocks of the receivers that waited for this one's acceptance: it passes the completion on to them, and from
 * now on they may refuse it.
 */
export async function passOn(ctx: Ctx, course: StudentCourse, agency: Agency): Promise<void> {
  const duties = await dutiesOf(ctx, course)
  for (const duty of duties.filter(({ waits_for }) => waits_for === agency)) {
    await ctx.sql`
      update learning.completion_report
      set state = 'watched', due_at = ${deadlineOf(duty.rule, ctx.now)}, updated_at = platform.now()
      where student_course_id = ${course.student_course_id} and agency = ${duty.agency} and state = 'waiting'`
  }
}
