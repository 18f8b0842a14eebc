import { backofficeErrors } from '#modules/backoffice/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { NoteResponse, noteText, noteTexts } from './note.schema.ts'
import { mayEdit, type Note, noteResponse, noteSubject, selectNote } from './note.sql.ts'
import { onNote } from './note-permissions.ts'

export const editEntityNotes = operation({
  call: 'POST /user/editEntityNotes',
  summary: 'Changes a note. Only its author or an Admin can do this',
  may: onNote,
  takes: z.object({ entity_note_id: id(), note: noteText() }),
  gives: z.object({ data: NoteResponse }),
  fails: [backofficeErrors.notYourNote],
  async run(ctx, { entity_note_id, note }) {
    const before = await lockEditable(ctx, entity_note_id)
    await ctx.sql`
      update backoffice.entity_note set note = ${note}, updated_at = platform.now()
      where entity_note_id = ${entity_note_id} and note <> ${note}`
    await ctx.audit({
      action: 'note.edit',
      ...noteSubject(before),
      before: { note: before.note },
      after: { note },
    })
    return {
      data: noteResponse(ctx, await selectNote(ctx, entity_note_id)),
      message: localText(ctx.locale, noteTexts, 'saved'),
    }
  },
})

export const deleteEntityNotes = operation({
  call: 'POST /user/deleteEntityNotes',
  summary: 'Deletes a note. Only its author or an Admin can do this. The audit log keeps its text',
  may: onNote,
  takes: z.object({ entity_note_id: id() }),
  gives: z.object({}),
  fails: [backofficeErrors.notYourNote],
  async run(ctx, { entity_note_id }) {
    const before = await lockEditable(ctx, entity_note_id)
    await ctx.sql`
      update backoffice.entity_note set deleted_at = ${ctx.now} where entity_note_id = ${entity_note_id}`
    await ctx.audit({ action: 'note.delete', ...noteSubject(before), before: { note: before.note } })
    return { message: localText(ctx.locale, noteTexts, 'deleted') }
  },
})

/** The current note, locked: of two concurrent editors one waits and then sees the other's change. */
async function lockEditable(ctx: Ctx, entity_note_id: number): Promise<Note> {
  await ctx.sql`select from backoffice.entity_note where entity_note_id = ${entity_note_id} for update`
  const note = await selectNote(ctx, entity_note_id)
  if (!mayEdit(ctx, note)) throw backofficeErrors.notYourNote()
  return note
}
