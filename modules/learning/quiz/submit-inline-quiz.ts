import { listComponents } from '#modules/catalogue/index.ts'
import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { stepsOf } from '#modules/learning/progress/outline.ts'
import { listProgress } from '#modules/learning/progress/progress.sql.ts'
import { canonicalAnswer, checkAnswer, isSameAnswer } from '#modules/learning/questions/answer-rules.shared.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { gradeAnswer } from '#modules/learning/questions/grading.ts'
import { insertInlineAnswer } from '#modules/learning/questions/inline-answer.sql.ts'
import { type InlineQuiz, listInlineQuizzes } from '#modules/learning/questions/inline-quizzes.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import { AnswerInput } from '#modules/learning/questions/quiz.schema.ts'
import { isOpen } from '#modules/learning/student-course/course-status.shared.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { InlineQuestionAnswer, showInlineQuestion } from './show-inline.ts'

const Id = id()

export const submitInlineQuiz = operation({
  call: 'POST /quiz/inline-quiz/submit',
  summary: 'Submits an inline question. The first answer counts',
  may: ofCourse('studentCourseId'),
  takes: z.object({
    // The question as it was shown, or its id; only the id is used.
    question: z.union([Id, z.looseObject({ question_id: Id }).transform((question) => question.question_id)]),
    answer: AnswerInput,
    quizId: id(),
    studentCourseId: id(),
    answer_id: id().nullish(),
    quiz_attempt_id: id().nullish(),
  }),
  gives: z.object({ question: InlineQuestionAnswer }),
  fails: [quizErrors.questionUnknown, quizErrors.answerClosed, quizErrors.notReached, learningErrors.cannotEnter],
  async run(ctx, { question: question_id, answer: value, quizId, studentCourseId }) {
    const course = await selectStudentCourse(ctx, studentCourseId)
    const quiz = await findQuiz(ctx, course, quizId, question_id)
    await requireReachable(ctx, course, quiz)
    const question = await questionOf(ctx, course.course_version_id, question_id)
    const problem = checkAnswer(question, value)
    if (problem)
      throw errors.invalid({}, {}, [{ path: 'answer', message: localize(ctx.locale, problem.text, problem.params) }])
    const answer = canonicalAnswer(question, value)
    const { student_course_id, organization_id } = course
    const { component_id, quiz_id } = quiz
    const correct = gradeAnswer(question, answer)
    const row = await insertInlineAnswer(ctx, {
      organization_id,
      student_course_id,
      component_id,
      quiz_id,
      question_id,
      answer,
      correct,
    })
    // The right answer may have been shown since, so a second answer could be copied from it.
    if (!isSameAnswer(question, row.answer, answer)) throw quizErrors.answerClosed()
    return { question: showInlineQuestion(question, quiz.question_ids.indexOf(question_id) + 1, row) }
  },
})

async function findQuiz(ctx: Ctx, course: StudentCourse, quiz_id: number, question_id: number): Promise<InlineQuiz> {
  const quizzes = await listInlineQuizzes(ctx, course.course_version_id)
  const quiz = quizzes.find((other) => other.quiz_id === quiz_id && other.question_ids.includes(question_id))
  if (!quiz) throw quizErrors.questionUnknown()
  return quiz
}

async function requireReachable(ctx: Ctx, course: StudentCourse, { component_id }: InlineQuiz): Promise<void> {
  if (!isOpen(course.lk_student_course_status_id)) throw learningErrors.cannotEnter()
  await requireVerified(ctx, course)
  const components = await listComponents(ctx, course.course_version_id)
  const steps = stepsOf(components, await listProgress(ctx, course.student_course_id))
  if (!steps.find((step) => step.component.component_id === component_id)?.reachable) throw quizErrors.notReached()
}
