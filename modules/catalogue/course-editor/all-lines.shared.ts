/** Ids and positions, which have no meaning to an author. */
const hiddenFields = /(?:^|_)ids?$|Ids?$|^(?:sequence|revision|key|order|deleted|modulesForDeletion)$/

const plainLines = (html: string): string[] =>
  html
    .replace(/<(?:br|\/p|\/li|\/h\d|\/tr)[^>]*>/g, '\n')
    // A picture or a video is represented by its address.
    .replace(/<[^>]*?\bsrc="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** 'noEditAfterSave' as 'no edit after save'. */
const fieldInWords = (name: string): string =>
  name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

/** Formats a setting without a text of its own as a line. */
type SettingLine = (name: string, value: unknown) => string
const lineOf: SettingLine = (name, value) => `${fieldInWords(name)}: ${value}`

function leafLines(value: unknown, name: string, line: SettingLine): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => leafLines(item, name, line))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => (hiddenFields.test(key) ? [] : leafLines(inner, key, line)))
  if (typeof value === 'string') return plainLines(value)
  return value === null || value === undefined ? [] : [line(name, value)]
}

/** A whole value as lines: its description followed by every text and setting that the description leaves out. */
export function linesOf<T>(value: T, describe: (value: T) => readonly string[]): string[] {
  const described = describe(value).flatMap(plainLines)
  const lines = new Set(described)
  return [...described, ...leafLines(value, '', lineOf).filter((line) => !lines.has(line))]
}

/** The texts and settings within a value as lines; `name` is that of its field. */
export const linesWithin = (value: unknown, name: string, line: SettingLine): string[] => leafLines(value, name, line)
