import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { decomposed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** Limits the courses of one organization; a copy takes some megabytes in the database. */
const maxCourses = 1_000

/** An unpublished course without versions, under a unique address. */
export async function insertCourse({ sql }: Ctx, organization_id: number, name: string): Promise<number> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>`
    select count(*)::int as count from catalogue.course
    where organization_id = ${organization_id} and deleted_at is null`
  if (count >= maxCourses) throw catalogueErrors.tooManyCourses({ most: maxCourses })
  const [row] = await sql<{ course_id: number }>`
    with next as (select nextval(pg_get_serial_sequence('catalogue.course', 'course_id'))::int as course_id)
    insert into catalogue.course (course_id, organization_id, slug, lk_course_status_id)
    select course_id, ${organization_id}, ${slugOf(name)} || '-' || course_id, 1 from next
    returning course_id`
  return row!.course_id
}

/** A name for use in an address: ASCII letters and digits separated by dashes. */
export const slugOf = (name: string): string =>
  decomposed(name)
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '') || 'course'
