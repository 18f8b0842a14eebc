import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useTexts } from '#platform/ui/locale.tsx'
import { gridWords } from './grid.texts.ts'
import { columnWidths } from './width-steps.shared.ts'

type Props = {
  column: string
  label: string
  step: number
  onStep: (step: number, final: boolean) => void
  /** Moves the column one place. */
  onMove: (by: 1 | -1) => void
}

/** The draggable edge of a heading, also moved by arrow keys; widths change in steps. */
export function WidthHandle({ column, label, step, onStep, onMove }: Props) {
  const t = useTexts(gridWords)
  const drag = useRef<{ x: number; width: number; step: number }>(null)
  const widest = columnWidths.length

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: contentWidth(event.currentTarget), step }
    event.preventDefault()
  }
  const onPointerMove = ({ clientX }: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    const next = nearestStep(drag.current.width + clientX - drag.current.x)
    if (next !== drag.current.step) onStep(next, false)
    drag.current.step = next
  }
  const onPointerUp = () => {
    if (drag.current && drag.current.step !== 0) onStep(drag.current.step, true)
    drag.current = null
  }
  const handle = useRef<HTMLSpanElement>(null)
  const hasMoved = useRef(false)
  // A moved column keeps the focus, whichever of the two columns the browser moved.
  useEffect(() => {
    if (hasMoved.current) handle.current?.focus()
    hasMoved.current = false
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault()
      event.stopPropagation()
      hasMoved.current = true
      onMove(event.key === 'ArrowLeft' ? -1 : 1)
      return
    }
    const from = step || nearestStep(contentWidth(event.currentTarget))
    const to: Record<string, number> = {
      ArrowLeft: Math.max(1, from - 1),
      ArrowRight: Math.min(widest, from + 1),
      Home: 0,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onStep(next, true)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this is the window splitter of ARIA
    <span
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('width', { column: label })}
      aria-valuemin={0}
      aria-valuemax={widest}
      aria-valuenow={step}
      aria-valuetext={step === 0 ? t('widthUsual') : String(step)}
      title={t('widthKeys')}
      tabIndex={0}
      data-width={column}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      className="scripted absolute inset-y-0 end-0 w-6 cursor-col-resize touch-none border-e-2 border-transparent hover:border-ring focus-visible:border-ring pointer-coarse:hidden"
    />
  )
}

/** The width of a heading's content without padding, in pixels. */
const contentWidth = (handle: HTMLElement): number => Math.max(0, (handle.parentElement?.clientWidth ?? 0) - 36)

const nearestStep = (pixels: number): number => {
  const distance = (step: number) => Math.abs(columnWidths[step - 1]!.rem * 16 - pixels)
  return columnWidths
    .map((_, index) => index + 1)
    .reduce((best, step) => (distance(step) < distance(best) ? step : best))
}
