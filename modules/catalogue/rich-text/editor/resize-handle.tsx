import { type PointerEvent, useRef } from 'react'
import type { CardAttributes } from '#modules/catalogue/rich-text/render-media.ts'
import { cn } from '#platform/ui/cn.ts'
import { resized } from './card-size.ts'

type Props = { attrs: CardAttributes; onResize: (size: CardAttributes) => void }

/** Resizes a card by dragging; its slider does the same for the keyboard. */
export function ResizeHandle({ attrs, onResize }: Props) {
  const from = useRef<{ x: number; width: number } | null>(null)
  // The right edge of a card floating there stays in place.
  const isRightAligned = attrs.alignClass === 'float-right'
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: typeof attrs.width === 'number' ? attrs.width : 100 }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!from.current) return
    const dragDistance = event.clientX - from.current.x
    onResize(resized(attrs, from.current.width + (isRightAligned ? -dragDistance : dragDistance)))
  }
  return (
    <span
      aria-hidden="true"
      contentEditable={false}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = null
      }}
      className={cn(
        'absolute -bottom-2 size-5 touch-none rounded-full border-2 border-card bg-primary',
        isRightAligned ? '-left-2 cursor-nesw-resize' : '-right-2 cursor-nwse-resize',
      )}
    />
  )
}
