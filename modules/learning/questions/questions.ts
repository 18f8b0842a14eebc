import { type CourseVersion, type Question, selectCourseVersion, selectQuestions } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'

// A published version is one frozen object for the life of the process, so its questions can be cached.
const questionCache = new WeakMap<CourseVersion, Map<number, Question>>()

/** These questions of a version with their answers, in the order of the ids; cached for a published version. */
export async function questionsOf(
  ctx: Ctx,
  course_version_id: number,
  question_ids: readonly number[],
): Promise<Question[]> {
  const version = await selectCourseVersion(ctx, course_version_id)
  const cached = questionCache.get(version) ?? new Map<number, Question>()
  if (Object.isFrozen(version)) questionCache.set(version, cached)
  const missing = question_ids.filter((question_id) => !cached.has(question_id))
  for (const question of await selectQuestions(ctx, course_version_id, missing))
    cached.set(question.question_id, question)
  return question_ids.map((question_id) => cached.get(question_id)!)
}

/** One question of a version with its answers; notFound (404) for one of another version. */
export async function questionOf(ctx: Ctx, course_version_id: number, question_id: number): Promise<Question> {
  const [question] = await questionsOf(ctx, course_version_id, [question_id])
  return question!
}
