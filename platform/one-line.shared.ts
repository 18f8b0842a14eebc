/** Characters that can end a line: control characters, and Unicode's separators of lines and paragraphs. */
const lineEnds = /[\p{Cc}\u2028\u2029]/u

/** Whether a text may be used in a header; shared by the forms that accept it and the mailer that sends it. */
export const isOneLine = (text: string): boolean => !lineEnds.test(text)

/** One of our own texts as a single line for a header: line breaks become spaces. */
export const asOneLine = (text: string): string => text.replaceAll(new RegExp(lineEnds, 'gu'), ' ')

/** Whether a name may be a sender's: one line without characters that have a meaning in headers. */
export const isSenderName = (name: string): boolean => isOneLine(name) && !/["<>@\\\p{Cf}]/u.test(name)
