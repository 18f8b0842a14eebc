import type { ProductLocale } from '#platform/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { FileDrop } from '#platform/ui/file-drop.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type Design, type DesignField, frames, moveField, pageSizes } from './design.shared.ts'
import { templateTexts } from './templates.texts.ts'

const frameLabels = { guilloche: 'guilloche', line: 'plainLine', none: 'noFrame' } as const

type Props = {
  design: Design
  language: ProductLocale
  busy: boolean
  onLanguage: (language: ProductLocale) => void
  onChange: (changes: Partial<Design>) => void
  onUpload: (file: File) => void
}

/** The page of a template: its orientation, accent, frame and background, and the language in which it is shown. */
export function PagePanel({ design, language, busy, onLanguage, onChange, onUpload }: Props) {
  const t = useTexts(templateTexts)
  return (
    <Panel title={t('page')}>
      <div className="grid gap-3">
        <SelectField
          label={t('language')}
          value={language}
          options={[
            { value: 'en-us', label: t('inEnglish') },
            { value: 'es-es', label: t('inSpanish') },
          ]}
          onChange={({ currentTarget }) => onLanguage(currentTarget.value as ProductLocale)}
        />
        <SelectField
          label={t('orientation')}
          value={design.orientation}
          options={(['landscape', 'portrait'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={({ currentTarget }) => onChange(rotate(design, currentTarget.value as Design['orientation']))}
        />
        <TextField
          label={t('accent')}
          type="color"
          value={design.accent}
          onChange={({ currentTarget }) => onChange({ accent: currentTarget.value.toLowerCase() })}
        />
        <SelectField
          label={t('frame')}
          value={design.frame}
          options={frames.map((value) => ({
            value,
            label: t(frameLabels[value]),
          }))}
          onChange={({ currentTarget }) => onChange({ frame: currentTarget.value as Design['frame'] })}
        />
        <p className="font-semibold">{t('background')}</p>
        {design.certificate_background_id === null ? (
          <FileDrop accept=".png,.jpg,.jpeg,.webp" hint={t('backgroundHint')} busy={busy} onFile={onUpload} />
        ) : (
          <div className="grid gap-2">
            <p className="text-muted-foreground">{t('backgroundSet')}</p>
            <Button variant="outline" size="sm" onClick={() => onChange({ certificate_background_id: null })}>
              {t('removeBackground')}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

/** Changes the orientation and moves every field back onto the page. */
function rotate(design: Design, orientation: Design['orientation']): Partial<Design> {
  const size = pageSizes[orientation]
  const narrow = (field: DesignField) => ({ ...field, width: Math.min(field.width, size[0] - 40) })
  return { orientation, fields: design.fields.map((field) => moveField(narrow(field), 0, 0, size)) }
}
