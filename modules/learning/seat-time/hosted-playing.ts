/**
 * How the player of a host is called until it answers, what it is asked then, once, and where in its messages the second is
 * that it shows. These are the messages of the players' own libraries (the IFrame API of YouTube, `@vimeo/player`).
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
    // Asked again, it would tell of each moment as often as it was asked.
    ask: { method: 'addEventListener', value: 'timeupdate' },
    answers: ({ event, method }) => event === 'ready' || method === 'ping',
    secondOf: ({ event, data }) => (event === 'timeupdate' ? data?.seconds : undefined),
  },
}

/** A player hears nothing before it has loaded, and says nothing before it is called. */
const callEvery = 2_000

/**
 * Calls `playing` while a video of another host plays on the page: a frame passes on no move of its viewer, so they would
 * count as idle. Where a player says nothing (blocked, or changed by its host), moves on our page count as before.
 */
export function watchHosted(playing: () => void): () => void {
  const answered = new Set<MessageEventSource>()
  const shown = new Map<MessageEventSource, number>()
  const frames = () =>
    [...document.querySelectorAll('iframe')].flatMap(({ src, contentWindow }) => {
      const origin = URL.parse(src)?.origin ?? ''
      return Object.hasOwn(hosts, origin) && contentWindow ? [{ origin, source: contentWindow }] : []
    })
  const call = () => {
    // It says only that someone listens, so whatever the frame shows may hear it.
    for (const { origin, source } of frames()) if (!answered.has(source)) source.postMessage(hosts[origin]!.call, '*')
  }
  const hear = ({ origin, source, data }: MessageEvent) => {
    const frame = frames().find((one) => one.source === source && one.origin === origin)
    if (!frame) return
    const { ask, answers, secondOf } = hosts[origin]!
    const message = messageOf(data)
    if (!answered.has(frame.source) && answers(message)) {
      answered.add(frame.source)
      if (ask) frame.source.postMessage(ask, origin)
    }
    const second = secondOf(message)
    if (typeof second !== 'number') return
    const before = shown.get(frame.source)
    shown.set(frame.source, second)
    // A paused player may repeat where it stands.
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
