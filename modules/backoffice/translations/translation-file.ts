import { csvLine, utf8Mark } from '#platform/csv.ts'
import type { TranslationRow } from './fetch-translations.ts'
import type { FileLine } from './file-line.ts'

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

/** In UTF-8 with a byte order mark, for spreadsheet programs. */
export const writeCsv = (lines: readonly FileLine[]): string =>
  `${utf8Mark}${[columns, ...lines.map((line) => columns.map((name) => line[name]))].map(csvLine).join('')}`
