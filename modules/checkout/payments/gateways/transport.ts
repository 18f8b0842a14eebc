import { Refusal } from '#platform/errors.ts'
import type { Reason } from './gateway.ts'

/** 'unsent' means that no connection was made, so the request had no effect; after 'lost' it may have. */
export type NoResponse = { kind: 'lost'; reason: Reason } | { kind: 'unsent'; reason: Reason }

/** Node's codes for failures before anything was sent; after others the request may have reached the provider. */
const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

export const lost = (code: string, text: string): NoResponse => ({ kind: 'lost', reason: { code, text } })

/** Classifies a failed `fetch` by whether the request may have arrived. */
export function fromFailure(failure: unknown): NoResponse {
  // Nothing is sent in quarantine (platform/outbound.ts).
  if (failure instanceof Refusal) return { kind: 'unsent', reason: { code: 'quarantine', text: failure.message } }
  const { name, cause } = (failure ?? {}) as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError' || name === 'AbortError') return lost('timeout', 'No response within the deadline.')
  if (cause?.code && connectErrorCodes.has(cause.code)) {
    return { kind: 'unsent', reason: { code: 'unreachable', text: 'The gateway could not be reached.' } }
  }
  return lost('connection', 'The connection was lost.')
}
