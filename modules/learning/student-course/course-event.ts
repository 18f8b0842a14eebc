import type { AuditEntry } from '#platform/ctx.ts'
import type { StudentCourse } from './student-course.sql.ts'

/** The audit subject of an operation on a student course, so that it appears in the student's history. */
export const courseEvent = ({
  student_course_id,
  user_id,
}: Pick<StudentCourse, 'student_course_id' | 'user_id'>): Pick<AuditEntry, 'subject' | 'subject_user_id'> => ({
  subject: `student_course_id:${student_course_id}`,
  subject_user_id: user_id,
})

/** The details of a lesson or quiz event: the event log shows the lesson. */
export const lessonEvent = ({
  studentCourseId,
  componentId,
}: {
  studentCourseId: number
  componentId: number
}): Pick<AuditEntry, 'subject' | 'after'> => ({
  subject: `student_course_id:${studentCourseId}`,
  after: { component_id: componentId },
})
