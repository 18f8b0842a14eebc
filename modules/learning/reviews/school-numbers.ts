import type { Ctx } from '#platform/ctx.ts'

export type SchoolNumbers = {
  /** The number of students who passed a course, counted up to `maxCounted`. */
  passed: number
  /** The average of all reviews to a tenth of a star, and their number; null without reviews. */
  rating: { average: number; count: number } | null
}

/** The count stops here, because a longer one would slow down every page view. */
export const maxCounted = 100_000

/** The facts that a home page may show about its organization. */
export async function readSchoolNumbers({
  sql,
  organization,
}: Pick<Ctx, 'sql' | 'organization'>): Promise<SchoolNumbers> {
  const { organization_id } = organization
  const [row] = await sql<{ passed: number; average: number | null; count: number }>`
    select (select count(*)::int from (
              select distinct user_id from learning.student_course
              where organization_id = ${organization_id} and passed_at is not null limit ${maxCounted}) s) as passed,
           r.average, r.count
    from (select round(avg(stars), 1)::float8 as average, count(*)::int as count
          from learning.course_review where organization_id = ${organization_id}) r`
  const { passed, average, count } = row!
  return { passed, rating: average === null ? null : { average, count } }
}
