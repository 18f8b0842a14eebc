import createClient from 'openapi-fetch'
import type { paths } from './types.ts'

/** A client of the API, typed by the OpenAPI document; `token` is the bearer that signing in returns. */
export function apiClient(baseUrl: string, token?: string) {
  return createClient<paths>({ baseUrl, headers: token ? { authorization: `Bearer ${token}` } : {} })
}
