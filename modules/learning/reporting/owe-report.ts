import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { buildRecord } from './build-record.ts'
import { findLatestReport, insertReport } from './report.sql.ts'

/**
 * Records that a passed course must be reported, in the transaction that passes it. Idempotent: a course with any
 * report, even a refused one, gets no second one here. Needs a transaction.
 */
export async function oweCompletionReport(ctx: Ctx, student_course_id: number): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  if (await findLatestReport(ctx, student_course_id)) return
  await insertReport(ctx, course, await buildRecord(ctx, course, 1), null)
}
