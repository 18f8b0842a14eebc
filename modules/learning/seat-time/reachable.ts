const retryInterval_ms = 3_000

/** Resolves once the server responds again, or when `signal` ends the wait. For the browser. */
export async function whenReachable(signal: AbortSignal): Promise<void> {
  do await pause(signal)
  while (!signal.aborted && !(await isServerReachable(signal)))
}

/** Waits three seconds, or less if the browser reports that the connection is back. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, retryInterval_ms)
    addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}

async function isServerReachable(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(new Request(new URL('/healthz', location.href), { cache: 'no-store', signal }))).ok
  } catch {
    return false
  }
}
