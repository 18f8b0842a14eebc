import { staffOfCourse } from '#modules/learning/permissions.ts'
import { findStudentName, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { findAssignment } from './assignment.sql.ts'

export const courseAssignment = operation({
  call: 'GET /enrollments/assignment/{student_course_id}',
  added: true,
  summary: 'The group and the due date of an enrollment',
  may: staffOfCourse('MANAGE_STUDENTS:READ', 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({
    user_id: z.int(),
    student_name: z.string(),
    course_name: z.string(),
    lk_student_course_status_id: z.int(),
    group: z.string().nullable(),
    due_on: z.iso.date().nullable(),
    updates: z.boolean(),
  }),
  async run(ctx, { student_course_id }) {
    const course = await selectStudentCourse(ctx, student_course_id)
    const { user_id, course_name, lk_student_course_status_id } = course
    return {
      user_id,
      student_name: await findStudentName(ctx, user_id),
      course_name,
      lk_student_course_status_id,
      ...(await findAssignment(ctx, student_course_id)),
      updates: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
    }
  },
})
