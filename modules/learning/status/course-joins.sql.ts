import type { Fragment, Sql } from '#platform/db/sql.ts'

/**
 * The joins for lists of student courses: `course` (sc), its `version` (v), its `student` (p) and the `organization`
 * (o). Every row has exactly one of each, so a statement leaves out the joins that it does not need.
 */
export function courseJoins(
  sql: Sql,
  needs: ReadonlySet<string>,
  row: { student_course_id: Fragment; organization_id: Fragment },
): Fragment {
  const course = ['course', 'version', 'student'].some((name) => needs.has(name))
  return sql`
    ${course ? sql`join learning.student_course sc on sc.student_course_id = ${row.student_course_id}` : sql``}
    ${needs.has('version') ? sql`join catalogue.v_course_version v on v.course_version_id = sc.course_version_id` : sql``}
    ${needs.has('student') ? sql`join identity.v_person p on p.user_id = sc.user_id` : sql``}
    ${needs.has('organization') ? sql`join identity.v_organization o on o.organization_id = ${row.organization_id}` : sql``}`
}
