import { manifests } from '#modules/manifests.ts'
import type { PersonalTable } from '#platform/personal-data/personal-table.ts'
import { platformTables } from '#platform/personal-data/platform-tables.ts'

/** The tables about people, from the highest module down: modules name the rows of those below. */
export const listPersonalTables = (): readonly PersonalTable[] => [
  ...manifests.toReversed().flatMap(({ personal = [] }) => personal),
  ...platformTables,
]
