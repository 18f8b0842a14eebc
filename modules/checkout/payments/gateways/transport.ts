import { Refusal } from '#platform/errors.ts'
import type { Reason } from './gateway.ts'

/** 'unsent' is certain: no connection was made, so nothing can have happened. 'lost' may have happened. */
export type NoAnswer = { kind: 'lost'; reason: Reason } | { kind: 'unsent'; reason: Reason }

/** Node's codes for failures before a byte was sent; anything else may have reached the provider. */
const neverConnectedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

export const lost = (code: string, text: string): NoAnswer => ({ kind: 'lost', reason: { code, text } })

/** Whether the request of a failed `fetch` may have arrived. */
export function fromFailure(failure: unknown): NoAnswer {
  // In quarantine nothing is sent (platform/outbound.ts).
  if (failure instanceof Refusal) return { kind: 'unsent', reason: { code: 'quarantine', text: failure.message } }
  const { name, cause } = (failure ?? {}) as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError' || name === 'AbortError') return lost('timeout', 'No answer within the deadline.')
  if (cause?.code && neverConnectedCodes.has(cause.code)) {
    return { kind: 'unsent', reason: { code: 'unreachable', text: 'The gateway could not be reached.' } }
  }
  return lost('connection', 'The connection was lost.')
}
