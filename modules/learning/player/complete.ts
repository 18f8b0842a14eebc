import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { listMissingRequirements, type Missing, selectCourseState } from '#modules/learning/progress/completion.ts'
import { isInside, pageOf, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { settleCourse, waitsForStaff } from '#modules/learning/progress/pass-course.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { isComplete, status } from '#modules/learning/student-course/course-status.shared.ts'
import { lockStudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { operation } from '#platform/operation.ts'
import { flag, id, z } from '#platform/schema.ts'
import { refusalFor } from './refuse.ts'

/**
 * Completes the course if nothing is missing, or submits it if only a staff review is missing. `advanced` is the
 * client's claim and is ignored.
 */
export const complete = operation({
  call: 'POST /course/complete',
  summary: 'Complete the course',
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id(), advanced: flag().nullish() }),
  gives: z.object({ reason: z.string().nullable(), questionId: z.number().nullable() }),
  fails: [
    learningErrors.cannotComplete,
    learningErrors.registrationIncomplete,
    learningErrors.registrationInvalid,
    learningErrors.cannotEnter,
  ],
  audit: 'course.complete',
  async run(ctx, { studentCourseId }) {
    const course = await lockStudentCourse(ctx, studentCourseId)
    const state = await selectCourseState(ctx, course)
    const position = await findCoursePosition(ctx, course, state.steps)
    if (isComplete(course.lk_student_course_status_id))
      return { reason: null, questionId: null, redirect: pathOf(position) }
    const missing = await listMissingRequirements(ctx, state)
    const isReviewOnly = missing.every(({ reason }) => waitsForStaff.includes(reason))
    // The remaining steps are outside the lessons; the linked page explains them.
    if (pageOf(position) === 'external')
      throw learningErrors.cannotComplete({}, externalExamDetails(missing, pathOf(position)))
    if (!isReviewOnly) throw refusalFor(missing, 'complete')
    const isConfirming = course.lk_student_course_status_id === status.confirmingInformation
    if (!isInside(position) && !isConfirming) throw learningErrors.cannotEnter({}, { redirect: pathOf(position) })
    if (missing.length > 0) await changeStatus(ctx, studentCourseId, status.inReview, 'student')
    else await settleCourse(ctx, state)
    const updatedCourse = await selectStudentCourse(ctx, studentCourseId)
    return {
      reason: null,
      questionId: null,
      redirect: pathOf(await findCoursePosition(ctx, updatedCourse, state.steps)),
    }
  },
})

const externalExamDetails = (missing: readonly Missing[], redirect: string) => {
  const { message = '', reason = null } = missing.find((item) => item.reason === 'EXTERNAL_EXAM') ?? {}
  return { reason, questionId: null, ...(message && { message }), missing, redirect }
}
