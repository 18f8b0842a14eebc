import { AlignHorizontalJustifyCenter, Maximize2, PanelLeft, PanelRight, Trash2, WrapText } from 'lucide-react'
import { useId } from 'react'
import { maxTranscript } from '#modules/catalogue/rich-text/attributes.ts'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { TextareaField } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { maxWidth, minWidth, resizeCard } from './card-size.ts'
import { editorTexts } from './editor.texts.ts'
import { ToolButton } from './tool-button.tsx'

const placements = [
  ['inline', 'inline', WrapText],
  ['float-left', 'floatLeft', PanelLeft],
  ['center', 'centered', AlignHorizontalJustifyCenter],
  ['full-width', 'fullWidth', Maximize2],
  ['float-right', 'floatRight', PanelRight],
] as const

type Props = { attrs: CardAttributes; onChange: (changedAttributes: CardAttributes) => void; onDelete: () => void }

/** Placement, width and texts of a card. */
export function CardTools({ attrs, onChange, onDelete }: Props) {
  const t = useTexts(editorTexts)
  const isQuiz = attrs.component === 'inline-quiz'
  return (
    <div contentEditable={false} className="rt-card-tools">
      <fieldset className="flex flex-wrap items-center gap-0.5">
        <legend className="sr-only">{t('placement')}</legend>
        {!isQuiz &&
          placements.map(([alignClass, label, icon]) => (
            <ToolButton
              key={alignClass}
              icon={icon}
              label={t(label)}
              pressed={(attrs.alignClass ?? 'center') === alignClass}
              onClick={() => onChange({ alignClass })}
            />
          ))}
        <ToolButton icon={Trash2} label={t('deleteCard')} onClick={onDelete} />
      </fieldset>
      {!isQuiz && attrs.alignClass !== 'full-width' && <Width attrs={attrs} onChange={onChange} />}
      {attrs.component === 'image' && (
        <CardText name="alt" label={t('alt')} hint={t('altHint')} attrs={attrs} onChange={onChange} />
      )}
      {!isQuiz && <CardText name="title" label={t('caption')} attrs={attrs} onChange={onChange} />}
      {attrs.component === 'audio' && (
        <TextareaField
          label={t('transcript')}
          hint={t('transcriptHint')}
          maxLength={maxTranscript}
          value={typeof attrs.transcript === 'string' ? attrs.transcript : ''}
          onChange={({ currentTarget }) => onChange({ transcript: currentTarget.value || null })}
        />
      )}
    </div>
  )
}

function Width({ attrs, onChange }: Omit<Props, 'onDelete'>) {
  const t = useTexts(editorTexts)
  const id = useId()
  const width = typeof attrs.width === 'number' ? attrs.width : 100
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>{t('width')}</label>
      <input
        id={id}
        type="range"
        min={minWidth}
        max={maxWidth}
        step={20}
        value={width}
        onChange={({ currentTarget }) => onChange(resizeCard(attrs, Number(currentTarget.value)))}
        className="min-h-11 flex-1 md:min-h-0"
      />
      <output htmlFor={id} className="figures w-10 text-right">
        {width}
      </output>
    </div>
  )
}

type CardTextProps = { name: 'alt' | 'title'; label: string; hint?: string } & Omit<Props, 'onDelete'>

function CardText({ name, label, hint, attrs, onChange }: CardTextProps) {
  const id = useId()
  const value = attrs[name]
  return (
    <div className="grid gap-0.5 text-sm">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <Input
        id={id}
        maxLength={500}
        aria-describedby={hint && `${id}-hint`}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || null })}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-muted-foreground">
          {hint}
        </p>
      )}
    </div>
  )
}
