import type { PersonalTable } from '#platform/personal-data/personal-table.ts'

/** Of the platform's own tables, those about people. */
export const platformTables: readonly PersonalTable[] = [
  {
    table: 'platform.audit_event',
    whose: { column: 'subject_user_id' },
    erase: { keep: 'the sealed record of who did what; it moves to files with its chain' },
  },
]
