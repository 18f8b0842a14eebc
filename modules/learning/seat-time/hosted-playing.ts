/** How the player of a host is asked to tell of its video, and where in its messages the second is that it shows. */
type Host = { ask: unknown; secondOf: (message: Message) => unknown }
type Message = { event?: unknown; info?: { currentTime?: unknown } | null; data?: { seconds?: unknown } | null }

const hosts: Readonly<Record<string, Host>> = {
  'https://www.youtube-nocookie.com': {
    ask: JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }),
    secondOf: ({ event, info }) => (event === 'infoDelivery' ? info?.currentTime : undefined),
  },
  'https://player.vimeo.com': {
    ask: { method: 'addEventListener', value: 'timeupdate' },
    secondOf: ({ event, data }) => (event === 'timeupdate' ? data?.seconds : undefined),
  },
}

/** A player hears nothing before it has loaded, and says nothing before it is asked. */
const askEvery = 2_000

/**
 * Calls `playing` while a video of another host plays on the page: a frame passes on no move of its viewer, so they would
 * count as idle. Where a player says nothing (blocked, or changed by its host), moves on our page count as before.
 */
export function watchHosted(playing: () => void): () => void {
  const shown = new Map<MessageEventSource, number>()
  const frames = () =>
    [...document.querySelectorAll('iframe')].flatMap(({ src, contentWindow }) => {
      const origin = URL.parse(src)?.origin ?? ''
      return Object.hasOwn(hosts, origin) && contentWindow ? [{ origin, source: contentWindow }] : []
    })
  const ask = () => {
    // It says only that someone listens, so whatever the frame shows may hear it.
    for (const { origin, source } of frames()) if (!shown.has(source)) source.postMessage(hosts[origin]!.ask, '*')
  }
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (!source || !frames().some((frame) => frame.source === source && frame.origin === origin)) return
    const second = hosts[origin]!.secondOf(messageOf(data))
    if (typeof second !== 'number') return
    const before = shown.get(source)
    shown.set(source, second)
    // A paused player may repeat where it stands.
    if (before !== undefined && before !== second) playing()
  }
  addEventListener('message', hear)
  const timer = setInterval(ask, askEvery)
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
