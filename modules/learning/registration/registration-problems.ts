import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { agencyName } from '#modules/learning/reporting/agencies/index.ts'
import type { RecordGap } from '#modules/learning/reporting/record-gaps.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { finalNotice } from './gap-notice.ts'
import { listMissingAgencyFields } from './profile-missing.ts'
import { ruleTexts } from './registration.texts.ts'
import { problemsOf, selectRegistrationState } from './registration-state.ts'
import { profileProblem } from './require-person.ts'

export type RegistrationProblem = { reason: 'REG_INC' | 'REG_INV'; questionId: number | null; message: string }

/**
 * The registration problem that prevents completing the course, in the caller's language, or null. REG_INC: it is not
 * finished, or a current question has no answer. REG_INV: an answer is not valid or no longer valid.
 */
export async function findRegistrationProblem(ctx: Ctx, course: StudentCourse): Promise<RegistrationProblem | null> {
  const { course_registration_options } = await selectCourseVersion(ctx, course.course_version_id)
  const state = await selectRegistrationState(ctx, course)
  const [first] = course_registration_options.enabled ? problemsOf(ctx, state) : []
  if (first) return describeProblem(ctx, first.missing ? 'REG_INC' : 'REG_INV', first.question_id)
  const unreportable = await findProfileProblem(ctx, course, state.gaps)
  if (unreportable) return unreportable
  const message = finalNotice(ctx.locale, state)
  if (message) return { reason: 'REG_INC', questionId: null, message }
  if (!course_registration_options.enabled) return null
  return course.registered_at === null ? describeProblem(ctx, 'REG_INC', null) : null
}

/** The account data that an agency needs and the student has not given. */
async function findProfileProblem(
  ctx: Ctx,
  course: StudentCourse,
  gaps: readonly RecordGap[],
): Promise<RegistrationProblem | null> {
  const missing = await listMissingAgencyFields(ctx, course, gaps)
  const [gap] = gaps
  if (!gap || missing.length === 0) return null
  const problems = missing.map((field) => profileProblem(ctx.locale, field)).join(' ')
  const message = localize(ctx.locale, ruleTexts.accountNeeded, { agency: agencyName(gap, ctx.locale), what: problems })
  return { reason: 'REG_INC', questionId: null, message }
}

const errorByReason = { REG_INC: learningErrors.registrationIncomplete, REG_INV: learningErrors.registrationInvalid }

const describeProblem = (
  { locale }: Ctx,
  reason: RegistrationProblem['reason'],
  questionId: number | null,
): RegistrationProblem => ({ reason, questionId, message: localize(locale, errorByReason[reason].text) })
