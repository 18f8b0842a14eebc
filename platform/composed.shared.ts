/** The limit of the Stream-Safe Text Format (Unicode, annex 15); no language needs more. */
const pile = /\p{M}{31}/u

/**
 * Normalizes a text. A text with more than 30 marks on one letter stays unchanged: ordering marks takes time quadratic
 * in their number, and 80 kB of them would block the process for seconds.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  pile.test(text) ? text : text.normalize(form)

/** The text with each letter and its accents as one character (NFC). */
export const composed = (text: string): string => normalForm(text, 'NFC')

/** The text with accents as separate characters (NFD). */
export const decomposed = (text: string): string => normalForm(text, 'NFD')
