import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { attemptStatus, isFailed } from '#modules/learning/questions/attempt-status.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { lessonEvent } from '#modules/learning/student-course/course-event.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { beginAttempt } from './begin-attempt.ts'
import { endAttempt } from './end-attempt.ts'
import { quizRoute } from './quiz-route.ts'
import { quizPath, requireReached, selectQuizState } from './quiz-state.ts'

export const StartedAttempt = z.object({ quiz_attempt_id: z.number(), question_id: z.number().nullable() })

export const start = operation({
  call: 'POST /quiz/start',
  summary: 'Starts the first attempt, or resumes the open one',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput,
  gives: StartedAttempt,
  fails: [quizErrors.notReached, quizErrors.finished, quizErrors.retakeNeeded, learningErrors.cannotEnter],
  audit: (quizKey) => ({ action: 'quiz.start', ...lessonEvent(quizKey) }),
  async run(ctx, quizKey) {
    const quizState = await selectQuizState(ctx, quizKey, { lock: true })
    const { attempt } = quizState
    if (attempt?.overdue) {
      await endAttempt(ctx, quizState, attempt)
      return { quiz_attempt_id: attempt.quiz_attempt_id, question_id: null, redirect: quizPath(quizKey, 'summary') }
    }
    await requireReached(ctx, quizState)
    if (
      attempt &&
      (isFailed(attempt.lk_quiz_attempt_status_id) ||
        attempt.lk_quiz_attempt_status_id === attemptStatus.needsAttention)
    ) {
      throw quizErrors.retakeNeeded({}, { redirect: quizPath(quizKey, 'summary') })
    }
    if (attempt?.submitted_at) throw quizErrors.finished({}, { redirect: quizPath(quizKey, 'summary') })
    const quiz_attempt_id = attempt?.quiz_attempt_id ?? (await beginAttempt(ctx, quizState))
    const newState = await selectQuizState(ctx, quizKey)
    return {
      quiz_attempt_id,
      question_id: newState.answers[0]?.question_id ?? null,
      redirect: quizRoute(newState, true),
    }
  },
})
