import { isGradedByHand } from '#modules/catalogue/questions/question-types.shared.ts'
import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { isSettling } from '#modules/learning/progress/pass-course.ts'
import { type AnswerRow, listAnswers } from '#modules/learning/questions/answer.sql.ts'
import { canonicalAnswer, checkAnswer } from '#modules/learning/questions/answer-rules.shared.ts'
import { updateAttemptResult } from '#modules/learning/questions/attempt.sql.ts'
import { attemptStatus } from '#modules/learning/questions/attempt-status.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { questionOf, questionsOf } from '#modules/learning/questions/questions.ts'
import { AnswerInput, AttemptResult, QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import { fixIfAllCorrected } from '#modules/learning/status/fix-course.ts'
import { lessonEvent } from '#modules/learning/student-course/course-event.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, list, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { quizTexts } from './quiz.texts.ts'
import { type QuizState, selectQuizState } from './quiz-state.ts'
import { showAttempt } from './show.ts'

/** The written answers of a returned attempt, which the student rewrites; all are ungraded or wrong. */
export async function listReturnedAnswers(ctx: Ctx, { course, attempt }: QuizState): Promise<AnswerRow[]> {
  if (attempt?.lk_quiz_attempt_status_id !== attemptStatus.needsAttention) return []
  const rows = await listAnswers(ctx, attempt.quiz_attempt_id)
  const ids = rows.map(({ question_id }) => question_id)
  const questions = await questionsOf(ctx, course.course_version_id, ids)
  return rows.filter((row, index) => isGradedByHand(questions[index]!.lk_question_type_id) && row.correct !== true)
}

export const correctAnswers = operation({
  call: 'POST /quiz/mend',
  summary: 'Rewrites answers that staff returned, and submits the attempt again',
  added: true,
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput.extend({
    quizAttemptId: id(),
    answers: list(z.object({ questionId: id(), answer: AnswerInput }), 500).min(1),
  }),
  gives: z.object({ attempt: AttemptResult }),
  fails: [quizErrors.notSentBack, learningErrors.cannotEnter],
  audit: (quizKey) => ({ action: 'quiz.mend', ...lessonEvent(quizKey) }),
  async run(ctx, { quizAttemptId, answers, ...quizKey }) {
    const quizState = await selectQuizState(ctx, quizKey, { lock: true })
    const { attempt, course } = quizState
    if (attempt?.quiz_attempt_id !== quizAttemptId) throw errors.notFound()
    const rows = await listReturnedAnswers(ctx, quizState)
    if (rows.length === 0) throw quizErrors.notSentBack()
    if (!isSettling(course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
    await requireVerified(ctx, course)
    const byQuestion = new Map(answers.map(({ questionId, answer }) => [questionId, answer]))
    if (answers.some(({ questionId }) => !rows.some((row) => row.question_id === questionId))) throw errors.notFound()
    for (const row of rows) await replaceAnswer(ctx, quizState, row, byQuestion.get(row.question_id) ?? null)
    const result = { lk_quiz_attempt_status_id: attemptStatus.fixed, points: attempt.points ?? 0, passed: null }
    await ctx.sql`
      update learning.quiz_attempt set version = version + 1 where quiz_attempt_id = ${attempt.quiz_attempt_id}`
    await updateAttemptResult(ctx, attempt, result)
    await fixIfAllCorrected(ctx, course.student_course_id)
    const { attempt: correctedAttempt } = await selectQuizState(ctx, quizKey)
    return {
      attempt: await showAttempt(ctx, quizState, correctedAttempt!),
      message: localText(ctx.locale, quizTexts, 'handedInAgain'),
    }
  },
})

/** Archives the previous answer with the staff's comment, and replaces it with the new, ungraded one. */
async function replaceAnswer(ctx: Ctx, { course }: QuizState, row: AnswerRow, value: unknown): Promise<void> {
  const question = await questionOf(ctx, course.course_version_id, row.question_id)
  const answerProblem = checkAnswer(question, value)
  if (answerProblem) {
    const message = localize(ctx.locale, answerProblem.text, answerProblem.params)
    throw errors.invalid({}, {}, [{ path: `answers.${row.question_id}`, message }])
  }
  const { sql } = ctx
  await sql`
    insert into learning.returned_answer (organization_id, quiz_attempt_id, question_id, answer, comment)
    select organization_id, quiz_attempt_id, question_id, answer, comment
    from learning.quiz_answer where answer_id = ${row.answer_id}`
  await sql`
    update learning.quiz_answer
    set answer = ${sql.json(canonicalAnswer(question, value))}, correct = null, comment = null,
        answered_at = platform.now(), submitted_at = platform.now()
    where answer_id = ${row.answer_id}`
}
