import type { Centrifuge } from 'centrifuge'
import { useEffect, useRef, useState } from 'react'

/** A hint that something has changed; the page fetches the change by a call. */
export type Hint = Readonly<Record<string, unknown>> & { type: string }

/** How a page learns of changes: by its socket, or by polling while that is down. */
export type Liveness = 'connecting' | 'live' | 'away'

type Options = {
  channels: readonly string[]
  onHint: (hint: Hint) => void
  /** Fetches everything that may have been missed. */
  refresh: () => void
  onState: (state: Liveness) => void
}

const awayRefreshMs = 10_000
const liveRefreshMs = 60_000
/** The client's code for a requested connection, as opposed to a lost one. */
const firstAttempt = 0
/** Rights have changed: the session's channels are requested again. */
const rightsChanged = 4502

class Refused extends Error {}

async function fetchToken<T>(path: string): Promise<T> {
  const response = await fetch(`/api${path}`, { headers: { accept: 'application/json' } })
  if ([401, 403, 404].includes(response.status)) throw new Refused(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json() as Promise<T>
}

/** Subscribes to the channels until closed. The client is loaded when a page first needs it. */
function openSubscriptions({ channels, onHint, refresh, onState }: Options): () => void {
  let isClosed = false
  let client: Centrifuge | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: Liveness = 'connecting'

  function enter(next: Liveness) {
    if (isClosed) return
    if (next !== state) onState(next)
    state = next
    clearTimeout(timer)
    timer = setTimeout(refreshAgain, next === 'live' ? liveRefreshMs : awayRefreshMs)
  }
  function refreshAgain() {
    if (document.visibilityState === 'visible') refresh()
    enter(state)
  }

  async function connect() {
    const { Centrifuge: Client, UnauthorizedError } = await import('centrifuge')
    if (isClosed) return
    const token = (path: string) => async () => {
      try {
        return (await fetchToken<{ token: string }>(path)).token
      } catch (error) {
        throw error instanceof Refused ? new UnauthorizedError('refused') : error
      }
    }
    const address = new URL('/connection/websocket', location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    client = new Client(address.href, { getToken: token('/realtime/token'), minReconnectDelay: 500 })
    // The first attempt is not a lost connection; only a failed one is.
    client.on('connecting', ({ code }) => enter(code === firstAttempt ? 'connecting' : 'away'))
    client.on('error', () => {
      if (state === 'connecting') enter('away')
    })
    client.on('disconnected', ({ code }) => {
      enter('away')
      if (code === rightsChanged) setTimeout(() => !isClosed && void connect().catch(fail), 1_000)
    })
    for (const channel of channels) {
      const subscription = client.newSubscription(channel, {
        getToken: token(`/realtime/subscription?channel=${encodeURIComponent(channel)}`),
      })
      subscription.on('publication', ({ data }) => onHint(data as Hint))
      subscription.on('subscribed', ({ recovered }) => {
        enter('live')
        // Missed publications are replayed; otherwise only a refresh helps.
        if (!recovered) refresh()
      })
      subscription.subscribe()
    }
    client.connect()
  }
  const fail = () => enter('away')

  enter('connecting')
  void connect().catch(fail)
  return () => {
    isClosed = true
    clearTimeout(timer)
    client?.disconnect()
  }
}

/** Subscribes to channels while a component is mounted. `refresh` runs after every gap, and on a timer. */
export function useLive(channels: readonly string[], refresh: () => void, onHint: (hint: Hint) => void): Liveness {
  const [state, setState] = useState<Liveness>('connecting')
  const latestRef = useRef({ refresh, onHint })
  useEffect(() => {
    latestRef.current = { refresh, onHint }
  })
  const names = channels.join(' ')
  useEffect(() => {
    if (!names) return
    return openSubscriptions({
      channels: names.split(' '),
      onHint: (hint) => latestRef.current.onHint(hint),
      refresh: () => latestRef.current.refresh(),
      onState: setState,
    })
  }, [names])
  return state
}
