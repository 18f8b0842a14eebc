import { operation } from '../../../platform/operation.ts'
import { z } from '../../../platform/schema.ts'
import { selectCourseVersion } from '../../catalogue/index.ts'
import { learningErrors } from '../errors.ts'
import { ofCourse } from '../permissions.ts'
import { agreementIsDue } from '../player/due.ts'
import { quizErrors } from '../quiz/errors.ts'
import { CourseInput } from './registration.schema.ts'
import { findRegistration, insertRegistration, stampRegistration } from './registration.sql.ts'
import { submitAnswers } from './registration-answer.sql.ts'
import { lockForRegistration } from './registration-open.ts'
import { coursePath } from './registration-path.ts'
import { selectRegistrationState } from './registration-state.ts'
import { requireFinished } from './require-finished.ts'

export const submitRegistration = operation({
  call: 'POST /registration/submit',
  summary: 'Hands in all answers; `redirect` leads to the agreement or the confirmation where one is left',
  may: ofCourse('studentCourseId'),
  takes: CourseInput,
  gives: z.object({ must_agree: z.boolean(), must_confirm: z.boolean() }),
  fails: [learningErrors.registrationIncomplete, learningErrors.registrationInvalid, quizErrors.answerClosed],
  audit: 'registration.submit',
  async run(ctx, { studentCourseId }) {
    const course = await lockForRegistration(ctx, studentCourseId)
    const state = await selectRegistrationState(ctx, course)
    requireFinished(ctx, state)
    await insertRegistration(ctx, course)
    await submitAnswers(ctx, course)
    await stampRegistration(ctx, course, 'submitted_at')
    const must_agree = agreementIsDue(course, await selectCourseVersion(ctx, course.course_version_id))
    const steps = await findRegistration(ctx, studentCourseId)
    const must_confirm = Boolean(state.options.confirmRegistration) && steps?.confirmed_at == null
    const place = must_confirm ? 'confirm' : must_agree ? 'agreement' : undefined
    return { must_agree, must_confirm, redirect: coursePath(studentCourseId, place) }
  },
})
