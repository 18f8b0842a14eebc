import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { buildRecord } from './build-record.ts'
import { dutiesOf } from './duties.ts'
import { registeredFacts } from './registered-facts.ts'
import { insertReport, listLatestReports } from './report.sql.ts'

/**
 * Records to whom a passed course must be reported, in the transaction that passes it. Idempotent: a course with any
 * report, even a refused one, gets no second one here. Needs a transaction.
 */
export async function oweCompletionReport(ctx: Ctx, student_course_id: number): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  if ((await listLatestReports(ctx, student_course_id)).length > 0) return
  const registered = await registeredFacts(ctx, course, 'report')
  for (const duty of await dutiesOf(ctx, course, registered.notice_due_on)) {
    await insertReport(ctx, course, duty, await buildRecord(ctx, course, registered, duty, 1), null)
  }
}
