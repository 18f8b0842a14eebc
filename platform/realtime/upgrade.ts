import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Hub } from './hub.ts'

/** Where the socket is reached; the same for the hub and for Centrifugo. */
export const socketPath = '/connection/websocket'
export const largestCommand = 16_384

/** The live session of an upgrade request, from its cookie or bearer token, or null. */
export type AdmitSocket = (headers: Headers) => Promise<string | null>

export type Upgrade = {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  /** Null where nothing was asked (tests). */
  admitted: string | null
  /** Whether the session of the request is still live. */
  isLive: () => Promise<boolean>
}
export type TakeSocket = (upgrade: Upgrade) => void
type Open = { admit: AdmitSocket; take: TakeSocket }

/** Serves sockets on what `serve()` of @hono/node-server gives, on Node and on Deno. */
export function listenForSockets(server: Server, { admit, take }: Open): void {
  server.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    if (request.url?.split('?')[0] !== socketPath) return refuse(socket, '404 Not Found')
    // Browsers send cookies along with a socket of any page: only our own may open one.
    const { origin, host } = request.headers
    if (origin !== undefined && URL.parse(origin)?.host !== host) return refuse(socket, '403 Forbidden')
    const ask = () => admit(headersOf(request)).catch(() => null)
    const admitted = await ask()
    if (socket.destroyed) return
    if (admitted === null) return refuse(socket, '401 Unauthorized')
    take({ request, socket, head, admitted, isLive: async () => (await ask()) === admitted })
  })
}

/** Sockets of the hub in this process. */
export function takeSockets(hub: Hub): TakeSocket {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestCommand, clientTracking: false })
  return ({ request, socket, head, admitted }) => {
    if (hub.full()) return refuse(socket, '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (ws) => {
      const { receive, closed } = hub.accept(ws, admitted)
      ws.on('message', (data, isBinary) => (isBinary ? ws.close(3501, 'bad request') : receive(data.toString())))
      ws.on('close', closed)
      ws.on('error', closed)
    })
  }
}

export function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function headersOf({ headers }: IncomingMessage): Headers {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') given.set(name, value)
  return given
}
