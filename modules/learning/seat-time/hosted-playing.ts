/**
 * The messages of a host's player: the greeting until it replies, the single request after that, and the playback
 * position in its messages. The players' own libraries use the same (YouTube's IFrame API, `@vimeo/player`).
 */
type Host = {
  greeting: unknown
  request?: unknown
  isReply: (message: Message) => boolean
  secondOf: (message: Message) => unknown
}
type Message = {
  event?: unknown
  method?: unknown
  info?: { currentTime?: unknown } | null
  data?: { seconds?: unknown } | null
}

const hosts: Readonly<Record<string, Host>> = {
  'https://www.youtube-nocookie.com': {
    greeting: JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }),
    isReply: ({ event }) => typeof event === 'string',
    secondOf: ({ event, info }) => (event === 'infoDelivery' ? info?.currentTime : undefined),
  },
  'https://player.vimeo.com': {
    greeting: { method: 'ping' },
    // Each repeated request would make the player report every position once more.
    request: { method: 'addEventListener', value: 'timeupdate' },
    isReply: ({ event, method }) => event === 'ready' || method === 'ping',
    secondOf: ({ event, data }) => (event === 'timeupdate' ? data?.seconds : undefined),
  },
}

/**
 * Greetings are repeated, because a player receives nothing before it has loaded and sends nothing before a greeting.
 */
const greetInterval_ms = 2_000

/**
 * Calls `playing` while another host's video plays on the page, because interaction inside a frame is not visible to
 * the page, and its viewer would count as idle. If a player sends nothing (blocked, or changed by its host), only
 * interaction with our page counts.
 */
export function watchHosted(playing: () => void): () => void {
  const readyFrames = new Set<MessageEventSource>()
  const seconds = new Map<MessageEventSource, number>()
  const listFrames = () =>
    [...document.querySelectorAll('iframe')].flatMap(({ src, contentWindow }) => {
      const origin = URL.parse(src)?.origin ?? ''
      return Object.hasOwn(hosts, origin) && contentWindow ? [{ origin, source: contentWindow }] : []
    })
  const greetFrames = () => {
    // The message only says that someone listens, so any frame may receive it.
    for (const { origin, source } of listFrames())
      if (!readyFrames.has(source)) source.postMessage(hosts[origin]!.greeting, '*')
  }
  const handleMessage = ({ origin, source, data }: MessageEvent) => {
    const frame = listFrames().find((candidate) => candidate.source === source && candidate.origin === origin)
    if (!frame) return
    const { request, isReply, secondOf } = hosts[origin]!
    const message = messageOf(data)
    if (!readyFrames.has(frame.source) && isReply(message)) {
      readyFrames.add(frame.source)
      if (request) frame.source.postMessage(request, origin)
    }
    const second = secondOf(message)
    if (typeof second !== 'number') return
    const before = seconds.get(frame.source)
    seconds.set(frame.source, second)
    // A paused player may repeat its position.
    if (before !== undefined && before !== second) playing()
  }
  addEventListener('message', handleMessage)
  const timer = setInterval(greetFrames, greetInterval_ms)
  return () => {
    removeEventListener('message', handleMessage)
    clearInterval(timer)
  }
}

function messageOf(data: unknown): Message {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return message !== null && typeof message === 'object' ? message : {}
  } catch {
    return {}
  }
}
