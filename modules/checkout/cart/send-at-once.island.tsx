import { useEffect, useRef, useState } from 'react'
import { SubmitButton } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'

export type SendAtOnceProps = { label: string; busyLabel: string }

/** A submit button that scripts press as soon as the page is visible; a prerendered page waits. */
export default island('checkout/send-at-once', { when: 'load' }, SendAtOnce)

function SendAtOnce({ label, busyLabel }: SendAtOnceProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const form = button.current?.form
    const rest = () => setBusy(false)
    const start = () => setBusy(true)
    form?.addEventListener('submit', start)
    // When restored from history it is idle: nothing is sent again without a click.
    addEventListener('pageshow', rest)
    const forget = whenSeen(() => form?.requestSubmit())
    return () => {
      forget()
      form?.removeEventListener('submit', start)
      removeEventListener('pageshow', rest)
    }
  }, [])
  return (
    <SubmitButton ref={button} size="lg" wide busy={busy} busyLabel={busyLabel}>
      {label}
    </SubmitButton>
  )
}

function whenSeen(run: () => void): () => void {
  if (document.visibilityState === 'visible') run()
  else document.addEventListener('visibilitychange', run, { once: true })
  return () => document.removeEventListener('visibilitychange', run)
}
