import createClient, { type Client } from 'openapi-fetch'
import type { CallOptions, ListName, Waypost } from './calls.ts'
import type { paths } from './document.ts'
import { WaypostError } from './failure.ts'
import { type Fetch, type RetryOptions, retryingFetch, sleep } from './retrying-fetch.ts'
import { routes } from './routes.ts'
import { addressOf } from './site.ts'

export type WaypostOptions = {
  /** The organization's own address: `https://school.example.com`. A missing one is refused at once. */
  site: string | undefined
  /**
   * A key (`wp_live_…`), or a function that returns a token, such as `clientCredentials(…)`; it is called once more with a token
   * that the server refused. Public calls need none.
   */
  key?: string | undefined | ((refused?: string) => string | Promise<string>)
  /** The language of messages and labels, `en-US` by default; Spanish is `es-ES`. */
  language?: string
  fetch?: Fetch
} & Partial<RetryOptions>

/** The API as functions. A refusal is thrown as WaypostError. */
export function createWaypost(options: WaypostOptions): Waypost {
  const { site, key, language = 'en-US', fetch = (request: Request) => globalThis.fetch(request) } = options
  const client = createClient<paths>({
    baseUrl: addressOf(site, '/api'),
    headers: { 'accept-language': language },
    fetch: withToken(retryingFetch(fetch, { retries: 4, longestWait: 60, sleep, ...options }), key),
  })
  const calls = Object.keys(routes).map((name) => [name, callOf(client, name as keyof typeof routes)] as const)
  const all = Object.fromEntries(calls) as Record<string, Sender>
  return Object.assign(all, { each: eachOf(all) }) as unknown as Waypost
}

/** Sends requests with the token, and once more with another one if the server refuses it. */
function withToken(send: Fetch, key: WaypostOptions['key']): Fetch {
  const sendWith = (request: Request, token: string) => {
    request.headers.set('authorization', `Bearer ${token}`)
    return send(request)
  }
  return async (request) => {
    const token = typeof key === 'function' ? await key() : key
    if (!token) return send(request)
    const response = await sendWith(request.clone(), token)
    if (response.status !== 401 || typeof key !== 'function') return response
    const other = await key(token)
    return other === token ? response : sendWith(request, other)
  }
}

type Input = Readonly<Record<string, unknown>>
type Answer = Readonly<Record<string, unknown>>
type Sender = (input?: Input, options?: CallOptions) => Promise<Answer>
/** openapi-fetch types each path; here the path is known at run time only. */
type Request_ = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: Answer; error?: unknown; response: Response }>

function callOf(client: Client<paths>, name: keyof typeof routes): Sender {
  const [method, path] = routes[name]
  return async (input = {}, { idempotencyKey, signal } = {}) => {
    const inPath = (field: string) => path.includes(`{${field}}`)
    const part = (keep: (field: string) => boolean) =>
      Object.fromEntries(Object.entries(input).filter(([field]) => keep(field)))
    const rest = part((field) => !inPath(field))
    const isRead = method === 'GET'
    const { data, error, response } = await (client.request as unknown as Request_)(method.toLowerCase(), path, {
      params: { path: part(inPath), ...(isRead && { query: rest }) },
      ...(!isRead && { body: rest }),
      querySerializer: queryOf,
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
      ...(signal && { signal }),
      parseAs: 'stream',
    })
    if (!response.ok) throw new WaypostError(response, error)
    return read(data, response)
  }
}

/** A list of values repeats its parameter. */
function queryOf(query: Input): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  return search.toString()
}

async function read(stream: unknown, { headers }: Response): Promise<Answer> {
  const response = new Response(stream as ReadableStream, { headers })
  const type = headers.get('content-type') ?? ''
  const isFile = headers.has('content-disposition') || !type.startsWith('application/json')
  return (isFile ? await response.blob() : await response.json()) as Answer
}

const eachOf = (calls: Record<string, Sender>): Waypost['each'] =>
  async function* each(name: ListName, input: Input = {}, options: CallOptions = {}) {
    const rows = routes[name][2]
    for (let after: unknown; ; ) {
      const page = await calls[name]!({ ...input, ...(after !== undefined && { after_id: after }) }, options)
      yield* page[rows] as readonly never[]
      after = page.after_id ?? page.afterId ?? page.next_id
      if (after === null || after === undefined || page.has_more === false) return
    }
  } as Waypost['each']
