import { type Ctx, port } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { z } from '#platform/schema.ts'

/** The number of students of a course, in the organizations in scope. Higher modules provide it. */
export type CourseCounts = {
  course_id: number
  courses_count: number
  students_count: number
  certificates_count: number
}
export type CourseCounter = (
  ctx: Pick<Ctx, 'sql' | 'organization'>,
  course_ids: readonly number[],
) => Promise<CourseCounts[]>
export const courseCounter = port<CourseCounter>('catalogue.course-counter')

/** The figures of an instructor's course; null in a list without an instructor. */
export const CourseFigures = z.object({
  /** Enrollments. */
  courses_count: z.int().nullable(),
  students_count: z.int().nullable(),
  certificates_count: z.int().nullable(),
  /** The instructors of organizations below the instructor's that also offer the course. */
  sub_instructors: z.int().nullable(),
  /** The instructor's status. */
  lk_instructor_status: z.int().nullable(),
})
type Figures = z.output<typeof CourseFigures>

const noFigures: Figures = {
  courses_count: null,
  students_count: null,
  certificates_count: null,
  sub_instructors: null,
  lk_instructor_status: null,
}
const instructorRole = 2

/**
 * Courses on a website of the organizations assigned to an instructor; without assignments, of the instructor's own and
 * those below it.
 */
export const taughtBy = (sql: Sql, matches: (value: Fragment) => Fragment): Fragment => sql`
  exists (
    select from identity.v_instructor_scope s
    join catalogue.course_website w
      on w.course_id = c.course_id and w.organization_id = s.organization_id and w.deleted_at is null
    where ${matches(sql`s.user_id`)})`

/** The figures of a page's courses. Skipped without an instructor. */
export async function readFigures(
  ctx: Ctx,
  { instructor_id }: Readonly<Record<string, unknown>>,
  course_ids: readonly number[],
): Promise<(course_id: number) => Figures> {
  const user_id = Number(/^(?:exact:)?(\d{1,9})$/.exec(String((instructor_id as string[] | undefined) ?? ''))?.[1] ?? 0)
  if (user_id === 0) return () => noFigures
  const [counts, taughtCourses] = await Promise.all([
    ctx.use(courseCounter)(ctx, course_ids),
    listTaught(ctx, user_id, course_ids),
  ])
  const countsByCourse = new Map(counts.map((row) => [row.course_id, row]))
  const figures = new Map(taughtCourses.map((row) => [row.course_id, row]))
  return (course_id) => {
    const { courses_count = 0, students_count = 0, certificates_count = 0 } = countsByCourse.get(course_id) ?? {}
    const { sub_instructors = 0, lk_instructor_status = null } = figures.get(course_id) ?? {}
    return { courses_count, students_count, certificates_count, sub_instructors, lk_instructor_status }
  }
}

const listTaught = ({ sql, organization }: Ctx, user_id: number, course_ids: readonly number[]) =>
  sql<{ course_id: number; sub_instructors: number; lk_instructor_status: number }>`
    select c.course_id, i.lk_user_status_id as lk_instructor_status,
           (select count(*)::int from identity.v_person o
            join identity.v_organization_scope s
              on s.organization_id = i.organization_id and s.descendant_id = o.organization_id
            where o.organization_id <> i.organization_id and o.lk_user_role_id = ${instructorRole}
              and o.deleted_at is null and exists (
                select from catalogue.course_website w
                where w.course_id = c.course_id and w.organization_id = o.organization_id and w.deleted_at is null)
           ) as sub_instructors
    from identity.v_person i
    cross join unnest(${sql.array([...course_ids])}::int[]) as c (course_id)
    where i.user_id = ${user_id} and i.lk_user_role_id = ${instructorRole} and i.deleted_at is null
      and i.organization_id = any(${sql.array(organization.scope)})`
