import { listInlineQuizzes } from '#modules/learning/questions/inline-quizzes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'

/** The course version in which the person may see each question; questions missing from the map are out of scope. */
export type VersionByQuestion = ReadonlyMap<number, number>
type Row = { question_id: number; course_version_id: number }
const byQuestion = (rows: readonly Row[]): Map<number, number> =>
  new Map(rows.map(({ question_id, course_version_id }) => [question_id, course_version_id]))

/**
 * The course versions in which the signed-in student has seen these questions, in an attempt or inline in an opened
 * component; the newest of several courses.
 */
export async function findSeenVersions(ctx: Ctx, question_ids: readonly number[]): Promise<VersionByQuestion> {
  const { sql } = ctx
  const { user_id } = userOf(ctx)
  const rows = await sql<Row>`
    select distinct on (a.question_id) a.question_id, sc.course_version_id
    from learning.student_course sc
    join learning.quiz_attempt t using (student_course_id)
    join learning.quiz_answer a using (quiz_attempt_id)
    where sc.user_id = ${user_id} and a.question_id = any(${sql.array(question_ids)}::int[]) and a.served_at is not null
    order by a.question_id, sc.student_course_id desc`
  const versions = byQuestion(rows)
  if (question_ids.every((question_id) => versions.has(question_id))) return versions
  const views = await sql<{ course_version_id: number; component_id: number }>`
    select sc.course_version_id, p.component_id
    from learning.student_course sc
    join learning.student_progress p using (student_course_id)
    where sc.user_id = ${user_id}
    order by sc.student_course_id desc`
  for (const { course_version_id, component_id } of views) {
    const quizzes = await listInlineQuizzes(ctx, course_version_id)
    const ids = quizzes.filter((quiz) => quiz.component_id === component_id).flatMap((quiz) => quiz.question_ids)
    for (const question_id of ids) if (!versions.has(question_id)) versions.set(question_id, course_version_id)
  }
  return versions
}

/** The newest course versions with these questions among the courses sold by the organization and those below it. */
export async function findTaughtIn(
  { sql, organization }: Ctx,
  question_ids: readonly number[],
): Promise<VersionByQuestion> {
  const rows = await sql<Row>`
    select distinct on (q.question_id) q.question_id, q.course_version_id
    from catalogue.v_question q
    join catalogue.v_course_version v using (course_version_id)
    where q.question_id = any(${sql.array(question_ids)}::int[]) and v.published_at is not null
      and exists (select 1 from catalogue.v_course_website w
                  where w.course_id = v.course_id and w.organization_id = any(${sql.array(organization.scope)}::int[]))
    order by q.question_id, q.course_version_id desc`
  return byQuestion(rows)
}
