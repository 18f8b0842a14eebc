import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { verificationOf } from '#modules/learning/due-check/due.ts'
import { agreementIsDue, registrationIsDue } from '#modules/learning/registration/due.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { CoursePosition } from './course-route.ts'
import { frontier, type Step } from './outline.ts'
import { isExternalExamDue } from './owed-exams.ts'

/** A student's position in a course: the current component, or else the first incomplete one. */
export async function findCoursePosition(
  ctx: Ctx,
  course: StudentCourse,
  steps: readonly Step[],
): Promise<CoursePosition> {
  const version: CourseVersion = await selectCourseVersion(ctx, course.course_version_id)
  const step = currentStep(course, steps)
  return {
    student_course_id: course.student_course_id,
    status: course.lk_student_course_status_id,
    expired: course.expires_at !== null && course.expires_at <= ctx.now,
    registration_due: registrationIsDue(course, version),
    agreement_due: agreementIsDue(course, version),
    verification: (await verificationOf(ctx, course)).place,
    external: await isExternalExamDue(ctx, course, version, steps),
    component: step && { component_id: step.component.component_id, is_quiz: step.component.type === 'Quiz' },
  }
}

function currentStep(course: StudentCourse, steps: readonly Step[]): Step | null {
  const current = steps.find(({ component }) => component.component_id === course.current_component_id)
  if (current?.reachable && !current.completed) return current
  return frontier(steps) ?? current ?? steps.at(-1) ?? null
}
