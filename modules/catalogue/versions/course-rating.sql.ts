import type { Ctx } from '#platform/ctx.ts'

/** Sets the students' average rating, which the catalogue shows instead of the author's; null restores the author's. */
export async function setCourseRating({ sql }: Ctx, course_id: number, rating: number | null): Promise<void> {
  await sql`
    update catalogue.course set rating = ${rating}::numeric
    where course_id = ${course_id} and rating is distinct from ${rating}::numeric`
}

/** A course's displayed rating: its students', otherwise its author's. */
export async function selectCourseRating({ sql }: Pick<Ctx, 'sql'>, course_version_id: number): Promise<number | null> {
  const [row] = await sql<{ rating: number | null }>`
    select coalesce(c.rating, v.rating)::float8 as rating
    from catalogue.course_version v join catalogue.course c using (course_id)
    where v.course_version_id = ${course_version_id}`
  return row?.rating ?? null
}
