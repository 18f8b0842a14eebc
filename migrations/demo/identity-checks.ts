import type { Sql } from '#platform/db/sql.ts'

/** The demo's courses that check who takes them, as their files say: driver improvement for Florida. */
export const checkedCourses: readonly number[] = [1]

/**
 * Turns off the identity checks of the demo's courses, for tests, benches and pictures that take a course from end to end.
 * The course keeps its settings of each method, so authors can turn it on. A server keeps the versions that it has
 * shown: call this before anyone has opened the course.
 */
export async function turnChecksOff(sql: Sql, courses: readonly number[] = checkedCourses): Promise<void> {
  await sql`
    update catalogue.course_version v
    set course_security_options = course_security_options || jsonb_build_object(
      'setupIAgree', false,
      'methods', (select jsonb_object_agg(name, options || '{"enabled": false}')
                  from jsonb_each(course_security_options -> 'methods') method (name, options)),
      'globalSettings', course_security_options -> 'globalSettings' || '{"requireAgreement": false}')
    where course_id = any(${sql.array([...courses])}::int[]) and version_number = 1`
}
