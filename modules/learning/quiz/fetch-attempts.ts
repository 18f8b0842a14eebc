import { listComponents } from '#modules/catalogue/index.ts'
import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { listAnswersOf } from '#modules/learning/questions/answer.sql.ts'
import { listAttemptsAt } from '#modules/learning/questions/attempt.sql.ts'
import { listInlineAnswers } from '#modules/learning/questions/inline-answer.sql.ts'
import { AnswerValue, AttemptResult, instant } from '#modules/learning/questions/quiz.schema.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, queryList, z } from '#platform/schema.ts'
import { mutableAnswer, showAttempt } from './show.ts'

const AttemptAnswer = z.object({
  question_id: z.number(),
  answer_id: z.number(),
  answer: AnswerValue,
  submitted_at: instant,
})
/** An attempt with its answers; `attempt` is null for an inline quiz, which has answers but no attempt. */
const QuizAttempt = z.object({
  quiz_id: z.number(),
  attempt: AttemptResult.nullable(),
  answers: z.array(AttemptAnswer),
})

export const fetchAttempt = operation({
  call: 'GET /quiz/quiz-attempt/{quiz_id}',
  summary: 'The latest attempt at a quiz with its answers, or the answers of an inline quiz',
  may: ofCourse('student_course_id'),
  takes: z.object({ quiz_id: id(), student_course_id: id() }),
  gives: z.object({ quizAttempt: QuizAttempt.nullable(), quizAttempts: z.array(QuizAttempt) }),
  fails: [learningErrors.cannotEnter],
  async run(ctx, { quiz_id, student_course_id }) {
    const quizAttempts = await listQuizAttempts(ctx, student_course_id, [quiz_id])
    return { quizAttempt: quizAttempts.at(-1) ?? null, quizAttempts }
  },
})

const ids = z.preprocess(
  (value) => (typeof value === 'string' && value.includes(',') ? value.split(',') : value),
  queryList(id()),
)

export const fetchAttempts = operation({
  call: 'GET /quiz/quiz-attempt/multiple',
  summary: 'The attempts at several quizzes',
  may: ofCourse('student_course_id'),
  takes: z.object({ quiz_ids: ids, student_course_id: id() }),
  gives: z.object({ quizAttempts: z.array(QuizAttempt) }),
  fails: [learningErrors.cannotEnter],
  run: async (ctx, { quiz_ids, student_course_id }) => ({
    quizAttempts: await listQuizAttempts(ctx, student_course_id, quiz_ids),
  }),
})

type QuizAttempt = z.output<typeof QuizAttempt>
type Row = {
  question_id: number
  answer_id: number
  answer: Parameters<typeof mutableAnswer>[0]
  submitted_at: Date | null
}
const showAnswer = ({ question_id, answer_id, answer, submitted_at }: Row) => ({
  question_id,
  answer_id,
  answer: mutableAnswer(answer),
  submitted_at: submitted_at?.toISOString() ?? null,
})

async function listQuizAttempts(
  ctx: Ctx,
  student_course_id: number,
  quiz_ids: readonly number[],
): Promise<QuizAttempt[]> {
  const course = await selectStudentCourse(ctx, student_course_id)
  await requireVerified(ctx, course)
  const components = await listComponents(ctx, course.course_version_id)
  const attempts = await listAttemptsAt(ctx, student_course_id, quiz_ids)
  const attemptIds = attempts.map(({ quiz_attempt_id }) => quiz_attempt_id)
  const answers = Map.groupBy(await listAnswersOf(ctx, attemptIds), ({ quiz_attempt_id }) => quiz_attempt_id)
  const attemptViews = attempts.map(async (attempt) => {
    const component = components.find((other) => other.component_id === attempt.component_id)
    const rows = (answers.get(attempt.quiz_attempt_id) ?? []).filter((row) => row.answered_at)
    const attemptView = component?.type === 'Quiz' ? await showAttempt(ctx, { course, component }, attempt) : null
    return { quiz_id: attempt.quiz_id, attempt: attemptView, answers: rows.map(showAnswer) }
  })
  return [...(await Promise.all(attemptViews)), ...(await listInlineAttempts(ctx, student_course_id, quiz_ids))]
}

async function listInlineAttempts(
  ctx: Ctx,
  student_course_id: number,
  quiz_ids: readonly number[],
): Promise<QuizAttempt[]> {
  const byQuiz = Map.groupBy(await listInlineAnswers(ctx, student_course_id, quiz_ids), (row) => row.quiz_id)
  return [...byQuiz].map(([quiz_id, rows]) => ({ quiz_id, attempt: null, answers: rows.map(showAnswer) }))
}
