import { connect, type Socket } from 'node:net'
import { swapHeader } from '#platform/web/in-place.ts'

/** One HTTP/1.1 request as bytes on the wire. */
export type LoadRequest = {
  readonly path: string
  readonly host?: string
  readonly session?: string
  /** Another cookie, as `name=value`. */
  readonly cookie?: string
  /** The visitor's address as a proxy passes it on; each address has its own rate limit. */
  readonly address?: string
  /** The frame whose part is requested instead of the whole page, as a script does from the second page on. */
  readonly frame?: string
  readonly body?: unknown
}
export type Load = {
  readonly port: number
  /** The run's nth request, from 0. */
  readonly requestOf: (n: number) => LoadRequest
  readonly connections: number
  readonly seconds: number
  /** Stops earlier, after this many responses. */
  readonly maxResponses?: number
}
/** Responses per second, and each one's time in milliseconds; every response was a 200. */
export type LoadResult = { readonly rate: number; readonly answered: number; readonly times: number[] }

/**
 * Sends requests over keep-alive connections, each after the previous response. Uses plain sockets: a full HTTP client
 * costs as much as a bare server, and on two cores it would slow down the reference more than the subject.
 */
export async function load({
  port,
  requestOf,
  connections,
  seconds,
  maxResponses = Number.POSITIVE_INFINITY,
}: Load): Promise<LoadResult> {
  const times: number[] = []
  const started = performance.now()
  const end = started + seconds * 1_000
  let next = 0
  const run = async () => {
    const connection = await openConnection(port)
    try {
      while (performance.now() < end && next < maxResponses) {
        const request = requestOf(next++)
        const sent = performance.now()
        const { status, text } = await connection.send(requestText(request))
        if (status !== 200)
          throw new Error(`${request.path} answered ${status}: ${text().split('\r\n\r\n')[1]?.slice(0, 300)}`)
        times.push(performance.now() - sent)
      }
    } finally {
      connection.close()
    }
  }
  await Promise.all(Array.from({ length: connections }, run))
  return { rate: times.length / ((performance.now() - started) / 1_000), answered: times.length, times }
}

export function requestText({
  path,
  host = 'localhost',
  session,
  cookie: other,
  address,
  frame,
  body,
}: LoadRequest): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  const sent =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`
  const cookies = [session && `waypost=${session}`, other].filter(Boolean).join('; ')
  const cookie = cookies ? `cookie: ${cookies}\r\n` : ''
  const proxy = address ? `x-forwarded-for: ${address}\r\n` : ''
  const part = frame ? `${swapHeader}: ${frame} 1\r\n` : ''
  const from = `accept-language: en-US\r\nsec-fetch-site: same-origin\r\n${proxy}${part}`
  const method = body === undefined ? 'GET' : 'POST'
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${from}${cookie}${sent}\r\n${json}`
}

/** Read `text` before sending the next request. */
export type Answer = { status: number; text: () => string }
export type Connection = { send(request: string): Promise<Answer>; close(): void }

/** A keep-alive connection to a port of this machine, for one request at a time. */
export async function openConnection(port: number): Promise<Connection> {
  // One buffer for all input: a new one for each response would cost as much as a small response itself.
  const buffer = Buffer.allocUnsafe(1 << 17)
  const onread = {
    buffer,
    callback(length: number) {
      take(buffer.subarray(0, length))
      return true
    },
  }
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
  await new Promise<void>((resolve, failed) => {
    socket.once('connect', resolve)
    socket.once('error', failed)
  })
  let buffered: Buffer | null = null
  let waiting: { done: (answer: Answer) => void; failed: (error: Error) => void } | null = null
  function take(chunk: Buffer) {
    const received = buffered ? Buffer.concat([buffered, chunk]) : chunk
    const isComplete = isWhole(received)
    buffered = isComplete ? null : Buffer.from(received)
    if (isComplete)
      waiting?.done({ status: Number(received.toString('latin1', 9, 12)), text: () => received.toString() })
  }
  const lost = (error?: Error) => waiting?.failed(error ?? new Error('the server closed the connection'))
  socket.on('error', lost)
  socket.on('close', () => lost())
  return {
    send: (request) =>
      new Promise((resolve, failed) => {
        waiting = { done: resolve, failed }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

/** Whether the bytes hold a whole response: its declared length, or all chunks. */
function isWhole(received: Buffer): boolean {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, head + 2))?.[1]
  if (length !== undefined) return received.length >= head + 4 + Number(length)
  return received.subarray(-5).equals(lastChunk)
}

const lastChunk = Buffer.from('0\r\n\r\n')

/** The address of the nth of 20,000 visitors. */
export const addressOf = (n: number): string => `10.${(n >> 8) % 78}.${n % 256}.1`
