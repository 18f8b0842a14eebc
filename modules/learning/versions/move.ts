import { type PublishedVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { findAgreement } from '#modules/learning/proofs/agreement.sql.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { moveErrors } from './errors.ts'
import { versionIn } from './mover.ts'
import { notBegun } from './not-begun.sql.ts'

export type Locked = { student_course_id: number; user_id: number; course_version_id: number; audio_ind: boolean }

/** Locks student courses as all changes do, in id order. Throws 404 if one is out of scope. */
export async function lockCourses({ sql, organization }: Ctx, ids: readonly number[]): Promise<Locked[]> {
  const rows = await sql<Locked>`
    select student_course_id, user_id, course_version_id, audio_ind from learning.student_course
    where student_course_id = any(${sql.array([...ids])}) and organization_id = any(${sql.array(organization.scope)})
    order by student_course_id
    for no key update`
  if (rows.length !== ids.length) throw errors.notFound()
  return rows
}

/** The reasons why a student stays on their version, in order of precedence. */
export const reasons = ['begun', 'narrationMissing', 'disclaimerAgreed'] as const satisfies (keyof typeof moveErrors)[]
export type Reason = (typeof reasons)[number]

/** The locked courses that must stay, with the reason. */
export async function reasonsToStay(
  ctx: Ctx,
  courses: readonly Locked[],
  target: PublishedVersion,
): Promise<ReadonlyMap<number, Reason>> {
  const ids = courses.map(({ student_course_id }) => student_course_id)
  // Read with the locks held: earlier starts are visible, and none can happen now.
  const begunRows = await ctx.sql<{ student_course_id: number }>`
    select student_course_id from learning.student_course sc
    where sc.student_course_id = any(${ctx.sql.array(ids)}) and not ${notBegun(ctx.sql)}`
  const reasons = new Map<number, Reason>(begunRows.map(({ student_course_id }) => [student_course_id, 'begun']))
  const { disclaimer } = await selectCourseVersion(ctx, target.course_version_id)
  for (const course of courses) {
    const { student_course_id, course_version_id, audio_ind } = course
    if (reasons.has(student_course_id)) continue
    const { disclaimer: agreed } = await selectCourseVersion(ctx, course_version_id)
    if (audio_ind && !target.audio_ind) reasons.set(student_course_id, 'narrationMissing')
    else if (agreed !== disclaimer && (await findAgreement(ctx, course)))
      reasons.set(student_course_id, 'disclaimerAgreed')
  }
  return reasons
}

/** Moves locked courses that may move, with an entry in each student's history and one in the course's. */
export async function moveLocked(
  ctx: Ctx,
  course_id: number,
  moving: readonly Locked[],
  { target, versions }: { target: PublishedVersion; versions: readonly PublishedVersion[] },
): Promise<void> {
  if (moving.length === 0) return
  const { course_version_id, version_number } = target
  const ids = moving.map(({ student_course_id }) => student_course_id)
  await ctx.sql`
    update learning.student_course set course_version_id = ${course_version_id}, updated_at = platform.now()
    where student_course_id = any(${ctx.sql.array(ids)})`
  for (const course of moving) {
    const before = versionIn(versions, course.course_version_id)
    await ctx.audit({
      action: 'course.moved-to-version',
      ...courseEvent(course),
      before: { course_version_id: before.course_version_id, version_number: before.version_number },
      after: { course_version_id, version_number },
    })
  }
  await ctx.audit({
    action: 'course.move-students',
    subject: `course_id:${course_id}`,
    after: { course_version_id, version_number, students: moving.length },
  })
}
