import { type SubmitEvent, useRef, useState } from 'react'
import { type ResponseOf, useApi } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { NoteItem } from './note-item.tsx'
import { noteTexts } from './notes.texts.ts'

export type Notes = ResponseOf<'/user/getEntityNotes'>
type Entity = { lk_entity_type_id: 1 | 4; entity_id: number }
type Props = { entity: Entity; first: Notes | null; empty: 'emptyText' | 'emptyOrganization' }

/** Staff's notes about a person or an organization. */
export function NotesOf({ entity, first, empty }: Props) {
  const t = useTexts(noteTexts)
  const loaded = useLoaded(first, (api) => api.GET('/user/getEntityNotes', { params: { query: entity } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ data }) => (
        <div className="grid gap-5">
          <NewNote entity={entity} onAdded={loaded.reload} />
          {data.length === 0 && <Empty title={t('empty')}>{t(empty)}</Empty>}
          <ul className="grid gap-3">
            {data.map((note) => (
              <NoteItem key={note.entity_note_id} note={note} onChanged={loaded.reload} />
            ))}
          </ul>
        </div>
      )}
    </ShowLoaded>
  )
}

type NewProps = { entity: Entity; onAdded: () => Promise<void> }

function NewNote({ entity, onAdded }: NewProps) {
  const t = useTexts(noteTexts)
  const { call, busy, failure } = useApi()
  const [note, setNote] = useState('')
  // One id per written note, so that a repeated click or a lost response does not add it twice.
  const request_id = useRef<string>(undefined)
  useUnsaved(note.trim() !== '')
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    request_id.current ??= crypto.randomUUID()
    const body = { ...entity, note, request_id: request_id.current }
    const response = await call((api) => api.POST('/user/addEntityNotes', { body }))
    if (!response.ok) return
    setNote('')
    request_id.current = undefined
    await onAdded()
  }
  return (
    <form onSubmit={onSubmit} className="grid justify-items-start gap-2 scripted">
      <TextareaField
        label={t('write')}
        hint={t('hint')}
        rows={3}
        maxLength={10_000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        error={failure?.issues[0]?.message}
        className="w-full"
      />
      <SubmitButton size="sm" busy={busy} busyLabel={t('adding')} disabled={note.trim() === ''}>
        {t('add')}
      </SubmitButton>
    </form>
  )
}
