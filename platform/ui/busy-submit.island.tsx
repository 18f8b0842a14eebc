import { useEffect, useRef, useState } from 'react'
import { type ButtonVariants, SubmitButton } from './button.tsx'
import { island } from './island.tsx'

type BusySubmitProps = {
  label: string
  busyLabel: string
  variant?: ButtonVariants['variant']
  size?: ButtonVariants['size']
}

/** The submit button of a plain form: says what is being done from the press until the next page. */
export default island('platform/busy-submit', { when: 'idle' }, BusySubmit)

function BusySubmit({ label, busyLabel, variant, size }: BusySubmitProps) {
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    const start = () => setBusy(true)
    // A page that comes back out of the browser's history is at rest again.
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
