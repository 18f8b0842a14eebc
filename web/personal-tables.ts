import { manifests } from '#modules/manifests.ts'
import type { PersonalTable } from '#platform/personal-data/personal-table.ts'
import { platformTables } from '#platform/personal-data/platform-tables.ts'

/** The tables about people, those of the highest module first: rows below are named by them. */
export const listPersonalTables = (): readonly PersonalTable[] => [
  ...manifests.toReversed().flatMap(({ personal = [] }) => personal),
  ...platformTables,
]
