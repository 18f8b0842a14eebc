import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { requireNotOwnCourse } from '#modules/learning/student-course/not-own-course.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { accountTexts } from './accounts/accounts.texts.ts'
import type { Agency } from './agencies/index.ts'
import { reportingErrors } from './errors.ts'
import { reportingTexts } from './reporting.texts.ts'
import { requireNumber } from './require-number.ts'

/** Staff find the number in the agency's portal or response, and the waiting certificate is issued with it. */
export const enterNumber = operation({
  call: 'POST /report/enterNumber',
  added: true,
  summary: 'Records the certificate number of a completion that its agency accepted without one',
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    completion_report_id: id(),
    certificate_number: requiredText(accountTexts.numberMissing, 100),
  }),
  gives: z.object({}),
  fails: [learningErrors.ownWork, reportingErrors.numberKnown],
  async run(ctx, { student_course_id, completion_report_id, certificate_number }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    await requireNotOwnCourse(ctx, course.user_id)
    const missing = await listMissingNumbers(ctx, student_course_id)
    const report = missing.find((report) => report.completion_report_id === completion_report_id)
    if (!report) throw reportingErrors.numberKnown()
    await requireNumber(ctx, report.agency, certificate_number, course, 'certificate_number')
    await ctx.sql`
      update learning.completion_report set certificate_number = ${certificate_number}, updated_at = platform.now()
      where completion_report_id = ${completion_report_id}`
    await ctx.audit({
      action: 'report.enterNumber',
      ...courseEvent(course),
      after: { completion_report_id, certificate_number },
    })
    return { message: localText(ctx.locale, reportingTexts, 'numberSaved') }
  },
})

/** The accepted reports of a course whose certificate waits for the number that the agency assigned. */
export const listMissingNumbers = ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number) =>
  sql<{ completion_report_id: number; agency: Agency }>`
    select r.completion_report_id, r.agency
    from learning.v_completion_report r
    join learning.certificate_wait w using (student_course_id, agency)
    where r.student_course_id = ${student_course_id} and w.for_answer_ind
      and r.state = 'accepted' and r.certificate_number is null`

/** The number of certificates in scope that wait for a number from staff. */
export async function countMissingNumbers({ sql, organization }: Ctx): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from learning.certificate_wait w
      join learning.v_completion_report r using (student_course_id, agency)
      where w.organization_id = any(${sql.array(organization.scope)}) and w.for_answer_ind
        and r.state = 'accepted' and r.certificate_number is null
      limit 10001) counted`
  return row!.n
}
