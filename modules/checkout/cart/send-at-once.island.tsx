import { useEffect, useRef, useState } from 'react'
import { SubmitButton } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'

export type SendAtOnceProps = { label: string; busyLabel: string }

/** A submit button whose form is submitted as soon as the page is visible, so not while it is prerendered. */
export default island('checkout/send-at-once', { when: 'load' }, SendAtOnce)

function SendAtOnce({ label, busyLabel }: SendAtOnceProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const form = button.current?.form
    const setIdle = () => setBusy(false)
    const setSubmitting = () => setBusy(true)
    form?.addEventListener('submit', setSubmitting)
    // A page restored from history does not submit again without a click.
    addEventListener('pageshow', setIdle)
    const cancel = runWhenVisible(() => form?.requestSubmit())
    return () => {
      cancel()
      form?.removeEventListener('submit', setSubmitting)
      removeEventListener('pageshow', setIdle)
    }
  }, [])
  return (
    <SubmitButton ref={button} size="lg" wide busy={busy} busyLabel={busyLabel}>
      {label}
    </SubmitButton>
  )
}

function runWhenVisible(run: () => void): () => void {
  if (document.visibilityState === 'visible') run()
  else document.addEventListener('visibilitychange', run, { once: true })
  return () => document.removeEventListener('visibilitychange', run)
}
