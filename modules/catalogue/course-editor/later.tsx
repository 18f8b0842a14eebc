import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** A component in a separate chunk, which the server does not render; it appears once scripts run. */
export function Later({ children }: { children: ReactNode }) {
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return live && <Suspense fallback={null}>{children}</Suspense>
}
