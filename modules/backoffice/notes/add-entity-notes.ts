import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { NoteResponse, notedEntity, noteText, noteTexts } from './note.schema.ts'
import { noteResponse, noteSubject, selectNote } from './note.sql.ts'
import { onEntity, organizationOf } from './note-permissions.ts'

export const addEntityNotes = operation({
  call: 'POST /user/addEntityNotes',
  summary: 'Adds a note about a person or an organization. Sending the same `request_id` again adds no second note',
  may: onEntity,
  takes: z.object({
    lk_entity_type_id: notedEntity(),
    entity_id: id(),
    note: noteText(),
    request_id: z.uuid().nullish(),
  }),
  gives: z.object({ data: NoteResponse }),
  async run(ctx, { request_id, ...input }) {
    const organization_id = await organizationOf(ctx, input)
    const created_by = userOf(ctx).user_id
    // Both times are equal at first: a note counts as edited once they differ.
    const [row] = await ctx.sql<{ entity_note_id: number }>`
      with moment as materialized (select platform.now() as at)
      insert into backoffice.entity_note
        (lk_entity_type_id, entity_id, note, organization_id, created_by, request_id, created_at, updated_at)
      select ${input.lk_entity_type_id}::int, ${input.entity_id}::int, ${input.note}, ${organization_id}::int,
             ${created_by}::int, ${request_id ?? null}::uuid, at, at
      from moment
      on conflict (created_by, request_id) do nothing
      returning entity_note_id`
    const entity_note_id = row?.entity_note_id ?? (await selectAdded(ctx, created_by, request_id ?? ''))
    const note = await selectNote(ctx, entity_note_id)
    if (row) await ctx.audit({ action: 'note.add', ...noteSubject(note), after: { note: note.note } })
    return { data: noteResponse(ctx, note), message: localText(ctx.locale, noteTexts, 'saved') }
  },
})

async function selectAdded({ sql }: Ctx, created_by: number, request_id: string): Promise<number> {
  const [row] = await sql<{ entity_note_id: number }>`
    select entity_note_id from backoffice.entity_note where created_by = ${created_by} and request_id = ${request_id}`
  return row!.entity_note_id
}
