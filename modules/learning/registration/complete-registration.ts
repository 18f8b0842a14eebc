import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { programLimit } from '#modules/learning/reporting/complete-by.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { ageErrors, requireAge } from './age.ts'
import { agreementIsDue } from './due.ts'
import { eligibilityErrors, findCitedOn, requireEligible } from './eligibility.ts'
import { registrationErrors } from './errors.ts'
import { CourseInput } from './registration.schema.ts'
import { findRegistration, stampRegistration } from './registration.sql.ts'
import { lockForRegistration } from './registration-open.ts'
import { coursePath } from './registration-path.ts'
import { selectRegistrationState } from './registration-state.ts'
import { requireFinished } from './require-finished.ts'

export const completeRegistration = operation({
  call: 'POST /registration/complete',
  summary: 'Completes the registration when everything is answered and agreed to, and opens the course',
  may: ofCourse('studentCourseId'),
  takes: CourseInput,
  gives: z.object({}),
  fails: [
    learningErrors.registrationIncomplete,
    learningErrors.registrationInvalid,
    registrationErrors.mustAgree,
    quizErrors.answerClosed,
    ...ageErrors,
    ...eligibilityErrors,
  ],
  audit: 'registration.complete',
  async run(ctx, { studentCourseId }) {
    const course = await lockForRegistration(ctx, studentCourseId)
    if (course.registered_at === null) {
      await requireCompletable(ctx, course)
      await registerCourse(ctx, course)
    }
    return { redirect: coursePath(studentCourseId) }
  },
})

async function requireCompletable(ctx: Ctx, course: StudentCourse): Promise<void> {
  const state = await selectRegistrationState(ctx, course)
  requireFinished(ctx, state)
  const registration = await findRegistration(ctx, course.student_course_id)
  if (!registration?.submitted_at)
    throw learningErrors.registrationIncomplete({}, { reason: 'REG_INC', questionId: null, count: 0 })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  if (agreementIsDue(course, version)) throw registrationErrors.mustAgree()
  await requireAge(ctx, course)
  await requireEligible(ctx, course, { cited_on: await findCitedOn(ctx, course) })
}

async function registerCourse(ctx: Ctx, course: StudentCourse): Promise<void> {
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  // `least` ignores nulls, so a course without its own end date gets the program's.
  const limit = await programLimit(ctx, program_id, { registered_at: ctx.now, started_at: course.started_at })
  await ctx.sql`
    update learning.student_course
    set registered_at = platform.now(), updated_at = platform.now(), expires_at = least(expires_at, ${limit}::timestamptz)
    where student_course_id = ${course.student_course_id}`
  await stampRegistration(ctx, course, 'completed_at')
  const { lk_student_course_status_id: courseStatus } = course
  if (courseStatus === status.paidNotRegistered || courseStatus === status.inRegistration)
    await changeStatus(ctx, course.student_course_id, status.paidRegistered, 'student')
}
