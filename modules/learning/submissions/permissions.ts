import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type PermissionKey, type Policy, scoped, staff } from '#platform/permissions.ts'

/** The permission to see submissions. */
export const readSubmissionsKey: PermissionKey = 'MANAGE_COURSES:READ'
/** The permission to grade and review, which instructors have. */
export const gradeSubmissionsKey: PermissionKey = 'MANAGE_STUDENTS:UPDATE'

/** Staff with the permission, for an attempt of an organization in their scope. */
export const staffOfAttempt = (key: PermissionKey): Policy<{ quiz_attempt_id: number }> =>
  scoped(staff(key), 'in their organizations', async (ctx, { quiz_attempt_id }) => {
    await requireAttemptInScope(ctx, quiz_attempt_id)
  })

async function requireAttemptInScope({ sql, organization }: Ctx, quiz_attempt_id: number): Promise<void> {
  const [attempt] = await sql<{ organization_id: number }>`
    select organization_id from learning.quiz_attempt where quiz_attempt_id = ${quiz_attempt_id}`
  if (!attempt || !organization.scope.includes(attempt.organization_id)) throw errors.notFound()
}
