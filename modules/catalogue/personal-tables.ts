import type { PersonalTable } from '#platform/personal-data/personal-table.ts'

/** The module's tables about people (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  {
    table: 'catalogue.document',
    whose: { column: 'entity_id' },
    where: { lk_entity_type_id: 1 },
    files: ['file_key'],
    erase: 'delete',
  },
]
