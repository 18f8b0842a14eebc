import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Hub } from './hub.ts'
import { defaultSocketLimits, openSocketLimits, type SocketLimits } from './socket-limits.ts'

/** The path of the socket; the same for the hub and for Centrifugo. */
export const socketPath = '/connection/websocket'
export const maxCommand = 16_384

/** The live session of an upgrade request, from its cookie or bearer token, or null. */
export type AdmitSocket = (headers: Headers) => Promise<string | null>
/** Seconds until the request's network may open another socket; null if it may now. */
export type LimitNetwork = (request: IncomingMessage) => number | null

export type Upgrade = {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  /** Null without a check (tests). */
  admitted: string | null
  isLive: () => Promise<boolean>
  /** Whether the session may send this message. */
  admitsMessage: (text: string) => boolean
}
export type TakeSocket = (upgrade: Upgrade) => void
type Open = { admit: AdmitSocket; take: TakeSocket; limitNetwork?: LimitNetwork; limits?: Partial<SocketLimits> }

const tooMany = '429 Too Many Requests'
/** A closed window is noticed only when its socket closes, which takes this long. */
const secondsOfClosing = 2

/** Serves sockets on the server that `serve()` of @hono/node-server returns, on Node and on Deno. */
export function listenForSockets(server: Server, { admit, take, limitNetwork = () => null, limits }: Open): void {
  const sessions = openSocketLimits({ ...defaultSocketLimits, ...limits })
  server.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    if (request.url?.split('?')[0] !== socketPath) return refuse(socket, '404 Not Found')
    // Browsers send cookies with a socket opened by any page: only our own pages may open one.
    const { origin, host } = request.headers
    if (origin !== undefined && URL.parse(origin)?.host !== host) return refuse(socket, '403 Forbidden')
    // Checked before the session, whose lookup costs a database query.
    const wait = limitNetwork(request)
    if (wait !== null) return refuse(socket, tooMany, wait)
    const findSession = () => admit(headersOf(request)).catch(() => null)
    const admitted = await findSession()
    if (socket.destroyed) return
    if (admitted === null) return refuse(socket, '401 Unauthorized')
    const leave = sessions.enter(admitted)
    if (!leave) return refuse(socket, tooMany, secondsOfClosing)
    socket.once('close', leave)
    const admitsMessage = (text: string) => sessions.admits(admitted, text)
    take({ request, socket, head, admitted, isLive: async () => (await findSession()) === admitted, admitsMessage })
  })
}

/** Accepts sockets for this process's hub. */
export function serveSockets(hub: Hub): TakeSocket {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxCommand, clientTracking: false })
  return ({ request, socket, head, admitted, admitsMessage }) => {
    if (hub.full()) return refuse(socket, '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const { receive, closed } = hub.accept(ws, admitted)
      ws.on('message', (data, isBinary) => {
        const text = data.toString()
        if (!admitsMessage(text)) return cutOff(ws)
        if (isBinary) ws.close(3501, 'bad request')
        else receive(text)
      })
      ws.on('close', closed)
      ws.on('error', closed)
    })
  }
}

/**
 * Closes a socket that sends too much. It is also paused, because waiting for the client's own close would let it go on
 * sending. Clients reconnect by themselves, with growing delays.
 */
export function cutOff(ws: WebSocket): void {
  ws.pause()
  ws.close(3013, 'too many requests')
  setTimeout(() => ws.terminate(), 1_000).unref()
}

export function refuse(socket: Duplex, status: string, retryAfter?: number): void {
  const retry = retryAfter === undefined ? '' : `retry-after: ${retryAfter}\r\n`
  socket.end(`HTTP/1.1 ${status}\r\n${retry}connection: close\r\ncontent-length: 0\r\n\r\n`)
}

function headersOf({ headers }: IncomingMessage): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') result.set(name, value)
  return result
}
