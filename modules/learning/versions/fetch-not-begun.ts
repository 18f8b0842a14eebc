import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { mover } from './mover.ts'
import { notBegun } from './not-begun.sql.ts'

/** The number of students that one page lists, one call moves, and one transaction of the task moves. */
export const maxMoved = 200

const Waiting = z.object({
  student_course_id: z.int(),
  user_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  organization_name: z.string(),
  lk_student_course_status_id: z.int(),
  created_at: z.iso.datetime(),
})

export const fetchNotBegun = operation({
  call: 'GET /course/versions/students',
  summary: 'The students of a version of a course who have done nothing in it yet, 200 a page, the latest first',
  added: true,
  may: mover,
  takes: z.object({
    course_id: id(),
    course_version_id: id(),
    /** Starts the page after this id. */
    after_id: id().nullish(),
  }),
  gives: z.object({
    students: z.array(Waiting),
    /** The total on all pages. */
    count: z.int(),
    /** Null on the last page. */
    after_id: z.int().nullable(),
  }),
  fails: [errors.notFound],
  async run(ctx, { course_version_id, after_id }) {
    const notBegun = notBegunOf(ctx, course_version_id)
    const rows = await ctx.sql<Omit<z.output<typeof Waiting>, 'created_at'> & { created_at: Date }>`
      select sc.student_course_id, sc.user_id, p.first_name, p.last_name, o.name as organization_name,
             sc.lk_student_course_status_id, sc.created_at
      from learning.student_course sc
      join identity.v_person p on p.user_id = sc.user_id
      join identity.v_organization o on o.organization_id = sc.organization_id
      where ${notBegun} and sc.student_course_id < ${after_id ?? null}::int is not false
      order by sc.student_course_id desc limit ${maxMoved + 1}`
    const students = rows.slice(0, maxMoved).map(({ created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    }))
    return {
      students,
      count: await countNotBegun(ctx, course_version_id),
      after_id: rows.length > maxMoved ? students.at(-1)!.student_course_id : null,
    }
  },
})

type Reader = Pick<Ctx, 'sql' | 'organization'>

/** The student courses `sc` of a version in scope whose students have done nothing yet. */
export const notBegunOf = ({ sql, organization }: Reader, course_version_id: number) => sql`
  sc.course_version_id = ${course_version_id} and sc.organization_id = any(${sql.array(organization.scope)})
  and ${notBegun(sql)}`

export async function countNotBegun(ctx: Reader, course_version_id: number): Promise<number> {
  const [row] = await ctx.sql<{ count: number }>`
    select count(*)::int as count from learning.student_course sc where ${notBegunOf(ctx, course_version_id)}`
  return row!.count
}

/** The number of students in scope per version of a course, and how many of them have done nothing yet. */
export async function countStudentsByVersion(
  { sql, organization }: Reader,
  course_version_ids: readonly number[],
): Promise<ReadonlyMap<number, { students: number; not_begun: number }>> {
  const rows = await sql<{ course_version_id: number; students: number; not_begun: number }>`
    select sc.course_version_id, count(*)::int as students, count(*) filter (where ${notBegun(sql)})::int as not_begun
    from learning.student_course sc
    where sc.course_version_id = any(${sql.array([...course_version_ids])})
      and sc.organization_id = any(${sql.array(organization.scope)})
    group by sc.course_version_id`
  return new Map(rows.map(({ course_version_id, ...counts }) => [course_version_id, counts]))
}
