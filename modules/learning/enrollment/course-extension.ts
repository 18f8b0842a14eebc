import { staffOfCourse } from '#modules/learning/permissions.ts'
import { completionDeadline } from '#modules/learning/reporting/complete-by.ts'
import { findStudentName, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { findExtensionRefusal } from './extendable.ts'

const Extension = z.object({
  course_extension_id: z.int(),
  days: z.int(),
  reason: z.string(),
  expired_before: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime(),
  by: z.string(),
  at: z.iso.datetime(),
})

export const courseExtension = operation({
  call: 'GET /course/extension/{student_course_id}',
  added: true,
  summary: "A student's deadline for a course, whether staff can extend it, and earlier extensions",
  may: staffOfCourse('MANAGE_STUDENTS:READ', 'student_course_id'),
  takes: z.object({ student_course_id: id() }),
  gives: z.object({
    user_id: z.int(),
    student_name: z.string(),
    course_name: z.string(),
    lk_student_course_status_id: z.int(),
    expires_at: z.iso.datetime().nullable(),
    /** The agency's own deadline, if it sets one. */
    latest: z.object({ at: z.iso.datetime(), agency: z.string() }).nullable(),
    extendable: z.boolean(),
    updates: z.boolean(),
    extensions: z.array(Extension),
  }),
  async run(ctx, { student_course_id }) {
    const course = await selectStudentCourse(ctx, student_course_id)
    const { user_id, course_name, lk_student_course_status_id, expires_at } = course
    const deadline = await completionDeadline(ctx, course)
    return {
      user_id,
      student_name: await findStudentName(ctx, user_id),
      course_name,
      lk_student_course_status_id,
      expires_at: expires_at?.toISOString() ?? null,
      latest: deadline && { agency: deadline.agency, at: new Date(deadline.at.getTime() - 1).toISOString() },
      extendable: (await findExtensionRefusal(ctx, course)) === null,
      updates: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
      extensions: await listExtensions(ctx, student_course_id),
    }
  },
})

type Row = Omit<z.output<typeof Extension>, 'expired_before' | 'expires_at' | 'at'> & {
  expired_before: Date | null
  expires_at: Date
  at: Date
}

/** The latest hundred, newest first. */
async function listExtensions({ sql }: Ctx, student_course_id: number): Promise<z.output<typeof Extension>[]> {
  const rows = await sql<Row>`
    select x.course_extension_id, x.days, x.reason, x.expired_before, x.expires_at, x.at,
      coalesce(identity.staff_name(x.actor_user_id, x.organization_id), '') as by
    from learning.course_extension x where x.student_course_id = ${student_course_id}
    order by x.course_extension_id desc limit 100`
  return rows.map(({ expired_before, expires_at, at, ...row }) => ({
    ...row,
    expired_before: expired_before?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
    at: at.toISOString(),
  }))
}
