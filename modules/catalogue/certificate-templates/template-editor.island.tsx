import { useState } from 'react'
import type { ProductLocale } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { SaveBar } from '#platform/ui/save-bar.tsx'
import { DesignCanvas } from './design-canvas.tsx'
import { FieldForm } from './field-form.tsx'
import { PagePanel } from './page-panel.tsx'
import { templateTexts } from './templates.texts.ts'
import { type Draft, type TemplateDraft, useTemplateDraft } from './use-template-draft.ts'
import { useTemplateSaves } from './use-template-saves.ts'

type Props = {
  /** Null for a new template. */
  certificate_template_id: number | null
  version: number
  first: Draft
}

function TemplateEditor({ certificate_template_id, version: openedVersion, first }: Props) {
  const t = useTexts(templateTexts)
  const editor = useTemplateDraft(first)
  const { draft, selected } = editor
  const { design } = draft
  const saves = useTemplateSaves(certificate_template_id, openedVersion, draft)
  const { busy, failure, unsaved, saved } = saves
  const [language, setLanguage] = useState<ProductLocale>('en-us')
  async function upload(file: File) {
    const certificate_background_id = await saves.upload(file)
    if (certificate_background_id !== null) editor.updateDesign({ certificate_background_id })
  }
  return (
    <form
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void saves.save()
      }}
    >
      <FormAlert
        message={failure ? [failure.message, ...failure.issues.map((issue) => issue.message)].join(' ') : null}
      />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 content-start gap-3">
          <Names editor={editor} />
          <Tools editor={editor} />
          <p className="text-sm text-muted-foreground">{t('canvasHint')}</p>
          <DesignCanvas
            design={design}
            language={language}
            selected={selected}
            onSelect={editor.select}
            onMove={editor.move}
            onRemove={editor.remove}
          />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <SelectedField editor={editor} />
          <PagePanel
            design={design}
            language={language}
            busy={busy}
            onLanguage={setLanguage}
            onChange={editor.updateDesign}
            onUpload={upload}
          />
        </div>
      </div>
      <SaveBar busy={busy} unsaved={unsaved} saved={saved} />
      {certificate_template_id !== null && (
        <Panel title={t('preview')}>
          <img
            src={`/api/certificate/template/${certificate_template_id}/preview?version=${saves.version}&lk_language_id=${language === 'es-es' ? 2 : 1}`}
            alt={t('pictureOf', { name: saves.savedDraft.name })}
            className="h-auto w-full max-w-3xl rounded-md border"
          />
        </Panel>
      )}
    </form>
  )
}

type EditorProps = { editor: TemplateDraft }

function Names({ editor: { draft, updateDraft } }: EditorProps) {
  const t = useTexts(templateTexts)
  return (
    <>
      <TextField
        label={t('name')}
        required
        maxLength={120}
        value={draft.name}
        onChange={({ currentTarget }) => updateDraft({ name: currentTarget.value })}
      />
      <TextField
        label={t('nameEs')}
        optional
        maxLength={120}
        value={draft.name_es ?? ''}
        onChange={({ currentTarget }) => updateDraft({ name_es: currentTarget.value || null })}
      />
    </>
  )
}

/** The buttons that add a field, and the one that undoes the last step. */
function Tools({ editor: { add, canUndo, undo } }: EditorProps) {
  const t = useTexts(templateTexts)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={() => add({})}>
        {t('addText')}
      </Button>
      <Button variant="outline" size="sm" onClick={() => add({ kind: 'line', color: 'hair' })}>
        {t('addLine')}
      </Button>
      <Button variant="outline" size="sm" onClick={() => add({ kind: 'qr', width: 84 })}>
        {t('addQr')}
      </Button>
      <Button variant="outline" size="sm" onClick={() => add({ kind: 'seal', width: 86, color: 'accent' })}>
        {t('addSeal')}
      </Button>
      <Button variant="outline" size="sm" disabled={!canUndo} onClick={undo}>
        {t('undo')}
      </Button>
    </div>
  )
}

function SelectedField({ editor: { draft, selected, setField, remove } }: EditorProps) {
  const t = useTexts(templateTexts)
  const field = selected === null ? undefined : draft.design.fields[selected]
  return (
    <Panel title={t('selected')}>
      {field ? (
        <FieldForm
          key={selected}
          field={field}
          onChange={(next) => setField(selected!, next)}
          onRemove={() => remove(selected!)}
        />
      ) : (
        <p className="text-muted-foreground">{t('noneSelected')}</p>
      )}
    </Panel>
  )
}

export default island('catalogue/template-editor', { when: 'load' }, TemplateEditor)
