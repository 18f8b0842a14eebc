import { type CsvRow, readCsv } from '../../../../platform/readers/read-csv.ts'
import { lk_question_type_id } from '../../lookups.shared.ts'
import { mostRead, type ParsedQuestion, problem, types, UnreadableFile } from './parsed.ts'

const headings: Readonly<Record<string, RegExp>> = {
  type: /^(type|tipo)$/,
  title: /^(question|pregunta)$/,
  correct: /^(correct|correcta)$/,
  reference: /^(reference|source|fuente)$/,
  hint: /^(hint|pista)$/,
}
const option = /^(?:option|opción|opcion) ?\d{1,2}$/

const typeNames = new Map(
  Object.entries(lk_question_type_id).flatMap(([id, words]) => words.map((word) => [word.toLowerCase(), Number(id)])),
)
const pair = /^(.*?)(?:\s*(?:->|→)\s*|\s+=\s+)(.*)$/s
const yes = new Set(['true', 'verdadero', '1', 'a'])
const no = new Set(['false', 'falso', '2', 'b'])

/** Questions of a CSV file with a line of headings, in English or Spanish. */
export function parseCsv(text: string): ParsedQuestion[] {
  const [head, ...rows] = rowsOf(text)
  const names = head?.cells.map((cell) => cell.toLowerCase()) ?? []
  const columnOf = (name: string) => names.findIndex((cell) => headings[name]!.test(cell))
  const columns = Object.fromEntries(Object.keys(headings).map((name) => [name, columnOf(name)]))
  if (columns.type === -1 || columns.title === -1) throw new UnreadableFile('headings')
  const options = names.flatMap((name, index) => (option.test(name) ? [index] : []))
  return rows.map(({ line, cells }) => {
    const cell = (name: string) => cells[columns[name]!] ?? ''
    const texts = options.flatMap((index) => cells[index] || [])
    return parseRow({ line, cell, texts })
  })
}

/** The rows that are not empty; twice as many as there may be questions, for lines in between. */
function rowsOf(text: string): CsvRow[] {
  try {
    const rows = readCsv(text, { most: 2 * mostRead, trim: true })
    return rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  } catch {
    throw new UnreadableFile('openQuote')
  }
}

type Cells = { line: number; cell: (name: string) => string; texts: string[] }

function parseRow({ line, cell, texts }: Cells): ParsedQuestion {
  const named = cell('type')
  const type = typeNames.get(named.toLowerCase()) ?? (named in lk_question_type_id ? Number(named) : null)
  const correct = cell('correct')
  const question: ParsedQuestion = {
    line,
    title: cell('title'),
    lk_question_type_id: type,
    options: texts.map((text) => ({ text })),
    reference: cell('reference') || undefined,
    hint: cell('hint') || undefined,
    problems: type === null ? [problem('unknownType', { name: named.slice(0, 60) })] : [],
  }
  switch (type) {
    case null:
      return question
    case types.short:
    case types.long:
      return { ...question, options: [], sample: correct || undefined }
    case types.order:
      return question
    case types.matching:
      return withPairs(question)
    case types.trueOrFalse:
      return trueOrFalse(question, correct)
    default:
      return marked(question, correct)
  }
}

export function withPairs(question: ParsedQuestion): ParsedQuestion {
  const options = question.options.map(({ text }) => {
    const [, left = '', match = ''] = pair.exec(text) ?? []
    return { text: left, match }
  })
  const bad = options.some(({ text, match }) => !text || !match)
  return { ...question, options, problems: [...question.problems, ...(bad ? [problem('badPair')] : [])] }
}

function trueOrFalse(question: ParsedQuestion, correct: string): ParsedQuestion {
  const texts = question.options.length === 2 ? question.options.map(({ text }) => text) : ['True', 'False']
  const said = correct.toLowerCase()
  const right = yes.has(said) ? 0 : no.has(said) ? 1 : texts.findIndex((text) => text.toLowerCase() === said)
  const options = texts.map((text, index) => ({ text, correct: index === right }))
  const bad = right === -1 ? [problem('badCorrect', { name: correct.slice(0, 60) })] : []
  return { ...question, options, problems: [...question.problems, ...bad] }
}

/** Right options by their numbers (1;3), letters (A;C) or texts. */
function marked(question: ParsedQuestion, correct: string): ParsedQuestion {
  const { options } = question
  const whole = options.findIndex(({ text }) => text.toLowerCase() === correct.toLowerCase())
  const parts = whole >= 0 ? [correct] : correct.split(/[;|,]/).map((part) => part.trim())
  const right = new Set<number>()
  const problems = [...question.problems]
  for (const part of parts.filter((one) => one !== '')) {
    const index = indexOf(
      options.map(({ text }) => text),
      part,
    )
    if (index === -1) problems.push(problem('badCorrect', { name: part.slice(0, 60) }))
    else right.add(index)
  }
  return { ...question, options: options.map((one, index) => ({ ...one, correct: right.has(index) })), problems }
}

function indexOf(texts: readonly string[], part: string): number {
  const same = texts.findIndex((text) => text.toLowerCase() === part.toLowerCase())
  if (same >= 0) return same
  const index = /^\d{1,2}$/.test(part)
    ? Number(part) - 1
    : /^[a-z]$/i.test(part)
      ? part.toLowerCase().charCodeAt(0) - 97
      : -1
  return index < texts.length ? index : -1
}
