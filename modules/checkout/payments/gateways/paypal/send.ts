import type { z } from 'zod'
import type { Reason } from '#modules/checkout/payments/gateways/gateway.ts'
import { fromFailure, lost, type NoAnswer } from '#modules/checkout/payments/gateways/transport.ts'
import type { Clock } from '#platform/clock.ts'
import { reasonIn, WireToken } from './wire.ts'

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

/** 'refused' means that the wallet has definitely done nothing. */
export type Sent<T> = { kind: 'answer'; body: T } | { kind: 'refused'; status: number; reason: Reason } | NoAnswer

type Call = {
  method: 'GET' | 'POST'
  path: string
  /** JSON as text: a signed body must stay unchanged. */
  body?: string
  /** Makes a resend harmless: the wallet returns the first call's result. */
  request_id?: string
}

/** Calls the wallet and reads its response; the deadline covers the whole body. Never throws. */
export async function send<T>(connection: Connection, call: Call, schema: z.ZodType<T>): Promise<Sent<T>> {
  const token = await accessToken(connection)
  if (typeof token !== 'string') return token
  const answer = await sendWith(connection, token, call, schema)
  // A token may be revoked early; nothing was done, so it is retried with a new one.
  if (answer.kind !== 'refused' || answer.status !== 401) return answer
  connection.token = null
  const newToken = await accessToken(connection)
  return typeof newToken === 'string' ? sendWith(connection, newToken, call, schema) : newToken
}

async function sendWith<T>(connection: Connection, token: string, call: Call, schema: z.ZodType<T>): Promise<Sent<T>> {
  const { method, path, body, request_id } = call
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    prefer: 'return=representation',
    ...(request_id && { 'paypal-request-id': request_id }),
  }
  return exchange(connection, `${connection.endpoint}${path}`, { method, headers, ...(body && { body }) }, schema)
}

/** Statuses that leave the outcome open: a failure, or the same request still in progress. */
const undecided = (status: number) => status >= 500 || status === 409 || status === 408

async function exchange<T>(
  { fetch, deadline_ms }: Connection,
  url: string,
  init: RequestInit,
  schema: z.ZodType<T>,
): Promise<Sent<T>> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(deadline_ms) })
    const body = parse(await response.text())
    if (undecided(response.status)) return lost(`http_${response.status}`, reasonIn(body, response.status).code)
    if (!response.ok) return { kind: 'refused', status: response.status, reason: reasonIn(body, response.status) }
    const read = schema.safeParse(body)
    return read.success ? { kind: 'answer', body: read.data } : lost('unreadable', 'The answer could not be read.')
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

/** A token counts as expired a minute early, because the call must arrive while it is valid. */
const margin_ms = 60_000

async function accessToken(connection: Connection): Promise<string | Exclude<Sent<never>, { kind: 'answer' }>> {
  const now = connection.clock.now().getTime()
  if (connection.token && connection.token.until > now) return connection.token.value
  const basic = Buffer.from(`${connection.client_id}:${connection.secret}`).toString('base64')
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', headers, body: 'grant_type=client_credentials' }
  const answer = await exchange(connection, `${connection.endpoint}/v1/oauth2/token`, init, WireToken)
  // Without a token no request was sent.
  if (answer.kind === 'lost') return { kind: 'unsent', reason: answer.reason }
  if (answer.kind !== 'answer') return answer
  const { access_token, expires_in } = answer.body
  connection.token = { value: access_token, until: now + expires_in * 1000 - margin_ms }
  return access_token
}
