import type { z } from 'zod'
import { fromFailure, lost, type NoAnswer } from '#modules/checkout/payments/gateways/transport.ts'
import type { Clock } from '#platform/clock.ts'
import type { Body } from './requests.ts'

export type Connection = {
  endpoint: string
  api_login_id: string
  transaction_key: string
  fetch: typeof fetch
  deadline_ms: number
  clock: Clock
}

export type Posted<T> = { kind: 'answer'; body: T } | NoAnswer

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

/** Posts one call and reads its response; the deadline covers the whole body. Never throws. */
export async function post<T>(
  connection: Connection,
  { call, fields }: Body,
  schema: z.ZodType<T>,
): Promise<Posted<T>> {
  const merchantAuthentication = { name: connection.api_login_id, transactionKey: connection.transaction_key }
  try {
    const response = await connection.fetch(connection.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ [call]: { merchantAuthentication, ...fields } }),
      signal: AbortSignal.timeout(connection.deadline_ms),
      redirect: 'error',
    })
    // Responses start with a byte order mark, which JSON.parse refuses: text() drops it, json() of some runtimes does
    // not.
    const text = await response.text()
    if (!response.ok) return lost(`http_${response.status}`, 'The gateway answered with a failure.')
    const body = parse(text, schema)
    if (!body) return lost('unreadable', 'The answer could not be read.')
    if (answersAnother(fields.refId, body)) return lost('mismatch', 'The answer belongs to another request.')
    return { kind: 'answer', body }
  } catch (failure) {
    return fromFailure(failure)
  }
}
