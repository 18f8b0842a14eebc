import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

export type CourseReview = {
  stars: number
  comment: string | null
  /** Whether visitors may read it, with the first name. */
  public_ind: boolean
}

/** The student's review of this course, or null. */
export async function findReview({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<CourseReview | null> {
  const [review] = await sql<CourseReview>`
    select stars, comment, public_ind from learning.course_review where student_course_id = ${student_course_id}`
  return review ?? null
}

/** Stores the review, replacing an earlier one. */
export async function saveReview(
  { sql }: Ctx,
  course: StudentCourse,
  { stars, comment, public_ind }: CourseReview,
): Promise<void> {
  const { student_course_id, organization_id, user_id, course_id } = course
  await sql`
    insert into learning.course_review (student_course_id, organization_id, user_id, course_id, stars, comment, public_ind)
    values (${student_course_id}, ${organization_id}, ${user_id}, ${course_id}, ${stars}, ${comment}, ${public_ind})
    on conflict (student_course_id) do update
    set stars = excluded.stars, comment = excluded.comment, public_ind = excluded.public_ind, updated_at = platform.now()`
}

/**
 * The average rating of a course across all its sellers, to a tenth of a star; null without reviews. For the server
 * itself.
 */
export async function selectAverage({ sql }: Pick<Ctx, 'sql'>, course_id: number): Promise<number | null> {
  const [row] = await sql<{ average: number | null }>`
    select round(avg(stars), 1)::float8 as average from learning.course_review where course_id = ${course_id}`
  return row?.average ?? null
}
