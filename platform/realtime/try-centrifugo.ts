import WebSocket from 'ws'
import type { RealtimeTokens } from './tokens.ts'
import { socketPath } from './upgrade.ts'

const maxMs = 10_000
/** No session has this number, so nothing is delivered to it. */
const visitorSession = { session_id: 0 }

/** Connects to Centrifugo as a page would; an error is the reason why pages can't. */
export async function checkCentrifugo(url: string, tokens: Pick<RealtimeTokens, 'connection'>): Promise<void> {
  const address = new URL(socketPath, url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout: maxMs })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('no reply to a connection within 10 seconds')), maxMs)
  socket.on('open', () => socket.send(JSON.stringify({ id: 1, connect: { token: tokens.connection(visitorSession) } })))
  socket.on('message', (data) => {
    const reply = JSON.parse(data.toString()) as { connect?: unknown; error?: { message: string } }
    if (reply.connect) resolve()
    else if (reply.error) reject(refusal(reply.error.message))
  })
  socket.on('close', (code, reason) => reject(refusal(`${code} ${reason.toString()}`)))
  socket.on('error', reject)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    socket.terminate()
  }
}

const refusal = (reason: string) =>
  new Error(`it refuses our token (${reason}): both keys of its configuration must be REALTIME_KEY`)
