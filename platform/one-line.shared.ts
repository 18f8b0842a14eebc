/** What ends a line somewhere: control characters, and Unicode's own separators of lines and paragraphs. */
const lineEnds = /[\p{Cc}\u2028\u2029]/u

/**
 * Whether a text may be used in a header: the one rule for the forms that take such a text and for the mailer that
 * sends it.
 */
export const isOneLine = (text: string): boolean => !lineEnds.test(text)

/** A text of our own records as one line, for a header: what would end it becomes a space. */
export const asOneLine = (text: string): string => text.replaceAll(new RegExp(lineEnds, 'gu'), ' ')

/** Whether a name may be that of a sender: one line without what means something else in a header. */
export const isSenderName = (name: string): boolean => isOneLine(name) && !/["<>@\\\p{Cf}]/u.test(name)
