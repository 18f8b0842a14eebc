import { type Question, type RegistrationOptions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { status as s } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { AnswerRow } from './registration-answer.sql.ts'

/** Statuses in which the student may correct the registration: until the course is complete. */
const open: readonly number[] = [
  s.paidNotRegistered,
  s.inRegistration,
  s.paidRegistered,
  s.inSecuritySetup,
  s.inProgress,
  s.attemptedCompletion,
  s.confirmingInformation,
  s.needsAttention,
]

/** Whether the registration of a course in this status can be filled in or corrected. */
export const isRegistrationOpen = (course: Pick<StudentCourse, 'lk_student_course_status_id'>): boolean =>
  open.includes(course.lk_student_course_status_id)

/**
 * The course, locked for a change of its registration; 422 if that is no longer allowed, 404 if the course has none.
 */
export async function lockForRegistration(ctx: Ctx, student_course_id: number): Promise<StudentCourse> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const { course_registration_options } = await selectCourseVersion(ctx, course.course_version_id)
  if (!course_registration_options.enabled) throw errors.notFound()
  if (!isRegistrationOpen(course)) throw quizErrors.answerClosed()
  return course
}

/**
 * Whether a submitted answer is final; a refused or no longer valid one can always be corrected. A saved answer can be
 * changed until the registration is submitted.
 */
export function isLocked(question: Question, row: AnswerRow | undefined, hasProblem: boolean): boolean {
  return question.configuration.noEditAfterSave && row?.submitted_at != null && row.answer !== null && !hasProblem
}

/** Whether required questions may be skipped until the course is completed, where they are then mandatory. */
export const maySkip = ({ requiredBefore, noBeginningSkipQuestions }: RegistrationOptions): boolean =>
  !requiredBefore && !noBeginningSkipQuestions
