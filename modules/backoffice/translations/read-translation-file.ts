import { withoutGuard } from '#platform/csv.ts'
import { parseForeignJson } from '#platform/readers/json.ts'
import { readCsv } from '#platform/readers/read-csv.ts'
import type { FileLine } from './file-line.ts'
import { readXliff } from './read-xliff.ts'

/** Several times the number of the product's texts. */
const maxLines = 50_000

/** The lines of a file in any of the formats; null for anything else. */
export function readTranslationFile(text: string): FileLine[] | null {
  const content = text.replace(/^\ufeff/, '')
  const begin = content.trimStart()
  if (begin.startsWith('<')) return readXliff(begin)
  return begin.startsWith('{') ? readJson(content) : readLines(content)
}

function readJson(content: string): FileLine[] | null {
  try {
    const { texts } = parseForeignJson(content) as { texts?: unknown }
    if (!Array.isArray(texts)) return null
    const lines = texts.map((text: Partial<Record<keyof FileLine, unknown>> | null) => lineOf((name) => text?.[name]))
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

function readLines(content: string): FileLine[] | null {
  const [head = [], ...rows] = cellsOf(content)
  if (!head.includes('key') || !head.includes('translation')) return null
  const lines = rows
    .filter((row) => row.some((value) => value !== ''))
    .map((row) => lineOf((name) => (head.includes(name) ? withoutGuard(row[head.indexOf(name)] ?? '') : undefined)))
  return lines.every((line) => line !== null) ? lines : null
}

function cellsOf(content: string): string[][] {
  try {
    return readCsv(content, { maxRows: maxLines }).map(({ cells }) => cells)
  } catch {
    return []
  }
}
