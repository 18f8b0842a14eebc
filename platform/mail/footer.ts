import { createContext } from 'react'
import type { Locale } from '../texts.ts'

/** What an organization ends its emails with, in the language of an email; '' for nothing. */
export const FooterContext = createContext<(locale: Locale) => string>(() => '')
