import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { NoteResponse, notedEntity } from './note.schema.ts'
import { listNotes, noteResponse } from './note.sql.ts'
import { onEntity } from './note-permissions.ts'

export const getEntityNotes = operation({
  call: 'GET /user/getEntityNotes',
  summary: 'Lists staff notes about a person or an organization, newest first',
  may: onEntity,
  takes: z.object({ lk_entity_type_id: notedEntity(), entity_id: id() }),
  gives: z.object({ data: z.array(NoteResponse) }),
  async run(ctx, { lk_entity_type_id, entity_id }) {
    const notes = await listNotes(ctx, lk_entity_type_id, entity_id)
    return { data: notes.map((note) => noteResponse(ctx, note)) }
  },
})
