import { useEffect, useRef } from 'react'
import { forgetDraft, useDraft } from '#platform/ui/draft.ts'
import { TextareaField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { chatTexts } from './chat.texts.ts'

type Props = { thread: number; name: string; defaultValue?: string | undefined; error?: string | undefined }

/** The field for a note about a ticket. Its draft is stored, so it survives leaving the page. */
export default island('support/note-field', { when: 'load' }, NoteField)

function NoteField({ thread, name, defaultValue, error }: Props) {
  const t = useTexts(chatTexts)
  const draftKey = `note ${thread}`
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useDraft(draftKey, defaultValue, field)
  useEffect(() => {
    const form = field.current?.form
    // A refused form is rendered with its text, so the draft is no longer needed.
    const onSubmit = () => forgetDraft(draftKey)
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [draftKey])
  return (
    <TextareaField
      ref={field}
      label={t('note')}
      name={name}
      error={error}
      rows={2}
      required
      maxLength={5_000}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
