import { randomUUID } from 'node:crypto'
import { findNamespace } from './client-protocol.ts'

/** One accepted WebSocket, of any runtime. */
export type Socket = { send(text: string): void; close(code: number, reason: string): void; bufferedAmount?: number }

export type Connection = {
  readonly id: string
  readonly socket: Socket
  /** The session that the upgrade was admitted for; null without a session check (tests). */
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

/** The open connections, their subscribed channels, and the messages sent to them. */
export class Connections {
  readonly #open = new Set<Connection>()
  readonly #subscribers = new Map<string, Set<Connection>>()
  readonly #maxBuffered: number

  /** `maxBuffered`: bytes that may wait for a slow reader. */
  constructor(maxBuffered: number) {
    this.#maxBuffered = maxBuffered
  }

  open(socket: Socket, admitted: string | null): Connection {
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
    this.#open.add(connection)
    return connection
  }

  get size(): number {
    return this.#open.size
  }

  /** A copy, so that a caller may drop connections as it goes through them. */
  list(): Connection[] {
    return [...this.#open]
  }

  listOf(user: string): Connection[] {
    return this.list().filter((connection) => connection.user === user)
  }

  send(connection: Connection, message: object | string) {
    if (connection.closed) return
    if ((connection.socket.bufferedAmount ?? 0) > this.#maxBuffered) return this.drop(connection, 3008, 'slow')
    try {
      connection.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    } catch {
      this.drop(connection, 3009, 'write error')
    }
  }

  fanOut(channel: string, push: object): void {
    const text = JSON.stringify({ push: { channel, ...push } })
    for (const connection of this.subscribersOf(channel)) this.send(connection, text)
  }

  subscribersOf(channel: string): Connection[] {
    return [...(this.#subscribers.get(channel) ?? [])]
  }

  subscribe(connection: Connection, channel: string, expiresAt: number): void {
    connection.subscriptions.set(channel, { expiresAt })
    const subscribers = this.#subscribers.get(channel)
    if (subscribers) subscribers.add(connection)
    else this.#subscribers.set(channel, new Set([connection]))
  }

  /** Returns false if the connection was not subscribed. */
  unsubscribe(connection: Connection, channel: string): boolean {
    if (!connection.subscriptions.delete(channel)) return false
    const subscribers = this.#subscribers.get(channel)
    subscribers?.delete(connection)
    if (subscribers?.size === 0) this.#subscribers.delete(channel)
    if (findNamespace(channel)?.presence) this.fanOut(channel, { leave: { info: infoOf(connection) } })
    return true
  }

  /** Removes a connection whose socket has closed. */
  forget(connection: Connection): void {
    if (connection.closed) return
    connection.closed = true
    this.#open.delete(connection)
    for (const channel of [...connection.subscriptions.keys()]) this.unsubscribe(connection, channel)
  }

  drop(connection: Connection, code: number, reason: string) {
    if (connection.closed) return
    this.forget(connection)
    try {
      connection.socket.close(code, reason)
    } catch {
      // It is already closed.
    }
  }
}

/** The public information about a connection for the others in its channel. */
export const infoOf = ({ user, id }: Connection) => ({ user, client: id })
