import { localize } from '#platform/texts.ts'
import { Button } from '#platform/ui/button.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { aligns, colors, type DesignField, placeholders, weights } from './design.shared.ts'
import { templateTexts } from './templates.texts.ts'

type Props = { field: DesignField; onChange: (field: DesignField) => void; onRemove: () => void }
type PartProps = { field: DesignField; change: (changes: Partial<DesignField>) => void }

const placeholderNames = Object.keys(placeholders) as (keyof typeof placeholders)[]

/** The settings of one field. */
export function FieldForm({ field, onChange, onRemove }: Props) {
  const t = useTexts(templateTexts)
  const { kind } = field
  const change = (changes: Partial<DesignField>) => onChange({ ...field, ...changes })
  return (
    <div className="grid gap-3">
      {(kind === 'text' || kind === 'seal') && <Words field={field} change={change} />}
      {kind === 'text' && <Placeholders field={field} change={change} />}
      <div className="grid grid-cols-2 gap-3">
        <Place field={field} change={change} />
        {kind === 'text' && <TextStyle field={field} change={change} />}
        {kind !== 'qr' && (
          <SelectField
            label={t('color')}
            value={field.color}
            options={colors.map((value) => ({ value, label: t(value === 'accent' ? 'accentColor' : value) }))}
            onChange={({ currentTarget }) => change({ color: currentTarget.value as DesignField['color'] })}
          />
        )}
      </div>
      <div>
        <Button variant="destructive-outline" size="sm" onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </div>
  )
}

function Words({ field: { text }, change }: PartProps) {
  const t = useTexts(templateTexts)
  return (
    <>
      <TextareaField
        label={t('english')}
        rows={2}
        maxLength={1000}
        value={text[0]}
        onChange={({ currentTarget }) => change({ text: [currentTarget.value, text[1]] })}
      />
      <TextareaField
        label={t('spanish')}
        hint={t('spanishHint')}
        rows={2}
        maxLength={1000}
        value={text[1]}
        onChange={({ currentTarget }) => change({ text: [text[0], currentTarget.value] })}
      />
    </>
  )
}

/** Appends a placeholder to the text of both languages. */
function Placeholders({ field: { text }, change }: PartProps) {
  const t = useTexts(templateTexts)
  const locale = useLocale()
  return (
    <SelectField
      label={t('insert')}
      placeholder
      value=""
      options={placeholderNames.map((name) => ({ value: name, label: localize(locale, placeholders[name]) }))}
      onChange={({ currentTarget: { value } }) => {
        const append = (text: string) => `${text}${text && !text.endsWith(' ') ? ' ' : ''}{${value}}`
        if (value) change({ text: [append(text[0]), text[1] && append(text[1])] })
      }}
    />
  )
}

function Place({ field, change }: PartProps) {
  const t = useTexts(templateTexts)
  const { kind } = field
  const number = (name: 'x' | 'y' | 'width' | 'size' | 'lines', label: string, min: number, max: number, step = 1) => (
    <TextField
      label={label}
      type="number"
      min={min}
      max={max}
      step={step}
      value={field[name]}
      onChange={({ currentTarget }) => {
        const value = currentTarget.valueAsNumber
        if (Number.isFinite(value)) change({ [name]: Math.max(min, Math.min(max, value)) })
      }}
    />
  )
  return (
    <>
      {number('x', t('left'), 0, 780)}
      {number('y', t('top'), 0, 780)}
      {number('width', t('width'), 10, 792)}
      {kind === 'text' && number('size', t('size'), 5, 72, 0.5)}
      {kind === 'text' && number('lines', t('lines'), 1, 12)}
    </>
  )
}

function TextStyle({ field, change }: PartProps) {
  const t = useTexts(templateTexts)
  return (
    <>
      <SelectField
        label={t('align')}
        value={field.align}
        options={aligns.map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget }) => change({ align: currentTarget.value as DesignField['align'] })}
      />
      <SelectField
        label={t('weight')}
        value={field.weight}
        options={weights.map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget }) => change({ weight: currentTarget.value as DesignField['weight'] })}
      />
    </>
  )
}
