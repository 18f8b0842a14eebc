import { WaypostError } from './failure.ts'
import { type Fetch, type RetryOptions, repeatingFetch, sleep } from './retrying-fetch.ts'
import { addressOf } from './site.ts'

export type ClientCredentials = {
  site: string | undefined
  clientId: number | string | undefined
  key: string | undefined
  scope?: string
}

type Token = { access_token: string; expires_in: number }
type Answer = Partial<Token> & { error?: string; error_description?: string }

/**
 * A source of tokens (OAuth 2.0 client credentials) for `createWaypost`: it requests one, repeating as calls do, and reuses it
 * for its hour, or until the server refuses it.
 */
export function clientCredentials(
  { site, clientId, key, scope, ...options }: ClientCredentials & Partial<RetryOptions>,
  fetch: Fetch = (request) => globalThis.fetch(request),
): (refused?: string) => Promise<string> {
  const send = repeatingFetch(fetch, { retries: 4, longestWait: 60, sleep, ...options })
  let current: { token: Promise<string>; value: string; until: number } | null = null

  async function request(): Promise<Token> {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) })
    const headers = { authorization: `Basic ${btoa(`${clientId}:${key}`)}` }
    const response = await send(new Request(addressOf(site, '/oauth/token'), { method: 'POST', headers, body }))
    // A proxy in front of the server may answer with HTML.
    const answer = (await response.json().catch(() => ({}))) as Answer
    const { access_token, expires_in = 0, error, error_description = error } = answer
    if (!response.ok || !access_token) throw new WaypostError(response, { code: error, message: error_description })
    return { access_token, expires_in }
  }

  function renew() {
    const requested = request()
    // Simultaneous calls share the request.
    const entry = { token: requested.then((token) => token.access_token), value: '', until: Number.POSITIVE_INFINITY }
    requested.then(
      ({ access_token, expires_in }) => {
        entry.value = access_token
        // A minute earlier, so that no call is sent with a token that ends on its way.
        entry.until = Date.now() + (expires_in - 60) * 1000
      },
      () => {
        if (current === entry) current = null
      },
    )
    return entry
  }

  return (refused) => {
    if (!current || Date.now() >= current.until || (refused !== undefined && current.value === refused))
      current = renew()
    return current.token
  }
}
