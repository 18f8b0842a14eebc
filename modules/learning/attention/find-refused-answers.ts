import type { Method } from '#modules/learning/due-check/options.ts'
import type { Ctx } from '#platform/ctx.ts'

/** A student's refused answers in a course that are not correct yet. */
export type RefusedAnswers = {
  quiz: { name: string; percent: number; threshold: number; at: Date } | null
  check: { method: Method; at: Date } | null
}

export async function findRefusedAnswers(
  { sql }: Pick<Ctx, 'sql'>,
  student_course_id: number,
): Promise<RefusedAnswers> {
  const [quiz] = await sql<NonNullable<RefusedAnswers['quiz']>>`
    select c.name, floor(100.0 * a.points / a.total)::int as percent, a.threshold::float8 as threshold,
      a.submitted_at as at
    from learning.quiz_attempt a
    join learning.student_course sc using (student_course_id)
    join catalogue.v_component c using (course_version_id, component_id)
    where a.student_course_id = ${student_course_id} and a.passed = false and not exists (
      select 1 from learning.quiz_attempt later
      where later.student_course_id = a.student_course_id and later.component_id = a.component_id
        and later.attempt_number > a.attempt_number and later.passed is not null)
    order by a.submitted_at desc limit 1`
  const [last] = await sql<{ method: Method; at: Date; result: string }>`
    select method, at, result from learning.identity_try
    where student_course_id = ${student_course_id} order by identity_try_id desc limit 1`
  const refused = last !== undefined && last.result !== 'right' && last.result !== 'replaced'
  return { quiz: quiz ?? null, check: refused ? { method: last.method, at: last.at } : null }
}
