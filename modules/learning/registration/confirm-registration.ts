import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { registrationErrors } from './errors.ts'
import { requireNoNotice } from './gap-notice.ts'
import { CourseInput } from './registration.schema.ts'
import { findRegistration, insertRegistration, stampRegistration } from './registration.sql.ts'
import { lockForRegistration } from './registration-open.ts'
import { selectRegistrationState } from './registration-state.ts'
import { requireFinished } from './require-finished.ts'
import { requirePerson } from './require-person.ts'

export const confirmRegistration = operation({
  call: 'POST /registration/confirm',
  summary: 'The student confirms that the information to be reported is correct, where the course requires it',
  may: ofCourse('studentCourseId'),
  takes: CourseInput,
  gives: z.object({}),
  fails: [
    learningErrors.registrationIncomplete,
    learningErrors.registrationInvalid,
    learningErrors.statusRefused,
    quizErrors.answerClosed,
    registrationErrors.unreportable,
  ],
  audit: 'registration.confirm',
  added: true,
  async run(ctx, { studentCourseId }) {
    const course = await lockForRegistration(ctx, studentCourseId)
    // An earlier confirmation would be worthless, because answers and profile can change until the end.
    if (course.lk_student_course_status_id !== status.confirmingInformation) throw learningErrors.statusRefused()
    const state = await selectRegistrationState(ctx, course)
    requireFinished(ctx, state)
    await requirePerson(ctx, course, state.gaps)
    requireNoNotice(ctx, state)
    await insertRegistration(ctx, course)
    await stampRegistration(ctx, course, 'confirmed_at')
    return {}
  },
})

/** Whether the student has confirmed their information and not revoked it. */
export const isConfirmed = async (ctx: Pick<Ctx, 'sql'>, student_course_id: number): Promise<boolean> =>
  (await findRegistration(ctx, student_course_id))?.confirmed_at != null
