import type { Sql } from '#platform/db/sql.ts'

const numbered = [
  ['identity.organization', 'organization_id'],
  ['catalogue.website', 'website_id'],
  ['catalogue.course', 'course_id'],
  ['catalogue.course_version', 'course_version_id'],
  ['catalogue.course_website', 'course_website_id'],
  ['catalogue.course_shipping_method', 'course_shipping_method_id'],
  ['catalogue.faq', 'faq_id'],
] as const

/** The next id that the database gives comes after all given ones. */
export async function moveSequences(sql: Sql): Promise<void> {
  for (const [table, column] of numbered) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${column}), greatest(
        (select max(${sql(column)}) from ${sql(table)}),
        (select last_value from pg_sequences
         where format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(${table}, ${column}))))`
  }
}
