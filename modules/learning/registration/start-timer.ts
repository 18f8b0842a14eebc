import { withExtra } from '#modules/learning/extra-time/extra-time.sql.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { maxStarts, startTimer } from '#modules/learning/questions/registration-answer.sql.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { registrationErrors } from './errors.ts'
import { CourseInput } from './registration.schema.ts'
import { insertRegistration } from './registration.sql.ts'
import { lockForRegistration } from './registration-open.ts'
import { selectRegistrationState } from './registration-state.ts'
import { requireQuestion } from './write-answer.ts'

export const startRegistrationTimer = operation({
  call: 'POST /registration/timer/start',
  summary:
    'Starts the timer of a timed question. An expired timer restarts, three times a day, and a running one continues',
  may: ofCourse('studentCourseId'),
  takes: CourseInput.extend({ questionId: id() }),
  gives: z.object({ timer_expires_at: z.iso.datetime(), seconds_left: z.number() }),
  fails: [quizErrors.questionUnknown, quizErrors.answerClosed, registrationErrors.timerLimited],
  audit: 'registration.timer',
  async run(ctx, { studentCourseId, questionId }) {
    const course = await lockForRegistration(ctx, studentCourseId)
    const state = await selectRegistrationState(ctx, course)
    const { timer } = requireQuestion(state, questionId).configuration
    if (!timer.active) throw errors.invalid()
    await insertRegistration(ctx, course)
    const seconds = withExtra(timer.seconds, state.extra_percent)
    const { expires_at, seconds_left, hours_to_wait } = await startTimer(ctx, course, questionId, seconds)
    if (!expires_at) throw registrationErrors.timerLimited({ most: maxStarts, hours: hours_to_wait })
    return { timer_expires_at: expires_at.toISOString(), seconds_left }
  },
})
