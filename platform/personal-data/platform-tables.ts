import type { PersonalTable } from '#platform/personal-data/personal-table.ts'

/** The platform's own tables about people. */
export const platformTables: readonly PersonalTable[] = [
  {
    table: 'platform.audit_event',
    whose: { column: 'subject_user_id' },
    // The values before and after may be notes of staff; address and browser belong to the person who acted.
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
