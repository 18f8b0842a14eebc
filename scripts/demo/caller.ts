import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Caller as PathCaller } from '#tests/support/path.ts'

export type Caller = PathCaller & { put: PathCaller['post'] }

/**
 * A browser's calls of the API on an organization's site: it keeps the site's cookies, and has a network address of its
 * own. The server is called at 127.0.0.1 with the site's name, because not every machine knows the names below localhost.
 * `token`: of a sign-in through the API.
 */
export function openCaller(port: string, site: string, number: number, token?: string): Caller {
  const cookies = new Map<string, string>()
  const host = `${site}.localhost:${port}`
  const send = (method: 'GET' | 'POST' | 'PUT') => async (path: string, body?: unknown) => {
    const headers = {
      host,
      origin: `http://${host}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'x-forwarded-for': `10.20.${number >> 8}.${number & 255}`,
      ...(token && { authorization: `Bearer ${token}` }),
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const call = request({ host: '127.0.0.1', port, path: `/api${path}`, method, headers })
    call.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return { status: response.statusCode!, body: await json(response) }
  }
  return { get: send('GET'), post: send('POST'), put: send('PUT') }
}
