import { defineErrors } from './errors.ts'
import { traced } from './traces/traced.ts'

/** Effects outside the product: on people, money, agencies and other systems, or irreversible deletions. */
export type OutboundKind =
  | 'mail'
  | 'payment'
  | 'report'
  | 'message'
  | 'exam'
  | 'storefront'
  | 'webhook'
  | 'file removal'

/**
 * The reason why this process sends nothing: its settings, or a database that belongs to another installation or none.
 */
export type Hold =
  | { why: 'setting' }
  | { why: 'other'; installation: string }
  | { why: 'restored'; installation: string }
  | { why: 'none' }

export const outboundErrors = defineErrors({
  quarantine: [
    503,
    'QUARANTINE',
    [
      'This is a copy of the site. Payments, emails and messages are turned off here.',
      'Esta es una copia del sitio. Los pagos, los correos y los mensajes están desactivados aquí.',
    ],
  ],
})

let current: Hold | null = null

/** Holds back all outgoing effects of the process, or releases them. */
export function holdOutbound(hold: Hold | null): void {
  current = hold
}

export const outboundHold = (): Hold | null => current

/** Throws if this process must not send anything. Every adapter calls it before its first byte. */
export function requireOutbound(_kind: OutboundKind): void {
  if (current) throw outboundErrors.quarantine()
}

/** A request to another service in its own span. No `traceparent` is sent, so our trace ids stay internal. */
const tracedFetch: typeof fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input))
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  // Paths may contain ids of people, and queries even more.
  const attributes = { 'http.request.method': method, 'server.address': url.hostname }
  return traced({ kind: 'call', name: `${method} ${url.hostname}`, attributes }, async (span) => {
    const response = await fetch(input, init)
    span?.set({ 'http.response.status_code': response.status })
    if (response.status >= 500) span?.fail()
    return response
  })
}

/** The `fetch` of adapters; it throws in quarantine. */
export const outboundFetch =
  (kind: OutboundKind): typeof fetch =>
  async (input, init) => {
    requireOutbound(kind)
    return tracedFetch(input, init)
  }

/** For services that only answer a question about the current request and store nothing. */
export const harmlessFetch: (
  reason: 'proves a visitor' | 'signs in' | 'knows leaked passwords' | 'tries a setting' | 'reads events',
) => typeof fetch = () => tracedFetch

/** For the receiver of traces; requests to it are not traced themselves. */
export const untracedFetch: typeof fetch = (input, init) => fetch(input, init)
