import { createContext } from 'react'
import type { Locale } from '#platform/texts.ts'

/** What an organization ends its emails with, in the language of an email; '' for nothing. */
export const FooterContext = createContext<(locale: Locale) => string>(() => '')

/** How an organization looks in its emails. Each email is written inside it, and need not know it. */
export type EmailLook = {
  /** A color (`#rrggbb`), darkened or lightened until it can be read. */
  color?: string | null
  /** An absolute address. */
  logo_url?: string | null
  /** Pages of the organization elsewhere; https addresses. */
  social?: readonly { network: string; href: string }[]
}
export const LookContext = createContext<EmailLook>({})
