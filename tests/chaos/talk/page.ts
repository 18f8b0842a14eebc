import { Centrifuge } from 'centrifuge'
import { WebSocket } from 'ws'
import { pause } from '#tests/chaos/random.ts'
import type { Talker, TalkWorld } from './world.ts'

type Message = { sequence: number; client_id: string }
export type TalkPage = ReturnType<typeof openTalkPage>

/** A page polls while its socket is closed; while it is open, it listens. */
const awayMs = 2_000

/** An open ticket as the product's page keeps it: it fetches hinted and missed messages with a call. */
export function openTalkPage(world: TalkWorld, talker: Talker, thread: { chat_thread_id: number; channel: string }) {
  const { chat_thread_id, channel } = thread
  /** In order of appearance. */
  const messages: Message[] = []
  let lastSequence = 0
  let closed = false
  let live = false
  let isFetching = false
  let again = false

  async function refresh() {
    again = true
    if (isFetching) return
    isFetching = true
    while (again && !closed) {
      again = false
      const query = `chat_thread_id=${chat_thread_id}&after=${lastSequence}`
      const response = await call(world, talker, `/support/fetchTicketChatHistory?${query}`)
      if (!response) break
      const news: Message[] = response.data[0].chatMessageThread
      for (const { sequence, client_id } of news) messages.push({ sequence, client_id })
      lastSequence = Math.max(lastSequence, news.at(-1)?.sequence ?? 0)
      if (news.length === 200) again = true
    }
    isFetching = false
  }

  const headers = { cookie: talker.cookie }
  const address = world.hub.origin.replace('http', 'ws')
  class Line extends WebSocket {
    constructor() {
      super(`${address}/connection/websocket`, { origin: world.hub.origin, headers })
    }
  }
  const token = (path: string) => async () => {
    const response = await call(world, talker, path)
    if (!response) throw new Error('no token')
    return response.token as string
  }
  const client = new Centrifuge(`${address}/connection/websocket`, {
    websocket: Line,
    minReconnectDelay: 200,
    maxReconnectDelay: 2_000,
    getToken: token('/realtime/token'),
  })
  const subscription = client.newSubscription(channel, {
    getToken: token(`/realtime/subscription?channel=${encodeURIComponent(channel)}`),
  })
  subscription.on('publication', () => void refresh())
  subscription.on('subscribed', ({ recovered }) => {
    live = true
    if (!recovered) void refresh()
  })
  client.on('connecting', () => {
    live = false
  })
  subscription.subscribe()
  client.connect()
  void (async () => {
    while (!closed) {
      await pause(awayMs)
      if (!live) void refresh()
    }
  })()
  return {
    talker,
    chat_thread_id,
    messages,
    refresh,
    isLive: () => live,
    close() {
      closed = true
      client.disconnect()
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: responses of any call
type Answer = Record<string, any>

/** A page's call; null for an error that the page retries. Throws for a refusal. */
export async function call(world: TalkWorld, talker: Talker, path: string, body?: object): Promise<Answer | null> {
  const { origin } = world.web
  const headers = { cookie: talker.cookie, origin, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(15_000)
  const send = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(`${origin}/api${path}`, { ...send, headers, signal }).catch(() => null)
  if (!response || response.status >= 500 || response.status === 429) return null
  const text = await response.text().catch(() => null)
  if (text === null) return null
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}
