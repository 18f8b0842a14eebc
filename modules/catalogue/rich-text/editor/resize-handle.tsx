import { type PointerEvent, useRef } from 'react'
import type { CardAttributes } from '../render-media.ts'
import { resized } from './card-size.ts'

type Props = { attrs: CardAttributes; onResize: (size: CardAttributes) => void }

/** Drags a card wider or narrower; its slider does the same for the keyboard. */
export function ResizeHandle({ attrs, onResize }: Props) {
  const from = useRef<{ x: number; width: number } | null>(null)
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: typeof attrs.width === 'number' ? attrs.width : 100 }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (from.current) onResize(resized(attrs, from.current.width + event.clientX - from.current.x))
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
      className="absolute -right-2 -bottom-2 size-5 cursor-nwse-resize touch-none rounded-full border-2 border-card bg-primary"
    />
  )
}
