import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** The name of the agency that a course reports its completions to; null: determined by its states. */
export async function selectReportsTo(ctx: Pick<Ctx, 'sql'>, course_id: number): Promise<string | null> {
  const [row] = await ctx.sql<{ reports_to: string | null }>`
    select reports_to from catalogue.course where course_id = ${course_id}`
  if (!row) throw errors.notFound()
  return row.reports_to
}

export type CourseAgency = { course_id: number; name: string; reports_to: string | null }

/** The courses of the current organization and its sub-organizations, by name. */
export function listCourseAgencies(ctx: Ctx): Promise<CourseAgency[]> {
  return ctx.sql<CourseAgency>`
    select c.course_id, v.name, c.reports_to
    from catalogue.course c
    join lateral (select name from catalogue.course_version v
                  where v.course_id = c.course_id and v.published_at is not null
                  order by v.version_number desc limit 1) v on true
    where c.organization_id = any(${ctx.sql.array(ctx.organization.scope)})
    order by v.name, c.course_id limit 500`
}

/**
 * Sets the agency for future completions; returns the previous one. Throws notFound for other organizations' courses.
 */
export async function setCourseAgency(ctx: Ctx, course_id: number, reports_to: string | null): Promise<string | null> {
  const [before] = await ctx.sql<{ reports_to: string | null }>`
    select reports_to from catalogue.course
    where course_id = ${course_id} and organization_id = any(${ctx.sql.array(ctx.organization.scope)}) for update`
  if (!before) throw errors.notFound()
  await ctx.sql`update catalogue.course set reports_to = ${reports_to} where course_id = ${course_id}`
  return before.reports_to
}
