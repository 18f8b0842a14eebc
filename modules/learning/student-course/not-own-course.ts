import { isSamePerson } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'

/** Refuses decisions about a decider's own course, under any of their accounts. Returns the decider. Throws ownWork. */
export async function requireNotOwnCourse(ctx: Ctx, student_user_id: number): Promise<number> {
  const { user_id } = userOf(ctx)
  if (await isSamePerson(ctx, user_id, student_user_id)) throw learningErrors.ownWork()
  return user_id
}
