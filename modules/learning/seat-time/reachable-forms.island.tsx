import { useEffect, useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { whenReachable } from './reachable.ts'
import { seatTexts } from './seat-clock.texts.ts'
import { readSeat } from './seat-store.ts'

/** Holds a page's forms while there is no connection, says so, and submits the pressed one once it is back. */
export default island('learning/reachable-forms', { when: 'load' }, ReachableForms)

function ReachableForms() {
  const t = useTexts(seatTexts)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    let held = false
    const onSubmit = async (event: SubmitEvent) => {
      if (event.defaultPrevented || !isOffline()) return
      event.preventDefault()
      if (held) return
      held = true
      setWaiting(true)
      const { submitter } = event
      await whenReachable(leaving.signal)
      held = false
      setWaiting(false)
      if (!leaving.signal.aborted) sendNow(event.target as HTMLFormElement, submitter)
    }
    document.addEventListener('submit', onSubmit)
    return () => {
      leaving.abort()
      document.removeEventListener('submit', onSubmit)
    }
  }, [])
  return waiting ? (
    <Alert variant="attention" className="mb-4">
      {t('waits')}
    </Alert>
  ) : null
}

const isOffline = (): boolean => !navigator.onLine || readSeat()?.state === 'offline'

/** Without another submit event: the server has just responded, even if the last beat failed. */
function sendNow(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const pressed = document.createElement('input')
    Object.assign(pressed, { type: 'hidden', name: submitter.name, value: submitter.value })
    form.append(pressed)
  }
  form.submit()
}
