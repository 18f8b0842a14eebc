import { listImpacted, listPacks } from '#modules/catalogue/index.ts'
import { completeStatuses, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { day, z } from '#platform/schema.ts'

export const fetchProgramImpact = operation({
  call: 'GET /program/impact',
  added: true,
  summary: 'The published courses that break the rules of a program from a given day, with their numbers of students',
  may: staff('MANAGE_COURSES:READ'),
  takes: z.object({ program_id: z.string().max(50), on: day() }),
  gives: z.object({
    courses: z.array(
      z.object({
        course_id: z.int(),
        name: z.string(),
        organization_name: z.string(),
        /** The students who are taking the course now, in any version. */
        students: z.int(),
        problems: z.array(z.object({ message: z.string(), href: z.string() })),
      }),
    ),
    /** Some courses of the program were not compared. */
    more_ind: z.boolean(),
  }),
  fails: [errors.notFound],
  async run(ctx, { program_id, on }) {
    if (!listPacks().some(({ id }) => id === program_id)) throw errors.notFound()
    const { courses, more } = await listImpacted(ctx, program_id, on)
    const students = await countStudents(
      ctx,
      courses.map(({ course_id }) => course_id),
    )
    return {
      courses: courses.map((course) => ({ ...course, students: students.get(course.course_id) ?? 0 })),
      more_ind: more,
    }
  },
})

/** Students in these statuses are done with their course. */
const finalStatuses = [
  ...completeStatuses,
  status.failed,
  status.expired,
  status.refunded,
  status.notPaid,
  status.payNow,
]

async function countStudents(
  { sql, organization }: Ctx,
  course_ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ course_id: number; n: number }>`
    select v.course_id, count(*)::int as n
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    where v.course_id = any(${sql.array([...course_ids])}::int[])
      and sc.organization_id = any(${sql.array(organization.scope)})
      and sc.lk_student_course_status_id <> all(${sql.array([...finalStatuses])}::int[])
    group by v.course_id`
  return new Map(rows.map(({ course_id, n }) => [course_id, n]))
}
