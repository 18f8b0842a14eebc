import { learningErrors } from '#modules/learning/errors.ts'
import { staffOfCourse } from '#modules/learning/permissions.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { operation } from '#platform/operation.ts'
import { id, optionalText, z } from '#platform/schema.ts'

/** Staff disable a course; the student sees the reason on its page. */
export const disableStudentCourse = operation({
  call: 'POST /course/disableStudentCourse',
  summary: 'Disable a student course',
  may: staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id'),
  takes: z.object({
    student_course_id: id(),
    lk_student_course_status_reason_id: id().nullish(),
    notes: optionalText(2000),
  }),
  gives: z.object({ student_course_id: z.number(), lk_student_course_status_id: z.number() }),
  fails: [learningErrors.statusRefused],
  async run(ctx, { student_course_id, lk_student_course_status_reason_id, notes }) {
    const reason = { lk_student_course_status_reason_id: lk_student_course_status_reason_id ?? 4, note: notes || null }
    const course = await changeStatus(ctx, student_course_id, status.disabled, 'staff', reason)
    const { lk_student_course_status_id } = course
    await ctx.audit({ action: 'course.disable', ...courseEvent(course), after: reason })
    return { student_course_id, lk_student_course_status_id }
  },
})
