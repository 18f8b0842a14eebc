import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { UserActor } from '#platform/actor.ts'
import { port } from '#platform/ctx.ts'

/** The claims of a token: `sub` is the session, `channel` the one channel of a subscription. Times in seconds. */
export type Claims = { sub: string; iat: number; exp: number; channel?: string }

/** Signs and verifies socket tokens. Audiences are separate: a connection token opens no channel. */
export type RealtimeTokens = {
  connection(session: SocketOwner): string
  subscription(session: SocketOwner, channel: string): string
  /** The claims of a token for this use; 'expired' if only its time has passed. */
  read(token: string, audience: Audience): Claims | 'expired' | 'invalid'
}
export type Audience = 'realtime-connect' | 'realtime-subscribe'

export const realtimePort = port<RealtimeTokens>('realtime')

export const tokenSeconds = 300
const issuer = 'waypost'
const header = encode({ alg: 'HS256', typ: 'JWT' })

/** A key for sockets only, derived from the secret; Centrifugo has its own (`REALTIME_KEY`). */
export const realtimeKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'waypost realtime', 32)).toString('hex')

/** The owner of sockets. */
export type SocketOwner = Pick<UserActor, 'session_id' | 'rights_changes'>

/**
 * The session's name for Centrifugo and the hub, by which its sockets are closed. When a session's rights change its
 * name changes too, so that older tokens open nothing. `identity.socket_name` computes the same.
 */
export const socketUser = ({ session_id, rights_changes = 0 }: SocketOwner) =>
  rights_changes > 0 ? `s${session_id}.${rights_changes}` : `s${session_id}`

export function openRealtimeTokens(key: string, seconds = () => Date.now() / 1000): RealtimeTokens {
  const signature = (text: string) => createHmac('sha256', key).update(text).digest()

  function sign(audience: Audience, session: SocketOwner, extraClaims: object = {}): string {
    const iat = seconds()
    const claims = { iss: issuer, aud: audience, sub: socketUser(session), iat, exp: Math.floor(iat) + tokenSeconds }
    const text = `${header}.${encode({ ...claims, ...extraClaims })}`
    return `${text}.${signature(text).toString('base64url')}`
  }

  function read(token: string, audience: Audience): Claims | 'expired' | 'invalid' {
    const [head = '', body = '', signatureText = '', ...rest] = token.split('.')
    if (rest.length > 0 || head !== header) return 'invalid'
    const [actual, expected] = [Buffer.from(signatureText, 'base64url'), signature(`${head}.${body}`)]
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'invalid'
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Partial<
      Claims & { iss: string; aud: string }
    >
    const { sub, iat, exp, iss, aud } = claims
    if (iss !== issuer || aud !== audience || !sub || typeof exp !== 'number' || typeof iat !== 'number')
      return 'invalid'
    return exp <= seconds() ? 'expired' : (claims as Claims)
  }

  return {
    connection: (session) => sign('realtime-connect', session),
    subscription: (session, channel) => sign('realtime-subscribe', session, { channel }),
    read,
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
