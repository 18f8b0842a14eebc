import { learningErrors } from '#modules/learning/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { maySkip } from './registration-open.ts'
import { problemsOf, type RegistrationState } from './registration-state.ts'

/**
 * Throws 422 if the registration can't be submitted: REG_INV if an answer is invalid, otherwise REG_INC. The error
 * contains the first question, the number of questions, and each question's message under its id.
 */
export function requireFinished(ctx: Ctx, state: RegistrationState): void {
  const problems = problemsOf(ctx, state).filter(({ missing }) => !missing || !maySkip(state.options))
  const [first] = problems
  if (!first) return
  const questionProblem = problems.find(({ missing }) => !missing)
  const error = questionProblem ? learningErrors.registrationInvalid : learningErrors.registrationIncomplete
  const issues = problems.map(({ question_id, text, params }) => ({
    path: String(question_id),
    message: localize(ctx.locale, text, params),
  }))
  throw error(
    {},
    { reason: error.code, questionId: (questionProblem ?? first).question_id, count: problems.length },
    issues,
  )
}
