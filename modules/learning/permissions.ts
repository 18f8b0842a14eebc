import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type PermissionKey, type Policy, scoped, staff, student, userOf } from '#platform/permissions.ts'

type Owner = { user_id: number; organization_id: number }

async function selectOwner(ctx: Ctx, student_course_id: unknown): Promise<Owner> {
  const [owner] = await ctx.sql<Owner>`
    select user_id, organization_id from learning.student_course where student_course_id = ${Number(student_course_id)}`
  if (!owner) throw errors.notFound()
  return owner
}

/** The student whose course the input's `field` names; other people's courses don't exist for them. */
export const ofCourse = <F extends string>(field: F): Policy<Record<F, number>> =>
  scoped(student, 'of their own course', async (ctx, input) => {
    const { user_id } = await selectOwner(ctx, input[field])
    if (user_id !== userOf(ctx).user_id) throw errors.notFound()
  })

/** Staff with the permission, for a course of an organization in their scope. */
export const staffOfCourse = <F extends string>(key: PermissionKey, field: F): Policy<Record<F, number>> =>
  scoped(staff(key), 'in their organizations', async (ctx, input) => {
    const { organization_id } = await selectOwner(ctx, input[field])
    if (!ctx.organization.scope.includes(organization_id)) throw errors.notFound()
  })
