import { useEffect, useRef } from 'react'
import { forgetDraft, useDraft } from '#platform/ui/draft.ts'
import { TextareaField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { chatTexts } from './chat.texts.ts'

type Props = { thread: number; name: string; defaultValue?: string | undefined; error?: string | undefined }

/** The field for a note about a ticket; its draft survives every click and page. */
export default island('support/note-field', { when: 'load' }, NoteField)

function NoteField({ thread, name, defaultValue, error }: Props) {
  const t = useTexts(chatTexts)
  const draft = `note ${thread}`
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useDraft(draft, defaultValue, field)
  useEffect(() => {
    const form = field.current?.form
    // A refused form already has its text.
    const onSubmit = () => forgetDraft(draft)
    form?.addEventListener('submit', onSubmit)
    return () => form?.removeEventListener('submit', onSubmit)
  }, [draft])
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
