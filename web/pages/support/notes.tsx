import { chatTexts } from '#modules/support/chat/chat.texts.ts'
import NoteField from '#modules/support/chat/note-field.island.tsx'
import type { Note } from '#modules/support/notes/notes.ts'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type Props = { thread: number; notes: readonly Note[]; request_id: string; form: FormState }

/** Staff notes, for the column beside a thread. */
export function Notes({ thread, notes, request_id, form }: Props) {
  const t = useTexts(chatTexts)
  const showInstant = useShowInstant()
  return (
    <Panel title={t('notes')}>
      {notes.length === 0 && <p className="mb-3 text-sm text-muted-foreground">{t('noNotes')}</p>}
      <ul className="mb-3 grid gap-3">
        {notes.map((note) => (
          <li key={note.internal_note_id}>
            <p className="text-sm text-muted-foreground">
              {note.author} · <time dateTime={note.created_at}>{showInstant(note.created_at)}</time>
            </p>
            <p className="break-words whitespace-pre-wrap">{note.note}</p>
          </li>
        ))}
      </ul>
      <form method="post" data-swap-form="" className="grid gap-2">
        <input type="hidden" name="action" value="note" />
        <input type="hidden" name="request_id" value={request_id} />
        <NoteField key={thread} thread={thread} {...field(form, 'note')} />
        <Button type="submit" variant="outline">
          {t('addNote')}
        </Button>
      </form>
    </Panel>
  )
}
