import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { AttemptResult, QuizPlaceInput } from '#modules/learning/questions/quiz.schema.ts'
import { lessonEvent } from '#modules/learning/student-course/course-event.ts'
import { isOpen, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { endAttempt } from './end-attempt.ts'
import {
  attemptsRemaining,
  frontierOf,
  type QuizPlace,
  type QuizState,
  quizPath,
  selectQuizState,
} from './quiz-state.ts'
import { showAttempt } from './show.ts'

export const finish = operation({
  call: 'POST /quiz/finish',
  summary: 'Finishes and grades the attempt. Repeating it returns the same result',
  may: ofCourse('studentCourseId'),
  takes: QuizPlaceInput.extend({ quizAttemptId: id() }),
  gives: z.object({
    attempt: AttemptResult,
    quiz_attempt_id: z.number(),
    lk_quiz_attempt_status_id: z.number(),
    passed: z.boolean().nullable(),
    attemptsRemaining: z.number().nullable(),
    courseFailed: z.boolean(),
  }),
  fails: [quizErrors.unfinished, learningErrors.cannotEnter],
  audit: (place) => ({ action: 'quiz.finish', ...lessonEvent(place) }),
  async run(ctx, { quizAttemptId, ...place }) {
    const quizState = await selectQuizState(ctx, place, { lock: true })
    const attempt = quizState.attempts.find((other) => other.quiz_attempt_id === quizAttemptId)
    if (!attempt) throw errors.notFound()
    if (isOpenAttempt(attempt)) {
      await requireVerified(ctx, quizState.course)
      requireAllDone(quizState)
      await endAttempt(ctx, quizState, attempt)
    }
    return result(ctx, place, quizAttemptId)
  },
})

function requireAllDone(quizState: QuizState): void {
  if (!isOpen(quizState.course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
  if (quizState.attempt?.overdue) return
  const missing = frontierOf(quizState)
  if (missing) throw quizErrors.unfinished({}, { questionId: missing.question_id })
}

async function result(ctx: Ctx, place: QuizPlace, quizAttemptId: number) {
  const quizState = await selectQuizState(ctx, place)
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
    redirect: quizPath(place, 'summary'),
  }
}
