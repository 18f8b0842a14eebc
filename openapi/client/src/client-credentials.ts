import { WaypostError } from './failure.ts'

export type ClientCredentials = { site: string; clientId: number | string; key: string; scope?: string }

/** A source of tokens (OAuth 2.0 client credentials) for `createWaypost`: it requests one and reuses it for its hour. */
export function clientCredentials(
  { site, clientId, key, scope }: ClientCredentials,
  fetch: (request: Request) => Promise<Response> = (request) => globalThis.fetch(request),
): () => Promise<string> {
  let current: { token: Promise<string>; until: number } | null = null

  async function request(): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) })
    const headers = { authorization: `Basic ${btoa(`${clientId}:${key}`)}` }
    const response = await fetch(new Request(new URL('/oauth/token', site), { method: 'POST', headers, body }))
    const answer = (await response.json()) as { access_token: string; expires_in: number; error?: string }
    if (!response.ok) throw new WaypostError(response, { code: answer.error, message: answer.error })
    // A minute earlier, so that no call is sent with a token that ends on its way.
    if (current) current.until = Date.now() + (answer.expires_in - 60) * 1000
    return answer.access_token
  }

  return () => {
    if (!current || Date.now() >= current.until) {
      const token = request()
      // Calls of the same moment share the request.
      current = { token, until: Number.POSITIVE_INFINITY }
      token.catch(() => {
        current = null
      })
    }
    return current.token
  }
}
