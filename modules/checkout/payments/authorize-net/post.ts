import type { z } from 'zod'
import type { Clock } from '../../../../platform/clock.ts'
import type { Reason } from '../gateway.ts'
import type { Body } from './requests.ts'

export type Connection = {
  endpoint: string
  api_login_id: string
  transaction_key: string
  fetch: typeof fetch
  deadline_ms: number
  clock: Clock
}

/** 'unsent' is certain: no connection was made, so nothing can have happened. 'lost' may have happened. */
export type Posted<T> =
  | { kind: 'answer'; body: T }
  | { kind: 'lost'; reason: Reason }
  | { kind: 'unsent'; reason: Reason }

/** Codes that Node gives before a byte has left; everything else may have reached the gateway. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

const lost = (code: string, text: string) => ({ kind: 'lost' as const, reason: { code, text } })

function fromFailure(failure: unknown): { kind: 'lost' | 'unsent'; reason: Reason } {
  const { name, cause } = (failure ?? {}) as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError' || name === 'AbortError') return lost('timeout', 'No answer within the deadline.')
  if (cause?.code && NEVER_CONNECTED.has(cause.code)) {
    return { kind: 'unsent', reason: { code: 'unreachable', text: 'The gateway could not be reached.' } }
  }
  return lost('connection', 'The connection was lost.')
}

function parse<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const answersAnother = (sent: string | undefined, answer: unknown) => {
  const { refId } = answer as { refId?: string | null }
  return Boolean(sent && refId && refId !== sent)
}

/** Posts one call and reads its answer; the deadline covers the whole body. Never throws. */
export async function post<T>(
  connection: Connection,
  { call, fields }: Body,
  schema: z.ZodType<T>,
): Promise<Posted<T>> {
  const merchantAuthentication = { name: connection.api_login_id, transactionKey: connection.transaction_key }
  try {
    const answer = await connection.fetch(connection.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ [call]: { merchantAuthentication, ...fields } }),
      signal: AbortSignal.timeout(connection.deadline_ms),
      redirect: 'error',
    })
    // Answers begin with a byte order mark, which JSON.parse refuses: text() drops it, json() of some runtimes does not.
    const text = await answer.text()
    if (!answer.ok) return lost(`http_${answer.status}`, 'The gateway answered with a failure.')
    const body = parse(text, schema)
    if (!body) return lost('unreadable', 'The answer could not be read.')
    if (answersAnother(fields.refId, body)) return lost('mismatch', 'The answer belongs to another request.')
    return { kind: 'answer', body }
  } catch (failure) {
    return fromFailure(failure)
  }
}
