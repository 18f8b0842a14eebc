import { listComponents } from '#modules/catalogue/index.ts'
import { listAttemptsOf } from '#modules/learning/questions/attempt.sql.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { attemptsAllowed, attemptsRemaining } from './quiz-state.ts'

/** A quiz that a student has tried and not passed: the allowed and the remaining attempts. */
export type UsedAttempts = { quiz: string; allowed: number; left: number }

/** The quizzes that a student has tried and not passed, except those without a limit. */
export async function listUsedAttempts(
  ctx: Ctx,
  { student_course_id, course_version_id }: StudentCourse,
): Promise<UsedAttempts[]> {
  const attemptsByComponent = Map.groupBy(
    await listAttemptsOf(ctx, student_course_id),
    ({ component_id }) => component_id,
  )
  const components = await listComponents(ctx, course_version_id)
  return components.flatMap((component) => {
    const attempts = attemptsByComponent.get(component.component_id) ?? []
    if (component.type !== 'Quiz' || attempts.length === 0 || attempts.some(({ passed }) => passed)) return []
    const remaining = attemptsRemaining({ component, attempts })
    const allowed = attemptsAllowed(component)
    return remaining === null || allowed === null ? [] : [{ quiz: component.name, allowed, left: remaining }]
  })
}
