import { createContext } from 'react'
import type { Locale } from '#platform/texts.ts'
import type { EmailKind } from './email-limits.sql.ts'

/** The footer that an organization adds to its emails, in the email's language; '' for none. */
export const FooterContext = createContext<(locale: Locale) => string>(() => '')

/** An organization's look in emails. It wraps each email, which need not know about it. */
export type EmailLook = {
  /** A color (`#rrggbb`), adjusted until text on it is readable. */
  color?: string | null
  /** An absolute address. */
  logo_url?: string | null
  /** The organization's social pages; https addresses. */
  social?: readonly { network: string; href: string }[]
  /** The contact details of its people, line by line: address, phone, hours. */
  contact?: (locale: Locale) => readonly string[]
  /** The email's purpose, which the footer explains. */
  kind?: EmailKind
}
export const LookContext = createContext<EmailLook>({})
