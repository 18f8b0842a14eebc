import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pick } from '#platform/texts.ts'
import { problemsOf, selectRegistrationState } from './registration-state.ts'

export type RegistrationProblem = { reason: 'REG_INC' | 'REG_INV'; questionId: number | null; message: string }

/**
 * The registration problem that prevents completing the course, in the caller's language, or null. REG_INC: it is not
 * finished, or a current question has no answer. REG_INV: an answer is not valid or no longer valid.
 */
export async function registrationProblems(
  ctx: Ctx,
  course: Pick<StudentCourse, 'student_course_id' | 'course_version_id' | 'user_id' | 'registered_at'>,
): Promise<RegistrationProblem | null> {
  const { course_registration_options } = await selectCourseVersion(ctx, course.course_version_id)
  if (!course_registration_options.enabled) return null
  const [first] = problemsOf(ctx, await selectRegistrationState(ctx, course))
  if (first) return problemAnswer(ctx, first.missing ? 'REG_INC' : 'REG_INV', first.question_id)
  return course.registered_at === null ? problemAnswer(ctx, 'REG_INC', null) : null
}

const kinds = { REG_INC: learningErrors.registrationIncomplete, REG_INV: learningErrors.registrationInvalid }

const problemAnswer = (
  { locale }: Ctx,
  reason: RegistrationProblem['reason'],
  questionId: number | null,
): RegistrationProblem => ({ reason, questionId, message: pick(locale, kinds[reason].text) })
