import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import { completionRules } from '#modules/learning/reporting/duties.ts'
import { listLatestReports } from '#modules/learning/reporting/report.sql.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * The number that the agency assigned to a completion, for programs whose agency numbers the certificates. `none`
 * until it has accepted the report, or if another certificate has the number. A copy of the certificate repeats the
 * number, because the number belongs to the completion; a correction is a new report with a new number. If the agency
 * accepted without a number, as it may by a file, staff enter the one that it assigned. `own` for other programs, and
 * for copies of certificates that were issued with our own number when this was allowed.
 */
export async function assignedNumber(
  ctx: Ctx,
  course: StudentCourse,
  agency: Agency,
): Promise<{ number: string } | 'none' | 'own'> {
  const rules = await completionRules(ctx, course)
  if (rules?.valueOf('certificate.number_source') !== 'answer') return 'own'
  const latestReports = await listLatestReports(ctx, course.student_course_id)
  const report = latestReports.find((entry) => entry.agency === agency)
  if (report?.state !== 'accepted') return 'none'
  if (report.certificate_number === null) return (await hasOwnNumber(ctx, course)) ? 'own' : 'none'
  const [duplicate] = await ctx.sql`
    select from learning.certificate_reservation
    where organization_id = ${course.organization_id} and certificate_number = ${report.certificate_number}
      and student_course_id <> ${course.student_course_id}`
  return duplicate ? 'none' : { number: report.certificate_number }
}

/** Whether the certificate was issued with a number of the organization. */
async function hasOwnNumber({ sql }: Ctx, { student_course_id }: StudentCourse): Promise<boolean> {
  const [row] = await sql`
    select from learning.student_certificate c
    where c.student_course_id = ${student_course_id}
      and not exists (select from learning.completion_report r
                      where r.student_course_id = c.student_course_id and r.certificate_number = c.certificate_number)
    limit 1`
  return row !== undefined
}
