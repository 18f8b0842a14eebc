import { findPeopleWithRemoved } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

const maxFound = 5_000

/** The ids of the courses of students with these words in their names or addresses; null if they are not few. */
export async function findCoursesByName(ctx: Ctx, words: readonly string[]): Promise<readonly number[] | null> {
  const people = await findPeopleWithRemoved(ctx, words)
  if (!people) return null
  const { sql, organization } = ctx
  const rows = await sql<{ student_course_id: number }>`
    select student_course_id from learning.student_course
    where user_id = any(${sql.array([...people])}::int[]) and organization_id = any(${sql.array([...organization.scope])}::int[])
    limit ${maxFound + 1}`
  return rows.length > maxFound ? null : rows.map(({ student_course_id }) => student_course_id)
}
