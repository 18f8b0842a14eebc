import { WebSocket, WebSocketServer } from 'ws'
import type { Log } from '#platform/log.ts'
import type { RealtimeTokens } from './tokens.ts'
import { cutOff, maxCommand, refuse, socketPath, type TakeSocket, type Upgrade } from './upgrade.ts'

type Options = { url: string; tokens: RealtimeTokens; log: Log; limits?: Partial<PassLimits> }
export type PassLimits = {
  /** The maximum number of sockets of this process. */
  sockets: number
  /** The maximum number of bytes buffered for a slow reader. */
  buffered: number
}
const defaultLimits: PassLimits = { sockets: 5_000, buffered: 262_144 }
/** The maximum number of replies held back while a page's session is looked up: its channels, and as many more. */
const maxHeld = 64

/**
 * Passes sockets on to Centrifugo, which knows a session only from its token. So the connect token must be for the
 * session that opened the socket, and the session is looked up again once Centrifugo has replied: if it ended before,
 * the socket is closed here; if it ends later, its row in the outbox closes it.
 */
export function passSocketsTo({ url, tokens, log, limits }: Options): { take: TakeSocket; close(): void } {
  const { sockets, buffered } = { ...defaultLimits, ...limits }
  const address = new URL(socketPath, url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const server = new WebSocketServer({ noServer: true, maxPayload: maxCommand, clientTracking: false })
  const open = new Set<WebSocket>()
  let isClosed = false
  const state = openAbsenceLog(log, address.host)

  function pass(page: WebSocket, { admitted, isLive, admitsMessage }: Upgrade) {
    open.add(page)
    page.pause()
    const upstream = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout: 10_000 })
    let [ended, connecting] = [false, false]
    /** Messages received while the session is looked up; null at other times. */
    let pending: string[] | null = null

    function end(code: number, reason: string) {
      if (ended) return
      ended = true
      open.delete(page)
      // A paused page would not complete the closing handshake.
      page.resume()
      closeWith(page, code, reason)
      upstream.terminate()
    }
    function sendToPage(text: string) {
      if (ended) return
      if (page.bufferedAmount > buffered) end(3008, 'slow')
      else page.send(text)
    }
    async function onReply(text: string) {
      if (pending) return pending.length < maxHeld ? void pending.push(text) : end(3008, 'slow')
      if (!connecting) return sendToPage(text)
      connecting = false
      pending = [text]
      if (!(await isLive())) return end(4501, 'session ended')
      for (const message of pending) sendToPage(message)
      pending = null
    }

    page.on('message', (data, isBinary) => {
      if (ended) return
      const text = data.toString()
      if (!admitsMessage(text)) {
        end(3013, 'too many requests')
        return cutOff(page)
      }
      const commands = isBinary ? null : readCommands(text)
      if (!commands) return end(3501, 'bad request')
      const connects = commands.flatMap(({ connect }) => connect ?? [])
      if (!connects.every((connect) => belongsTo(connect, admitted, tokens))) return end(3500, 'invalid token')
      connecting ||= connects.length > 0
      if (upstream.bufferedAmount > buffered) return end(3008, 'slow')
      upstream.send(commands.map((command) => JSON.stringify(command)).join('\n'))
    })
    upstream.on('open', state.back).on('open', () => page.resume())
    upstream.on('message', (data) => void onReply(data.toString()))
    upstream.on('error', (error) => {
      if (!ended && !isClosed) state.away(error)
      end(1013, 'try again later')
    })
    upstream.on('close', (code, reason) => end(code, reason.toString()))
    page.on('error', () => end(1006, ''))
    page.on('close', () => end(1000, ''))
  }

  return {
    take: (upgrade) => {
      const { request, socket, head } = upgrade
      if (isClosed || open.size >= sockets) return refuse(socket, '503 Service Unavailable')
      server.handleUpgrade(request, socket, head, (page) => pass(page, upgrade))
    },
    /** Pages reconnect to another process. */
    close: () => {
      isClosed = true
      for (const page of open) closeWith(page, 3001, 'shutdown')
    },
  }
}

/**
 * Thousands of pages try again, so only a change is logged. A socket that ended before its connection was made reports
 * an error too, which is not Centrifugo's fault.
 */
function openAbsenceLog(log: Log, url: string) {
  let isAway = false
  return {
    away({ message: reason }: Error) {
      if (!isAway) log.warn('realtime.centrifugo_away', { url, reason })
      isAway = true
    },
    back() {
      if (isAway) log.info('realtime.centrifugo_back')
      isAway = false
    },
  }
}

/** Reserved codes can't be sent. */
function closeWith(page: WebSocket, code: number, reason: string): void {
  if ([1005, 1006, 1015].includes(code)) page.terminate()
  else page.close(code, reason)
}

type Command = { connect?: { token?: unknown } }
const allowedKeys = new Set([
  'id',
  'subscribe',
  'unsubscribe',
  'publish',
  'presence',
  'presence_stats',
  'history',
  'ping',
  'send',
  'rpc',
  'refresh',
  'sub_refresh',
])

/**
 * The commands of a message, serialized again, so that Centrifugo reads exactly what was checked here, even if a key is
 * duplicated or capitalized. Null for anything that is not a command.
 */
function readCommands(text: string): Command[] | null {
  try {
    return text.split('\n').map((line) => {
      const command = JSON.parse(line)
      if (typeof command !== 'object' || command === null || Array.isArray(command)) throw new Error('no command')
      if (command.connect) {
        const { token, name } = command.connect
        return { id: command.id, connect: { token, name } }
      }
      if (Object.keys(command).some((key) => !allowedKeys.has(key))) throw new Error('no command')
      return command
    })
  } catch {
    return null
  }
}

/** An expired token opens nothing: Centrifugo reports it, and the page requests a new one. */
function belongsTo({ token }: { token?: unknown }, admitted: string | null, tokens: RealtimeTokens): boolean {
  if (admitted === null) return true
  try {
    const claims = tokens.read(String(token), 'realtime-connect')
    return claims === 'expired' || (claims !== 'invalid' && claims.sub === admitted)
  } catch {
    return false
  }
}
