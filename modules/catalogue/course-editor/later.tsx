import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** A part with a chunk of its own, which the server cannot draw: it appears once scripts run. */
export function Later({ children }: { children: ReactNode }) {
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return live && <Suspense fallback={null}>{children}</Suspense>
}
