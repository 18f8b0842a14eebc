import { randomUUID } from 'node:crypto'
import { selectPerson } from '#modules/identity/index.ts'
import { sendStaffHint } from '#modules/support/realtime/hints.ts'
import { canChangeTicket, selectTicket, ticketSubject } from '#modules/support/tickets/ticket.sql.ts'
import { ticketTexts } from '#modules/support/tickets/ticket.texts.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, requiredText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'

const Note = z.object({
  internal_note_id: z.int(),
  author: z.string(),
  written_by: z.int(),
  note: z.string(),
  created_at: z.iso.datetime(),
})
export type Note = z.infer<typeof Note>
const maxNotes = 200

export const fetchNotes = operation({
  call: 'GET /support/notes',
  summary: 'Lists the notes of staff on a ticket, oldest first. Its reporter never sees them',
  added: true,
  may: canChangeTicket,
  takes: z.object({ chat_thread_id: id() }),
  gives: z.object({ data: z.array(Note) }),
  async run(ctx, { chat_thread_id }) {
    const { issue_id } = await selectTicket(ctx, { chat_thread_id })
    const notes = await ctx.sql<Omit<Note, 'created_at'> & { created_at: Date }>`
      select internal_note_id, author, written_by, note, created_at from support.internal_note
      where issue_id = ${issue_id} order by created_at desc, internal_note_id desc limit ${maxNotes}`
    return { data: notes.toReversed().map((note) => ({ ...note, created_at: note.created_at.toISOString() })) }
  },
})

export const addNote = operation({
  call: 'POST /support/note',
  summary: 'Adds an internal note to a ticket. A repeated `request_id` adds no second one',
  added: true,
  may: canChangeTicket,
  takes: z.object({
    chat_thread_id: id(),
    note: requiredText(['Write a note first.', 'Primero escriba una nota.'], 5_000),
    request_id: z.uuid().nullish(),
  }),
  gives: z.object({ data: z.object({ internal_note_id: z.int() }) }),
  async run(ctx, { chat_thread_id, note, ...fields }) {
    const ticket = await selectTicket(ctx, { chat_thread_id }, { lock: true })
    const { issue_id, organization_id } = ticket
    const written_by = userOf(ctx).user_id
    const { first_name, last_name } = await selectPerson(ctx, written_by)
    const author = `${first_name} ${last_name}`.trim()
    const request_id = fields.request_id ?? randomUUID()
    const [existing] = await ctx.sql<{ internal_note_id: number }>`
      select internal_note_id from support.internal_note
      where issue_id = ${issue_id} and written_by = ${written_by} and request_id = ${request_id}`
    const message = localText(ctx.locale, ticketTexts, 'noteSaved')
    if (existing) return { data: existing, message }
    const [insertedNote] = await ctx.sql<{ internal_note_id: number }>`
      insert into support.internal_note ${ctx.sql({ issue_id, organization_id, written_by, author, note, request_id })}
      returning internal_note_id`
    await ctx.audit({ action: 'ticket.note', ...ticketSubject(ticket), after: { note } })
    await sendStaffHint(ctx, 'note', ticket)
    return { data: insertedNote!, message }
  },
})
