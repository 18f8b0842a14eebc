import type { AuditEntry } from '../../platform/ctx.ts'
import type { StudentCourse } from './student-course.sql.ts'

/** What the audit log says an operation on a student course was about, so that it stands in the history of the student. */
export const courseEvent = ({
  student_course_id,
  user_id,
}: Pick<StudentCourse, 'student_course_id' | 'user_id'>): Pick<AuditEntry, 'subject' | 'subject_user_id'> => ({
  subject: `student_course_id:${student_course_id}`,
  subject_user_id: user_id,
})

/** What an event of a lesson or quiz says beside its name: the event log shows the lesson. */
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
