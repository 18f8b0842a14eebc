import type { Question } from '#modules/catalogue/index.ts'
import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import type { Answer, Answerable, AnswerProblem } from '#modules/learning/questions/answer.shared.ts'
import { canonicalAnswer, isSameAnswer } from '#modules/learning/questions/answer-rules.shared.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { selectQuizState } from './quiz-state.ts'
import { type AnswerKey, type SavedRow, saveAnswer, updateAnswerForm } from './save-answer.sql.ts'
import { rowOf } from './serve-question.ts'
import { mutableAnswer } from './show.ts'

type AnswerCheck = (question: Question, answer: unknown) => AnswerProblem | null

/** Saves an answer, then checks it. An error rolls the save back, so a valid answer needs only one statement. */
export async function saveAndCheckAnswer(
  ctx: Ctx,
  quizKey: AnswerKey,
  change: { answer?: unknown; submit: boolean },
  check: AnswerCheck,
) {
  const row = await saveAnswer(ctx, quizKey, change)
  if (!row) throw await refusalOf(ctx, quizKey)
  const { course_version_id } = row
  const { user_id } = userOf(ctx)
  await requireVerified(ctx, { student_course_id: quizKey.studentCourseId, course_version_id, user_id })
  const question = await questionOf(ctx, row.course_version_id, row.question_id)
  const problem = check(question, row.answer)
  if (problem) throw invalidAnswer(ctx, problem, quizKey)
  return resultOf(question, { ...row, answer: await storeCanonicalForm(ctx, question, row) })
}

const resultOf = (question: Question, row: SavedRow) => ({
  row,
  question: questionFields(row),
  answerIsDifferent: !isSameAnswer(question, row.previous, row.answer),
})

async function storeCanonicalForm(ctx: Ctx, question: Answerable, row: SavedRow): Promise<Answer> {
  const answer = canonicalAnswer(question, row.answer)
  if (JSON.stringify(answer) !== JSON.stringify(row.answer)) await updateAnswerForm(ctx, row.answer_id, answer)
  return answer
}

const questionFields = ({ question_id, answer_id, quiz_attempt_id, answer, answered_at, submitted_at }: SavedRow) => ({
  question_id,
  answer_id,
  quiz_attempt_id,
  answer: mutableAnswer(answer),
  attempted: answered_at !== null,
  submitted_at: submitted_at?.toISOString() ?? null,
})

function invalidAnswer({ locale }: Ctx, { text, params }: AnswerProblem, { questionId }: AnswerKey) {
  return errors.invalid({}, { questionId }, [{ path: 'answer', message: localize(locale, text, params) }])
}

/** Finds the condition of saveAnswer that failed, the most informative one first. */
async function refusalOf(ctx: Ctx, quizKey: AnswerKey): Promise<Error> {
  const [ownCourse] = await ctx.sql`
    select 1 from learning.student_course
    where student_course_id = ${quizKey.studentCourseId} and user_id = ${userOf(ctx).user_id}`
  if (!ownCourse) return errors.notFound()
  const quizState = await selectQuizState(ctx, quizKey)
  if (!quizState.attempt) return quizErrors.notStarted()
  const row = rowOf(quizState, quizKey.questionId)
  if (quizKey.answerId && quizKey.answerId !== row.answer_id) return quizErrors.questionUnknown()
  if (!isOpenAttempt(quizState.attempt) || quizState.attempt.overdue) return quizErrors.answerClosed()
  if (!isOpen(quizState.course.lk_student_course_status_id)) return learningErrors.cannotEnter()
  return row.served_at ? quizErrors.answerClosed() : quizErrors.questionNotReached()
}
