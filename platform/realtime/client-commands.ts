import {
  badRequest,
  badToken,
  type Command,
  Drop,
  denied,
  lifetime,
  namespaceOf,
  Refused,
  unavailable,
} from './client-protocol.ts'
import { type Connection, type Connections, infoOf } from './connections.ts'
import type { openHistory } from './history.ts'
import type { HubLimits } from './hub-limits.ts'
import type { RevocableTokens } from './revocable-tokens.ts'

/** The state of a hub that its clients' commands read and change. */
export type HubState = {
  readonly epoch: string
  readonly limits: HubLimits
  readonly connections: Connections
  readonly tokens: RevocableTokens
  readonly history: ReturnType<typeof openHistory>
}

type Perform = (hub: HubState, connection: Connection, command: Command) => object

const commands: Readonly<Record<string, Perform>> = {
  connect,
  refresh,
  subscribe,
  sub_refresh: refreshSubscription,
  unsubscribe({ connections }, connection, { channel }) {
    namespaceOf(channel)
    connections.unsubscribe(connection, channel)
    return { unsubscribe: {} }
  },
  presence(hub, connection, command) {
    const clients = presenceOf(hub, connection, command).map((info) => [info.client, info] as const)
    return { presence: { presence: Object.fromEntries(clients) } }
  },
  presence_stats(hub, connection, command) {
    const clients = presenceOf(hub, connection, command)
    const num_users = new Set(clients.map(({ user }) => user)).size
    return { presence_stats: { num_clients: clients.length, num_users } }
  },
  // Clients write through the API alone.
  publish: refuseClients(denied()),
  history: refuseClients(denied()),
  rpc: refuseClients(unavailable()),
}

/** Performs one command and returns the reply to it; null for a pong, which has none. Throws Drop and Refused. */
export function perform(hub: HubState, connection: Connection, command: Command): object | null {
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
  const body = command[name]
  return commands[name]!(hub, connection, typeof body === 'object' && body !== null ? body : {})
}

function connect({ tokens, connections, limits }: HubState, connection: Connection, { token }: Command) {
  if (typeof token !== 'string' || token === '') throw badRequest()
  const claims = tokens.read(token, 'realtime-connect')
  if (claims === 'expired') throw new Refused(109, 'token expired')
  if (connection.admitted !== null && claims.sub !== connection.admitted) throw badToken()
  if (connections.listOf(claims.sub).length >= limits.socketsOfSession) throw new Drop(3504, 'connection limit')
  connection.user = claims.sub
  connection.ready = true
  connection.expiresAt = claims.exp * 1000
  // Spread out, so that clients do not all refresh together after a restart.
  connection.pingAt = Date.now() + limits.pingMs * (0.5 + Math.random() / 2)
  const ping = { ping: limits.pingMs / 1000, pong: true }
  return { connect: { client: connection.id, version: 'hub', ...lifetime(connection.expiresAt), ...ping } }
}

function refresh({ tokens }: HubState, connection: Connection, { token }: Command) {
  const claims = tokens.read(token, 'realtime-connect')
  if (claims === 'expired') throw new Drop(3005, 'connection expired')
  if (claims.sub !== connection.user) throw badToken()
  connection.expiresAt = claims.exp * 1000
  return { refresh: lifetime(connection.expiresAt) }
}

function subscribe(hub: HubState, connection: Connection, command: Command) {
  const { connections, tokens, limits, epoch } = hub
  const { presence } = namespaceOf(command.channel)
  const channel: string = command.channel
  if (connection.subscriptions.has(channel)) throw new Refused(105, 'already subscribed')
  if (connection.subscriptions.size >= limits.channels) throw new Refused(106, 'limit exceeded')
  if (!command.token) throw denied()
  const claims = tokens.read(command.token, 'realtime-subscribe')
  if (claims === 'expired') throw new Refused(109, 'token expired')
  if (claims.channel !== channel || claims.sub !== connection.user) throw badToken()
  const expiresAt = claims.exp * 1000
  const reply = {
    ...lifetime(expiresAt),
    recoverable: true,
    positioned: true,
    epoch,
    ...recover(hub, channel, command),
  }
  connections.subscribe(connection, channel, expiresAt)
  // Sent after the reply: like Centrifugo, subscribers also see their own join.
  if (presence) queueMicrotask(() => connections.fanOut(channel, { join: { info: infoOf(connection) } }))
  return { subscribe: reply }
}

/** Returns the publications since the position that the page names, or the current position. */
function recover({ history, epoch }: HubState, channel: string, command: Command) {
  const offset = history.position() || undefined
  if (!command.recover) return { offset }
  const from = Number(command.offset ?? 0)
  const missed = command.epoch === epoch || !command.epoch ? history.since(channel, from) : null
  if (missed === null) return { offset, was_recovering: true }
  const publications = missed.length > 0 ? missed : undefined
  return { offset: from || undefined, was_recovering: true, recovered: true, publications }
}

function refreshSubscription({ tokens }: HubState, connection: Connection, { channel, token }: Command) {
  const subscription = connection.subscriptions.get(channel)
  if (!subscription) throw denied()
  if (!token) throw new Refused(107, 'bad request')
  const claims = tokens.read(token, 'realtime-subscribe')
  if (claims === 'expired') throw new Refused(110, 'expired')
  if (claims.channel !== channel || claims.sub !== connection.user) throw badToken()
  subscription.expiresAt = claims.exp * 1000
  return { sub_refresh: lifetime(subscription.expiresAt) }
}

function presenceOf({ connections }: HubState, connection: Connection, { channel }: Command) {
  if (!namespaceOf(channel).presence) throw unavailable()
  if (!connection.subscriptions.has(channel)) throw denied()
  return connections.subscribersOf(channel).map(infoOf)
}

function refuseClients(refusal: Refused): Perform {
  return (_hub, _connection, { channel }) => {
    if (channel !== undefined) namespaceOf(channel)
    throw refusal
  }
}
