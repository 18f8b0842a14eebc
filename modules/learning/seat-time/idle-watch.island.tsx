import { useEffect, useState } from 'react'
import { island } from '#platform/ui/island.tsx'
import { IdleWarning } from './idle-warning.tsx'

/** The course's idle limit on a page that earns no time. */
export default island('learning/idle-watch', { when: 'load' }, IdleWatch)

function IdleWatch({ idle_minutes }: { idle_minutes: number }) {
  // The dialog only opens once scripts run, so the server need not render it.
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return running && <IdleWarning limit={idle_minutes * 60_000} />
}
