/** The kinds of requests that the server counts as use of the session, unless they load a file of the build. */
const countedInitiators = new Set(['fetch', 'xmlhttprequest', 'beacon'])
const inputEvents = ['pointerdown', 'keydown', 'scroll'] as const

/** The milliseconds since the last request of any tab with this session, and since this page's last input. */
export type SessionUse = { idle: () => number; untouched: () => number; note: () => void; stop: () => void }

/**
 * Follows the use of a session as the server sees it: the page itself and each of its requests, in all tabs of the
 * browser. For the browser.
 */
export function followUse(user_id: number): SessionUse {
  const key = `session-used:${user_id}`
  let used = Date.now()
  let touchedAt = used
  const note = () => {
    used = Date.now()
    store(key, used)
  }
  const touch = () => {
    touchedAt = Date.now()
  }
  const observer = new PerformanceObserver((list) => {
    if ((list.getEntries() as PerformanceResourceTiming[]).some(usesSession)) note()
  })
  observer.observe({ type: 'resource' })
  const listenerOptions = { passive: true, capture: true } as const
  for (const name of inputEvents) addEventListener(name, touch, listenerOptions)
  note()
  return {
    idle: () => Date.now() - Math.max(used, readUsed(key)),
    untouched: () => Date.now() - touchedAt,
    note,
    stop() {
      observer.disconnect()
      for (const name of inputEvents) removeEventListener(name, touch, listenerOptions)
    },
  }
}

function usesSession({ initiatorType, name, responseStatus }: PerformanceResourceTiming): boolean {
  const { origin, pathname } = new URL(name)
  return (
    countedInitiators.has(initiatorType) &&
    origin === location.origin &&
    !/\.\w+$/.test(pathname) &&
    responseStatus !== 401
  )
}

function store(key: string, usedAt: number): void {
  try {
    localStorage.setItem(key, String(usedAt))
  } catch {
    // Without storage, each tab knows only its own requests, and warns early rather than late.
  }
}

function readUsed(key: string): number {
  try {
    return Number(localStorage.getItem(key) ?? 0)
  } catch {
    return 0
  }
}
