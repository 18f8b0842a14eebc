import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { id, z } from '../../../platform/schema.ts'
import { ofCourse } from '../permissions.ts'
import { quizErrors } from '../quiz/errors.ts'
import { CourseInput } from './registration.schema.ts'
import { insertRegistration } from './registration.sql.ts'
import { startTimer } from './registration-answer.sql.ts'
import { lockForRegistration } from './registration-open.ts'
import { selectRegistrationState } from './registration-state.ts'
import { questionIn } from './write-answer.ts'

export const startRegistrationTimer = operation({
  call: 'POST /registration/timer/start',
  summary: 'Starts the timer of a timed question. An expired timer restarts, and a running timer continues',
  may: ofCourse('studentCourseId'),
  takes: CourseInput.extend({ questionId: id() }),
  gives: z.object({ timer_expires_at: z.iso.datetime(), seconds_left: z.number() }),
  fails: [quizErrors.questionUnknown, quizErrors.answerClosed],
  audit: 'registration.timer',
  async run(ctx, { studentCourseId, questionId }) {
    const course = await lockForRegistration(ctx, studentCourseId)
    const { timer } = questionIn(await selectRegistrationState(ctx, course), questionId).configuration
    if (!timer.active) throw errors.invalid()
    await insertRegistration(ctx, course)
    const { expires_at, seconds_left } = await startTimer(ctx, course, questionId, timer.seconds)
    return { timer_expires_at: expires_at.toISOString(), seconds_left }
  },
})
