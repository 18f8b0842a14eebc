import { verificationPath } from '#modules/learning/due-check/require-verified.ts'
import { extendLimit } from '#modules/learning/extra-time/extra-time.sql.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import type { Step } from '#modules/learning/progress/outline.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { AttemptResult, instant, RouteInput } from '#modules/learning/questions/quiz.schema.ts'
import { secondsAllowed } from '#modules/learning/questions/time-limit.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { quizRoute } from './quiz-route.ts'
import { attemptsRemaining, type QuizState, selectReach, stateOf } from './quiz-state.ts'
import { selectLiveQuizState } from './serve-question.ts'
import { showAttempt } from './show.ts'

const Quiz = z.object({
  quiz_id: z.number(),
  component_id: z.number(),
  name: z.string(),
  description: z.string(),
  final_ind: z.boolean(),
  totalQuestions: z.number(),
  quiz_attempt_id: z.number().nullable(),
  /** active, expired or inactive. */
  state: z.string(),
  attempt: AttemptResult.nullable(),
  attemptsRemaining: z.number().nullable(),
  studentProgress: z.object({
    student_progress_id: z.number().nullable(),
    time_spent: z.number(),
    completed_ind: z.boolean(),
  }),
  configuration: z.object({
    navigation: z.object({ show: z.boolean() }),
    timer: z.object({ active: z.boolean(), seconds: z.number() }),
    retake: z.object({ fee: z.number(), attempts: z.number().nullable() }),
    grading: z.object({ threshold: z.number() }),
    review: z.object({ student: z.boolean() }),
  }),
  /** The student's time for the next attempt, with extra time; null without a limit. */
  seconds_allowed: z.number().nullable(),
  timer_cache: z.object({ expires_at: instant, seconds_left: z.number() }).nullable(),
})
export type QuizShown = z.output<typeof Quiz>

export const fetchQuiz = operation({
  call: 'GET /quiz',
  summary: "A quiz's state for the student, and where to continue",
  may: ofCourse('studentCourseId'),
  takes: RouteInput.extend({ questionId: id().optional() }),
  gives: z.object({ quiz: Quiz }),
  changes: true,
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  rate: 'read',
  async run(ctx, { currentRoute, questionId, ...quizKey }) {
    const quizState = await selectLiveQuizState(ctx, quizKey)
    const step = await selectReach(ctx, quizState)
    const path = (await verificationPath(ctx, quizState.course)) ?? quizRoute(quizState, step.reachable, questionId)
    const quiz = await showQuiz(ctx, quizState, step)
    return { quiz, ...(path !== currentRoute && { redirect: path }) }
  },
})

/** A quiz in its current state for its student. */
export async function showQuiz(ctx: Ctx, quizState: QuizState, { progress, time_spent }: Step): Promise<QuizShown> {
  const { component, attempt } = quizState
  const { quiz_id, description, totalQuestions, configuration } = component.data
  return {
    quiz_id,
    component_id: component.component_id,
    name: component.name,
    description,
    final_ind: component.final_ind,
    totalQuestions: isOpenAttempt(attempt) ? attempt.total : totalQuestions,
    quiz_attempt_id: attempt?.quiz_attempt_id ?? null,
    state: stateOf(quizState),
    attempt: attempt && (await showAttempt(ctx, quizState, attempt)),
    attemptsRemaining: attemptsRemaining(quizState),
    studentProgress: {
      student_progress_id: progress?.student_progress_id ?? null,
      time_spent,
      completed_ind: progress?.completed_ind ?? false,
    },
    configuration,
    seconds_allowed: await extendLimit(ctx, quizState.course.user_id, secondsAllowed(configuration)),
    timer_cache: timerOf(quizState, ctx.now),
  }
}

function timerOf({ attempt }: QuizState, now: Date) {
  if (!isOpenAttempt(attempt) || !attempt.expires_at) return null
  const seconds_left = Math.max(0, Math.ceil((attempt.expires_at.getTime() - now.getTime()) / 1000))
  return { expires_at: attempt.expires_at.toISOString(), seconds_left }
}
