import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Hub } from './hub.ts'

/** Where the socket is reached; the same for the hub and for Centrifugo. */
export const socketPath = '/connection/websocket'
const largestCommand = 16_384

/** The live session of an upgrade request, from its cookie or bearer token, or null. */
export type AdmitSocket = (headers: Headers) => Promise<string | null>

type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer; admitted: string | null }
type Open = { admit: AdmitSocket; take: (upgrade: Upgrade) => void }

/** Serves sockets on what `serve()` of @hono/node-server gives, on Node and on Deno. */
export function listenForSockets(server: Server, { admit, take }: Open): void {
  server.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    if (request.url?.split('?')[0] !== socketPath) return refuse(socket, '404 Not Found')
    // Browsers send cookies along with a socket of any page: only our own may open one.
    const { origin, host } = request.headers
    if (origin !== undefined && URL.parse(origin)?.host !== host) return refuse(socket, '403 Forbidden')
    const admitted = await admit(headersOf(request)).catch(() => null)
    if (socket.destroyed) return
    if (admitted === null) return refuse(socket, '401 Unauthorized')
    take({ request, socket, head, admitted })
  })
}

/** Sockets of the hub in this process. */
export function takeSockets(hub: Hub): Open['take'] {
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

const passed = [
  'origin',
  'connection',
  'upgrade',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
]

/** Passes sockets on to Centrifugo byte by byte; it learns nothing about the session but what its tokens say. */
export function passSocketsTo(url: string): Open['take'] {
  const { hostname, port, host } = new URL(url)
  return ({ request, socket, head }) => {
    const upstream = connect({ host: hostname, port: Number(port || 80) }, () => {
      const lines = passed.flatMap((name) => (request.headers[name] ? [`${name}: ${request.headers[name]}`] : []))
      upstream.write(`GET ${socketPath} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => (upstream.bytesRead > 0 ? socket.destroy() : refuse(socket, '502 Bad Gateway')))
    upstream.on('close', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function headersOf({ headers }: IncomingMessage): Headers {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') given.set(name, value)
  return given
}
