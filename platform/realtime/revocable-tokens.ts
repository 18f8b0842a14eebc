import { historyMs } from './channels.ts'
import { badToken, denied } from './client-protocol.ts'
import type { Audience, Claims, RealtimeTokens } from './tokens.ts'

/** The tokens of clients. One that was signed before its session was revoked is refused. */
export class RevocableTokens {
  readonly #tokens: RealtimeTokens
  /** When sessions lost their sockets. */
  readonly #revoked = new Map<string, number>()

  constructor(tokens: RealtimeTokens) {
    this.#tokens = tokens
  }

  /** The claims of a token, or the error for a client that sends it. */
  read(token: unknown, audience: Audience): Claims | 'expired' {
    const claims = typeof token === 'string' ? readSafely(this.#tokens, token, audience) : 'invalid'
    if (claims === 'expired') return claims
    if (claims === 'invalid') throw audience === 'realtime-connect' ? badToken() : denied()
    if (claims.iat * 1000 <= (this.#revoked.get(claims.sub) ?? 0)) throw badToken()
    return claims
  }

  revoke(user: string): void {
    this.#revoked.set(user, Date.now())
  }

  /** Forgets revocations that are older than any token. */
  trim(now: number): void {
    for (const [user, index] of this.#revoked) if (index < now - historyMs) this.#revoked.delete(user)
  }
}

function readSafely(tokens: RealtimeTokens, token: string, audience: Audience) {
  try {
    return tokens.read(token, audience)
  } catch {
    return 'invalid'
  }
}
