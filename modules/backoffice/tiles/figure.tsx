import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '#platform/locale-format.ts'
import { useLocale } from '#platform/ui/locale.tsx'

const delayMs = 750
const durationMs = 750
const stepMs = 50

/** The number in a figure such as '+1,234', with its prefix; null if it does not end with a number. */
function partsOf(figure: string): { before: string; number: number } | null {
  const [, before, digits] = /^(.*?)([\d,]+)$/.exec(figure) ?? []
  return digits === undefined ? null : { before: before!, number: Number(digits.replaceAll(',', '')) }
}

const prefersStill = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/**
 * A figure that animates from its previous value to the new one; immediately for people who prefer less motion. Screen
 * readers get only the new value.
 */
export function Figure({ value, className }: { value: string; className: string }) {
  const locale = useLocale()
  const [displayed, setDisplayed] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    const from = partsOf(last.current)
    const to = partsOf(value)
    last.current = value
    if (!from || !to || from.number === to.number || prefersStill()) {
      setDisplayed(value)
      return
    }
    let elapsedMs = -delayMs
    const timer = setInterval(() => {
      elapsedMs += stepMs
      if (elapsedMs < 0) return
      const part = Math.min(1, elapsedMs / durationMs)
      const number = Math.round(from.number + (to.number - from.number) * part)
      setDisplayed(part === 1 ? value : `${to.before}${formatNumber(number, locale)}`)
      if (part === 1) clearInterval(timer)
    }, stepMs)
    return () => clearInterval(timer)
  }, [value, locale])
  return (
    <p className={className}>
      <span aria-hidden="true">{displayed}</span>
      <span className="sr-only">{value}</span>
    </p>
  )
}
