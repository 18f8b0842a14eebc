import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse, staffOfCourse } from '#modules/learning/permissions.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { isComplete, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { either, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { clearConfirmation } from './registration.sql.ts'

export const unconfirmCourse = operation({
  call: 'POST /course/unconfirm',
  summary: 'Withdraws the confirmation of the information, so it can be corrected and confirmed again',
  may: either(ofCourse('student_course_id'), staffOfCourse('MANAGE_STUDENTS:UPDATE', 'student_course_id')),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({}),
  fails: [learningErrors.statusRefused],
  async run(ctx, { student_course_id }) {
    const course = await lockStudentCourse(ctx, student_course_id)
    // For a completed course the confirmation is evidence.
    if (isComplete(course.lk_student_course_status_id)) throw learningErrors.statusRefused()
    await clearConfirmation(ctx, course)
    const by = userOf(ctx).user_id === course.user_id ? 'student' : 'staff'
    if (course.lk_student_course_status_id === status.confirmingInformation)
      await changeStatus(ctx, student_course_id, status.inProgress, by)
    await ctx.audit({ action: 'course.unconfirm', ...courseEvent(course) })
    return {}
  },
})
