import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { AttemptResult, QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { lessonEvent } from '#modules/learning/student-course/course-event.ts'
import { isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { endAttempt } from './end-attempt.ts'
import { attemptsRemaining, frontierOf, type QuizKey, type QuizState, quizPath, selectQuizState } from './quiz-state.ts'
import { showAttempt } from './show.ts'

export const finish = operation({
  call: 'POST /quiz/finish',
  summary: 'Finishes and grades the attempt. Repeating it returns the same result',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput.extend({ quizAttemptId: id() }),
  gives: z.object({
    attempt: AttemptResult,
    quiz_attempt_id: z.number(),
    lk_quiz_attempt_status_id: z.number(),
    passed: z.boolean().nullable(),
    attemptsRemaining: z.number().nullable(),
    courseFailed: z.boolean(),
  }),
  fails: [quizErrors.unfinished, learningErrors.cannotEnter],
  audit: (quizKey) => ({ action: 'quiz.finish', ...lessonEvent(quizKey) }),
  async run(ctx, { quizAttemptId, ...quizKey }) {
    const quizState = await selectQuizState(ctx, quizKey, { lock: true })
    const attempt = quizState.attempts.find((other) => other.quiz_attempt_id === quizAttemptId)
    if (!attempt) throw errors.notFound()
    if (isOpenAttempt(attempt)) {
      await requireVerified(ctx, quizState.course)
      requireAllSubmitted(quizState)
      await endAttempt(ctx, quizState, attempt)
    }
    return readResult(ctx, quizKey, quizAttemptId)
  },
})

function requireAllSubmitted(quizState: QuizState): void {
  if (!isOpen(quizState.course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
  if (quizState.attempt?.overdue) return
  const missing = frontierOf(quizState)
  if (missing) throw quizErrors.unfinished({}, { questionId: missing.question_id })
}

async function readResult(ctx: Ctx, quizKey: QuizKey, quizAttemptId: number) {
  const quizState = await selectQuizState(ctx, quizKey)
  const attempt = await showAttempt(
    ctx,
    quizState,
    quizState.attempts.find((other) => other.quiz_attempt_id === quizAttemptId)!,
  )
  const { quiz_attempt_id, lk_quiz_attempt_status_id, passed } = attempt
  return {
    attempt,
    quiz_attempt_id,
    lk_quiz_attempt_status_id,
    passed,
    attemptsRemaining: attemptsRemaining(quizState),
    courseFailed: quizState.course.lk_student_course_status_id === status.failed,
    redirect: quizPath(quizKey, 'summary'),
  }
}
