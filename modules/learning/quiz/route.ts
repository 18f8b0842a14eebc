import { verificationPath } from '#modules/learning/due-check/require-verified.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { RouteInput } from '#modules/learning/questions/quiz.schema.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { quizRoute } from './quiz-route.ts'
import { selectReach, stateOf } from './quiz-state.ts'
import { selectLiveQuizState } from './serve-question.ts'

export const route = operation({
  call: 'GET /quiz/route',
  summary: 'The page where the student continues a quiz',
  may: ofCourse('studentCourseId'),
  takes: RouteInput,
  gives: z.object({ route: z.string(), state: z.string() }),
  changes: true,
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  rate: 'read',
  async run(ctx, { currentRoute, ...quizKey }) {
    const quizState = await selectLiveQuizState(ctx, quizKey)
    const { reachable } = await selectReach(ctx, quizState)
    const path = (await verificationPath(ctx, quizState.course)) ?? quizRoute(quizState, reachable)
    return { route: path, state: stateOf(quizState), ...(path !== currentRoute && { redirect: path }) }
  },
})
