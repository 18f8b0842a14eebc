/** The limit of the Stream-Safe Text Format (Unicode, annex 15); no language needs more. */
const pile = /\p{M}{31}/u

/**
 * A text in normal form C. A letter with more than 30 marks stays as it is: composing takes quadratic time, and 80 kB
 * of marks would block the process for seconds.
 */
export const composed = (text: string): string => (pile.test(text) ? text : text.normalize('NFC'))
