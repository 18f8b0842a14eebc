import type { Columns } from '#platform/grid/columns.ts'
import type { Text } from '#platform/texts.ts'

/** The columns of a student's name, for a list that joins the student (p) as in `courseJoins`. */
export const studentNames = (words: { first_name: Text; last_name: Text }) =>
  ({
    first_name: {
      label: words.first_name,
      kind: 'text',
      needs: 'student',
      sql: (sql) => sql`p.first_name`,
      search: true,
    },
    last_name: {
      label: words.last_name,
      kind: 'text',
      needs: 'student',
      sql: (sql) => sql`p.last_name`,
      search: true,
      continues: 'first_name',
    },
  }) satisfies Columns
