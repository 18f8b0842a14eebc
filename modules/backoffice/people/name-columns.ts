import type { Columns } from '#platform/grid/columns.ts'
import type { Text } from '#platform/texts.ts'

/** The columns of a person's (p) name; on a phone, both are the title of the card. */
export const nameColumns = (words: { first_name: Text; last_name: Text }) =>
  ({
    first_name: { label: words.first_name, kind: 'text', sql: (sql) => sql`p.first_name`, search: true },
    last_name: {
      label: words.last_name,
      kind: 'text',
      sql: (sql) => sql`p.last_name`,
      search: true,
      continues: 'first_name',
    },
  }) satisfies Columns
