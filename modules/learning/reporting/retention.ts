import { findProgramRetention, selectCourseVersion } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addMonths, dayIn } from '#platform/zone.ts'
import { programZone } from './agencies/zone.ts'

/**
 * The last days (YYYY-MM-DD) until which a course's program keeps each kind of record; null without a rule or once the
 * day has passed.
 */
export type Retention = {
  student_course_id: number
  course_name: string
  records_until: string | null
  identity_until: string | null
  source: string
}

type EndedCourse = { student_course_id: number; course_version_id: number; ended_at: Date }

/**
 * The courses of a person whose records must still be kept, with the last day of each kind, under the rules in force
 * when the course ended. A course that was not passed ended with its last change. A day that has passed in the
 * program's zone is null.
 */
export async function listRetentions(ctx: Ctx, user_id: number): Promise<Retention[]> {
  const courses = await ctx.sql<EndedCourse>`
    select student_course_id, course_version_id, coalesce(passed_at, updated_at) as ended_at
    from learning.student_course where user_id = ${user_id} order by student_course_id`
  const retentions = await Promise.all(courses.map((course) => retentionOf(ctx, course)))
  return retentions
    .filter((retention) => retention !== null)
    .filter(({ records_until, identity_until }) => records_until !== null || identity_until !== null)
}

async function retentionOf(ctx: Ctx, course: EndedCourse): Promise<Retention | null> {
  const { program_id, name } = await selectCourseVersion(ctx, course.course_version_id)
  const zone = programZone(program_id)
  const ended_on = dayIn(zone, course.ended_at)
  const retention = await findProgramRetention(ctx, program_id, ended_on)
  if (!retention || (retention.records === null && retention.identity === null)) return null
  const today = dayIn(zone, ctx.now)
  const untilAfter = (months: number | null) => {
    const until = months === null ? null : addMonths(ended_on, months)
    return until !== null && until >= today ? until : null
  }
  return {
    student_course_id: course.student_course_id,
    course_name: name,
    records_until: untilAfter(retention.records),
    identity_until: untilAfter(retention.identity),
    source: retention.source,
  }
}

/** The courses whose records of each kind an erasure must keep today, and the last day of all of them, or null. */
export async function findHeldRecords(ctx: Ctx, user_id: number) {
  const retentions = await listRetentions(ctx, user_id)
  const ids = (kind: 'records_until' | 'identity_until') =>
    retentions.filter((retention) => retention[kind] !== null).map(({ student_course_id }) => student_course_id)
  const days = retentions.flatMap(({ records_until, identity_until }) =>
    [records_until, identity_until].filter((day) => day !== null),
  )
  return { held: { records: ids('records_until'), identity: ids('identity_until') }, until: days.sort().at(-1) ?? null }
}

/** Stores the day until which an erasure keeps records; null deletes it. */
export async function saveHeldErasure(
  { sql }: Pick<Ctx, 'sql'>,
  { user_id, organization_id }: { user_id: number; organization_id: number },
  until: string | null,
): Promise<void> {
  if (until === null) {
    await sql`delete from learning.held_erasure where user_id = ${user_id}`
    return
  }
  await sql`
    insert into learning.held_erasure ${sql({ user_id, organization_id, until })}
    on conflict (user_id) do update set until = excluded.until`
}

/** People whose kept records may now be erased. */
export const listDueErasures = ({ sql, now }: Pick<Ctx, 'sql' | 'now'>) => sql<{
  user_id: number
  organization_id: number
}>`
  select user_id, organization_id from learning.held_erasure
  where until < ${dayIn('UTC', now)}::date order by until, user_id limit 100`
