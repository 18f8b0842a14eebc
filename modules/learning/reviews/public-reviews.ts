import type { Ctx } from '#platform/ctx.ts'

type PublicReview = { stars: number; comment: string; first_name: string }
export type CourseReviews = {
  /** The average of all reviews of the course in this organization and those below it; null without any. */
  rating: { average: number; count: number } | null
  /** The latest three that their students made public. */
  latest: PublicReview[]
}

const maxShown = 3

/** The public reviews of a course, for its page. */
export async function readCourseReviews(
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  course_id: number,
): Promise<CourseReviews> {
  const scope = sql.array(organization.scope)
  const [[all], latest] = await Promise.all([
    sql<{ average: number | null; count: number }>`
      select round(avg(stars), 1)::float8 as average, count(*)::int as count
      from learning.course_review where course_id = ${course_id} and organization_id = any(${scope})`,
    sql<PublicReview>`
      select r.stars, r.comment, p.first_name
      from learning.course_review r
      join identity.v_person p on p.user_id = r.user_id and p.deleted_at is null
      where r.course_id = ${course_id} and r.organization_id = any(${scope}) and r.public_ind and r.comment <> ''
      order by r.updated_at desc, r.student_course_id desc limit ${maxShown}`,
  ])
  const { average, count } = all!
  return { rating: average === null ? null : { average, count }, latest }
}
