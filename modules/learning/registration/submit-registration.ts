import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { identityErrors } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { submitAnswers } from '#modules/learning/questions/registration-answer.sql.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Refusal } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { Affirmation, saveAffirmation } from './affirm-eligibility.ts'
import { ageErrors, requireAge } from './age.ts'
import { confirmStatedBirth } from './date-of-birth.ts'
import { agreementIsDue } from './due.ts'
import { eligibilityErrors, requireEligible } from './eligibility.ts'
import { registrationErrors } from './errors.ts'
import { requireNoNotice } from './gap-notice.ts'
import { CourseInput } from './registration.schema.ts'
import { insertRegistration, stampRegistration } from './registration.sql.ts'
import { lockForRegistration } from './registration-open.ts'
import { coursePath } from './registration-path.ts'
import { selectRegistrationState } from './registration-state.ts'
import { requireFinished } from './require-finished.ts'
import { requireAgencyFields } from './require-person.ts'

export const submitRegistration = operation({
  call: 'POST /registration/submit',
  summary: 'Submits all answers. `redirect` leads to the agreement if it is still to be signed',
  may: ofCourse('studentCourseId'),
  takes: CourseInput.extend({ affirmation: Affirmation.nullish() }),
  gives: z.object({ must_agree: z.boolean() }),
  fails: [
    learningErrors.registrationIncomplete,
    learningErrors.registrationInvalid,
    quizErrors.answerClosed,
    registrationErrors.unreportable,
    ...ageErrors,
    ...eligibilityErrors,
    identityErrors.dateOfBirthDiffers,
  ],
  transaction: { own: 'a statement that excludes the student must stay recorded' },
  async run(ctx, { studentCourseId, affirmation }) {
    const result = await ctx.tx((inner) => submit(inner, studentCourseId, affirmation ?? {}))
    if ('refusal' in result) throw result.refusal
    const { must_agree } = result
    return { must_agree, redirect: coursePath(studentCourseId, must_agree ? 'agreement' : undefined) }
  },
})

/**
 * Submits the registration. A student's statement of an exclusion is returned as a refusal, because it must be
 * committed before it is thrown.
 */
async function submit(
  ctx: Ctx,
  studentCourseId: number,
  affirmation: Affirmation,
): Promise<{ must_agree: boolean } | { refusal: Refusal }> {
  const course = await lockForRegistration(ctx, studentCourseId)
  const state = await selectRegistrationState(ctx, course)
  requireFinished(ctx, state)
  await insertRegistration(ctx, course)
  const refusal = await saveAffirmation(ctx, course, affirmation)
  if (refusal) return { refusal }
  await submitAnswers(ctx, course)
  await confirmStatedBirth(ctx, course, state)
  await requireAgencyFields(ctx, course, state.gaps)
  await requireAge(ctx, course, { ageOptional: true })
  await requireEligible(ctx, course, { ageOptional: true, cited_on: state.cited_on })
  requireNoNotice(ctx, state)
  await stampRegistration(ctx, course, 'submitted_at')
  await ctx.audit({ action: 'registration.submit', ...courseEvent(course) })
  return { must_agree: agreementIsDue(course, await selectCourseVersion(ctx, course.course_version_id)) }
}
