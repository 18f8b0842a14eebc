const every = 3_000

/** Resolves once the server responds again, or when `signal` ends the wait. For the browser. */
export async function whenReachable(signal: AbortSignal): Promise<void> {
  do await pause(signal)
  while (!signal.aborted && !(await answers(signal)))
}

/** Three seconds, or less if the browser says that the connection is back. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, every)
    addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}

async function answers(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(new Request(new URL('/healthz', location.href), { cache: 'no-store', signal }))).ok
  } catch {
    return false
  }
}
