import type { PersonalTable } from '#platform/personal-data/personal-table.ts'

/** Of the platform's own tables, those about people. */
export const platformTables: readonly PersonalTable[] = [
  {
    table: 'platform.audit_event',
    whose: { column: 'subject_user_id' },
    // What was written before and after may be notes of staff; address and browser are those of whoever acted.
    shows: {
      at: 'at',
      action: 'action',
      subject: 'subject',
      address: 'case when actor_user_id = $1 and viewed_by is null then address end',
      user_agent: 'case when actor_user_id = $1 and viewed_by is null then user_agent end',
    },
    erase: { keep: 'the sealed record of who did what; it moves to files with its chain' },
  },
]
