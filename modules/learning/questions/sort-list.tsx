import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '#platform/ui/locale.tsx'
import { placeField } from './answer.shared.ts'
import { questionTexts } from './question.texts.ts'

type Item = { id: number; text: string }

/** A list ordered with buttons, arrow keys or the mouse; hidden fields carry the positions. */
export function SortList({ items }: { items: readonly Item[] }) {
  const t = useTexts(questionTexts)
  const [order, setOrder] = useState(items)
  const [announcement, setAnnouncement] = useState('')
  const dragged = useRef<number | null>(null)
  const list = useRef<HTMLOListElement>(null)

  function move(from: number, to: number) {
    const item = order[from]
    if (!item || to < 0 || to >= order.length || from === to) return
    setOrder(order.toSpliced(from, 1).toSpliced(to, 0, item))
    setAnnouncement(t('moved', { text: item.text, n: to + 1, total: order.length }))
    // The row must keep the focus when it moves, or keyboard users would lose it at every step.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-item="${item.id}"]`)?.focus())
  }
  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
  }
  function onDragOver(event: DragEvent, index: number) {
    event.preventDefault()
    if (dragged.current === null || dragged.current === index) return
    move(dragged.current, index)
    dragged.current = index
  }

  return (
    <>
      <ol ref={list} className="grid gap-2">
        {order.map((item, index) => (
          <li
            key={item.id}
            draggable
            onDragStart={() => {
              dragged.current = index
            }}
            onDragOver={(event) => onDragOver(event, index)}
            onDragEnd={() => {
              dragged.current = null
            }}
            className="flex cursor-grab items-center gap-2 rounded-md border border-input bg-card px-3 py-1"
          >
            <span className="figures w-6 shrink-0 text-muted-foreground">{index + 1}.</span>
            <span className="min-w-0 flex-1">{item.text}</span>
            <input type="hidden" name={placeField(item.id)} value={index + 1} />
            <MoveButton
              sign="↑"
              label={t('moveUp', { text: item.text })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            <MoveButton
              item={item.id}
              sign="↓"
              label={t('moveDown', { text: item.text })}
              disabled={index === order.length - 1}
              onClick={() => move(index, index + 1)}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

type MoveProps = {
  item?: number
  sign: string
  label: string
  disabled: boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}
// aria-disabled, not disabled: a button disabled while focused would lose the focus.
const MoveButton = ({ item, sign, label, disabled, onClick, onKeyDown }: MoveProps) => (
  <button
    type="button"
    data-item={item}
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={onClick}
    onKeyDown={onKeyDown}
    className="grid size-11 shrink-0 place-items-center rounded-md text-lg hover:bg-muted aria-disabled:opacity-40 md:size-9"
  >
    <span aria-hidden="true">{sign}</span>
  </button>
)
