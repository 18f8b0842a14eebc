import { type CourseVersion, listQuestions, type Question } from '#modules/catalogue/index.ts'
import { typesFor } from '#modules/catalogue/questions/question-types.shared.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The number of personal questions in a setup; the student chooses if the course has more. */
export const maxQuestions = 10

/** The personal questions of a course that can be used: those with options to choose from. */
export async function personalQuestions(ctx: Ctx, version: CourseVersion): Promise<Question[]> {
  if (!methodsOf(version).includes('security_questions')) return []
  const questions = await listQuestions(ctx, version.course_version_id, { used_in: 'security' })
  return questions.filter(({ lk_question_type_id }) => typesFor('security').includes(lk_question_type_id))
}
