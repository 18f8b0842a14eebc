import { useState } from 'react'
import type { ProductLocale } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { FileDrop } from '#platform/ui/file-drop.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { SaveBar } from '#platform/ui/save-bar.tsx'
import { sendFile } from '#platform/ui/send-file.ts'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { type Design, type DesignField, frames, moved, pageSizes } from './design.shared.ts'
import { DesignCanvas } from './design-canvas.tsx'
import { FieldForm } from './field-form.tsx'
import { templateTexts } from './templates.texts.ts'

type Draft = { name: string; name_es: string | null; design: Design }
type Props = {
  /** Null for a new one. */
  certificate_template_id: number | null
  version: number
  first: Draft
}

const added: DesignField = {
  kind: 'text',
  x: 246,
  y: 300,
  width: 300,
  size: 12,
  lines: 1,
  align: 'middle',
  weight: 'regular',
  color: 'ink',
  text: ['', ''],
}
const mostUndone = 50

function TemplateEditor({ certificate_template_id, version: opened, first }: Props) {
  const t = useTexts(templateTexts)
  const { call, busy, failure } = useApi()
  const [draft, setDraft] = useState(first)
  const [past, setPast] = useState<readonly Draft[]>([])
  const [kept, setKept] = useState(first)
  const [version, setVersion] = useState(opened)
  const [saved, setSaved] = useState(0)
  const [selected, setSelected] = useState<number | null>(null)
  const [language, setLanguage] = useState<ProductLocale>('en-us')
  const { design } = draft
  const unsaved = draft !== kept
  useUnsaved(unsaved)
  const keep = (next: Draft) => {
    setPast((before) => [...before.slice(1 - mostUndone), draft])
    setDraft(next)
  }
  const change = (changes: Partial<Design>) => keep({ ...draft, design: { ...design, ...changes } })
  const withField = (index: number, field: DesignField) => design.fields.map((one, at) => (at === index ? field : one))
  const remove = (index: number) => {
    setSelected(null)
    change({ fields: design.fields.filter((_one, at) => at !== index) })
  }
  const add = (changes: Partial<DesignField>) => {
    setSelected(design.fields.length)
    change({ fields: [...design.fields, moved({ ...added, ...changes }, 0, 0, pageSizes[design.orientation])] })
  }
  // The page follows while something is dragged; the whole movement is one undo step.
  const [dragged, setDragged] = useState<Draft | null>(null)
  function onMove(index: number, field: DesignField, done: boolean) {
    const before = dragged ?? draft
    const next = { ...draft, design: { ...design, fields: withField(index, field) } }
    setDragged(done ? null : before)
    setDraft(next)
    const [was] = [before.design.fields[index]]
    if (done && was && (was.x !== field.x || was.y !== field.y))
      setPast((all) => [...all.slice(1 - mostUndone), before])
    else if (done) setDraft(before)
  }
  async function save() {
    const { name, name_es } = draft
    const template = {
      ...design,
      fields: design.fields.map((field) => ({ ...field, text: [...field.text] as [string, string] })),
    }
    if (certificate_template_id === null) {
      const answer = await call((api) => api.POST('/course/createCertTemplate', { body: { name, name_es, template } }))
      if (!answer.ok) return
      setKept(draft)
      location.assign(`/manage/certificates/templates/${answer.data.certificate_template_id}`)
      return
    }
    const body = { certificate_template_id, name, name_es, template, version }
    const answer = await call((api) => api.PUT('/course/updateCertificateTemplate', { body }))
    if (!answer.ok) return
    setVersion(answer.data.version)
    setKept(draft)
    setSaved(saved + 1)
  }
  async function upload(file: File) {
    const answer = await call(() =>
      sendFile<{ certificate_background_id: number }>('/certificate/template/background', file, () => {}),
    )
    if (answer.ok) change({ certificate_background_id: answer.data.certificate_background_id })
  }
  const field = selected === null ? undefined : design.fields[selected]
  return (
    <form
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FormAlert message={failure ? [failure.message, ...failure.issues.map((one) => one.message)].join(' ') : null} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-1 content-start gap-3">
          <TextField
            label={t('name')}
            required
            maxLength={120}
            value={draft.name}
            onChange={({ currentTarget }) => keep({ ...draft, name: currentTarget.value })}
          />
          <TextField
            label={t('nameEs')}
            optional
            maxLength={120}
            value={draft.name_es ?? ''}
            onChange={({ currentTarget }) => keep({ ...draft, name_es: currentTarget.value || null })}
          />
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
            <Button
              variant="outline"
              size="sm"
              disabled={past.length === 0}
              onClick={() => {
                setDraft(past.at(-1)!)
                setPast(past.slice(0, -1))
                setSelected(null)
              }}
            >
              {t('undo')}
            </Button>
          </div>
          <p className="text-sm text-muted-foreground">{t('canvasHint')}</p>
          <DesignCanvas
            design={design}
            language={language}
            selected={selected}
            onSelect={setSelected}
            onMove={onMove}
            onRemove={remove}
          />
        </div>
        <div className="grid grid-cols-1 content-start gap-6">
          <Panel title={t('selected')}>
            {field ? (
              <FieldForm
                key={selected}
                field={field}
                onChange={(next) => change({ fields: withField(selected!, next) })}
                onRemove={() => remove(selected!)}
              />
            ) : (
              <p className="text-muted-foreground">{t('noneSelected')}</p>
            )}
          </Panel>
          <Panel title={t('page')}>
            <div className="grid gap-3">
              <SelectField
                label={t('language')}
                value={language}
                options={[
                  { value: 'en-us', label: t('inEnglish') },
                  { value: 'es-es', label: t('inSpanish') },
                ]}
                onChange={({ currentTarget }) => setLanguage(currentTarget.value as ProductLocale)}
              />
              <SelectField
                label={t('orientation')}
                value={design.orientation}
                options={(['landscape', 'portrait'] as const).map((value) => ({ value, label: t(value) }))}
                onChange={({ currentTarget }) => change(turned(design, currentTarget.value as Design['orientation']))}
              />
              <TextField
                label={t('accent')}
                type="color"
                value={design.accent}
                onChange={({ currentTarget }) => change({ accent: currentTarget.value.toLowerCase() })}
              />
              <SelectField
                label={t('frame')}
                value={design.frame}
                options={frames.map((value) => ({
                  value,
                  label: t(value === 'line' ? 'plainLine' : value === 'none' ? 'noFrame' : value),
                }))}
                onChange={({ currentTarget }) => change({ frame: currentTarget.value as Design['frame'] })}
              />
              <p className="font-semibold">{t('background')}</p>
              {design.certificate_background_id === null ? (
                <FileDrop accept=".png,.jpg,.jpeg,.webp" hint={t('backgroundHint')} busy={busy} onFile={upload} />
              ) : (
                <div className="grid gap-2">
                  <p className="text-muted-foreground">{t('backgroundSet')}</p>
                  <Button variant="outline" size="sm" onClick={() => change({ certificate_background_id: null })}>
                    {t('removeBackground')}
                  </Button>
                </div>
              )}
            </div>
          </Panel>
        </div>
      </div>
      <SaveBar busy={busy} unsaved={unsaved} saved={saved} />
      {certificate_template_id !== null && (
        <Panel title={t('preview')}>
          <img
            src={`/api/certificate/template/${certificate_template_id}/preview?version=${version}&lk_language_id=${language === 'es-es' ? 2 : 1}`}
            alt={t('pictureOf', { name: kept.name })}
            className="h-auto w-full max-w-3xl rounded-md border"
          />
        </Panel>
      )}
    </form>
  )
}

/** The page in the other orientation, with every field kept on it. */
function turned(design: Design, orientation: Design['orientation']): Partial<Design> {
  const size = pageSizes[orientation]
  const narrow = (field: DesignField) => ({ ...field, width: Math.min(field.width, size[0] - 40) })
  return { orientation, fields: design.fields.map((field) => moved(narrow(field), 0, 0, size)) }
}

export default island('catalogue/template-editor', { when: 'load' }, TemplateEditor)
