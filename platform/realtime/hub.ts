import { type HubState, perform } from './client-commands.ts'
import { type Command, Drop, findNamespace, internal, parseLine, Refused } from './client-protocol.ts'
import { type Connection, Connections, type Socket } from './connections.ts'
import { openHistory, type Publication } from './history.ts'
import { defaultLimits, type HubLimits } from './hub-limits.ts'
import { RevocableTokens } from './revocable-tokens.ts'
import type { RealtimeTokens } from './tokens.ts'

/** A row of the log: the request shapes of Centrifugo's server API. */
export type LogRow = { position: number; method: string; payload: Record<string, unknown> }
export type Hub = ReturnType<typeof openHub>

/**
 * Implements the part of Centrifugo's client protocol (JSON over WebSocket) that the product uses, so that pages can't
 * tell the two apart. It keeps sockets and a few minutes of history; everything it delivers comes from the log, row by
 * row.
 */
export function openHub(options: { tokens: RealtimeTokens; epoch: string; limits?: Partial<HubLimits> }) {
  const limits = { ...defaultLimits, ...options.limits }
  const connections = new Connections(limits.buffered)
  const history = openHistory()
  const tokens = new RevocableTokens(options.tokens)
  const hub: HubState = { epoch: options.epoch, limits, connections, tokens, history }
  let closing = false

  const timer = setInterval(() => {
    const now = Date.now()
    for (const connection of connections.list()) watch(hub, connection, now)
    tokens.trim(now)
  }, 1_000)
  timer.unref()

  return {
    /** Everything before this position is unknown here. */
    startAt: history.startAt,
    deliver: (row: LogRow, { live }: { live: boolean }) => deliver(hub, row, live),
    full: () => closing || connections.size >= limits.sockets,
    size: () => connections.size,
    /** A socket of the session `admitted`: pass its text frames to `receive` and its end to `closed`. */
    accept(socket: Socket, admitted: string | null) {
      const connection = connections.open(socket, admitted)
      return {
        receive(text: string) {
          for (const line of text.split('\n')) if (line && !connection.closed) receiveLine(hub, connection, line)
        },
        closed: () => connections.forget(connection),
      }
    },
    /** Takes no further sockets: one whose session is still being looked up would keep the process alive. */
    close() {
      closing = true
      clearInterval(timer)
      for (const connection of connections.list()) connections.drop(connection, 3001, 'shutdown')
    },
  }
}

function receiveLine(hub: HubState, connection: Connection, line: string) {
  const { connections } = hub
  let command: unknown
  try {
    command = parseLine(line)
    const reply = perform(hub, connection, command as Command)
    if (reply) connections.send(connection, { id: (command as Command).id, ...reply })
  } catch (error) {
    if (error instanceof Drop) return connections.drop(connection, error.code, error.message)
    const { code, message } = error instanceof Refused ? error : internal
    connections.send(connection, { id: (command as Command).id, error: { code, message } })
  }
}

function deliver({ connections, history, tokens }: HubState, { position, method, payload }: LogRow, live: boolean) {
  history.advance(position)
  const user = String(payload.user)
  if (method === 'disconnect') {
    const { code = 3503, reason = 'force disconnect' } = (payload.disconnect ?? {}) as {
      code?: number
      reason?: string
    }
    tokens.revoke(user)
    for (const connection of connections.listOf(user)) connections.drop(connection, code, reason)
    return
  }
  if (method === 'unsubscribe') return unsubscribe(connections, user, String(payload.channel))
  for (const channel of channelsOf(payload)) {
    const data = payload.data as object
    const publication: Publication = payload.skip_history ? { data } : history.add(channel, data, position)
    if (live) connections.fanOut(channel, { pub: publication })
  }
}

function unsubscribe(connections: Connections, user: string, channel: string) {
  const push = { channel, unsubscribe: { code: 2000, reason: 'server unsubscribe' } }
  for (const connection of connections.listOf(user))
    if (connections.unsubscribe(connection, channel)) connections.send(connection, { push })
}

/** The channels of a publication, without those that Centrifugo would refuse. */
function channelsOf({ channel, channels }: LogRow['payload']): string[] {
  const channelNames = Array.isArray(channels) ? channels.map(String) : [String(channel)]
  return channelNames.filter((name) => findNamespace(name)?.name.test(name.slice(name.indexOf(':') + 1)))
}

/** Drops a connection that is stale, expired or silent, ends subscriptions that have expired, and sends the next ping. */
function watch({ connections, limits }: HubState, connection: Connection, now: number) {
  if (!connection.ready) {
    if (now - connection.openedAt > limits.staleMs) connections.drop(connection, 3502, 'stale')
    return
  }
  if (connection.expiresAt + limits.graceMs <= now) return connections.drop(connection, 3005, 'connection expired')
  if (connection.pongDue && connection.pongDue < now) return connections.drop(connection, 3012, 'no pong')
  for (const [channel, { expiresAt }] of [...connection.subscriptions])
    if (expiresAt + limits.graceMs <= now && connections.unsubscribe(connection, channel))
      connections.send(connection, {
        push: { channel, unsubscribe: { code: 2501, reason: 'subscription expired' } },
      })
  if (connection.pingAt > now) return
  connection.pingAt = now + limits.pingMs
  connection.pongDue = now + limits.pongMs
  connections.send(connection, '{}')
}
