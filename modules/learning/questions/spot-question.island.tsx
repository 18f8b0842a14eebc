import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { type Point, pointAt, pointFields } from '#modules/catalogue/questions/area.shared.ts'
import { FieldError } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { answerText, Group, type QuestionProps } from './answer-field-parts.tsx'
import { questionTexts } from './question.texts.ts'
import { Mark, pointIn } from './spot-shown.tsx'

const center = pointAt(50, 50)
const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A point in a picture: tapped, moved with the arrow keys, or chosen from the list of named areas. */
export function SpotField({ question: { configuration: config }, answer, typed, error }: QuestionProps) {
  const t = useTexts(questionTexts)
  const typedPoint = typed?.[pointFields.x]
    ? { x: Number(typed[pointFields.x]), y: Number(typed[pointFields.y]) }
    : null
  const [point, setPoint] = useState(() => typedPoint ?? pointIn(answer))
  const list = useRef<HTMLDetailsElement>(null)
  const selected = typed?.answer || answerText(answer)
  const placePoint = (next: Point) => {
    setPoint(next)
    for (const radio of list.current?.querySelectorAll('input') ?? []) radio.checked = false
  }
  return (
    <Group title={config.title} error={undefined}>
      <p className="scripted text-sm text-muted-foreground">{t('spotHint')}</p>
      <noscript>
        <p className="text-sm text-muted-foreground">{t('spotWithout')}</p>
      </noscript>
      <Picture picture={config.picture} point={point} onPlace={placePoint} />
      <p role="status" className="min-h-6 text-sm text-muted-foreground">
        {point && t('spotPlaced', { x: Math.round(point.x), y: Math.round(point.y) })}
      </p>
      <input type="hidden" name={pointFields.x} value={point?.x ?? ''} />
      <input type="hidden" name={pointFields.y} value={point?.y ?? ''} />
      {error && <FieldError>{error}</FieldError>}
      <details ref={list} open={selected !== undefined && selected !== ''} onChange={() => setPoint(null)}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('spotList')}</summary>
        <RadioGroup
          label={<span className="sr-only">{t('spotList')}</span>}
          name="answer"
          options={config.options.map(({ id, text }) => ({ value: id, label: text }))}
          defaultValue={selected}
          boxed
          className="gap-2"
        />
      </details>
    </Group>
  )
}

type PictureProps = {
  picture: QuestionProps['question']['configuration']['picture']
  point: Point | null
  onPlace: (point: Point) => void
}

function Picture({ picture, point, onPlace }: PictureProps) {
  const onClick = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // A click made by the keyboard has no coordinates.
    if (detail === 0) onPlace(point ?? center)
    else onPlace(pointAt(((clientX - left) / width) * 100, ((clientY - top) / height) * 100))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const distance = event.shiftKey ? 5 : 1
    onPlace(point ? pointAt(point.x + step.x * distance, point.y + step.y * distance) : center)
  }
  return (
    <button
      type="button"
      onClick={onClick}
      onKeyDown={onKeyDown}
      className="relative block w-fit max-w-full cursor-crosshair rounded-md border border-input"
    >
      <img src={picture?.src} alt={picture?.alt ?? ''} draggable={false} className="block max-w-full rounded-md" />
      {point && <Mark point={point} />}
    </button>
  )
}

export default island('learning/spot-question', { when: 'load' }, SpotField)
