import { useEffect, useState } from 'react'
import { island } from '#platform/ui/island.tsx'
import { IdleWarning } from './idle-warning.tsx'

/** The idle limit of the course on a page where no time is earned. */
export default island('learning/idle-watch', { when: 'load' }, IdleWatch)

function IdleWatch({ idle_minutes }: { idle_minutes: number }) {
  // No one sees a dialog before scripts run, so the server need not draw one.
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return running && <IdleWarning limit={idle_minutes * 60_000} />
}
