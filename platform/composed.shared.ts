/** The limit of the Stream-Safe Text Format (Unicode, annex 15); no language writes as many. */
const pile = /\p{M}{31}/u

/**
 * A text in normal form C. A letter under more than 30 marks stays as it is: composing it takes time by the square of
 * their number, and 80 kB of marks would stop the process for seconds.
 */
export const composed = (text: string): string => (pile.test(text) ? text : text.normalize('NFC'))
