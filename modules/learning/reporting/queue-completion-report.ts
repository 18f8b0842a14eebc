import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { buildRecord } from './build-record.ts'
import { dutiesOf } from './duties.ts'
import { registeredFacts } from './registered-facts.ts'
import { insertReport, listLatestReports, replaceFailureReport } from './report.sql.ts'

/**
 * Queues a passed course's report to each receiver, in the transaction that passes the course. Idempotent: a course
 * with any report of its completion, even a refused one, gets no second one here. Replaces a report of failure.
 */
export async function queueCompletionReport(ctx: Ctx, student_course_id: number): Promise<void> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const latest = await listLatestReports(ctx, student_course_id)
  if (latest.some(({ outcome }) => outcome === 'passed')) return
  const registered = await registeredFacts(ctx, course, 'report')
  for (const duty of await dutiesOf(ctx, course, registered.notice_due_on)) {
    const failed = latest.find(({ agency }) => agency === duty.agency) ?? null
    if (failed) await replaceFailureReport(ctx, failed)
    const record = await buildRecord(ctx, course, registered, duty, (failed?.number ?? 0) + 1)
    await insertReport(ctx, course, duty, record, failed)
  }
}
