import { z } from 'zod'
import { outboundFetch } from '#platform/outbound.ts'

export type RestClientConfig = { url: string; client_id: string; client_secret: string; deadline_ms?: number }
export type RestClient = ReturnType<typeof openRestClient>

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const maxBodyLength = 200_000

/** Calls of a REST interface with OAuth 2 client credentials. A body that is not JSON, or is too long, is null. */
export function openRestClient(config: RestClientConfig) {
  const base = config.url.replace(/\/$/, '')
  const deadline = config.deadline_ms ?? 10_000
  let token: { value: string; until: number } | null = null

  async function send(method: string, path: string, body: unknown, headers: HeadersInit, signal: AbortSignal) {
    const isJson = body !== undefined && !(body instanceof URLSearchParams)
    const response = await outboundFetch('exam')(`${base}${path}`, {
      method,
      headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as URLSearchParams) }),
      // A redirect could send a student's name to another host.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
    })
    const text = await response.text()
    return { status: response.status, body: text.length > maxBodyLength ? null : parseJson(text) }
  }

  async function authorization(signal: AbortSignal): Promise<string> {
    if (token && token.until > Date.now()) return token.value
    const { client_id, client_secret } = config
    const credentials = { grant_type: 'client_credentials', token_type: 'jwt', client_id, client_secret }
    const { body } = await send('POST', '/oauth2/access_token', new URLSearchParams(credentials), {}, signal)
    const { access_token, expires_in } = Token.parse(body)
    token = { value: `JWT ${access_token}`, until: Date.now() + Math.max(0, expires_in - 60) * 1000 }
    return token.value
  }

  /** Sends a request, and once more with a new token if the server no longer accepts the current one. */
  async function call(method: string, path: string, body: unknown, signal: AbortSignal) {
    const first = await send(method, path, body, { authorization: await authorization(signal) }, signal)
    if (first.status !== 401) return first
    token = null
    return send(method, path, body, { authorization: await authorization(signal) }, signal)
  }

  return { base, call }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
