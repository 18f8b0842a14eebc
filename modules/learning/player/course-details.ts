import { selectCourseVersion } from '#modules/catalogue/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Details that a student may need while taking a course; instants are ISO 8601. */
export type CourseDetails = {
  student_course_id: number
  course_name: string
  version_number: number
  enrolled_at: string
  started_at: string | null
  expires_at: string | null
}

/** The details of a course. The caller must check its owner. */
export async function detailsOf(ctx: Ctx, course: StudentCourse): Promise<CourseDetails> {
  const { version_number } = await selectCourseVersion(ctx, course.course_version_id)
  return {
    student_course_id: course.student_course_id,
    course_name: course.course_name,
    version_number,
    enrolled_at: course.created_at.toISOString(),
    started_at: course.started_at?.toISOString() ?? null,
    expires_at: course.expires_at?.toISOString() ?? null,
  }
}
