import type { Question } from '#modules/catalogue/index.ts'
import { isGradedByHand } from '#modules/catalogue/questions/question-types.shared.ts'
import { rightAnswer } from '#modules/learning/questions/grading.ts'
import { type InlineAnswer, listInlineAnswers } from '#modules/learning/questions/inline-answer.sql.ts'
import { type InlineQuiz, listInlineQuizzes } from '#modules/learning/questions/inline-quizzes.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import { AnswerValue, QuestionAnswer, RevealedConfiguration } from '#modules/learning/questions/quiz.schema.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import { mutableAnswer, reveal, showQuestion } from './show.ts'

/**
 * An inline question; `correct` is present only once it is submitted. `correct` and the hint are present only if the
 * course shows them.
 */
export const InlineQuestionAnswer = QuestionAnswer.omit({ answer_id: true, timer_expires_at: true }).extend({
  answer_id: z.number().nullable(),
  configuration: RevealedConfiguration.extend({
    /** The right answer in the form of answers; a model answer for written questions. */
    correct: AnswerValue,
    editor: z.object({ active: z.boolean(), show_answer: z.boolean(), show_hint: z.boolean(), hint: z.string() }),
  }),
})
export type InlineQuestion = z.output<typeof InlineQuestionAnswer>

/** One inline question as its student may see it; `answered` is the submitted answer, if any. */
export function showInlineQuestion(
  question: Question,
  order: number,
  submittedAnswer: InlineAnswer | null,
): InlineQuestion {
  const { editor, correct: model } = question.configuration
  const isRevealed = submittedAnswer !== null && editor.show_answer
  const view = showQuestion(question, {
    answer_id: 0,
    position: order,
    option_order: [],
    answer: submittedAnswer?.answer ?? null,
    expires_at: null,
    overdue: false,
    answered_at: submittedAnswer?.submitted_at ?? null,
    submitted_at: submittedAnswer?.submitted_at ?? null,
  })
  const correctAnswer = isGradedByHand(question.lk_question_type_id)
    ? (model ?? null)
    : mutableAnswer(rightAnswer(question))
  return {
    ...view,
    answer_id: submittedAnswer?.answer_id ?? null,
    correct_ind: isRevealed ? submittedAnswer.correct : null,
    configuration: {
      ...(isRevealed ? reveal(question, view.configuration) : view.configuration),
      correct: isRevealed ? correctAnswer : null,
      editor: {
        active: editor.active,
        show_answer: editor.show_answer,
        show_hint: editor.show_hint,
        hint: editor.show_hint ? editor.hint : '',
      },
    },
  }
}

export type InlineQuizShown = { quiz_id: number; questions: InlineQuestion[] }

/** The answers in a component that were loaded with it. */
type ComponentAnswers = { component_id: number; answers: readonly InlineAnswer[] }

/** The inline quizzes of a component for its student, as props of the island. */
export async function inlineQuizzesOf(
  ctx: Ctx,
  course: StudentCourse,
  componentAnswers: ComponentAnswers,
): Promise<InlineQuizShown[]> {
  const allQuizzes = await listInlineQuizzes(ctx, course.course_version_id)
  const quizzes = allQuizzes.filter((quiz) => quiz.component_id === componentAnswers.component_id)
  if (quizzes.length === 0) return []
  const answers = await answersTo(ctx, course, quizzes, componentAnswers, allQuizzes)
  return Promise.all(
    quizzes.map(async ({ quiz_id, question_ids }) => {
      const questions = await questionsOf(ctx, course.course_version_id, question_ids)
      const answerTo = (id: number) => answers.find((row) => row.quiz_id === quiz_id && row.question_id === id) ?? null
      return {
        quiz_id,
        questions: questions.map((question, index) =>
          showInlineQuestion(question, index + 1, answerTo(question.question_id)),
        ),
      }
    }),
  )
}

/** A quiz in two lessons is answered once for both lessons. */
async function answersTo(
  ctx: Ctx,
  { student_course_id }: StudentCourse,
  quizzes: readonly InlineQuiz[],
  { component_id, answers }: ComponentAnswers,
  allQuizzes: readonly InlineQuiz[],
): Promise<readonly InlineAnswer[]> {
  const ids = quizzes.map((quiz) => quiz.quiz_id)
  const isElsewhere = allQuizzes.some((quiz) => quiz.component_id !== component_id && ids.includes(quiz.quiz_id))
  return isElsewhere ? listInlineAnswers(ctx, student_course_id, ids) : answers
}
