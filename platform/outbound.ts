import { defineErrors } from './errors.ts'

/** What leaves the product for people, money, agencies and other systems, or destroys what can't be made again. */
export type OutboundKind = 'mail' | 'payment' | 'report' | 'message' | 'exam' | 'storefront' | 'file removal'

/** Why this process sends nothing: its settings say so, or the database belongs to another installation, or to none. */
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

/** Holds back everything that goes outside, for the whole process, or lets it go again. */
export function holdOutbound(hold: Hold | null): void {
  current = hold
}

export const outboundHold = (): Hold | null => current

/** Throws where this process sends nothing. Every adapter asks before its first byte. */
export function requireOutbound(_kind: OutboundKind): void {
  if (current) throw outboundErrors.quarantine()
}

/** The `fetch` of adapters: nothing is sent while the process is in quarantine. */
export const outboundFetch =
  (kind: OutboundKind): typeof fetch =>
  async (input, init) => {
    requireOutbound(kind)
    return fetch(input, init)
  }

/** For services that only answer a question about the present request and keep nothing of it. */
export const harmlessFetch: (reason: 'proves a visitor' | 'signs in' | 'knows leaked passwords') => typeof fetch =
  () => (input, init) =>
    fetch(input, init)
