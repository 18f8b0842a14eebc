import { type ComponentType, useState } from 'react'
import { maxTranscript } from '#modules/catalogue/rich-text/attributes.ts'
import type { MediaPickerProps } from '#modules/catalogue/rich-text/editor/editor.shared.ts'
import { MediaPreview } from '#modules/catalogue/rich-text/editor/media-preview.tsx'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { Button } from '#platform/ui/button.tsx'
import { TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import { moveItem } from './edited-list.shared.ts'

const maxCards = 100

type Props = {
  cards: readonly CardAttributes[]
  /** The addresses of files with other source names. */
  media?: Readonly<Record<string, string>>
  picker: ComponentType<MediaPickerProps>
  onChange: (cards: CardAttributes[]) => void
}

/** The files of a media component, in the order shown above its text. */
export function MediaCards({ cards, media = {}, picker: Picker, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const [picking, setPicking] = useState(false)
  const update = (index: number, changes: CardAttributes) =>
    onChange(cards.map((card, position) => (position === index ? { ...card, ...changes } : card)))
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">{t('files')}</h3>
      {cards.length === 0 && <p className="text-muted-foreground">{t('noFiles')}</p>}
      <ol className="grid grid-cols-1 gap-3">
        {cards.map((card, index) => (
          <CardItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may be listed twice, so a card's key is its position
            key={index}
            card={card}
            index={index}
            last={index === cards.length - 1}
            src={media[String(card.src)] ?? card.src}
            onChange={(changes) => update(index, changes)}
            onMove={(to) => onChange(moveItem(cards, index, to))}
            onRemove={() => onChange(cards.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {cards.length < maxCards && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setPicking(true)}>
            {t('addFile')}
          </Button>
        </div>
      )}
      {picking && (
        <Picker
          onPick={(card) => {
            setPicking(false)
            onChange([...cards, { alignClass: 'center', ...card }])
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}

type ItemProps = {
  card: CardAttributes
  index: number
  last: boolean
  src: unknown
  onChange: (changes: CardAttributes) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function CardItem({ card, index, last, src, onChange, onMove, onRemove }: ItemProps) {
  const t = useTexts(courseEditorTexts)
  return (
    <li className="grid grid-cols-1 gap-3 rounded-md border p-3 sm:grid-cols-[12rem_1fr]">
      <div className="min-w-0 [&_img]:max-h-40 [&_video]:max-h-40 [&_audio]:w-full">
        <MediaPreview key={String(card.src)} attrs={{ ...card, src }} />
      </div>
      <div className="grid content-start gap-2">
        <TextField
          label={t('fileTitle')}
          maxLength={500}
          value={typeof card.title === 'string' ? card.title : ''}
          onChange={(event) => onChange({ title: event.target.value || null })}
        />
        {card.component === 'image' && (
          <TextField
            label={t('fileAlt')}
            hint={t('fileAltHint')}
            maxLength={500}
            value={typeof card.alt === 'string' ? card.alt : ''}
            onChange={(event) => onChange({ alt: event.target.value || null })}
          />
        )}
        {card.component === 'audio' && (
          <TextareaField
            label={t('fileTranscript')}
            hint={t('fileTranscriptHint')}
            maxLength={maxTranscript}
            value={typeof card.transcript === 'string' ? card.transcript : ''}
            onChange={(event) => onChange({ transcript: event.target.value || null })}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t('fileUp', { n: index + 1 })}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            ↑
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t('fileDown', { n: index + 1 })}
            disabled={last}
            onClick={() => onMove(index + 1)}
          >
            ↓
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label={t('fileRemove', { n: index + 1 })} onClick={onRemove}>
            ✕
          </Button>
        </div>
      </div>
    </li>
  )
}
