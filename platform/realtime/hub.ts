import { randomUUID } from 'node:crypto'
import { historyMs, type Namespace, namespaces } from './channels.ts'
import { openHistory, type Publication } from './history.ts'
import type { Audience, Claims, RealtimeTokens } from './tokens.ts'

/** One accepted WebSocket, on any runtime. */
export type Socket = { send(text: string): void; close(code: number, reason: string): void; bufferedAmount?: number }

export type HubLimits = {
  /** Milliseconds between pings, and for the response to one. */
  pingMs: number
  pongMs: number
  /** Milliseconds within which a socket must connect. */
  staleMs: number
  /** Milliseconds for which an expired token is still accepted; pages renew theirs earlier. */
  graceMs: number
  channels: number
  /** The limits of sockets per session and per process. */
  socketsOfSession: number
  sockets: number
  /** The most bytes buffered for a slow reader. */
  buffered: number
}

const usualLimits: HubLimits = {
  pingMs: 25_000,
  pongMs: 8_000,
  staleMs: 10_000,
  graceMs: 10_000,
  channels: 32,
  socketsOfSession: 16,
  sockets: 5_000,
  buffered: 262_144,
}

type Connection = {
  readonly id: string
  readonly socket: Socket
  /** The session that the upgrade was admitted for; null without a check (tests). */
  readonly admitted: string | null
  readonly openedAt: number
  user: string
  ready: boolean
  closed: boolean
  expiresAt: number
  pingAt: number
  pongDue: number
  readonly subscriptions: Map<string, { expiresAt: number }>
}

/** Closes the connection. With a code below 4500 (and outside 3500 to 3999) the client reconnects. */
class Drop extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}
/** Fails one command with an error. */
class Refused extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
const badRequest = () => new Drop(3501, 'bad request')
const badToken = () => new Drop(3500, 'invalid token')
const denied = () => new Refused(103, 'permission denied')
/** A bug of ours fails one command, never the process. */
const internal = { code: 100, message: 'internal server error' }
const unavailable = () => new Refused(108, 'not available')

// biome-ignore lint/suspicious/noExplicitAny: what a client sends is read field by field
type Command = Record<string, any>
/** A row of the log, in the request format of Centrifugo's server API. */
export type LogRow = { position: number; method: string; payload: Record<string, unknown> }

/**
 * Implements the part of Centrifugo's client protocol (JSON over WebSocket) that the product uses, so that pages can't
 * tell the two apart. It holds sockets and a few minutes of history; everything it delivers comes from the log, row by
 * row.
 */
export function openHub(options: { tokens: RealtimeTokens; epoch: string; limits?: Partial<HubLimits> }) {
  const { tokens, epoch } = options
  const limits = { ...usualLimits, ...options.limits }
  const connections = new Set<Connection>()
  let closing = false
  const subscribers = new Map<string, Set<Connection>>()
  const history = openHistory()
  /** When sessions lost their sockets: older tokens are refused afterwards. */
  const revoked = new Map<string, number>()

  function send(connection: Connection, message: object | string) {
    if (connection.closed) return
    if ((connection.socket.bufferedAmount ?? 0) > limits.buffered) return drop(connection, 3008, 'slow')
    try {
      connection.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    } catch {
      drop(connection, 3009, 'write error')
    }
  }

  function fanOut(channel: string, push: object) {
    const text = JSON.stringify({ push: { channel, ...push } })
    for (const connection of [...(subscribers.get(channel) ?? [])]) send(connection, text)
  }

  const described = ({ user, id }: Connection) => ({ user, client: id })

  function leave(connection: Connection, channel: string): boolean {
    if (!connection.subscriptions.delete(channel)) return false
    const others = subscribers.get(channel)
    others?.delete(connection)
    if (others?.size === 0) subscribers.delete(channel)
    if (findNamespace(channel)?.presence) fanOut(channel, { leave: { info: described(connection) } })
    return true
  }

  function forget(connection: Connection) {
    if (connection.closed) return
    connection.closed = true
    connections.delete(connection)
    for (const channel of [...connection.subscriptions.keys()]) leave(connection, channel)
  }

  function drop(connection: Connection, code: number, reason: string) {
    if (connection.closed) return
    forget(connection)
    try {
      connection.socket.close(code, reason)
    } catch {
      // It is already closed.
    }
  }

  /** The claims of a token, or the error for the client. */
  function readToken(token: unknown, audience: Audience): Claims | 'expired' {
    const claims = typeof token === 'string' ? readSafely(tokens, token, audience) : 'invalid'
    if (claims === 'expired') return claims
    if (claims === 'invalid') throw audience === 'realtime-connect' ? badToken() : denied()
    if (claims.iat * 1000 <= (revoked.get(claims.sub) ?? 0)) throw badToken()
    return claims
  }

  function connect(connection: Connection, { token }: Command) {
    if (typeof token !== 'string' || token === '') throw badRequest()
    const claims = readToken(token, 'realtime-connect')
    if (claims === 'expired') throw new Refused(109, 'token expired')
    if (connection.admitted !== null && claims.sub !== connection.admitted) throw badToken()
    let same = 0
    for (const { user } of connections) if (user === claims.sub) same++
    if (same >= limits.socketsOfSession) throw new Drop(3504, 'connection limit')
    connection.user = claims.sub
    connection.ready = true
    connection.expiresAt = claims.exp * 1000
    // Spread out pings after a restart.
    connection.pingAt = Date.now() + limits.pingMs * (0.5 + Math.random() / 2)
    const ping = { ping: limits.pingMs / 1000, pong: true }
    return { connect: { client: connection.id, version: 'hub', ...lifetime(connection.expiresAt), ...ping } }
  }

  function refresh(connection: Connection, { token }: Command) {
    const claims = readToken(token, 'realtime-connect')
    if (claims === 'expired') throw new Drop(3005, 'connection expired')
    if (claims.sub !== connection.user) throw badToken()
    connection.expiresAt = claims.exp * 1000
    return { refresh: lifetime(connection.expiresAt) }
  }

  function subscribe(connection: Connection, asked: Command) {
    const { presence } = namespaceOf(asked.channel)
    const channel: string = asked.channel
    if (connection.subscriptions.has(channel)) throw new Refused(105, 'already subscribed')
    if (connection.subscriptions.size >= limits.channels) throw new Refused(106, 'limit exceeded')
    if (!asked.token) throw denied()
    const claims = readToken(asked.token, 'realtime-subscribe')
    if (claims === 'expired') throw new Refused(109, 'token expired')
    if (claims.channel !== channel || claims.sub !== connection.user) throw badToken()
    const expiresAt = claims.exp * 1000
    const answer = { ...lifetime(expiresAt), recoverable: true, positioned: true, epoch, ...recover(channel, asked) }
    connection.subscriptions.set(channel, { expiresAt })
    const others = subscribers.get(channel)
    if (others) others.add(connection)
    else subscribers.set(channel, new Set([connection]))
    // After the reply: subscribers see their own join, as with Centrifugo.
    if (presence) queueMicrotask(() => fanOut(channel, { join: { info: described(connection) } }))
    return { subscribe: answer }
  }

  /** The publications since the page's position, or the current position to continue from. */
  function recover(channel: string, asked: Command) {
    const offset = history.position() || undefined
    if (!asked.recover) return { offset }
    const from = Number(asked.offset ?? 0)
    const missed = asked.epoch === epoch || !asked.epoch ? history.since(channel, from) : null
    if (missed === null) return { offset, was_recovering: true }
    const publications = missed.length > 0 ? missed : undefined
    return { offset: from || undefined, was_recovering: true, recovered: true, publications }
  }

  function refreshSubscription(connection: Connection, { channel, token }: Command) {
    const subscription = connection.subscriptions.get(channel)
    if (!subscription) throw denied()
    if (!token) throw new Refused(107, 'bad request')
    const claims = readToken(token, 'realtime-subscribe')
    if (claims === 'expired') throw new Refused(110, 'expired')
    if (claims.channel !== channel || claims.sub !== connection.user) throw badToken()
    subscription.expiresAt = claims.exp * 1000
    return { sub_refresh: lifetime(subscription.expiresAt) }
  }

  function presenceOf(connection: Connection, { channel }: Command) {
    if (!namespaceOf(channel).presence) throw unavailable()
    if (!connection.subscriptions.has(channel)) throw denied()
    return [...(subscribers.get(channel) ?? [])].map((one) => [one.id, described(one)] as const)
  }

  const refuseClients =
    (refused: Refused) =>
    (_: Connection, { channel }: Command) => {
      if (channel !== undefined) namespaceOf(channel)
      throw refused
    }

  const commands: Readonly<Record<string, (connection: Connection, asked: Command) => object>> = {
    connect,
    refresh,
    subscribe,
    sub_refresh: refreshSubscription,
    unsubscribe(connection, { channel }) {
      namespaceOf(channel)
      leave(connection, channel)
      return { unsubscribe: {} }
    },
    presence: (connection, asked) => ({ presence: { presence: Object.fromEntries(presenceOf(connection, asked)) } }),
    presence_stats(connection, asked) {
      const there = presenceOf(connection, asked)
      const num_users = new Set(there.map(([, { user }]) => user)).size
      return { presence_stats: { num_clients: there.length, num_users } }
    },
    // Clients write only through the API.
    publish: refuseClients(denied()),
    history: refuseClients(denied()),
    rpc: refuseClients(unavailable()),
  }

  function perform(connection: Connection, command: Command): object | null {
    const [name] = Object.keys(command).filter((key) => key !== 'id')
    if (name === undefined && command.id === undefined) {
      if (!connection.ready || !connection.pongDue) throw badRequest()
      connection.pongDue = 0
      return null
    }
    if (name === 'send') throw new Drop(3508, 'not available')
    if (!Number.isInteger(command.id) || command.id <= 0) throw badRequest()
    if (name === undefined || !Object.hasOwn(commands, name) || connection.ready === (name === 'connect'))
      throw badRequest()
    const asked = command[name]
    return commands[name]!(connection, typeof asked === 'object' && asked !== null ? asked : {})
  }

  function receiveLine(connection: Connection, line: string) {
    let command: unknown
    try {
      command = parseLine(line)
      const answer = perform(connection, command as Command)
      if (answer) send(connection, { id: (command as Command).id, ...answer })
    } catch (error) {
      if (error instanceof Drop) return drop(connection, error.code, error.message)
      const { code, message } = error instanceof Refused ? error : internal
      send(connection, { id: (command as Command).id, error: { code, message } })
    }
  }

  function revoke(user: string, { code = 3503, reason = 'force disconnect' } = {}) {
    revoked.set(user, Date.now())
    for (const connection of [...connections]) if (connection.user === user) drop(connection, code, reason)
  }

  function deliver({ position, method, payload }: LogRow, { live }: { live: boolean }) {
    history.advance(position)
    const user = String(payload.user)
    if (method === 'disconnect') return revoke(user, payload.disconnect as { code: number; reason: string })
    if (method === 'unsubscribe') return unsubscribe(user, String(payload.channel))
    for (const channel of channelsOf(payload)) {
      const data = payload.data as object
      const publication: Publication = payload.skip_history ? { data } : history.add(channel, data, position)
      if (live) fanOut(channel, { pub: publication })
    }
  }

  function unsubscribe(user: string, channel: string) {
    const push = { channel, unsubscribe: { code: 2000, reason: 'server unsubscribe' } }
    for (const connection of [...connections])
      if (connection.user === user && leave(connection, channel)) send(connection, { push })
  }

  function check(connection: Connection, now: number) {
    if (!connection.ready) {
      if (now - connection.openedAt > limits.staleMs) drop(connection, 3502, 'stale')
      return
    }
    if (connection.expiresAt + limits.graceMs <= now) return drop(connection, 3005, 'connection expired')
    if (connection.pongDue && connection.pongDue < now) return drop(connection, 3012, 'no pong')
    for (const [channel, { expiresAt }] of [...connection.subscriptions])
      if (expiresAt + limits.graceMs <= now && leave(connection, channel))
        send(connection, { push: { channel, unsubscribe: { code: 2501, reason: 'subscription expired' } } })
    if (connection.pingAt > now) return
    connection.pingAt = now + limits.pingMs
    connection.pongDue = now + limits.pongMs
    send(connection, '{}')
  }

  const timer = setInterval(() => {
    const now = Date.now()
    for (const connection of [...connections]) check(connection, now)
    for (const [user, at] of revoked) if (at < now - historyMs) revoked.delete(user)
  }, 1_000)
  timer.unref()

  return {
    /** Everything before this position is unknown here. */
    startAt: history.startAt,
    deliver,
    full: () => closing || connections.size >= limits.sockets,
    size: () => connections.size,
    /** A socket of the session `admitted`: pass its text frames to `receive` and its end to `closed`. */
    accept(socket: Socket, admitted: string | null) {
      const connection: Connection = {
        id: randomUUID(),
        socket,
        admitted,
        openedAt: Date.now(),
        user: '',
        ready: false,
        closed: false,
        expiresAt: 0,
        pingAt: 0,
        pongDue: 0,
        subscriptions: new Map(),
      }
      connections.add(connection)
      return {
        receive(text: string) {
          for (const line of text.split('\n')) if (line && !connection.closed) receiveLine(connection, line)
        },
        closed: () => forget(connection),
      }
    },
    /** Takes no further sockets: one whose session is still being looked up would keep the process alive. */
    close() {
      closing = true
      clearInterval(timer)
      for (const connection of [...connections]) drop(connection, 3001, 'shutdown')
    },
  }
}

export type Hub = ReturnType<typeof openHub>

const lifetime = (expiresAt: number) => ({
  expires: true,
  ttl: Math.max(1, Math.floor((expiresAt - Date.now()) / 1000)),
})

function findNamespace(channel: string): Namespace | undefined {
  const name = channel.slice(0, Math.max(0, channel.indexOf(':')))
  return Object.hasOwn(namespaces, name) ? namespaces[name] : undefined
}

function namespaceOf(channel: unknown): Namespace {
  if (typeof channel !== 'string' || channel === '') throw badRequest()
  if (!channel.includes(':')) throw new Refused(107, 'bad request')
  const namespace = findNamespace(channel)
  if (!namespace) throw new Refused(102, 'unknown channel')
  if (!namespace.name.test(channel.slice(channel.indexOf(':') + 1))) throw new Refused(107, 'bad request')
  return namespace
}

/** The channels of a publication, without those that Centrifugo would refuse. */
function channelsOf({ channel, channels }: LogRow['payload']): string[] {
  const named = Array.isArray(channels) ? channels.map(String) : [String(channel)]
  return named.filter((name) => findNamespace(name)?.name.test(name.slice(name.indexOf(':') + 1)))
}

function readSafely(tokens: RealtimeTokens, token: string, audience: Audience) {
  try {
    return tokens.read(token, audience)
  } catch {
    return 'invalid'
  }
}

function parseLine(line: string): object {
  try {
    const command: unknown = JSON.parse(line)
    if (typeof command === 'object' && command !== null && !Array.isArray(command)) return command
  } catch {
    // Malformed JSON is treated the same.
  }
  throw badRequest()
}
