import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { changeStatus } from './change-status.ts'
import { isWithStudent } from './with-student.sql.ts'

export const fixCourse = operation({
  call: 'POST /course/fixed',
  summary: 'Reports that the student has made the requested corrections. The course returns to review',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({ student_course_id: z.number(), lk_student_course_status_id: z.number() }),
  fails: [learningErrors.notFixed, learningErrors.statusRefused],
  audit: 'course.fixed',
  async run(ctx, { student_course_id }) {
    await lockStudentCourse(ctx, student_course_id)
    if (await isWithStudent(ctx, student_course_id)) throw learningErrors.notFixed()
    const { lk_student_course_status_id } = await changeStatus(ctx, student_course_id, status.fixed, 'student')
    return { student_course_id, lk_student_course_status_id }
  },
})

/** Sends a course back to review once the last returned item is corrected. The caller must hold the course's lock. */
export async function fixIfAllCorrected(ctx: Ctx, student_course_id: number): Promise<void> {
  const { lk_student_course_status_id } = await lockStudentCourse(ctx, student_course_id)
  if (lk_student_course_status_id !== status.needsAttention) return
  if (!(await isWithStudent(ctx, student_course_id)))
    await changeStatus(ctx, student_course_id, status.fixed, 'student')
}
