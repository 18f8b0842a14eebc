import { useCallback, useRef, useState } from 'react'
import type { paths } from '#openapi/types.ts'
import { pathTo } from '#platform/path-to.ts'
import { documentLocale, localize, texts } from '#platform/texts.ts'
import { type Api, apiClient } from './api-client.ts'
import { useTexts } from './locale.tsx'
import { toast } from './toast.ts'

const messages = texts({
  offline: ['Network Error: No Connection', 'Error de red: sin conexión'],
  failed: ['An error occurred.', 'Ocurrió un error.'],
})

/** One problem with the input; `path` names the field. */
type ApiIssue = { path: string; message: string }
export type ApiFailure = {
  ok: false
  status: number
  code: string
  message: string
  issues: ApiIssue[]
  body: Record<string, unknown>
}
export type ApiResponse<T> = { ok: true; status: number; data: T } | ApiFailure

type RawResult<T> = { data?: T; error?: unknown; response: Response }
/** The result of a request in `callApi`; `sendFile` returns the same. */
export type FetchResult<T> = Promise<RawResult<T>>
export type { Api } from './api-client.ts'

type Get<P extends keyof paths> = paths[P]['get']
/** The query parameters of GET `path`. */
export type QueryOf<P extends keyof paths> =
  Get<P> extends { parameters: { query?: infer Query } }
    ? [Query] extends [undefined]
      ? Record<string, never>
      : NonNullable<Query>
    : never
/** The response of GET `path`, without the parts that `callApi` handles. */
export type ResponseOf<P extends keyof paths> =
  Get<P> extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
    ? Omit<Answer, 'error' | 'message' | 'redirect' | 'external'>
    : never
export type CallOptions = {
  /** The caller shows messages itself: no toast. */
  quiet?: boolean
  /** `refusals`: toasts only for refusals; the caller reports success itself. */
  shows?: 'refusals'
  /** Codes of refusals that the caller handles itself, without a toast. */
  handledCodes?: readonly string[]
  /** The caller follows the response's address itself. */
  stay?: boolean
}

/** The headers of every call. */
export const apiHeaders = () => ({
  'X-Timezone-Offset': String(new Date().getTimezoneOffset()),
  CurrentURL: location.pathname,
  locale: document.documentElement.lang,
})

const client = apiClient('/api', apiHeaders)

/**
 * Calls the API and handles common responses: without a session it leads to sign-in, `message` becomes a toast,
 * `redirect` is followed. `callApi((api) => api.POST('/cart/addToCart', { body }))` never throws.
 */
export async function callApi<T>(
  request: (api: Api) => FetchResult<T>,
  options: CallOptions = {},
): Promise<ApiResponse<T>> {
  const locale = documentLocale()
  let raw: RawResult<T>
  try {
    raw = await request(client)
  } catch {
    const failure = failureOf(0, { code: 'OFFLINE', message: localize(locale, messages.offline) }, '')
    if (!options.quiet) toast({ kind: 'error', text: failure.message })
    return failure
  }
  const body = asRecord(raw.data ?? raw.error)
  const { status } = raw.response
  const refused = !raw.response.ok || Boolean(body.error)
  const result = refused
    ? failureOf(status, body, localize(locale, messages.failed))
    : { ok: true as const, status, data: raw.data as T }
  // Any other 401 is about typed credentials, not the session.
  if (!result.ok && result.code === 'UNAUTHENTICATED') return signInAgain(result)
  const isHandled = !result.ok && options.handledCodes?.includes(result.code)
  const reportsItself = result.ok && options.shows === 'refusals'
  if (!options.quiet && !isHandled && !reportsItself) showMessage(result.ok ? body.message : result.message, result.ok)
  if (!options.stay && typeof body.redirect === 'string') follow(body.redirect)
  return result
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function failureOf(status: number, body: Record<string, unknown>, fallback: string): ApiFailure {
  const text = typeof body.message === 'string' && body.message ? body.message : fallback
  const message = text.includes('Cannot read') ? fallback : text
  const issues = Array.isArray(body.issues) ? (body.issues as ApiIssue[]) : []
  return { ok: false, status, code: String(body.code ?? 'FAILED'), message, issues, body }
}

function showMessage(message: unknown, ok: boolean): void {
  if (typeof message === 'string' && message) toast({ kind: ok ? 'success' : 'error', text: message })
}

function signInAgain(failure: ApiFailure): ApiFailure {
  if (location.pathname !== pathTo('/login')) {
    const backHref = location.pathname + location.search
    location.assign(pathTo('/login', { query: { se: true, redirect: backHref } }))
  }
  return failure
}

function follow(to: string): void {
  if (URL.parse(to, location.href)?.protocol.startsWith('http')) location.assign(to)
}

/** Errors by field name, for `error=` of fields. */
export const issuesByField = (failure: ApiFailure): Record<string, string> =>
  Object.fromEntries(failure.issues.map(({ path, message }) => [path.split('.').at(-1) ?? path, message]))

/** `callApi` with its display state: `busy` while it runs (a second press is refused), and the last failure. */
export function useApi() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const t = useTexts(messages)
  const runningRef = useRef(false)
  const failureText = t('failed')
  const call = useCallback(
    async <T>(request: (api: Api) => FetchResult<T>, options?: CallOptions): Promise<ApiResponse<T>> => {
      if (runningRef.current) return failureOf(409, { code: 'RUNNING' }, failureText)
      runningRef.current = true
      setBusy(true)
      try {
        const response = await callApi(request, options)
        setFailure(response.ok ? null : response)
        return response
      } finally {
        runningRef.current = false
        setBusy(false)
      }
    },
    [failureText],
  )
  return { call, busy, failure }
}
