import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The kind of a program's exclusions that applies to a student, with the citation of its rule. */
export type Exclusion = { violation: string; citation: string }

/** A student's statements as they were affirmed, word for word. */
export type AffirmedStatement = { rule: string; text: string; kinds: readonly string[] | null; citation: string }

type Affirmation = {
  affirmed_at: Date | null
  affirmed: readonly AffirmedStatement[] | null
  excluded_at: Date | null
  excluded: Exclusion | null
}

const noAffirmation: Affirmation = { affirmed_at: null, affirmed: null, excluded_at: null, excluded: null }

/** A student's statement about the exclusions of the course's program. */
export async function findAffirmation(
  { sql }: Pick<Ctx, 'sql'>,
  { student_course_id }: Pick<StudentCourse, 'student_course_id'>,
): Promise<Affirmation> {
  const [row] = await sql<Affirmation>`
    select affirmed_at, affirmed, excluded_at, excluded
    from learning.registration where student_course_id = ${student_course_id}`
  return row ?? noAffirmation
}

/** Stores what the student affirmed; the first affirmation is never overwritten. */
export const updateAffirmed = (
  { sql }: Ctx,
  { student_course_id }: StudentCourse,
  affirmed: readonly AffirmedStatement[],
) => sql`
  update learning.registration set affirmed_at = platform.now(), affirmed = ${sql.json(affirmed)}
  where student_course_id = ${student_course_id} and affirmed_at is null`

/** Stores an exclusion; null if none applies after all. */
export const updateExclusion = ({ sql }: Ctx, { student_course_id }: StudentCourse, excluded: Exclusion | null) => sql`
  update learning.registration
  set excluded_at = case when ${excluded !== null} then platform.now() end,
      excluded = ${excluded === null ? null : sql.json(excluded)}
  where student_course_id = ${student_course_id}`

type EligibilityEvent = {
  kind: 'excluded' | 'corrected'
  /** Null for a correction after which no exclusion applies. */
  exclusion: Exclusion | null
  /** The reason for a correction; null for the student's own statement. */
  reason: string | null
  actor_user_id: number | null
}

/**
 * Records a statement or its correction, unless it repeats the latest one. The record is kept as long as the course's.
 * The caller must hold the course's lock.
 */
export const insertEligibilityEvent = (
  { sql }: Ctx,
  { student_course_id, organization_id }: StudentCourse,
  { kind, exclusion, reason, actor_user_id }: EligibilityEvent,
) => sql`
  insert into learning.eligibility_event
    (student_course_id, organization_id, kind, violation, citation, reason, actor_user_id)
  select row.* from (values (
    ${student_course_id}::int, ${organization_id}::int, ${kind}, ${exclusion?.violation ?? null}::text,
    ${exclusion?.citation ?? null}::text, ${reason}::text, ${actor_user_id}::int
  )) row (student_course_id, organization_id, kind, violation, citation, reason, actor_user_id)
  where row is distinct from (
    select (e.student_course_id, e.organization_id, e.kind, e.violation, e.citation, e.reason, e.actor_user_id)
    from learning.eligibility_event e where e.student_course_id = ${student_course_id}
    order by e.eligibility_event_id desc limit 1)`

export type AffirmationEvent = {
  at: Date
  what: 'affirmed' | 'excluded' | 'corrected'
  /** The kind that the student chose; null for 'none of these'. */
  violation: string | null
  citations: readonly string[]
  /** The reason of a correction; null for a reader who may not see it. */
  reason: string | null
  /** The person who corrected it; null for the student, and for a reader who may not see names. */
  by: string | null
}

/** The student's affirmation or statement and the corrections by staff, in order. */
export const listAffirmationEvents = (
  { sql }: Pick<Ctx, 'sql'>,
  { student_course_id }: Pick<StudentCourse, 'student_course_id'>,
  withNames: boolean,
) => sql<AffirmationEvent>`
  select at, what, violation, citations, reason, by from (
    select affirmed_at as at, 'affirmed' as what, null as violation,
           array(select distinct s ->> 'citation' from jsonb_array_elements(affirmed) s) as citations,
           null as reason, null as by
    from learning.registration where student_course_id = ${student_course_id} and affirmed_at is not null
    union all
    select e.at, e.kind, e.violation, array_remove(array[e.citation], null),
           case when ${withNames} then e.reason end,
           case when ${withNames} then p.first_name || ' ' || p.last_name end
    from learning.eligibility_event e left join identity.v_person p on p.user_id = e.actor_user_id
    where e.student_course_id = ${student_course_id}) event
  order by at`
