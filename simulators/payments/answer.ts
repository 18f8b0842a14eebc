import type { Context } from 'hono'
import type { Conduct } from './behavior.ts'

/** The socket exists when Hono runs on Node; elsewhere a reset becomes a truncated response. */
export type SimulatorBindings = { Bindings: { incoming?: { socket?: { destroy(): void } } } }
export type AnsweringContext = Context<SimulatorBindings>

const maxHangMs = 60_000
const unavailablePage = '<!DOCTYPE html><html><body><h1>Service Unavailable</h1></body></html>'

/** JSON in the gateway's form: after a byte order mark. */
export const reply = (answer: unknown) =>
  new Response(`\uFEFF${JSON.stringify(answer)}`, { headers: { 'content-type': 'application/json; charset=utf-8' } })

const html = (status: number) => new Response(unavailablePage, { status, headers: { 'content-type': 'text/html' } })

/** Waits until the caller gives up, at most a minute. */
function hang(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(html(504)), maxHangMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(html(504))
    })
  })
}

function reset(c: AnsweringContext): Response {
  const socket = c.env?.incoming?.socket
  if (socket) {
    socket.destroy()
    return new Response(null)
  }
  return new Response(new ReadableStream({ start: (stream) => stream.error(new Error('reset')) }))
}

/** Sends the response, or loses it in the requested way. */
export async function deliver(c: AnsweringContext, response: Response, { answer: way }: Conduct): Promise<Response> {
  switch (way) {
    case 'time-out':
      return hang(c.req.raw.signal)
    case 'reset':
      return reset(c)
    case 'failure-500':
      return new Response('{"error":"internal"}', { status: 500 })
    case 'html':
      return html(200)
    case 'malformed':
      return new Response((await response.text()).slice(0, 40), { headers: { 'content-type': 'application/json' } })
    default:
      return response
  }
}
