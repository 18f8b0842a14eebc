import type { PersonalTable } from '#platform/personal-data/personal-table.ts'

const user = { column: 'user_id' } as const

/** The module's tables about people (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  {
    table: 'backoffice.entity_note',
    whose: { column: 'entity_id' },
    where: { lk_entity_type_id: 1 },
    secret: ['note'],
    erase: 'delete',
  },
  {
    table: 'backoffice.advance_request',
    whose: user,
    secret: ['reason', 'note'],
    erase: { keep: 'how seat time of a course was waived' },
  },
  {
    table: 'backoffice.student_upload_row',
    whose: user,
    erase: {
      set: { cells: '{}', license_number: null, license_change: null, issues: '[]' },
      why: 'the upload still counts its rows',
    },
  },
  { table: 'backoffice.user_tile', whose: user, erase: 'delete' },
  { table: 'backoffice.grid_layout', whose: user, erase: 'delete' },
  { table: 'backoffice.grid_view', whose: user, erase: 'delete' },
]
