import type { z } from 'zod'
import { fromFailure, lost, type NoResponse } from '#modules/checkout/payments/gateways/transport.ts'
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

export type PostResult<T> = { kind: 'answer'; body: T } | NoResponse

function parse<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const isForAnotherRequest = (sentRefId: string | undefined, body: unknown) => {
  const { refId } = body as { refId?: string | null }
  return Boolean(sentRefId && refId && refId !== sentRefId)
}

/** Posts a call and parses its response; the deadline includes reading the body. Never throws. */
export async function post<T>(
  connection: Connection,
  { call, fields }: Body,
  schema: z.ZodType<T>,
): Promise<PostResult<T>> {
  const merchantAuthentication = { name: connection.api_login_id, transactionKey: connection.transaction_key }
  try {
    const response = await connection.fetch(connection.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ [call]: { merchantAuthentication, ...fields } }),
      signal: AbortSignal.timeout(connection.deadline_ms),
      redirect: 'error',
    })
    // Responses start with a byte order mark, which JSON.parse refuses. text() removes it; json() does not in some
    // runtimes.
    const text = await response.text()
    if (!response.ok) return lost(`http_${response.status}`, 'The gateway responded with an error status.')
    const body = parse(text, schema)
    if (!body) return lost('unreadable', 'The response could not be parsed.')
    if (isForAnotherRequest(fields.refId, body)) return lost('mismatch', 'The response belongs to another request.')
    return { kind: 'answer', body }
  } catch (failure) {
    return fromFailure(failure)
  }
}
