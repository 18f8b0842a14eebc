import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { attemptStatus, isFailed } from '#modules/learning/questions/attempt-status.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { lessonEvent } from '#modules/learning/student-course/course-event.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { beginAttempt } from './begin-attempt.ts'
import { endAttempt } from './end-attempt.ts'
import { quizRoute } from './quiz-route.ts'
import { attemptsRemaining, type QuizState, quizPath, requireReached, selectQuizState } from './quiz-state.ts'
import { isRetakePaid } from './retake-payment.sql.ts'
import { StartedAttempt } from './start.ts'

export const retake = operation({
  call: 'POST /quiz/retake',
  summary: 'Starts another attempt after a failed one, with a new set of questions',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput,
  gives: StartedAttempt,
  fails: [
    quizErrors.notStarted,
    quizErrors.finished,
    quizErrors.noAttempts,
    quizErrors.retakeUnpaid,
    learningErrors.cannotEnter,
  ],
  audit: (quizKey) => ({ action: 'quiz.retake', ...lessonEvent(quizKey) }),
  async run(ctx, quizKey) {
    const quizState = await selectQuizState(ctx, quizKey, { lock: true })
    const { attempt } = quizState
    if (!attempt) throw quizErrors.notStarted()
    if (attempt.overdue) {
      await endAttempt(ctx, quizState, attempt)
      return { quiz_attempt_id: attempt.quiz_attempt_id, question_id: null, redirect: quizPath(quizKey, 'summary') }
    }
    await requireReached(ctx, quizState)
    // A second press finds the attempt that the first one started.
    if (!isOpenAttempt(attempt)) await requireRetake(ctx, quizState)
    const quiz_attempt_id = isOpenAttempt(attempt) ? attempt.quiz_attempt_id : await beginAttempt(ctx, quizState)
    const newState = await selectQuizState(ctx, quizKey)
    return {
      quiz_attempt_id,
      question_id: newState.answers[0]?.question_id ?? null,
      redirect: quizRoute(newState, true),
    }
  },
})

async function requireRetake(ctx: Ctx, quizState: QuizState): Promise<void> {
  const { course, component, attempts, attempt } = quizState
  const result = attempt!.lk_quiz_attempt_status_id
  // A returned quiz was not failed, so it may be corrected regardless of limit and fee.
  if (result === attemptStatus.needsAttention) return
  if (!isFailed(result)) throw quizErrors.finished()
  const { student_course_id } = course
  const { component_id } = component
  // A paid attempt is valid beyond any limit: staff may grant one.
  if (await isRetakePaid(ctx, { student_course_id, component_id, attempt_number: attempts.length + 1 })) return
  if (attemptsRemaining(quizState) === 0) throw quizErrors.noAttempts({ attemptsRemaining: 0 })
  const fee = toCents(component.data.configuration.retake.fee)
  if (fee === 0) return
  const quizKey = { studentCourseId: student_course_id, componentId: component_id }
  throw quizErrors.retakeUnpaid({ fee: formatMoney(fee, ctx.locale) }, { redirect: quizPath(quizKey, 'pay') })
}
