import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { refusedValueText } from './gap-notice.ts'
import { isRegistrationOpen } from './registration-open.ts'
import { selectRegistrationState } from './registration-state.ts'

/** The data that the account shows. */
const accountData: readonly StudentDatum[] = ['name', 'address', 'phone', 'email', 'date_of_birth', 'gender']

/**
 * The sentences about values of a student's account that an agency can't record, for the courses that are not
 * complete. Callers must check whose account it is.
 */
export async function listAccountNotices(ctx: Ctx, user_id: number): Promise<string[]> {
  const rows = await ctx.sql<Pick<StudentCourse, 'student_course_id' | 'lk_student_course_status_id'>>`
    select student_course_id, lk_student_course_status_id from learning.student_course
    where user_id = ${user_id} order by student_course_id desc limit 50`
  const notices = new Set<string>()
  for (const { student_course_id } of rows.filter(isRegistrationOpen)) {
    const { gaps } = await selectRegistrationState(ctx, await selectStudentCourse(ctx, student_course_id))
    for (const gap of gaps)
      if (gap.accepts && accountData.includes(gap.datum)) notices.add(refusedValueText(ctx.locale, gap))
  }
  return [...notices]
}
