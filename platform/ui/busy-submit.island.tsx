import { useEffect, useRef, useState } from 'react'
import { type ButtonVariants, SubmitButton } from './button.tsx'
import { island } from './island.tsx'

type BusySubmitProps = {
  label: string
  busyLabel: string
  variant?: ButtonVariants['variant']
  size?: ButtonVariants['size']
}

/** The submit button of a plain form: shows that it is busy from the press until the next page. */
export default island('platform/busy-submit', { when: 'idle' }, BusySubmit)

function BusySubmit({ label, busyLabel, variant, size }: BusySubmitProps) {
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    const start = () => setBusy(true)
    // A page restored from the browser's history is idle again.
    const rest = () => setBusy(false)
    form?.addEventListener('submit', start)
    window.addEventListener('pageshow', rest)
    return () => {
      form?.removeEventListener('submit', start)
      window.removeEventListener('pageshow', rest)
    }
  }, [])
  return (
    <div ref={place}>
      <SubmitButton wide variant={variant} size={size} busy={busy} busyLabel={busyLabel}>
        {label}
      </SubmitButton>
      <p role="status" className="sr-only">
        {busy ? busyLabel : ''}
      </p>
    </div>
  )
}
