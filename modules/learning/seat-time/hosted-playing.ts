/**
 * The messages of a host's player: the greeting until it replies, the single request after that, and the position of
 * the current second in its messages. They are those of the players' own libraries (the IFrame API of YouTube,
 * `@vimeo/player`).
 */
type Host = {
  call: unknown
  ask?: unknown
  answers: (message: Message) => boolean
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
    call: JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }),
    answers: ({ event }) => typeof event === 'string',
    secondOf: ({ event, info }) => (event === 'infoDelivery' ? info?.currentTime : undefined),
  },
  'https://player.vimeo.com': {
    call: { method: 'ping' },
    // Each repeated request would make it report every moment once more.
    ask: { method: 'addEventListener', value: 'timeupdate' },
    answers: ({ event, method }) => event === 'ready' || method === 'ping',
    secondOf: ({ event, data }) => (event === 'timeupdate' ? data?.seconds : undefined),
  },
}

/** A player receives nothing before it has loaded, and sends nothing before it is greeted. */
const callEvery = 2_000

/**
 * Calls `playing` while another host's video plays on the page: a frame passes on no interaction, so its viewer would
 * count as idle. If a player sends nothing (blocked, or changed by its host), only interaction with our page counts.
 */
export function watchHosted(playing: () => void): () => void {
  const readyFrames = new Set<MessageEventSource>()
  const seconds = new Map<MessageEventSource, number>()
  const frames = () =>
    [...document.querySelectorAll('iframe')].flatMap(({ src, contentWindow }) => {
      const origin = URL.parse(src)?.origin ?? ''
      return Object.hasOwn(hosts, origin) && contentWindow ? [{ origin, source: contentWindow }] : []
    })
  const call = () => {
    // The message only says that someone listens, so any frame may receive it.
    for (const { origin, source } of frames())
      if (!readyFrames.has(source)) source.postMessage(hosts[origin]!.call, '*')
  }
  const hear = ({ origin, source, data }: MessageEvent) => {
    const frame = frames().find((candidate) => candidate.source === source && candidate.origin === origin)
    if (!frame) return
    const { ask, answers, secondOf } = hosts[origin]!
    const message = messageOf(data)
    if (!readyFrames.has(frame.source) && answers(message)) {
      readyFrames.add(frame.source)
      if (ask) frame.source.postMessage(ask, origin)
    }
    const second = secondOf(message)
    if (typeof second !== 'number') return
    const before = seconds.get(frame.source)
    seconds.set(frame.source, second)
    // A paused player may repeat its position.
    if (before !== undefined && before !== second) playing()
  }
  addEventListener('message', hear)
  const timer = setInterval(call, callEvery)
  return () => {
    removeEventListener('message', hear)
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
