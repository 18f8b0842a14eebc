import type { Owner, PersonalTable } from '#platform/personal-data/personal-table.ts'

const ticket: Owner = { table: 'support.ticket', key: 'issue_id', whose: { column: 'reporter_user_id' } }
const reason = 'how staff answered; the words of the person are gone'

/** The module's tables about people (`docs/personal-data.md`). */
export const personal: readonly PersonalTable[] = [
  {
    table: 'support.message',
    whose: { column: 'sender_user_id' },
    erase: { set: { first_name: '', last_name: '', message: '…', attachment_id: null }, why: reason },
  },
  { table: 'support.chat_image', whose: { column: 'uploaded_by' }, files: ['file_key'], erase: 'delete' },
  {
    table: 'support.internal_note',
    whose: { column: 'issue_id', in: ticket },
    secret: ['author', 'note'],
    erase: 'delete',
  },
  { table: 'support.reading', whose: { column: 'user_id' }, erase: 'delete' },
  {
    table: 'support.ticket',
    whose: { column: 'reporter_user_id' },
    secret: ['assigned_name'],
    erase: {
      set: { reporter_first_name: '', reporter_last_name: '', issue_name: '…', rating_comment: null },
      why: reason,
    },
  },
]
