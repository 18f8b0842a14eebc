/** The limit of the Stream-Safe Text Format (Unicode, annex 15); no language needs more. */
const pile = /\p{M}{31}/u

/**
 * A text in a normal form. One with a letter under more than 30 marks stays as it is: ordering them takes time by the
 * square of their number, and 80 kB of marks would stop the process for seconds.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  pile.test(text) ? text : text.normalize(form)

export const composed = (text: string): string => normalForm(text, 'NFC')
export const decomposed = (text: string): string => normalForm(text, 'NFD')
