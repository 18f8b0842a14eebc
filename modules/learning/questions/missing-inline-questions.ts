import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listInlineAnswers } from './inline-answer.sql.ts'
import { listInlineQuizzes } from './inline-quizzes.ts'
import { questionsOf } from './questions.ts'

/** Required inline questions of a component without a submitted answer: ids in text order. */
export async function listMissingInlineQuestions(
  ctx: Ctx,
  student_course_id: number,
  component_id: number,
): Promise<number[]> {
  const { course_version_id } = await selectStudentCourse(ctx, student_course_id)
  const quizzes = (await listInlineQuizzes(ctx, course_version_id)).filter((quiz) => quiz.component_id === component_id)
  if (quizzes.length === 0) return []
  const inlineAnswers = await listInlineAnswers(
    ctx,
    student_course_id,
    quizzes.map((quiz) => quiz.quiz_id),
  )
  const answeredKeys = new Set(inlineAnswers.map(key))
  const openIds = quizzes.flatMap(({ quiz_id, question_ids }) =>
    question_ids.filter((question_id) => !answeredKeys.has(key({ quiz_id, question_id }))),
  )
  const questions = await questionsOf(ctx, course_version_id, openIds)
  return questions.filter((question) => question.configuration.required).map((question) => question.question_id)
}

const key = ({ quiz_id, question_id }: { quiz_id: number; question_id: number }) => `${quiz_id}:${question_id}`
