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
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const form = container.current?.closest('form')
    const start = () => setBusy(true)
    // A page restored from the browser's history is idle again.
    const reset = () => setBusy(false)
    form?.addEventListener('submit', start)
    window.addEventListener('pageshow', reset)
    return () => {
      form?.removeEventListener('submit', start)
      window.removeEventListener('pageshow', reset)
    }
  }, [])
  return (
    <div ref={container}>
      <SubmitButton wide variant={variant} size={size} busy={busy} busyLabel={busyLabel}>
        {label}
      </SubmitButton>
      <p role="status" className="sr-only">
        {busy ? busyLabel : ''}
      </p>
    </div>
  )
}
