import { dataOf, type Question, type RegistrationOptions, selectCourseVersion } from '#modules/catalogue/index.ts'
import { isPersonal, purposeOf } from '#modules/catalogue/questions/purpose.shared.ts'
import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import type { AnswerRow } from '#modules/learning/questions/registration-answer.sql.ts'
import { status as s } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** The statuses of a course whose report an agency refused. */
const refusedStatuses: readonly number[] = [s.completionError, s.completionErrorFlhsmv]

/**
 * The statuses in which the student may correct the registration: until the course is complete, and after an agency
 * refused its report.
 */
const openStatuses: readonly number[] = [
  s.paidNotRegistered,
  s.inRegistration,
  s.paidRegistered,
  s.inSecuritySetup,
  s.inProgress,
  s.attemptedCompletion,
  s.confirmingInformation,
  s.needsAttention,
  ...refusedStatuses,
]

/** Whether the registration of a course in this status can be filled in or corrected. */
export const isRegistrationOpen = (course: Pick<StudentCourse, 'lk_student_course_status_id'>): boolean =>
  openStatuses.includes(course.lk_student_course_status_id)

/**
 * The course, locked for a change of its registration. 422 if changes are no longer allowed, 404 if the course has
 * none.
 */
export async function lockForRegistration(ctx: Ctx, student_course_id: number): Promise<StudentCourse> {
  const course = await lockStudentCourse(ctx, student_course_id)
  const { course_registration_options } = await selectCourseVersion(ctx, course.course_version_id)
  if (!course_registration_options.enabled) throw errors.notFound()
  if (!isRegistrationOpen(course)) throw quizErrors.answerClosed()
  return course
}

/**
 * Whether an answer is final. A refused or no longer valid answer can always be corrected, and a saved one can be
 * changed until the registration is submitted. After a completion only reported data can change: data that was never
 * given, or that no check has verified.
 */
export function isLocked(
  course: Pick<StudentCourse, 'lk_student_course_status_id'>,
  question: Question,
  row: AnswerRow | undefined,
  hasProblem: boolean,
): boolean {
  const isGiven = row != null && row.answer !== null
  if (refusedStatuses.includes(course.lk_student_course_status_id) && !hasProblem)
    return isGiven ? !isCorrectable(question) : !isReported(question)
  return question.configuration.noEditAfterSave && row?.submitted_at != null && row.answer !== null && !hasProblem
}

const isReported = (question: Question): boolean =>
  question.lk_question_type_id === questionType.course_reason || dataOf(question).length > 0

/**
 * Whether reported data may be corrected; not document numbers and dates of birth, which proved who took the course.
 */
const isCorrectable = (question: Question): boolean =>
  isReported(question) && !isPersonal(question) && purposeOf(question) !== 'date-of-birth'

/** Whether required questions may be skipped until the course is completed, where they are then mandatory. */
export const maySkip = ({ requiredBefore, noBeginningSkipQuestions }: RegistrationOptions): boolean =>
  !requiredBefore && !noBeginningSkipQuestions
