import type { PersonalTable } from '#platform/personal-data/personal-table.ts'

/** What the module stores about a person (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  {
    table: 'catalogue.document',
    whose: { column: 'entity_id' },
    where: { lk_entity_type_id: 1 },
    files: ['file_key'],
    erase: 'delete',
  },
]
