import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { whenReachable } from './reachable.ts'
import { seatTexts } from './seat-clock.texts.ts'
import { seatState } from './seat-state.shared.ts'

/** Holds back a page's forms while offline, shows a notice, and submits the form once the connection is back. */
export default island('learning/reachable-forms', { when: 'load', shares: shared() }, ReachableForms)

function ReachableForms() {
  const t = useTexts(seatTexts)
  const page = useStore()
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    const unmount = new AbortController()
    let isHeldBack = false
    const isOffline = () => !navigator.onLine || page.get(seatState)?.state === 'offline'
    const onSubmit = async (event: SubmitEvent) => {
      if (event.defaultPrevented || !isOffline()) return
      event.preventDefault()
      if (isHeldBack) return
      isHeldBack = true
      setWaiting(true)
      const { submitter } = event
      await whenReachable(unmount.signal)
      isHeldBack = false
      setWaiting(false)
      if (!unmount.signal.aborted) sendNow(event.target as HTMLFormElement, submitter)
    }
    document.addEventListener('submit', onSubmit)
    return () => {
      unmount.abort()
      document.removeEventListener('submit', onSubmit)
    }
  }, [page])
  return (
    <div role="status">
      {waiting && (
        <Alert variant="attention" className="mb-4">
          {t('waits')}
        </Alert>
      )}
    </div>
  )
}

/** Submits without another submit event, because the server has just responded, even if the last beat failed. */
function sendNow(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const submitterField = document.createElement('input')
    Object.assign(submitterField, { type: 'hidden', name: submitter.name, value: submitter.value })
    form.append(submitterField)
  }
  form.submit()
}
