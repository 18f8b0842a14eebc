import type { Lookup } from './lookups.ts'

/** The kinds of record that a note, event, document or order line may refer to. */
export const lk_entity_type = {
  1: ['Person', 'Persona'],
  2: ['Course', 'Curso'],
  3: ['Website', 'Sitio web'],
  4: ['Organization', 'Organización'],
  5: ['Student Course', 'Curso del estudiante'],
  6: ['Order', 'Pedido'],
} as const satisfies Lookup

export const entityType = { Person: 1, Course: 2, Website: 3, Organization: 4, StudentCourse: 5, Order: 6 } as const
