import type { Centrifuge } from 'centrifuge'
import { useEffect, useRef, useState } from 'react'

/** A hint: something has changed. What, the page asks for by a call. */
export type Hint = Readonly<Record<string, unknown>> & { type: string }

/** How a page learns of changes: by its socket, or, while that is away, by asking again and again. */
export type Liveness = 'connecting' | 'live' | 'away'

type Options = {
  channels: readonly string[]
  onHint: (hint: Hint) => void
  /** Asks for what may have been missed. */
  refresh: () => void
  onState: (state: Liveness) => void
}

const awayEveryMs = 10_000
const liveEveryMs = 60_000
/** The client's code for a connection that was asked for, and not for one that was lost. */
const firstAttempt = 0
/** Rights have changed: the session is asked again what it may hear. */
const rightsChanged = 4502

class Refused extends Error {}

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(`/api${path}`, { headers: { accept: 'application/json' } })
  if ([401, 403, 404].includes(answer.status)) throw new Refused(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json() as Promise<T>
}

/** Hears the channels until it is closed. The client is fetched when the first page needs it. */
function openLive({ channels, onHint, refresh, onState }: Options): () => void {
  let closed = false
  let client: Centrifuge | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: Liveness = 'connecting'

  function enter(next: Liveness) {
    if (closed) return
    if (next !== state) onState(next)
    state = next
    clearTimeout(timer)
    timer = setTimeout(again, next === 'live' ? liveEveryMs : awayEveryMs)
  }
  function again() {
    if (document.visibilityState === 'visible') refresh()
    enter(state)
  }

  async function connect() {
    const { Centrifuge: Client, UnauthorizedError } = await import('centrifuge')
    if (closed) return
    const token = (path: string) => async () => {
      try {
        return (await ask<{ token: string }>(path)).token
      } catch (error) {
        throw error instanceof Refused ? new UnauthorizedError('refused') : error
      }
    }
    const address = new URL('/connection/websocket', location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    client = new Client(address.href, { getToken: token('/realtime/token'), minReconnectDelay: 500 })
    // The first attempt is not yet a lost connection; one that fails is.
    client.on('connecting', ({ code }) => enter(code === firstAttempt ? 'connecting' : 'away'))
    client.on('error', () => {
      if (state === 'connecting') enter('away')
    })
    client.on('disconnected', ({ code }) => {
      enter('away')
      if (code === rightsChanged) setTimeout(() => !closed && void connect().catch(fail), 1_000)
    })
    for (const channel of channels) {
      const subscription = client.newSubscription(channel, {
        getToken: token(`/realtime/subscription?channel=${encodeURIComponent(channel)}`),
      })
      subscription.on('publication', ({ data }) => onHint(data as Hint))
      subscription.on('subscribed', ({ recovered }) => {
        enter('live')
        // What came in between is given again; else only asking tells.
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
    closed = true
    clearTimeout(timer)
    client?.disconnect()
  }
}

/** Hears channels for as long as a part is shown. `refresh` runs on every gap, and by the clock. */
export function useLive(channels: readonly string[], refresh: () => void, onHint: (hint: Hint) => void): Liveness {
  const [state, setState] = useState<Liveness>('connecting')
  const latest = useRef({ refresh, onHint })
  useEffect(() => {
    latest.current = { refresh, onHint }
  })
  const names = channels.join(' ')
  useEffect(() => {
    if (!names) return
    return openLive({
      channels: names.split(' '),
      onHint: (hint) => latest.current.onHint(hint),
      refresh: () => latest.current.refresh(),
      onState: setState,
    })
  }, [names])
  return state
}
