import type { z } from 'zod'
import type { Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { fromFailure, lost, type NoResponse } from '#modules/checkout/payments/gateways/transport.ts'
import type { Clock } from '#platform/clock.ts'
import { readReason, WireToken } from './wire.ts'

export type Connection = {
  endpoint: string
  client_id: string
  secret: string
  webhook_id: string
  deadline_ms: number
  fetch: typeof fetch
  clock: Clock
  token: { value: string; until: number } | null
}

/** 'refused' means that the wallet definitely did not process the request. */
export type SendResult<T> =
  | { kind: 'answer'; body: T }
  | { kind: 'refused'; status: number; reason: Reason }
  | NoResponse

type Call = {
  method: 'GET' | 'POST'
  path: string
  /** Serialized JSON, because a signed body must stay unchanged. */
  body?: string
  /** Makes the call idempotent: the wallet returns the first result for a resend. */
  request_id?: string
}

/** Calls the wallet and parses its response; the deadline includes reading the body. Never throws. */
export async function send<T>(connection: Connection, call: Call, schema: z.ZodType<T>): Promise<SendResult<T>> {
  const token = await accessToken(connection)
  if (typeof token !== 'string') return token
  const result = await sendWithToken(connection, token, call, schema)
  // A token can be revoked early. The call had no effect, so it is retried with a new one.
  if (result.kind !== 'refused' || result.status !== 401) return result
  connection.token = null
  const newToken = await accessToken(connection)
  return typeof newToken === 'string' ? sendWithToken(connection, newToken, call, schema) : newToken
}

async function sendWithToken<T>(
  connection: Connection,
  token: string,
  call: Call,
  schema: z.ZodType<T>,
): Promise<SendResult<T>> {
  const { method, path, body, request_id } = call
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...(request_id && { 'paypal-request-id': request_id }),
  }
  return exchange(connection, `${connection.endpoint}${path}`, { method, headers, ...(body && { body }) }, schema)
}

/** Whether the outcome is open after this status: the server failed, or the same request is still in progress. */
const isUndecided = (status: number) => status >= 500 || status === 409 || status === 408

async function exchange<T>(
  { fetch, deadline_ms }: Connection,
  url: string,
  init: RequestInit,
  schema: z.ZodType<T>,
): Promise<SendResult<T>> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(deadline_ms) })
    const body = parse(await response.text())
    if (isUndecided(response.status)) return lost(`http_${response.status}`, readReason(body, response.status).code)
    if (!response.ok) return { kind: 'refused', status: response.status, reason: readReason(body, response.status) }
    const parsed = schema.safeParse(body)
    return parsed.success
      ? { kind: 'answer', body: parsed.data }
      : lost('unreadable', 'The response could not be parsed.')
  } catch (failure) {
    return fromFailure(failure)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Tokens count as expired a minute early, so that calls arrive while they are valid. */
const expiryMargin_ms = 60_000

async function accessToken(connection: Connection): Promise<string | Exclude<SendResult<never>, { kind: 'answer' }>> {
  const now = connection.clock.now().getTime()
  if (connection.token && connection.token.until > now) return connection.token.value
  const basic = Buffer.from(`${connection.client_id}:${connection.secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body: 'grant_type=client_credentials' }
  const result = await exchange(connection, `${connection.endpoint}/v1/oauth2/token`, init, WireToken)
  // The request itself was not sent without a token.
  if (result.kind === 'lost') return { kind: 'unsent', reason: result.reason }
  if (result.kind !== 'answer') return result
  const { access_token, expires_in } = result.body
  connection.token = { value: access_token, until: now + expires_in * 1000 - expiryMargin_ms }
  return access_token
}
