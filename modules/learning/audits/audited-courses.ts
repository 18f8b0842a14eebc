import { type AuditAccess, findAccess } from '#modules/identity/index.ts'
import { type StudentCourse, selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { errors } from '#platform/errors.ts'
import { addDays, startOfDay } from '#platform/zone.ts'
import { auditErrors } from './errors.ts'

/** The access of the signed-in auditor; throws if there is none. Every operation for auditors calls this first. */
export async function requireAccess(ctx: Ctx): Promise<AuditAccess> {
  const access = await findAccess(ctx)
  if (!access) throw auditErrors.accessOver()
  return access
}

/** Clips a range of days to the period of an access. */
export function clipToAccess(
  access: AuditAccess,
  { from_on, to_on }: { from_on?: string | undefined; to_on?: string | undefined },
) {
  return {
    ...access,
    from_on: from_on && from_on > access.from_on ? from_on : access.from_on,
    to_on: to_on && to_on < access.to_on ? to_on : access.to_on,
  }
}

/** The start and end of an access's days, in the school's time zone. */
export const limitsOf = ({ time_zone, from_on, to_on }: AuditAccess) => ({
  starts_at: startOfDay(time_zone, from_on),
  ends_before: startOfDay(time_zone, addDays(to_on, 1)),
})

/**
 * Restricts a student course `sc` with its version `v` to the audited program, the auditor's organizations and the days
 * of the period.
 */
export function isAudited({ sql, organization }: Ctx, access: AuditAccess): Fragment {
  const { starts_at, ends_before } = limitsOf(access)
  return sql`(
    sc.organization_id = any(${sql.array(organization.scope)}) and v.program_id = ${access.program_id}
    and sc.created_at < ${ends_before}
    and coalesce(sc.passed_at, sc.expires_at, 'infinity') >= ${starts_at})`
}

/** Throws accessOver unless the auditor may still read all of these courses for these days. */
export async function requireAudited(
  ctx: Ctx,
  days: Parameters<typeof clipToAccess>[1],
  student_course_ids: readonly number[],
): Promise<void> {
  const access = clipToAccess(await requireAccess(ctx), days)
  const [row] = await ctx.sql<{ n: number }>`
    select count(*)::int as n
    from learning.student_course sc join catalogue.v_course_version v using (course_version_id)
    where sc.student_course_id = any(${ctx.sql.array([...student_course_ids])}::int[]) and ${isAudited(ctx, access)}`
  if (row!.n !== student_course_ids.length) throw auditErrors.accessOver()
}

/** A course that the auditor may read. Throws notFound. */
export async function selectAudited(ctx: Ctx, access: AuditAccess, student_course_id: number): Promise<StudentCourse> {
  const rows = await ctx.sql`
    select from learning.student_course sc join catalogue.v_course_version v using (course_version_id)
    where sc.student_course_id = ${student_course_id} and ${isAudited(ctx, access)}`
  if (rows.length === 0) throw errors.notFound()
  return selectStudentCourse(ctx, student_course_id)
}
