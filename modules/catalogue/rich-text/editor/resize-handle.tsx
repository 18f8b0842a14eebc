import { type PointerEvent, useRef } from 'react'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { cn } from '#platform/ui/cn.ts'
import { resizeCard } from './card-size.ts'

type Props = { attrs: CardAttributes; onResize: (size: CardAttributes) => void }

/** Resizes a card by dragging; its slider does the same for the keyboard. */
export function ResizeHandle({ attrs, onResize }: Props) {
  const dragStart = useRef<{ x: number; width: number } | null>(null)
  // A card that floats right keeps its right edge in place.
  const isRightAligned = attrs.alignClass === 'float-right'
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = { x: event.clientX, width: typeof attrs.width === 'number' ? attrs.width : 100 }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!dragStart.current) return
    const dragDistance = event.clientX - dragStart.current.x
    onResize(resizeCard(attrs, dragStart.current.width + (isRightAligned ? -dragDistance : dragDistance)))
  }
  return (
    <span
      aria-hidden="true"
      contentEditable={false}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => {
        dragStart.current = null
      }}
      className={cn(
        'absolute -bottom-2 size-5 touch-none rounded-full border-2 border-card bg-primary',
        isRightAligned ? '-left-2 cursor-nesw-resize' : '-right-2 cursor-nwse-resize',
      )}
    />
  )
}
