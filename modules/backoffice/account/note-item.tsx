import { type SubmitEvent, useState } from 'react'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { type ResponseOf, useApi } from '#platform/ui/api.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { noteTexts } from './notes.texts.ts'

type Note = ResponseOf<'/user/getEntityNotes'>['data'][number]

/** One note, which its author (or an Admin) edits in place or deletes. */
export function NoteItem({ note, onChanged }: { note: Note; onChanged: () => Promise<void> }) {
  const t = useTexts(noteTexts)
  const showDate = useShowDate()
  const [editing, setEditing] = useState(false)
  const [doomed, setDoomed] = useState(false)
  const { call, busy } = useApi()
  const { entity_note_id, created_by_name: name } = note
  const date = showDate(note.created_at)
  const remove = async () => {
    const response = await call((api) => api.POST('/user/deleteEntityNotes', { body: { entity_note_id } }))
    setDoomed(false)
    if (response.ok) await onChanged()
  }
  const onSaved = async () => {
    setEditing(false)
    await onChanged()
  }
  return (
    <li className="rounded-lg border bg-card px-4 py-3">
      <header className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted-foreground">
        <span>
          <strong className="text-foreground">{name}</strong> · <span className="figures">{date}</span>
          {note.edited && ` · ${t('edited')}`}
        </span>
        {note.can_edit && !editing && (
          <span className="flex gap-1 scripted">
            <Button variant="link" size="sm" aria-label={t('editOf', { date })} onClick={() => setEditing(true)}>
              {t('edit')}
            </Button>
            <Button variant="link" size="sm" aria-label={t('deleteOf', { date })} onClick={() => setDoomed(true)}>
              {t('delete')}
            </Button>
          </span>
        )}
      </header>
      {editing ? (
        <EditNote note={note} onSaved={onSaved} onCancel={() => setEditing(false)} />
      ) : (
        <p className="mt-1 whitespace-pre-line">{note.note}</p>
      )}
      <AlertDialog
        open={doomed}
        onClose={() => setDoomed(false)}
        title={t('deleteTitle')}
        confirm={t('delete')}
        onConfirm={remove}
        busy={busy}
        danger
      >
        {t('deleteText', { name, date })}
      </AlertDialog>
    </li>
  )
}

type EditProps = { note: Note; onSaved: () => Promise<void>; onCancel: () => void }

function EditNote({ note: { entity_note_id, note }, onSaved, onCancel }: EditProps) {
  const t = useTexts(noteTexts)
  const { call, busy, failure } = useApi()
  const [text, setText] = useState(note)
  useUnsaved(text !== note)
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = { entity_note_id, note: text }
    const response = await call((api) => api.POST('/user/editEntityNotes', { body }))
    if (response.ok) await onSaved()
  }
  return (
    <form onSubmit={onSubmit} className="mt-2 grid gap-2">
      <TextareaField
        label={t('note')}
        rows={3}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={failure?.issues[0]?.message}
        autoFocus
      />
      <div className="flex gap-2">
        <SubmitButton size="sm" busy={busy} disabled={text.trim() === ''}>
          {t('save')}
        </SubmitButton>
        <Button variant="outline" size="sm" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
