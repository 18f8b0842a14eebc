import { id, requiredText, z } from '#platform/schema.ts'
import { texts } from '#platform/texts.ts'

export const noteTexts = texts({
  missing: ['Write a note first.', 'Primero escriba una nota.'],
  saved: ['Note saved.', 'Se guardó la nota.'],
  deleted: ['Note deleted.', 'Se eliminó la nota.'],
})

/** The lk_entity_type_id of records with notes: a person (1), an organization (4). */
export const notedEntity = () =>
  id()
    .pipe(z.literal([1, 4]))
    .default(1)

export const noteText = () => requiredText(noteTexts.missing, 10_000)

export const NoteResponse = z.object({
  entity_note_id: z.int(),
  lk_entity_type_id: z.int(),
  entity_id: z.int(),
  note: z.string(),
  created_by: z.int(),
  created_by_name: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  edited: z.boolean(),
  can_edit: z.boolean(),
})
