import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from '#openapi/types.ts'

type Method = 'get' | 'post' | 'put' | 'delete' | 'patch'
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never
}[keyof paths]
/** The options of a call: no more than `apiClient` passes on, so that any other option fails to compile. */
type SupportedOption = 'params' | 'body' | 'signal' | 'keepalive'
type InitOf<T> = undefined extends T ? [init?: OnlySupported<NonNullable<T>>] : [init: OnlySupported<T>]
type OnlySupported<T> = Pick<T, Extract<keyof T, SupportedOption>>
type ResponseTo<T> = T extends Record<string, unknown> ? FetchResponse<T, unknown, `${string}/${string}`> : never
type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: InitOf<MaybeOptionalInit<paths[P], M>>
) => Promise<ResponseTo<paths[P][M]>>

export type Api = { readonly [M in Method as Uppercase<M>]: Call<M> }

type Values = Readonly<Record<string, unknown>>
type Init = { params?: { path?: Values; query?: Values }; body?: unknown; signal?: AbortSignal; keepalive?: boolean }

const encode = (value: unknown): string => encodeURIComponent(String(value))

/** `name=value` for a value, for each entry of a list, and for each field of an object as `name[field]`. */
function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((entry) => pairsOf(name, entry))
  if (typeof value !== 'object') return [`${name}=${encode(value)}`]
  return Object.entries(value).flatMap(([field, entry]) => pairsOf(`${name}[${field}]`, entry))
}

function addressOf(path: string, { path: pathValues = {}, query = {} }: NonNullable<Init['params']>): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(pathValues[name]))
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
 * The calls of the API, with the types of openapi-fetch. Its own code serves any API and is twice as large, and every
 * page with a call would load it.
 */
export function apiClient(base: string, headers: () => Readonly<Record<string, string>>): Api {
  const call = (method: string) => {
    return async (path: string, { params = {}, body, ...others }: Init = {}) => {
      const request = new Request(base + addressOf(path, params), {
        ...others,
        method,
        headers: { ...headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const response = await fetch(request)
      const content = await bodyOf(response)
      return response.ok ? { data: content, response } : { error: content, response }
    }
  }
  // Anything else is not a method, such as `then`, which `await` looks up.
  const isMethod = (name: string | symbol) => typeof name === 'string' && /^[A-Z]+$/.test(name)
  return new Proxy({} as Api, { get: (_, name) => (isMethod(name) ? call(String(name)) : undefined) })
}
