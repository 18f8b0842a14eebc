import type { Ctx } from '#platform/ctx.ts'

/**
 * The user assigned to the support tickets of a published course, or null. Its students may be on the site of an
 * organization other than the owner.
 */
export async function findSupportAssignee({ unscoped: { sql } }: Pick<Ctx, 'unscoped'>, course_id: number) {
  const [course] = await sql<{ assignee: string | null }>`
    select v.support_configuration->>'assignee' as assignee from catalogue.course c
    join catalogue.course_version v on v.course_version_id = c.published_version_id
    where c.course_id = ${course_id}`
  return /^[1-9]\d{0,8}$/.test(course?.assignee ?? '') ? Number(course!.assignee) : null
}
