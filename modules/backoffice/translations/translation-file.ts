import type { TranslationRow } from './fetch-translations.ts'
import { readXliff } from './xliff.ts'

/** One line of a file of translations. */
export type FileLine = { key: string; english: string; translation: string; state: string }
const columns = ['key', 'english', 'translation', 'state'] as const

export const linesOf = (rows: readonly TranslationRow[], language: string): FileLine[] =>
  rows.map(({ key, english, msgstr, states }) => ({
    key,
    english,
    translation: msgstr[language] ?? '',
    state: states[language] ?? 'untranslated',
  }))

export const writeJson = (language: string, lines: readonly FileLine[]): string =>
  `${JSON.stringify({ language, texts: lines }, null, 2)}\n`

/** RFC 4180 in UTF-8 with its mark, by which spreadsheets know it. What they would run as a formula has an apostrophe. */
export const writeCsv = (lines: readonly FileLine[]): string =>
  `\ufeff${[columns.join(','), ...lines.map((line) => columns.map((name) => cell(line[name])).join(','))].join('\r\n')}\r\n`

const cell = (value: string) => {
  const safe = /^'*[\s\p{Cf}]*[=+\-@|%\t]/u.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const plain = (value: string) => (/^'+[\s\p{Cf}]*[=+\-@|%\t]/u.test(value) ? value.slice(1) : value)

/** The lines of a file in any of the formats; null for anything else. */
export function readTranslationFile(text: string): FileLine[] | null {
  const content = text.replace(/^\ufeff/, '')
  const begin = content.trimStart()
  if (begin.startsWith('<')) return readXliff(begin)
  return begin.startsWith('{') ? readJson(content) : readCsv(content)
}

function readJson(content: string): FileLine[] | null {
  try {
    const { texts } = JSON.parse(content) as { texts?: unknown }
    if (!Array.isArray(texts)) return null
    const lines = texts.map((one: Partial<Record<keyof FileLine, unknown>> | null) => lineOf((name) => one?.[name]))
    return lines.every((line) => line !== null) ? lines : null
  } catch {
    return null
  }
}

function lineOf(read: (name: keyof FileLine) => unknown): FileLine | null {
  const [key, translation] = [read('key'), read('translation')]
  if (typeof key !== 'string' || key === '' || typeof translation !== 'string') return null
  return { key, translation, english: String(read('english') ?? ''), state: String(read('state') ?? '') }
}

function readCsv(content: string): FileLine[] | null {
  const [head, ...rows] = cellsOf(content)
  if (!head?.includes('key') || !head.includes('translation')) return null
  const lines = rows
    .filter((row) => row.some((value) => value !== ''))
    .map((row) => lineOf((name) => (head.includes(name) ? plain(row[head.indexOf(name)] ?? '') : undefined)))
  return lines.every((line) => line !== null) ? lines : null
}

/** The cells of RFC 4180, row by row. */
function cellsOf(content: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y
  while (pattern.lastIndex <= content.length) {
    const found = pattern.exec(content)
    // A quote in the wrong place: what follows cannot be told apart.
    if (!found) return []
    const [, value = '', end = ''] = found
    rows.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows
}
