import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { port } from '../ctx.ts'

/** What a token says: `sub` is the session, `channel` the one channel of a subscription. Times in seconds. */
export type Claims = { sub: string; iat: number; exp: number; channel?: string }

/** Signs and reads the tokens of sockets. The audiences are apart: a connection token opens no channel. */
export type RealtimeTokens = {
  connection(session_id: number): string
  subscription(session_id: number, channel: string): string
  /** The claims of a token for this use; 'expired' if only its time is over. */
  read(token: string, audience: Audience): Claims | 'expired' | 'invalid'
}
export type Audience = 'realtime-connect' | 'realtime-subscribe'

export const realtimePort = port<RealtimeTokens>('realtime')

export const tokenSeconds = 300
const issuer = 'waypost'
const header = encode({ alg: 'HS256', typ: 'JWT' })

/** A key for sockets alone, derived from the secret; Centrifugo is given one of its own (`REALTIME_KEY`). */
export const realtimeKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'waypost realtime', 32)).toString('hex')

/** How Centrifugo and the hub know a session: sockets are closed by this name. */
export const socketUser = (session_id: number) => `s${session_id}`

export function openRealtimeTokens(key: string, seconds = () => Date.now() / 1000): RealtimeTokens {
  const signature = (text: string) => createHmac('sha256', key).update(text).digest()

  function sign(audience: Audience, session_id: number, more: object = {}): string {
    const iat = seconds()
    const claims = { iss: issuer, aud: audience, sub: socketUser(session_id), iat, exp: Math.floor(iat) + tokenSeconds }
    const text = `${header}.${encode({ ...claims, ...more })}`
    return `${text}.${signature(text).toString('base64url')}`
  }

  function read(token: string, audience: Audience): Claims | 'expired' | 'invalid' {
    const [head = '', body = '', mark = '', ...more] = token.split('.')
    if (more.length > 0 || head !== header) return 'invalid'
    const [given, wanted] = [Buffer.from(mark, 'base64url'), signature(`${head}.${body}`)]
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'invalid'
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Partial<
      Claims & { iss: string; aud: string }
    >
    const { sub, iat, exp, iss, aud } = claims
    if (iss !== issuer || aud !== audience || !sub || typeof exp !== 'number' || typeof iat !== 'number')
      return 'invalid'
    return exp <= seconds() ? 'expired' : (claims as Claims)
  }

  return {
    connection: (session_id) => sign('realtime-connect', session_id),
    subscription: (session_id, channel) => sign('realtime-subscribe', session_id, { channel }),
    read,
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
