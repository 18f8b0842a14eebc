import type createClient from 'openapi-fetch'
import type { paths } from '#openapi/types.ts'

export type Api = ReturnType<typeof createClient<paths>>

type Values = Readonly<Record<string, unknown>>
type Init = { params?: { path?: Values; query?: Values }; body?: unknown; signal?: AbortSignal }

const encoded = (value: unknown): string => encodeURIComponent(String(value))

/** `name=value` for a value, for each entry of a list, and for each field of an object as `name[field]`. */
function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((entry) => pairsOf(name, entry))
  if (typeof value !== 'object') return [`${name}=${encoded(value)}`]
  return Object.entries(value).flatMap(([field, entry]) => pairsOf(`${name}[${field}]`, entry))
}

function addressOf(path: string, { path: places = {}, query = {} }: NonNullable<Init['params']>): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(places[name]))
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value))
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    // A proxy in between may refuse with something that is not JSON.
    if (response.ok) throw error
    return text
  }
}

/**
 * The calls of the API, typed as openapi-fetch types them. Its code is for any API, and twice as large as this, which
 * every page with a call loads.
 */
export function apiClient(base: string, headers: () => Readonly<Record<string, string>>): Api {
  const call = (method: string) => {
    return async (path: string, { params = {}, body, signal }: Init = {}) => {
      const request = new Request(base + addressOf(path, params), {
        method,
        headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
      const response = await fetch(request)
      const content = await bodyOf(response)
      return response.ok ? { data: content, response } : { error: content, response }
    }
  }
  return new Proxy({} as Api, { get: (_, method: string) => call(method) })
}
