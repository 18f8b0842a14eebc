/** Ids and positions, which have no meaning to an author. */
const hiddenFields = /(?:^|_)ids?$|Ids?$|^(?:sequence|revision|key|order|deleted|modulesForDeletion)$/

const plain = (html: string): string[] =>
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

function leaves(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item, name))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => (hiddenFields.test(key) ? [] : leaves(one, key)))
  if (typeof value === 'string') return plain(value)
  return value === null || value === undefined ? [] : [`${fieldInWords(name)}: ${value}`]
}

/** A whole value as lines: its description followed by every text and setting that the description leaves out. */
export function linesOf<T>(value: T, describe: (value: T) => readonly string[]): string[] {
  const described = describe(value).flatMap(plain)
  const lines = new Set(described)
  return [...described, ...leaves(value, '').filter((line) => !lines.has(line))]
}
