import { defineErrors } from './errors.ts'

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

/** The `fetch` of adapters; it throws in quarantine. */
export const outboundFetch =
  (kind: OutboundKind): typeof fetch =>
  async (input, init) => {
    requireOutbound(kind)
    return fetch(input, init)
  }

/** For services that only respond to a question about the current request and store nothing. */
export const harmlessFetch: (
  reason: 'proves a visitor' | 'signs in' | 'knows leaked passwords' | 'tries a setting' | 'reads events',
) => typeof fetch = () => (input, init) => fetch(input, init)
