import { useEffect, useMemo, useRef, useState } from 'react'
import { libraryPicker } from '#modules/catalogue/media/library/library-picker.tsx'
import { RichTextEditor } from '#modules/catalogue/rich-text/editor/rich-text-editor.tsx'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { Lines } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { bankQuestions } from './bank-questions.tsx'
import { type MediaUrls, readComponent } from './course-calls.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { EditedComponent } from './edited-outline.shared.ts'
import { InlineQuestions } from './inline-questions.tsx'
import { MediaCards } from './media-cards.tsx'
import { Narration } from './narration.tsx'
import type { Bank } from './question-pools.tsx'
import { QuizFields } from './quiz-fields.tsx'
import type { Offered } from './setting-field.shared.ts'

type Data = Record<string, unknown>
type Props = {
  component: EditedComponent
  /** The stored content; null while loading. */
  loadedData: Data | null
  /** The organization whose library is used. */
  organization_id: number
  banks: readonly Bank[]
  lessons: Offered['lessons']
  readOnly: boolean
  /** The addresses of files in components. */
  media: MediaUrls
  onRead: (data: Data, media: MediaUrls) => void
  /** Called with the changed fields of the content. */
  onChange: (changes: Data) => void
}

/** The content of a component: loaded when opened, and saved with the outline. */
export function ComponentPanel(props: Props) {
  const { component, loadedData, organization_id, banks, lessons, readOnly, media, onRead, onChange } = props
  const { component_id, key, type } = component
  const isNew = component_id < 1
  const data = component.data ?? loadedData ?? (isNew ? {} : null)
  const missing = data === null || (isNew && loadedData === null)
  const read = useRef(onRead)
  read.current = onRead
  useEffect(() => {
    if (!missing) return
    // The initial id is kept, so that the first save, which assigns a new one, does not close the panel.
    if (isNew) return read.current({}, {})
    void readComponent(component_id, type).then((storedComponent) => {
      if (storedComponent) read.current(storedComponent.data, storedComponent.media)
    })
  }, [missing, isNew, component_id, type])
  if (!data) return <Lines />
  return (
    <fieldset disabled={readOnly} className="grid min-w-0 grid-cols-1 gap-3 border-t pt-3">
      {(type === 'Content' || type === 'Media') && (
        <DocumentFields
          key={key}
          data={data}
          cards={type === 'Media'}
          organization_id={organization_id}
          banks={banks}
          readOnly={readOnly}
          media={media}
          onChange={onChange}
        />
      )}
      {type === 'Break' && <Break data={data} onChange={onChange} />}
      {type === 'Quiz' && (
        <QuizFields data={data} banks={banks} organization_id={organization_id} lessons={lessons} onChange={onChange} />
      )}
    </fieldset>
  )
}

type DocumentFieldsProps = Pick<Props, 'organization_id' | 'banks' | 'readOnly' | 'media'> & {
  data: Data
  /** Whether files are shown above its text. */
  cards: boolean
  onChange: (changes: Data) => void
}

function DocumentFields({ data, cards, organization_id, banks, readOnly, media, onChange }: DocumentFieldsProps) {
  const t = useTexts(courseEditorTexts)
  // The editor reads its document only at creation: another author's version needs a new one.
  const latestRef = useRef(data.content)
  const editorCount = useRef(0)
  const [current, setCurrent] = useState({ document: data.content ?? null, number: 0 })
  if (data.content !== latestRef.current) {
    latestRef.current = data.content
    editorCount.current += 1
    setCurrent({ document: data.content ?? null, number: editorCount.current })
  }
  const filePicker = useMemo(() => libraryPicker(organization_id), [organization_id])
  const audioPicker = useMemo(() => libraryPicker(organization_id, { only: 'audio' }), [organization_id])
  const picker = useMemo(
    () => libraryPicker(organization_id, { questionBank: bankQuestions(banks) }),
    [organization_id, banks],
  )
  return (
    <>
      {cards && (
        <MediaCards
          cards={(data.components as CardAttributes[] | undefined) ?? []}
          media={media}
          picker={filePicker}
          onChange={(components) => onChange({ components })}
        />
      )}
      <RichTextEditor
        key={current.number}
        document={current.document}
        label={t('content')}
        readOnly={readOnly}
        mediaUrls={media}
        mediaPicker={picker}
        inlineQuiz={InlineQuestions}
        onChange={(content) => {
          // The document of a replaced editor lacks the other author's changes.
          if (current.number !== editorCount.current) return
          latestRef.current = content
          onChange({ content })
        }}
      />
      {!cards && (
        <>
          <Narration
            files={(data.audioAttachments as string[] | undefined) ?? []}
            media={media}
            picker={audioPicker}
            onChange={(audioAttachments) => onChange({ audioAttachments })}
          />
          <Checkbox
            label={t('sample')}
            hint={t('sampleHint')}
            checked={data.sample_ind === true}
            onChange={(event) => onChange({ sample_ind: event.target.checked })}
          />
        </>
      )}
    </>
  )
}

function Break({ data, onChange }: { data: Data; onChange: (changes: Data) => void }) {
  const t = useTexts(courseEditorTexts)
  return (
    <>
      <TextField
        label={t('breakSeconds')}
        type="number"
        min={1}
        max={86_400}
        className="max-w-60"
        value={String(data.seconds ?? 300)}
        onChange={(event) => onChange({ seconds: Math.max(0, Math.round(Number(event.target.value))) })}
      />
      <TextareaField
        label={t('breakText')}
        maxLength={4_000}
        value={String(data.break_text ?? '')}
        onChange={(event) => onChange({ break_text: event.target.value })}
      />
    </>
  )
}
