import { findExam } from '#modules/learning/progress/exam.sql.ts'
import { errors } from '#platform/errors.ts'
import { type PermissionKey, type Policy, scoped, staff } from '#platform/permissions.ts'

/** Staff with the permission, for a session of an organization in their scope. */
export const staffOfExam = (key: PermissionKey): Policy<{ external_exam_id: number }> =>
  scoped(staff(key), 'in their organizations', async (ctx, { external_exam_id }) => {
    const exam = await findExam(ctx, external_exam_id)
    if (!exam || !ctx.organization.scope.includes(exam.organization_id)) throw errors.notFound()
  })
