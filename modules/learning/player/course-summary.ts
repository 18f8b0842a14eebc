import { ofCourse } from '#modules/learning/permissions.ts'
import { idleLimitOf } from '#modules/learning/progress/find-step.ts'
import { type CourseProgress, progressOf } from '#modules/learning/progress/outline.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type CourseDetails, detailsOf } from './course-details.ts'
import { type LessonContents, lessonContents } from './lesson-contents.ts'

/** A course at a glance; `component_id`: the student's last component, or null. */
export type CourseSummary = {
  student_course_id: number
  course_name: string
  component_id: number | null
  progress: CourseProgress
  contents: LessonContents
  idle_minutes: number | null
  details: CourseDetails
}

/** The signed-in student's progress in a course, without opening anything. Throws 404 for anyone else's. */
export async function readCourseSummary(ctx: Ctx, student_course_id: number): Promise<CourseSummary> {
  await ofCourse('studentCourseId').scope!(ctx, { studentCourseId: student_course_id })
  const { course, steps } = await readCourse(ctx, student_course_id)
  return {
    student_course_id,
    course_name: course.course_name,
    component_id: course.current_component_id,
    progress: progressOf(steps),
    contents: lessonContents(steps),
    idle_minutes: await idleLimitOf(ctx, student_course_id),
    details: await detailsOf(ctx, course),
  }
}
